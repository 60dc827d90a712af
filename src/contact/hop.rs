//! Hops: contact that lasts between bodies that rotate or grow.
//!
//! A body that rotates or grows cannot rest, for the surface that it would rest with moves. If two
//! such bodies close so slowly that the Zeno policy would let them rest, they hop: they get a small
//! speed apart and meet again a little later. That speed follows from their acceleration towards
//! each other (see [`approach`](super::approach)). It adds a little energy, which is taken from the rest of
//! their motion where nothing pulls them. The first hit of such a
//! contact is an event, the hops that follow are none (see [`lasting`](super::lasting)).
//!
//! A body that impulses rotate comes to rest when the rest of its motion is less than a hop and it
//! is balanced: its centre of mass is between the contact points (see [`balance`](super::balance)).

use super::approach::Approach;
use super::context::Rests;
use super::islands::without_gain;
use super::lasting::{begins_contact, record_lasting};
use crate::event::Party;
use crate::response::{Encounter, Side, Twist, impulse_to_opening, pair_friction};
use nalgebra::Vector3;

/// The most times that the speed of a hop is halved.
const HALVINGS: i32 = 10;

impl Rests<'_> {
    /// Gives two parties the speed of a hop, or stops them if they are balanced. Returns whether
    /// they are: then the caller begins their rest. If their contact begins, the hit becomes an
    /// event. The Zeno policy must allow both.
    pub(crate) fn hop(&mut self, approach: &Approach) -> bool {
        let (now, zeno) = (self.clock.now(), &self.settings.zeno);
        let begins = begins_contact(approach, self.bodies, self.pairs, now);
        let is_balanced = approach.is_balanced(self.bodies, self.pairs, zeno, now);
        if is_balanced {
            self.stop_spins_and_closing(approach);
        } else {
            self.part(approach);
        }
        record_lasting(self.bodies, approach.parties(), now);
        if begins {
            self.report_slow_hit(approach);
        }
        is_balanced
    }

    /// Gives two parties the speed of a hop, by an impulse at the contact point. Friction slows the
    /// sliding, in proportion to that impulse: over many hops, as it does in a contact that lasts.
    fn part(&mut self, approach: &Approach) {
        self.ledger.counters_mut().zeno_collisions += 1;
        let mut encounter = self.slow_encounter(approach);
        if approach
            .sides
            .iter()
            .any(|side| side.inverse_mass > 0.0 && side.inverse_inertia.is_zero())
        {
            // A spin that nothing stops would push without end.
            encounter.friction = 0.0;
        }
        let parting = approach.parting_speed(self.bodies);
        let after = match self.is_pulled(approach) {
            true => impulse_to_opening(&encounter, parting),
            // What adds energy here would stay, hop by hop.
            false => part_without_gain(&encounter, parting),
        };
        for (side, after) in approach.sides.iter().zip(after) {
            if let Party::Body(id) = side.party
                && side.inverse_mass > 0.0
            {
                self.motions().begin_piece(id.index, after.velocity);
                if after.angular_velocity != side.angular_velocity {
                    self.set_spin(id.index, after.angular_velocity);
                }
            }
        }
    }

    /// Whether something pulls one of two parties: then it takes the energy of a hop back.
    fn is_pulled(&self, approach: &Approach) -> bool {
        let parties = approach.sides.iter().map(|side| side.party);
        parties.into_iter().any(|party| match party {
            Party::Body(id) => *self.bodies[id.index].free_acceleration() != Vector3::zeros(),
            Party::Wall(_) => false,
        })
    }

    /// Stops the spins of two parties, and the speed along the normal between their centres.
    pub(crate) fn stop_spins_and_closing(&mut self, approach: &Approach) {
        let (normal, sides) = (&approach.contact.normal, approach.sides);
        let closing = normal.dot(&(sides[0].velocity - sides[1].velocity));
        let impulse = closing / (sides[0].inverse_mass + sides[1].inverse_mass);
        for (side, sign) in sides.iter().zip([-1.0, 1.0]) {
            if let Party::Body(id) = side.party
                && side.inverse_mass > 0.0
            {
                self.motions()
                    .begin_piece(id.index, side.velocity + normal * (sign * impulse * side.inverse_mass));
                if !side.inverse_inertia.is_zero() && self.bodies[id.index].constants().collider.can_rotate() {
                    self.set_spin(id.index, Vector3::zeros());
                }
            }
        }
    }

    /// The encounter of a slow hit.
    fn slow_encounter(&self, approach: &Approach) -> Encounter {
        let (contact, sides) = (approach.contact, approach.sides);
        Encounter {
            time: self.clock.now(),
            point: contact.point,
            normal: contact.normal,
            closing_speed: approach.closing,
            restitution: 0.0,
            friction: pair_friction(sides[0].friction, sides[1].friction),
            sides: *sides,
        }
    }

    /// Reports a slow hit that began a contact, after it has changed the motions.
    fn report_slow_hit(&mut self, approach: &Approach) {
        let sides = approach.sides;
        let after = sides.each_ref().map(|side| match side.party {
            Party::Body(id) if side.inverse_mass > 0.0 => {
                let piece = self.bodies[id.index].piece();
                Twist {
                    velocity: piece.velocity_at(self.clock.now()),
                    angular_velocity: piece.angular_velocity_at(self.clock.now()),
                }
            }
            _ => Twist::of(side),
        });
        let encounter = self.slow_encounter(approach);
        match sides[1].party {
            Party::Wall(_) => self.ledger.counters_mut().wall_collisions += 1,
            Party::Body(_) => self.ledger.counters_mut().collisions += 1,
        }
        self.ledger.collision(&encounter, &after);
    }
}

/// The velocities after a hop at a speed, or at half of it, a quarter, and so on, with which two parties have no more
/// energy than before. (What spins, and is not slowed down by impulses, gives energy: it parts as fast as it pushes.)
fn part_without_gain(encounter: &Encounter, parting: f64) -> [Twist; 2] {
    let drives = |side: &Side| side.inverse_inertia.is_zero() && side.angular_velocity != Vector3::zeros();
    if encounter.sides.iter().any(drives) {
        let after = impulse_to_opening(encounter, parting);
        return without_gain(&encounter.sides, after).unwrap_or(after);
    }
    let speeds = (0..HALVINGS).map(|halvings| parting * 0.5f64.powi(halvings));
    let mut hops = speeds.map(|speed| without_gain(&encounter.sides, impulse_to_opening(encounter, speed)));
    // (No hop adds energy at the speed at which the two close.)
    let found = hops.find_map(|after| after);
    found.unwrap_or_else(|| impulse_to_opening(encounter, encounter.closing_speed.max(0.0)))
}
