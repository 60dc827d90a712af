//! Rotation of a ball with a constant angular acceleration.

use crate::motion::MotionPiece;
use crate::portable;
use nalgebra::{UnitQuaternion, Vector3};

/// The angle of one step, in radians. The error of a step is of the fifth order in it.
const STEP: f64 = 0.02;

/// The most steps.
const MOST_STEPS: f64 = 1e5;

/// Rotation with the angular velocity w0 + b s.
///
/// The orientation is that of one rotation by w0 s + b s² / 2 if b is along w0. Otherwise it is a product
/// of rotations by small angles, each by the first two terms of the series of W. Magnus, "On the
/// exponential solution of differential equations for a linear operator" (1954): the angular velocity at
/// half the step times the step h, and b × w h³ / 12.
#[derive(Clone, Debug)]
pub(crate) struct AcceleratedSpin {
    start: UnitQuaternion<f64>,
    /// Angular velocity w0, in rad/s about the world's axes.
    spin: Vector3<f64>,
    /// Angular acceleration b, in rad/s².
    pub(super) change: Vector3<f64>,
}

impl AcceleratedSpin {
    pub(super) fn new(piece: &MotionPiece) -> Self {
        Self {
            start: piece.orientation,
            spin: piece.angular_velocity,
            change: piece.angular_acceleration,
        }
    }

    /// Orientation and angular velocity about the world's axes, s seconds after the epoch.
    ///
    /// Cost: a rotation for each fiftieth of a radian, where the axis changes.
    pub(super) fn at(&self, s: f64) -> (UnitQuaternion<f64>, Vector3<f64>) {
        let end = self.spin + self.change * s;
        let keeps_axis = self.spin.cross(&self.change) == Vector3::zeros();
        let angle = self.spin.norm().max(end.norm()) * s.abs();
        let count = match keeps_axis {
            true => 1.0,
            false => (angle / STEP).ceil().clamp(1.0, MOST_STEPS),
        };
        let (step, mut orientation) = (s / count, self.start);
        for number in 0..count as u32 {
            let spin = self.spin + self.change * (step * (f64::from(number) + 0.5));
            let bend = self.change.cross(&spin) * (step * step * step / 12.0);
            let rotated = portable::rotation(&(spin * step + bend)) * orientation;
            orientation = UnitQuaternion::new_normalize(rotated.into_inner());
        }
        (orientation, end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spin(spin: Vector3<f64>, change: Vector3<f64>) -> AcceleratedSpin {
        let start = UnitQuaternion::from_scaled_axis(Vector3::new(0.3, -0.2, 0.5));
        AcceleratedSpin { start, spin, change }
    }

    /// Against many steps of the midpoint rule, extrapolated.
    fn by_small_steps(of: &AcceleratedSpin, s: f64, count: u32) -> UnitQuaternion<f64> {
        let step = s / f64::from(count);
        (0..count).fold(of.start, |orientation, number| {
            let spin = of.spin + of.change * (step * (f64::from(number) + 0.5));
            UnitQuaternion::from_scaled_axis(spin * step) * orientation
        })
    }

    #[test]
    fn orientations_are_those_of_many_small_steps() {
        for (w, b, s) in [
            ([0.0, 0.0, 0.0], [0.0, -30.0, 2.0], 0.4),
            ([0.0, 0.0, -20.0], [45.0, 0.0, 0.0], 0.5),
            ([3.0, 10.0, 1.0], [-1.0, -4.0, 0.5], 2.0),
            ([3.0, 10.0, 1.0], [-1.0, -4.0, 0.5], -1.0),
        ] {
            let of = spin(w.into(), b.into());
            let (found, end) = of.at(s);
            let [coarse, fine] = [50_000, 100_000].map(|count| by_small_steps(&of, s, count));
            // The error of the midpoint rule falls by four when the steps are halved.
            let exact = fine * coarse.rotation_to(&fine).powf(1.0 / 3.0);
            assert!(found.angle_to(&exact) < 2e-9, "{w:?} {b:?}: {}", found.angle_to(&exact));
            assert_eq!(end, Vector3::from(w) + Vector3::from(b) * s);
        }
    }

    #[test]
    fn a_ball_that_keeps_its_axis_turns_by_one_rotation() {
        let of = spin(Vector3::y() * 8.0, Vector3::y() * -2.0);
        let exact = UnitQuaternion::from_scaled_axis(Vector3::y() * 12.0) * of.start;
        assert!(of.at(2.0).0.angle_to(&exact) < 1e-14);
    }
}
