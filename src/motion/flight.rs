//! Motion of balls in a compact form: the part that each ball stores, and the whole with the
//! acceleration that many balls share.

use super::piece::MotionPiece;
use nalgebra::{UnitQuaternion, Vector3};

/// Position and velocity at an epoch, in 56 bytes where a [`MotionPiece`] takes 152.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Flight {
    pub(crate) position: Vector3<f64>,
    pub(crate) velocity: Vector3<f64>,
    pub(crate) epoch: f64,
}

/// The motion of a ball from its epoch on: a flight under an acceleration. `FREE`: this is zero, and
/// costs nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Path<const FREE: bool = false> {
    pub(crate) flight: Flight,
    pub(crate) acceleration: Vector3<f64>,
}

/// How much larger a ball is than its shape.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Growth {
    /// The excess of its radius at the epoch of its flight, in metres.
    pub(crate) swell: f64,
    /// The rate at which the radius grows, in metres per second.
    pub(crate) rate: f64,
}

/// How a ball is turned at the epoch of its flight, and how it spins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spin {
    pub(crate) orientation: UnitQuaternion<f64>,
    pub(crate) angular_velocity: Vector3<f64>,
}

/// What is a ball's own in its motion: the rest is of its species.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct OwnMotion {
    pub(crate) flight: Flight,
    pub(crate) spin: Spin,
    /// As in [`Growth`].
    pub(crate) swell: f64,
}

impl Flight {
    /// The same under an acceleration.
    #[inline(always)]
    pub(crate) fn under(self, acceleration: Vector3<f64>) -> Path {
        Path::new(self, acceleration)
    }

    /// The same without acceleration.
    #[inline(always)]
    pub(crate) fn free(self) -> Path<true> {
        Path::new(self, Vector3::zeros())
    }
}

impl<const FREE: bool> Path<FREE> {
    #[inline(always)]
    pub(crate) fn new(flight: Flight, acceleration: Vector3<f64>) -> Self {
        let acceleration = if FREE { Vector3::zeros() } else { acceleration };
        Self { flight, acceleration }
    }

    /// Position at time `t`: to the bit that of [`MotionPiece::position_at`]; if free, but for the
    /// sign of a zero.
    #[inline(always)]
    pub(crate) fn at(&self, t: f64) -> Vector3<f64> {
        let dt = t - self.flight.epoch;
        if FREE {
            return self.flight.position + self.flight.velocity * dt;
        }
        self.flight.position + (self.flight.velocity + self.acceleration * (0.5 * dt)) * dt
    }

    /// Velocity at time `t`: to the bit that of [`MotionPiece::velocity_at`]; if free, but for the
    /// sign of a zero.
    #[inline(always)]
    pub(crate) fn velocity_at(&self, t: f64) -> Vector3<f64> {
        if FREE {
            return self.flight.velocity;
        }
        self.flight.velocity + self.acceleration * (t - self.flight.epoch)
    }

    /// The same motion as a piece, of a body that is not rotated.
    pub(crate) fn piece(&self) -> MotionPiece {
        let Flight {
            position,
            velocity,
            epoch,
        } = self.flight;
        MotionPiece {
            epoch,
            position,
            velocity,
            acceleration: self.acceleration,
            ..MotionPiece::at_rest()
        }
    }

    /// The same motion delayed by `late` seconds, as [`MotionPiece::delayed`].
    #[inline(always)]
    pub(crate) fn delayed(&self, t: f64, late: f64) -> Self {
        let flight = Flight {
            position: self.flight.position - self.velocity_at(t) * late,
            velocity: match FREE {
                true => self.flight.velocity,
                false => self.flight.velocity - self.acceleration * late,
            },
            ..self.flight
        };
        Self { flight, ..*self }
    }

    /// The image that is `shift` away.
    #[inline(always)]
    pub(crate) fn shifted(mut self, shift: &Vector3<f64>) -> Self {
        self.flight.position += shift;
        self
    }
}

impl MotionPiece {
    /// The same of a ball that grows so.
    pub(crate) fn growing(self, growth: &Growth) -> Self {
        Self {
            swell: growth.swell,
            growth: growth.rate,
            ..self
        }
    }
}

impl Growth {
    /// The excess of the radius at time `t`, of a ball with this epoch: to the bit that of
    /// [`MotionPiece::swell_at`].
    #[inline(always)]
    pub(crate) fn swell_at(&self, epoch: f64, t: f64) -> f64 {
        self.swell + self.rate * (t - epoch)
    }

    /// The same growth delayed by `late` seconds, as [`MotionPiece::delayed`].
    #[inline(always)]
    pub(crate) fn delayed(&self, late: f64) -> Self {
        Self {
            swell: self.swell - self.rate * late,
            ..*self
        }
    }
}

impl Default for Spin {
    fn default() -> Self {
        Self {
            orientation: UnitQuaternion::identity(),
            angular_velocity: Vector3::zeros(),
        }
    }
}
