//! What a collision of two balls does, as the caller reads it.

use crate::event::{BodyId, Collision};
use crate::ledger::Hit;
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

/// A change of velocity, at the present.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VelocityChange {
    pub(crate) inverse_mass: f64,
    pub(crate) before: Vector3<f64>,
    pub(crate) after: Vector3<f64>,
}
