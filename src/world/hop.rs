//! Contact that goes on between bodies that turn or grow: a series of short hops.
//!
//! What turns or grows has no rest: the surface that it would rest with moves. Where two that touch close so slowly that the
//! policy would lay them to rest, they are given a small speed apart instead, so that they meet again a little later. That speed
//! is chosen from how they accelerate towards each other; it adds a little energy.

use super::bodies::State;
use super::{StepError, World};
use crate::event::Party;
use crate::impact::Contact;
use crate::response::Side;
use crate::scene::{Domain, Wall, Zeno};
use nalgebra::Vector3;

/// How long a hop lasts, in seconds: a thousand in a second are affordable, and under gravity it is a micrometre high.
const HOP: f64 = 1e-3;

/// The greatest turn, in radians, within a hop: how they accelerate must not change much.
const HOP_TURN: f64 = 1e-3;

/// Closing at less than this part of the speeds that meet is slow by any policy: ten times what the search takes for none, so that
/// no response to it can leave the two pressed together at the same instant.
const SLOW: f64 = 1e-10;

/// The least speed apart, as a part of the speeds that meet: clearly above what the search takes for none.
const LEAST_PARTING: f64 = 1e-9;

/// A search that was cut off leaves a gap of more than this part of the body's size.
const OPEN: f64 = 1e-9;

impl State {
    /// Whether it turns or grows, so that it rests on nothing.
    pub(super) fn is_restless(&self) -> bool {
        self.moving().turns() || self.moving().grows()
    }
}

impl World {
    /// Whether two that meet, of which one is restless, close so slowly that otherwise they would be laid to rest. `growth`: of
    /// both.
    pub(super) fn is_slow(&self, contact: &Contact, closing: f64, sides: &[Side; 2], growth: f64) -> bool {
        let below = match self.settings.zeno {
            Zeno::Stick { speed } => speed,
            _ => 0.0,
        };
        closing <= below.max(SLOW * (speeds(contact, sides) + growth))
    }

    /// Lets two hop apart.
    pub(super) fn hop(&mut self, contact: &Contact, closing: f64, sides: &[Side; 2], growth: f64) -> Result<(), StepError> {
        if self.settings.zeno == Zeno::Error {
            return Err(self.zeno_error(sides.map(|side| side.party)));
        }
        self.counters.zeno_collisions += 1;
        let accelerations = sides.each_ref().map(|side| self.acceleration_at(side, &contact.point));
        let pressing = contact.normal.dot(&(accelerations[0] - accelerations[1])).max(0.0);
        let spin = sides.iter().map(|side| side.angular_velocity.norm()).fold(0.0, f64::max);
        let lasts = HOP.min(HOP_TURN / spin);
        let parting = (0.5 * pressing * lasts).max(LEAST_PARTING * (speeds(contact, sides) + growth));
        let change = (closing + parting) / (sides[0].inverse_mass + sides[1].inverse_mass);
        for (side, sign) in sides.iter().zip([-1.0, 1.0]) {
            if let Party::Body(id) = side.party
                && side.inverse_mass > 0.0
            {
                let velocity = side.velocity + contact.normal * (sign * change * side.inverse_mass);
                self.begin_piece(id.index, velocity);
            }
        }
        Ok(())
    }

    /// Whether a body that turns touches a wall that it was predicted to meet.
    pub(super) fn reaches(&self, wall: Wall, contact: &Contact, index: u32) -> bool {
        let Domain::Box { min, max } = &self.settings.domain else {
            return false;
        };
        let axis = wall.axis();
        let gap = if wall.is_upper() {
            max[axis] - contact.point[axis]
        } else {
            contact.point[axis] - min[axis]
        };
        gap <= OPEN * self.bodies[index].shape.bounding_radius()
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

/// The speeds that meet at a point, spin included.
fn speeds(contact: &Contact, sides: &[Side; 2]) -> f64 {
    let of = |side: &Side| side.velocity.norm() + side.angular_velocity.norm() * (contact.point - side.position).norm();
    sides.iter().map(of).sum()
}
