//! Trajectories: a body's motion is a sequence of pieces, each in closed form with an epoch of its own.

use crate::portable;
use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};

/// One piece of a trajectory: x(t) = x0 + v0 (t - t0) + 1/2 a (t - t0)², q(t) = exp(w (t - t0)) q0 about the body's origin.
///
/// A ball can grow, besides: its radius exceeds that of its shape by swell + growth (t - t0).
///
/// This is the physical convention; Coming and Staadt 2006, Eq. 1, write the acceleration term without the 1/2. The piece holds
/// from its epoch until the body's motion is changed; before its epoch it says nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MotionPiece {
    /// The epoch t0, in seconds.
    pub epoch: f64,
    /// Position of the body's origin (its centre of mass) at the epoch, in metres.
    pub position: Vector3<f64>,
    /// Orientation at the epoch, from the body's frame to the world's.
    pub orientation: UnitQuaternion<f64>,
    /// Velocity at the epoch, in metres per second.
    pub velocity: Vector3<f64>,
    /// Acceleration, in metres per second squared: the body's own and gravity together.
    pub acceleration: Vector3<f64>,
    /// Angular velocity w, constant, in radians per second about the world's axes: the spin.
    pub angular_velocity: Vector3<f64>,
    /// By how much the radius exceeds that of the shape at the epoch, in metres, >= 0. Of balls alone.
    pub swell: f64,
    /// How fast the radius grows, in metres per second, >= 0. Of balls alone.
    pub growth: f64,
}

impl MotionPiece {
    /// A body at rest at the origin, from time 0.
    #[must_use]
    pub fn at_rest() -> Self {
        Self {
            epoch: 0.0,
            position: Vector3::zeros(),
            orientation: UnitQuaternion::identity(),
            velocity: Vector3::zeros(),
            acceleration: Vector3::zeros(),
            angular_velocity: Vector3::zeros(),
            swell: 0.0,
            growth: 0.0,
        }
    }

    /// Position at time `t`, in metres.
    #[must_use]
    #[inline]
    pub fn position_at(&self, t: f64) -> Vector3<f64> {
        let dt = t - self.epoch;
        self.position + (self.velocity + self.acceleration * (0.5 * dt)) * dt
    }

    /// Velocity at time `t`, in metres per second.
    #[must_use]
    #[inline]
    pub fn velocity_at(&self, t: f64) -> Vector3<f64> {
        self.velocity + self.acceleration * (t - self.epoch)
    }

    /// Velocity at time `t` of the body's material at a point of the world, in metres per second: spin included.
    #[must_use]
    pub fn velocity_of(&self, t: f64, point: &Vector3<f64>) -> Vector3<f64> {
        if self.spins() {
            self.velocity_at(t) + self.angular_velocity.cross(&(point - self.position_at(t)))
        } else {
            self.velocity_at(t)
        }
    }

    /// Orientation at time `t`: without spin that of the epoch, to the bit.
    #[must_use]
    pub fn orientation_at(&self, t: f64) -> UnitQuaternion<f64> {
        if self.spins() {
            // Made unit again: pieces follow one another by the million, and each product rounds.
            let turned = portable::rotation(&(self.angular_velocity * (t - self.epoch))) * self.orientation;
            UnitQuaternion::new_normalize(turned.into_inner())
        } else {
            self.orientation
        }
    }

    /// Whether the angular velocity is not zero.
    #[must_use]
    #[inline]
    pub fn spins(&self) -> bool {
        // Written out: asked about every pair, and the general comparison is a loop.
        !(self.angular_velocity.x == 0.0 && self.angular_velocity.y == 0.0 && self.angular_velocity.z == 0.0)
    }

    /// By how much the radius exceeds that of the shape at time `t`, in metres.
    #[must_use]
    #[inline]
    pub fn swell_at(&self, t: f64) -> f64 {
        self.swell + self.growth * (t - self.epoch)
    }

    /// Position and orientation at time `t`.
    #[must_use]
    pub fn pose_at(&self, t: f64) -> Isometry3<f64> {
        Isometry3::from_parts(Translation3::from(self.position_at(t)), self.orientation_at(t))
    }

    /// The same motion, from the later epoch `t` on, in seconds: rounded once more.
    #[must_use]
    pub fn rebased(&self, t: f64) -> Self {
        Self {
            epoch: t,
            position: self.position_at(t),
            orientation: self.orientation_at(t),
            velocity: self.velocity_at(t),
            swell: self.swell_at(t),
            ..*self
        }
    }
}
