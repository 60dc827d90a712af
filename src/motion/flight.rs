//! Uniform motion of balls without spin, growth and acceleration.

use super::piece::MotionPiece;
use nalgebra::Vector3;

/// A piece of uniform motion without spin and growth, in 56 bytes where a [`MotionPiece`] takes
/// 152.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Flight {
    pub(crate) position: Vector3<f64>,
    pub(crate) velocity: Vector3<f64>,
    pub(crate) epoch: f64,
}

impl Flight {
    /// Position at time `t`: to the bit that of [`MotionPiece::position_at`] without acceleration,
    /// but for the sign of a zero.
    #[inline(always)]
    pub(crate) fn at(&self, t: f64) -> Vector3<f64> {
        self.position + self.velocity * (t - self.epoch)
    }

    /// Position at time `t`: to the bit that of [`MotionPiece::position_at`].
    #[inline]
    pub(crate) fn position_at(&self, t: f64) -> Vector3<f64> {
        self.position + self.velocity.add_scalar(0.0) * (t - self.epoch)
    }

    /// Velocity: to the bit that of [`MotionPiece::velocity_at`].
    #[inline]
    pub(crate) fn velocity_at(&self) -> Vector3<f64> {
        self.velocity.add_scalar(0.0)
    }

    /// The same motion as a piece, of a body that is not rotated.
    pub(crate) fn piece(&self) -> MotionPiece {
        MotionPiece {
            epoch: self.epoch,
            position: self.position,
            velocity: self.velocity,
            ..MotionPiece::at_rest()
        }
    }

    /// The same motion, delayed by `late` seconds.
    #[inline(always)]
    pub(crate) fn before(&self, late: f64) -> Self {
        Self {
            position: self.position - self.velocity * late,
            ..*self
        }
    }
}
