//! Collisions of bodies in islands, between two renewals.
//!
//! The velocity of such a body includes its acceleration up to the middle of the step. A collision acts on what it is at
//! present; the rest is added afterwards. (If it were reflected, too, a body that falls and bounces would gain about its
//! weight times the way that it falls in a step.)

use super::World;
use crate::event::Party;
use crate::impact::Contact;
use crate::response::{Late, Side, closing_speed, pair_restitution};
use nalgebra::Vector3;

/// When a collision acts, beside the motion pieces of its sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timing {
    pub(super) late: Late,
    /// What the velocities of the pieces include of the time to come, in metres per second.
    pub(super) ahead: [Vector3<f64>; 2],
}

impl From<Late> for Timing {
    fn from(late: Late) -> Self {
        let ahead = [Vector3::zeros(); 2];
        Self { late, ahead }
    }
}

impl World {
    /// The two sides of a collision as they are at present, their closing speed, and what their pieces include beside it:
    /// nothing if they stay in touch (`holds`), or would close again with it.
    pub(super) fn at_present(
        &self,
        contact: &Contact,
        sides: [Side; 2],
        closing: f64,
        holds: bool,
    ) -> ([Side; 2], f64, [Vector3<f64>; 2]) {
        let none = [Vector3::zeros(); 2];
        let ahead = sides.each_ref().map(|side| match side.party {
            Party::Body(id) if !holds => self
                .contacts
                .islands()
                .anticipated_velocity(&self.bodies, id.index, self.clock.now()),
            _ => Vector3::zeros(),
        });
        let mut present = sides;
        for (side, ahead) in present.iter_mut().zip(&ahead) {
            side.velocity -= ahead;
        }
        let closes = contact.normal.dot(&(ahead[0] - ahead[1]));
        let at_present = closing_speed(&contact.normal, &contact.point, &present);
        let restitution = pair_restitution(sides[0].restitution, sides[1].restitution);
        match ahead != none && at_present > 0.0 && restitution * at_present > closes {
            true => (present, at_present, ahead),
            false => (sides, closing, none),
        }
    }
}
