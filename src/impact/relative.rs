//! The relative motion of a pair, re-based at the later of the two epochs.

use super::rotation::rotated_back;
use crate::motion::{Growth, MotionPiece, Path};
use nalgebra::{UnitQuaternion, Vector3};

/// Motion of b's origin relative to a's: p(s) = p + v s + 1/2 a s², s seconds after `start`.
///
/// A function of the two pieces alone, and so is every prediction from it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Relative {
    /// The later of the two epochs, in seconds.
    pub(crate) start: f64,
    pub(crate) position: Vector3<f64>,
    pub(crate) velocity: Vector3<f64>,
    pub(crate) acceleration: Vector3<f64>,
    /// Sum of the two bodies' speeds at `start`, and of their growth rates: the scale of rounding
    /// in `velocity`, which is their difference.
    pub(crate) speed_scale: f64,
    /// Sum of the two bodies' distances from the world's origin at `start`: the scale of rounding
    /// in `position`.
    pub(crate) length_scale: f64,
    /// Sum of the radii minus that of the shapes, at `start`, in metres.
    pub(crate) swell: f64,
    /// Growth rate of the sum of the two radii, in m/s.
    pub(crate) growth: f64,
}

/// The states of two bodies at the later of the two epochs: sufficient for most pairs of balls.
#[derive(Clone, Copy, Debug)]
pub(super) struct States {
    start: f64,
    positions: [Vector3<f64>; 2],
    velocities: [Vector3<f64>; 2],
    /// Of the second relative to the first.
    acceleration: Vector3<f64>,
    /// From the second body to its image that is used, in a periodic domain.
    shift: Vector3<f64>,
    /// As in [`Relative`].
    pub(super) swell: f64,
    pub(super) growth: f64,
}

impl States {
    #[inline]
    pub(super) fn new(a: &MotionPiece, b: &MotionPiece) -> Self {
        let start = a.epoch.max(b.epoch);
        Self {
            start,
            positions: [a.position_at(start), b.position_at(start)],
            velocities: [a.velocity_at(start), b.velocity_at(start)],
            acceleration: b.acceleration - a.acceleration,
            shift: Vector3::zeros(),
            swell: a.swell_at(start) + b.swell_at(start),
            growth: a.growth + b.growth,
        }
    }

    /// The states of two balls.
    #[inline(always)]
    pub(super) fn of_paths<const FREE: bool>(a: &Path<FREE>, b: &Path<FREE>) -> Self {
        let start = a.flight.epoch.max(b.flight.epoch);
        Self {
            start,
            positions: [a.at(start), b.at(start)],
            velocities: [a.velocity_at(start), b.velocity_at(start)],
            acceleration: b.acceleration - a.acceleration,
            shift: Vector3::zeros(),
            swell: 0.0,
            growth: 0.0,
        }
    }

    /// The same of balls that grow so.
    #[inline(always)]
    pub(super) fn growing(self, [a, b]: &[Growth; 2], epochs: [f64; 2]) -> Self {
        Self {
            swell: a.swell_at(epochs[0], self.start) + b.swell_at(epochs[1], self.start),
            growth: a.rate + b.rate,
            ..self
        }
    }

    /// The same with the image of the second body that is `shift` away from it. The shift is added
    /// to the difference of the positions, so that exchanging the two negates the result to the
    /// bit.
    #[inline]
    pub(super) fn shifted(self, shift: Vector3<f64>) -> Self {
        Self { shift, ..self }
    }

    #[inline]
    pub(super) fn start(&self) -> f64 {
        self.start
    }

    #[inline]
    pub(super) fn position(&self) -> Vector3<f64> {
        self.positions[1] - self.positions[0] + self.shift
    }

    #[inline]
    pub(super) fn velocity(&self) -> Vector3<f64> {
        self.velocities[1] - self.velocities[0]
    }

    #[inline]
    pub(super) fn is_uniform(&self) -> bool {
        is_zero(&self.acceleration)
    }

    /// The position of the second relative to the first, s seconds after the later epoch.
    #[inline]
    pub(super) fn position_at(&self, s: f64) -> Vector3<f64> {
        self.position() + (self.velocity() + self.acceleration * (0.5 * s)) * s
    }

    /// Seconds from the later epoch to a time.
    #[inline]
    pub(super) fn since_start(&self, time: f64) -> f64 {
        time - self.start
    }

    /// Adds the scales of rounding, which take four square roots.
    #[inline]
    pub(super) fn relative(&self) -> Relative {
        Relative {
            start: self.start,
            position: self.position(),
            velocity: self.velocity(),
            acceleration: self.acceleration,
            speed_scale: self.velocities[0].norm() + self.velocities[1].norm() + self.growth,
            length_scale: self.positions[0].norm() + self.positions[1].norm() + length(&self.shift),
            swell: self.swell,
            growth: self.growth,
        }
    }
}

/// Written out: the general comparison is a loop of hundreds of instructions where it is not
/// inlined.
#[inline]
fn is_zero(v: &Vector3<f64>) -> bool {
    v.x == 0.0 && v.y == 0.0 && v.z == 0.0
}

/// The length of a vector that is usually zero.
#[inline]
fn length(v: &Vector3<f64>) -> f64 {
    if is_zero(v) { 0.0 } else { v.norm() }
}

impl Relative {
    #[inline]
    pub(crate) fn new(a: &MotionPiece, b: &MotionPiece) -> Self {
        States::new(a, b).relative()
    }

    /// Whether the relative motion is uniform: equal accelerations (gravity on both) cancel.
    #[inline]
    pub(crate) fn is_uniform(&self) -> bool {
        is_zero(&self.acceleration)
    }

    #[inline]
    pub(crate) fn position_at(&self, s: f64) -> Vector3<f64> {
        self.position + (self.velocity + self.acceleration * (0.5 * s)) * s
    }

    #[inline]
    pub(crate) fn velocity_at(&self, s: f64) -> Vector3<f64> {
        self.velocity + self.acceleration * s
    }

    /// Sum of the radii minus that of the shapes, in metres.
    #[inline]
    pub(crate) fn swell_at(&self, s: f64) -> f64 {
        self.swell + self.growth * s
    }

    /// Both bodies at rest, b's origin at `position` relative to a's: for tests at one instant.
    pub(crate) fn still_at(&self, position: Vector3<f64>) -> Self {
        Self {
            position,
            velocity: Vector3::zeros(),
            acceleration: Vector3::zeros(),
            ..*self
        }
    }

    /// The same motion in rotated axes: from the world's axes to those of a body with this
    /// orientation.
    pub(crate) fn in_frame_of(&self, rotation: &UnitQuaternion<f64>) -> Self {
        let rotation = rotation.to_rotation_matrix();
        Self {
            position: rotated_back(rotation.matrix(), &self.position),
            velocity: rotated_back(rotation.matrix(), &self.velocity),
            acceleration: rotated_back(rotation.matrix(), &self.acceleration),
            ..*self
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// b moves as given, a rests at the world's origin.
    pub(in crate::impact) fn relative(position: [f64; 3], velocity: [f64; 3], acceleration: [f64; 3]) -> Relative {
        let piece = MotionPiece {
            position: position.into(),
            velocity: velocity.into(),
            acceleration: acceleration.into(),
            ..MotionPiece::at_rest()
        };
        Relative::new(&MotionPiece::at_rest(), &piece)
    }
}
