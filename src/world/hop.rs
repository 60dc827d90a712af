//! Contact that goes on between bodies that turn or grow: a series of short hops.
//!
//! What turns or grows has no rest: the surface that it would rest with moves. Where two that touch close so slowly that
//! the policy would lay them to rest, they are given a small speed apart instead, so that they meet again a little later.
//! That speed is chosen from how they accelerate towards each other; it adds a little energy. The hit with which such a contact
//! begins is an event, hops are none (see [`lasting`](super::lasting)). A body whose spin impulses
//! change is laid to rest where all that is left of its motion is less than that speed, and it stands: its centre of mass
//! is between the points that meet.

use super::bodies::State;
use super::{StepError, World};
use crate::domain::{Domain, Wall};
use crate::event::Party;
use crate::impact::{Contact, Points, contact_points, extreme_points, supports, wall_touch};
use crate::response::{Side, pair_restitution};
use crate::scene::Zeno;
use nalgebra::Vector3;

/// How long a hop lasts, in seconds: a thousand in a second are affordable, and under gravity it is a micrometre high.
const HOP: f64 = 1e-3;

/// The greatest turn, in radians, within a hop: how they accelerate must not change much.
const HOP_TURN: f64 = 1e-3;

/// Closing at less than this part of the speeds that meet is slow by any policy: ten times what the search takes for none,
/// so that no response to it can leave the two pressed together at the same instant.
const SLOW: f64 = 1e-10;

/// The least speed apart, as a part of the speeds that meet: clearly above what the search takes for none.
const LEAST_PARTING: f64 = 1e-9;

/// Speeds of a hop at which what comes back from one closes at the most: how it is pressed changes a little meanwhile.
const AS_AFTER_A_HOP: f64 = 1.5;

/// A search that was cut off leaves a gap of more than this part of the body's size.
const OPEN: f64 = 1e-9;

/// The most that rounding of the time may leave open of a contact, as a part of the body's size. Where it can be more, the
/// search goes on at the next float of the time, and the body is there.
const ROUNDED: f64 = 1e-3;

impl State {
    /// Whether it turns or grows, so that it rests on nothing.
    pub(super) fn is_restless(&self) -> bool {
        self.moving().rotates() || self.moving().grows()
    }
}

impl World {
    /// Whether one of two that meet turns or grows, or would be made to turn by an impulse.
    pub(super) fn cannot_rest(&self, contact: &Contact, sides: &[Side; 2]) -> bool {
        sides.iter().any(|side| match side.party {
            Party::Wall(_) => false,
            Party::Body(id) => {
                let body = &self.bodies[id.index];
                let lever = side.lever(&contact.point, &contact.normal);
                body.is_restless() || (body.collider.can_rotate() && lever != Vector3::zeros())
            }
        })
    }

    /// Whether two that meet, of which one is restless, close so slowly that otherwise they would be laid to rest, or no
    /// faster than they do after a hop.
    pub(super) fn is_slow(&self, contact: &Contact, closing: f64, sides: &[Side; 2]) -> bool {
        let below = match self.config.settings.zeno {
            Zeno::Stick { speed } if pair_restitution(sides[0].restitution, sides[1].restitution) < 1.0 => {
                speed.max(AS_AFTER_A_HOP * self.parting(contact, sides))
            }
            Zeno::Stick { speed } => speed,
            _ => 0.0,
        };
        closing <= below.max(SLOW * speeds(contact, sides))
    }

    /// The speed at which two that are pressed together part in a hop.
    fn parting(&self, contact: &Contact, sides: &[Side; 2]) -> f64 {
        let [a, b] = sides;
        let [radius_a, radius_b] = contact.radii;
        // What is round rolls: the point that keeps its distance from the surface lies within.
        let within = [
            contact.point - contact.normal * radius_a,
            contact.point + contact.normal * radius_b,
        ];
        let accelerations = [self.acceleration_at(a, &within[0]), self.acceleration_at(b, &within[1])];
        // What turns a face, or the edges that cross, turns it towards what slides along it, and about what it turns it. Whose face it
        // is the contact doesn't tell: the greatest counts.
        let slides = b.velocity_at(&within[1]) - a.velocity_at(&within[0]);
        let by_turn = |turn: &Vector3<f64>| {
            let turns = turn.cross(&contact.normal);
            turns.norm_squared() * (radius_a + radius_b) - 2.0 * turns.dot(&slides)
        };
        let by_face = by_turn(&a.angular_velocity).max(by_turn(&b.angular_velocity)).max(0.0);
        let by_edges = by_turn(&contact.normal_spin);
        let pressing = contact.normal.dot(&(accelerations[0] - accelerations[1])) + by_face.max(by_edges);
        let pressing = pressing.max(0.0);
        let spin = sides.iter().map(|side| side.angular_velocity.norm()).fold(0.0, f64::max);
        let spin = if by_edges > by_face {
            spin.max(contact.normal_spin.norm())
        } else {
            spin
        };
        (0.5 * pressing * HOP.min(HOP_TURN / spin)).max(LEAST_PARTING * speeds(contact, sides))
    }

    /// Lets two hop apart; or lays them to rest (the answer is true then), if they stand on each other. It is an event if their
    /// contact begins with it.
    /// `place`: of the pair, if neither is a wall.
    pub(super) fn hop(
        &mut self,
        contact: &Contact,
        closing: f64,
        sides: &[Side; 2],
        place: Option<u32>,
    ) -> Result<bool, StepError> {
        if self.config.settings.zeno == Zeno::Error {
            return Err(self.zeno_error(sides.map(|side| side.party)));
        }
        let begins = self.begins_contact(contact, closing, sides, place);
        let stands = self.stands(contact, sides, place);
        if stands {
            self.stop(contact, sides);
        } else {
            self.part(contact, closing, sides);
        }
        self.note_lasting(sides.each_ref().map(|side| side.party));
        if begins {
            self.tell_slow_hit(contact, closing, sides);
        }
        Ok(stands)
    }

