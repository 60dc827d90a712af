//! Trajectories: the motion of a body is a sequence of pieces, each in closed form with its own
//! epoch.

use super::inertia::Inertia;
use super::rotation::Rotation;
use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};

/// One piece of a trajectory: x(t) = x0 + v0 (t - t0) + 1/2 a (t - t0)², q(t) = exp(w (t - t0)) q0
/// about the body's origin.
///
/// A body with [inertia](Self::inertia) rotates freely, about its centre of mass, which x(t) then is:
/// its angular momentum is constant, and its angular velocity w(t) follows Euler's equations.
///
/// A ball that slides or rolls on something may have an [angular acceleration](Self::angular_acceleration)
/// b: w(t) = w0 + b (t - t0).
///
/// A ball can also grow: its radius exceeds that of its shape by swell + growth (t - t0).
///
/// This is the physical convention; Coming and Staadt 2006, Eq. 1, write the acceleration term
/// without the 1/2. The piece holds from its epoch until the body's motion changes, and is not
/// defined before.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MotionPiece {
    /// The epoch t0, in seconds.
    pub epoch: f64,
    /// Position at the epoch, in metres: of the body's origin, or with inertia of its centre of mass.
    pub position: Vector3<f64>,
    /// Orientation at the epoch, from the body's frame to the world's.
    pub orientation: UnitQuaternion<f64>,
    /// Velocity at the epoch, in metres per second.
    pub velocity: Vector3<f64>,
    /// Acceleration, in metres per second squared: the body's own and gravity together.
    pub acceleration: Vector3<f64>,
    /// Angular velocity w at the epoch, in radians per second about the world's axes: the spin.
    /// Constant without inertia and angular acceleration.
    pub angular_velocity: Vector3<f64>,
    /// Angular acceleration b, in radians per second squared about the world's axes, of a ball that
    /// something slows down or makes roll. For balls without inertia alone.
    #[cfg_attr(feature = "serde", serde(default))]
    pub angular_acceleration: Vector3<f64>,
    /// Inertia of a body that rotates freely. None: its spin is constant.
    #[cfg_attr(feature = "serde", serde(default))]
    pub inertia: Option<Inertia>,
    /// The excess of the radius over that of the shape at the epoch, in metres, >= 0. For balls
    /// alone.
    pub swell: f64,
    /// The rate at which the radius grows, in metres per second, >= 0. For balls alone.
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
            angular_acceleration: Vector3::zeros(),
            inertia: None,
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

    /// Velocity at time `t` of the body's material at a point of the world, in metres per second,
    /// spin included.
    #[must_use]
    pub fn velocity_of(&self, t: f64, point: &Vector3<f64>) -> Vector3<f64> {
        if self.spins() {
            self.velocity_at(t) + self.angular_velocity_at(t).cross(&(point - self.position_at(t)))
        } else {
            self.velocity_at(t)
        }
    }

    /// Orientation at time `t`: without spin that of the epoch, to the bit.
    #[must_use]
    pub fn orientation_at(&self, t: f64) -> UnitQuaternion<f64> {
        if self.spins() {
            Rotation::new(self).at(t - self.epoch).0
        } else {
            self.orientation
        }
    }

    /// Angular velocity at time `t`, in radians per second about the world's axes.
    #[must_use]
    pub fn angular_velocity_at(&self, t: f64) -> Vector3<f64> {
        if self.inertia.is_some() && self.spins() {
            Rotation::new(self).at(t - self.epoch).1
        } else if self.angular_acceleration != Vector3::zeros() {
            self.angular_velocity + self.angular_acceleration * (t - self.epoch)
        } else {
            self.angular_velocity
        }
    }

    /// Whether the angular velocity is not zero all along.
    #[must_use]
    #[inline]
    pub fn spins(&self) -> bool {
        // Written out: it runs for every pair, and the general comparison is a loop.
        let is_zero = |vector: &Vector3<f64>| vector.x == 0.0 && vector.y == 0.0 && vector.z == 0.0;
        !(is_zero(&self.angular_velocity) && is_zero(&self.angular_acceleration))
    }

    /// The excess of the radius over that of the shape at time `t`, in metres.
    #[must_use]
    #[inline]
    pub fn swell_at(&self, t: f64) -> f64 {
        self.swell + self.growth * (t - self.epoch)
    }

    /// Position and orientation of the body's axes at time `t`: of its origin, which is its centre of
    /// mass unless its inertia has another.
    #[must_use]
    pub fn pose_at(&self, t: f64) -> Isometry3<f64> {
        let (mut position, orientation) = (self.position_at(t), self.orientation_at(t));
        if let Some(inertia) = &self.inertia
            && inertia.centre != Vector3::zeros()
        {
            position -= orientation * inertia.centre;
        }
        Isometry3::from_parts(Translation3::from(position), orientation)
    }

    /// The same motion of a body with this inertia. The position, of its origin, becomes that of its
    /// centre of mass; the velocity is that of the centre of mass.
    pub(crate) fn with_inertia(self, inertia: Inertia) -> Self {
        let mut piece = Self {
            inertia: Some(inertia),
            ..self
        };
        piece.position = piece.centre_of_mass_for(&self.position);
        piece
    }

    /// The position of the centre of mass at the epoch, for this position of the origin.
    pub(crate) fn centre_of_mass_for(&self, origin: &Vector3<f64>) -> Vector3<f64> {
        match &self.inertia {
            Some(inertia) if inertia.centre != Vector3::zeros() => origin + self.orientation * inertia.centre,
            _ => *origin,
        }
    }

    /// The same motion, from the later epoch `t` on, in seconds: rounded once more.
    #[must_use]
    pub fn rebased(&self, t: f64) -> Self {
        self.rebased_with(t, || Rotation::new(self))
    }

    /// The same with its rotation.
    pub(crate) fn rebased_with(&self, t: f64, rotation: impl FnOnce() -> Rotation) -> Self {
        let (orientation, angular_velocity) = if self.spins() {
            rotation().at(t - self.epoch)
        } else {
            (self.orientation, self.angular_velocity)
        };
        Self {
            epoch: t,
            position: self.position_at(t),
            orientation,
            velocity: self.velocity_at(t),
            angular_velocity,
            swell: self.swell_at(t),
            ..*self
        }
    }
}
