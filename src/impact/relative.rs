//! The relative motion of a pair, re-based at the later of the two epochs.

use crate::scene::MotionPiece;
use nalgebra::{UnitQuaternion, Vector3};

/// Motion of b's origin as seen from a's: p(s) = p + v s + 1/2 a s², s seconds after `start`.
///
/// A function of the two pieces alone: everything predicted from it is one, too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Relative {
    /// The later of the two epochs, in seconds.
    pub(crate) start: f64,
    pub(crate) position: Vector3<f64>,
    pub(crate) velocity: Vector3<f64>,
    pub(crate) acceleration: Vector3<f64>,
    /// Sum of the two bodies' speeds at `start`, and of their growths: the scale of rounding in `velocity`, which is their
    /// difference.
    pub(crate) speed_scale: f64,
    /// Sum of the two bodies' distances from the world's origin at `start`: the scale of rounding in `position`.
    pub(crate) length_scale: f64,
    /// By how much the sum of the two radii exceeds that of the shapes at `start`.
    pub(crate) swell: f64,
    /// How fast the sum of the two radii grows.
    pub(crate) growth: f64,
}

impl Relative {
    pub(crate) fn new(a: &MotionPiece, b: &MotionPiece) -> Self {
        let start = a.epoch.max(b.epoch);
        let (position_a, position_b) = (a.position_at(start), b.position_at(start));
        let (velocity_a, velocity_b) = (a.velocity_at(start), b.velocity_at(start));
        let growth = a.growth + b.growth;
        Self {
            start,
            position: position_b - position_a,
            velocity: velocity_b - velocity_a,
            acceleration: b.acceleration - a.acceleration,
            speed_scale: velocity_a.norm() + velocity_b.norm() + growth,
            length_scale: position_a.norm() + position_b.norm(),
            swell: a.swell_at(start) + b.swell_at(start),
            growth,
        }
    }

    /// Whether the relative motion is uniform: equal accelerations (gravity on both) cancel.
    pub(crate) fn is_uniform(&self) -> bool {
        self.acceleration == Vector3::zeros()
    }

    pub(crate) fn position_at(&self, s: f64) -> Vector3<f64> {
        self.position + (self.velocity + self.acceleration * (0.5 * s)) * s
    }

    pub(crate) fn velocity_at(&self, s: f64) -> Vector3<f64> {
        self.velocity + self.acceleration * s
    }

    /// By how much the sum of the two radii exceeds that of the shapes.
    #[inline]
    pub(crate) fn swell_at(&self, s: f64) -> f64 {
        self.swell + self.growth * s
    }

    /// The same motion in axes turned by the inverse of `rotation`: from the world's axes to those of a body so oriented.
    pub(crate) fn in_frame_of(&self, rotation: &UnitQuaternion<f64>) -> Self {
        Self {
            position: rotation.inverse_transform_vector(&self.position),
            velocity: rotation.inverse_transform_vector(&self.velocity),
            acceleration: rotation.inverse_transform_vector(&self.acceleration),
            ..*self
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// b moving as given, a at rest at the world's origin.
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