    /// Gives two the small speed apart of a hop.
    fn part(&mut self, contact: &Contact, closing: f64, sides: &[Side; 2]) {
        self.ledger.counters.zeno_collisions += 1;
        let parting = self.parting(contact, sides);
        let Contact { point, normal, .. } = contact;
        let change = (closing + parting) / sides.iter().map(|side| side.mobility(point, normal)).sum::<f64>();
        for (side, sign) in sides.iter().zip([-1.0, 1.0]) {
            if let Party::Body(id) = side.party
                && side.inverse_mass > 0.0
            {
                let after = side.after_impulse(point, normal, sign * change, &Vector3::zeros());
                self.begin_piece(id.index, after.velocity);
                if after.angular_velocity != side.angular_velocity {
                    self.set_spin(id.index, after.angular_velocity);
                }
            }
        }
    }

    /// Whether bodies whose spin impulses change have come to stand: what is left of their motion is less than a hop, and
    /// the points that are within a hop's height of each other hold their centres of mass.
    fn stands(&self, contact: &Contact, sides: &[Side; 2], place: Option<u32>) -> bool {
        let Zeno::Stick { .. } = self.config.settings.zeno else {
            return false;
        };
        let body = |side: &Side| match side.party {
            Party::Body(id) => Some(&self.bodies[id.index]),
            Party::Wall(_) => None,
        };
        let pull = |side: &Side| body(side).map_or(Vector3::zeros(), |body| body.free_acceleration);
        let pressing = contact.normal.dot(&(pull(&sides[0]) - pull(&sides[1])));
        if pressing <= 0.0 {
            return false;
        }
        let (speed, height) = (pressing * HOP, pressing * HOP * HOP);
        let mut points = None;
        sides.iter().all(|side| {
            let Some(state) = body(side).filter(|state| state.collider.can_rotate()) else {
                return side.growth == 0.0;
            };
            if side.inverse_inertia == 0.0 {
                return !state.moving().rotates();
            }
            if side.angular_velocity.norm() * state.shape.bounding_radius() > speed {
                return false;
            }
            let rests = state.wall_rests != 0 || state.pairs.iter().any(|place| self.pairs[*place].is_at_rest());
            let points = points.get_or_insert_with(|| self.points_that_meet(contact, sides, place, height));
            rests || supports(points, &contact.normal, &side.position, height)
        })
    }

    fn points_that_meet(&self, contact: &Contact, sides: &[Side; 2], place: Option<u32>, slack: f64) -> Points {
        if let Some(place) = place {
            let view = self.bodies.pair_view(&self.pairs[place]);
            let [a, b] = &view.moving();
            return contact_points(a, b, &contact.normal, self.clock.now, slack);
        }
        match (sides[0].party, sides[1].party) {
            (Party::Body(id), Party::Wall(wall)) => {
                let state = &self.bodies[id.index];
                let orientation = state.piece.orientation_at(self.clock.now);
                extreme_points(&state.collider, &orientation, &sides[0].position, &wall.normal(), slack)
            }
            _ => unreachable!("two bodies are a pair, and walls come last"),
        }
    }

    /// Stops the spins of two that stand on each other, and what closes or opens between their centres.
    pub(super) fn stop(&mut self, contact: &Contact, sides: &[Side; 2]) {
        let closing = contact.normal.dot(&(sides[0].velocity - sides[1].velocity));
        let change = closing / (sides[0].inverse_mass + sides[1].inverse_mass);
        for (side, sign) in sides.iter().zip([-1.0, 1.0]) {
            if let Party::Body(id) = side.party
                && side.inverse_mass > 0.0
            {
                self.begin_piece(id.index, side.velocity + contact.normal * (sign * change * side.inverse_mass));
                if side.inverse_inertia > 0.0 && self.bodies[id.index].collider.can_rotate() {
                    self.set_spin(id.index, Vector3::zeros());
                }
            }
        }
    }

    /// Whether a body that turns touches a wall that it was predicted to meet.
    pub(super) fn reaches(&self, wall: Wall, contact: &Contact, closing: f64, index: u32) -> bool {
        let Domain::Box { min, max } = &self.config.settings.domain else {
            return false;
        };
        let axis = wall.axis();
        let gap = if wall.is_upper() {
            max[axis] - contact.point[axis]
        } else {
            contact.point[axis] - min[axis]
        };
        let size = self.bodies[index].shape.bounding_radius();
        // The time was rounded, too, as the search knows.
        let way = closing.max(0.0) * f64::EPSILON * self.clock.now.abs();
        let touch = wall_touch(&self.bodies[index].moving(), min, max, wall, self.clock.now);
        gap <= OPEN * size + way.max(touch).min(ROUNDED * size)
    }

    /// Acceleration of a side's material at a point.
    fn acceleration_at(&self, side: &Side, point: &Vector3<f64>) -> Vector3<f64> {
        match side.party {
            Party::Wall(_) => Vector3::zeros(),
            Party::Body(id) => {
                let spin = &side.angular_velocity;
                self.bodies[id.index].piece.acceleration + spin.cross(&spin.cross(&(point - side.position)))
            }
        }
    }
}

/// The speeds that meet at a point, spin and growth included.
pub(super) fn speeds(contact: &Contact, sides: &[Side; 2]) -> f64 {
    let of =
        |side: &Side| side.growth + side.velocity.norm() + side.angular_velocity.norm() * (contact.point - side.position).norm();
    sides.iter().map(of).sum()
}
