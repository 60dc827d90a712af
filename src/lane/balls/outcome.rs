//! What a collision of two balls does, as the caller reads it.

use crate::event::{BodyId, Collision};
use crate::ledger::Hit;
use crate::response::{Twist, kinetic_energy};
use nalgebra::Vector3;

/// The outcome of a meeting.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::large_enum_variant, reason = "it is the large one nearly always, and is not stored")]
pub(crate) enum CollisionOutcome {
    /// The balls close so slowly that they may come to rest on each other, which is not for this
    /// lane: nothing has changed.
    MayRest,
    /// Infinitely many collisions in finite time, which the policy makes an error: nothing has
    /// changed.
    Endless([BodyId; 2]),
    Collided(BallCollision),
}

/// A collision, and what the running sums need of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BallCollision {
    pub(crate) event: Collision,
    pub(crate) hit: Hit,
    pub(crate) changes: [VelocityChange; 2],
    /// Whether the Zeno policy decided.
    pub(crate) by_policy: bool,
}

/// A change of velocity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VelocityChange {
    pub(crate) inverse_mass: f64,
    pub(crate) before: Vector3<f64>,
    pub(crate) after: Vector3<f64>,
}

impl VelocityChange {
    #[inline(always)]
    pub(super) fn energy(&self) -> f64 {
        let of = |velocity: Vector3<f64>| {
            let angular_velocity = Vector3::zeros();
            let twist = Twist {
                velocity,
                angular_velocity,
            };
            kinetic_energy(self.inverse_mass, 0.0, &twist)
        };
        of(self.after) - of(self.before)
    }
}
