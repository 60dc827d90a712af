//! Which slow hits of bodies that turn or grow begin a contact, and so are events.
//!
//! A hit too slow to bounce begins a contact that lasts. Between bodies that rest it is a collision, and what follows is a rest.
//! What turns or grows hops instead (see [`hop`](super::hop)): of its slow hits the first is a collision, and those that follow
//! it within a few hops are one contact that goes on, which is no event. Neither is a slow hit of two that were at rest on each other until just
//! now. What is pressed together without closing, as it was put, is no collision, but a contact that lasts.
//!
//! That two are in such contact is remembered at one of them, not with the pair, which a broad phase may drop and find again.

use super::World;
use super::bodies::State;
use super::hop::speeds;
use super::pairs::WALL_SERIAL;
use super::rest::wall_bit;
use crate::event::Party;
use crate::impact::{Contact, approach_noise};
use crate::response::{Encounter, Side, Twist, pair_friction};

/// How long after a hop two still count as in contact, in seconds: ten times as long as a hop lasts that is pressed as was
/// reckoned.
const LASTS: f64 = 1e-2;

/// A contact that lasts, with what the body that remembers it has it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Lasting {
    /// The other's serial number, or a wall's.
    pub(super) with: u32,
    /// When it was last known to last, in seconds.
    pub(super) time: f64,
}

impl State {
    /// Whether it may hop: impulses change its spin, or it turns or grows.
    fn may_hop(&self) -> bool {
        self.is_restless() || (self.inverse_inertia > 0.0 && self.collider.can_rotate())
    }
}

impl World {
    /// Whether a slow hit begins a contact: it closes, and the two were not in contact until now. `place`: of the pair, if neither
    /// is a wall.
    pub(super) fn begins_contact(&self, contact: &Contact, closing: f64, sides: &[Side; 2], place: Option<u32>) -> bool {
        if closing <= approach_noise(speeds(contact, sides)) {
            return false;
        }
        let rests = match (place, sides[0].party, sides[1].party) {
            (Some(place), ..) => self.pairs[place].is_at_rest(),
            (None, Party::Body(id), Party::Wall(wall)) => self.bodies[id.index].wall_rests & wall_bit(wall) != 0,
            _ => false,
        };
        let (keeper, with) = self.keeper(sides.each_ref().map(|side| side.party));
        let known = self.bodies[keeper].lasting.iter();
        !rests
            && !known
                .copied()
                .any(|lasting| lasting.with == with && self.clock.now - lasting.time <= LASTS)
    }

    /// The body that remembers a contact, and the serial number of the other: of two the first that moves.
    fn keeper(&self, parties: [Party; 2]) -> (u32, u32) {
        let serial = |party: Party| match party {
            Party::Body(id) => self.bodies.serial(id.index),
            Party::Wall(wall) => WALL_SERIAL + wall as u32,
        };
        match parties {
            [Party::Body(a), Party::Body(b)] if !self.bodies[a.index].is_dynamic() => (b.index, serial(parties[0])),
            [Party::Body(a), other] => (a.index, serial(other)),
            [Party::Wall(_), _] => unreachable!("walls come last"),
        }
    }

    /// Remembers that two are in contact that lasts.
    pub(super) fn note_lasting(&mut self, parties: [Party; 2]) {
        let (keeper, with) = self.keeper(parties);
        let time = self.clock.now;
        let lasting = &mut self.bodies[keeper].lasting;
        lasting.retain(|known| known.with != with && time - known.time <= LASTS);
        lasting.push(Lasting { with, time });
    }

    /// Remembers that a rest ended just now, if the two may hop: a slow hit that comes of it begins nothing.
    pub(super) fn note_rest_ended(&mut self, parties: [Party; 2]) {
        let may_hop = |party: Party| matches!(party, Party::Body(id) if self.bodies[id.index].may_hop());
        if parties.into_iter().any(may_hop) {
            self.note_lasting(parties);
        }
    }

    /// Forgets the contacts of a body that leaves its place. O(n).
    pub(super) fn forget_lasting(&mut self, index: u32) {
        self.bodies[index].lasting.clear();
        let serial = self.bodies.serial(index);
        for at in 0..self.bodies.in_order().len() {
            let other = self.bodies.in_order()[at];
            if !self.bodies.is_full(other) {
                // A ball that only flies does not hop.
                continue;
            }
            self.bodies[other].lasting.retain(|known| known.with != serial);
        }
    }

    /// Reports a slow hit that began a contact, after it has changed the motions.
    pub(super) fn tell_slow_hit(&mut self, contact: &Contact, closing: f64, sides: &[Side; 2]) {
        let after = sides.each_ref().map(|side| match side.party {
            Party::Body(id) if side.inverse_mass > 0.0 => {
                let piece = &self.bodies[id.index].piece;
                Twist {
                    velocity: piece.velocity_at(self.clock.now),
                    angular_velocity: piece.angular_velocity,
                }
            }
            _ => Twist::of(side),
        });
        let encounter = Encounter {
            time: self.clock.now,
            point: contact.point,
            normal: contact.normal,
            closing_speed: closing,
            restitution: 0.0,
            friction: pair_friction(sides[0].friction, sides[1].friction),
            sides: *sides,
        };
        match sides[1].party {
            Party::Wall(_) => self.ledger.counters.wall_collisions += 1,
            Party::Body(_) => self.ledger.counters.collisions += 1,
        }
        self.report_collision(&encounter, &after);
    }
}
