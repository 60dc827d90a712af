//! Free rotation of a body with two equal principal moments: two rotations at constant rates.
//!
//! The angular velocity is w = L / I + (1 - I3 / I) w3 k, with L the angular momentum, k the axis of
//! symmetry, w3 the component along it, I3 its moment and I the other two. L and w3 are constant. So
//! the orientation is exp(t L / I) q0 exp(t (1 - I3 / I) w3 k), k in the body's axes: precession about
//! L, and spin about the axis (Landau and Lifshitz, Mechanics, section 33).

use super::components::with_norm;
use crate::motion::{Inertia, MotionPiece};
use crate::portable;
use nalgebra::{UnitQuaternion, Vector3};

/// The rotation from the epoch of a piece on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SymmetricTop {
    start: UnitQuaternion<f64>,
    /// L / I, about the world's axes.
    precession: Vector3<f64>,
    /// (1 - I3 / I) w3 k, about the body's axes.
    spin: Vector3<f64>,
    /// Their lengths, and the sine of the angle between them.
    rates: [f64; 2],
    sine: f64,
    speed: f64,
}

impl SymmetricTop {
    /// `axis`: the number of the principal axis of symmetry.
    pub(super) fn new(piece: &MotionPiece, inertia: &Inertia, axis: usize) -> Self {
        let direction = inertia.axes * Vector3::from_fn(|row, _| if row == axis { 1.0 } else { 0.0 });
        let in_world = (piece.orientation * direction).normalize();
        let (along, across) = (inertia.moments[axis], inertia.moments[(axis + 1) % 3]);
        let rate = (across - along) / across * in_world.dot(&piece.angular_velocity);
        let precession = piece.angular_velocity - in_world * rate;
        let norm = precession.norm();
        Self {
            start: piece.orientation,
            precession,
            spin: direction * rate,
            rates: [norm, rate.abs()],
            sine: if norm > 0.0 {
                precession.cross(&in_world).norm() / norm
            } else {
                0.0
            },
            speed: piece.angular_velocity.norm(),
        }
    }

    /// Orientation and angular velocity about the world's axes, s seconds after the epoch.
    pub(super) fn at(&self, s: f64) -> (UnitQuaternion<f64>, Vector3<f64>) {
        let about = portable::rotation(&(self.precession * s));
        let spun = portable::rotation(&(self.spin * s));
        let orientation = UnitQuaternion::new_normalize((about * self.start * spun).into_inner());
        let spin = self.precession + orientation * self.spin;
        (orientation, with_norm(&spin, self.speed))
    }

    /// The rate of the angular velocity: its part along the axis precesses.
    pub(super) fn spin_change(&self, orientation: &UnitQuaternion<f64>, _: &Vector3<f64>) -> Vector3<f64> {
        self.precession.cross(&(orientation * self.spin))
    }

    /// The angular velocity, in rad/s: constant.
    pub(super) fn most_speed(&self) -> f64 {
        self.speed
    }

    /// A bound on the acceleration of a point of the body about its centre of mass at any time, in
    /// m/s²; the point relative to that, in the body's axes.
    ///
    /// With p and r the two rates, d the distance from the axis of symmetry, z the height along it,
    /// and b the angle between that axis and L: p² (d + z sin b) + (2 p r + r²) d.
    pub(super) fn most_acceleration(&self, point: &Vector3<f64>) -> f64 {
        let [precession, spin] = self.rates;
        if spin == 0.0 {
            return precession * precession * point.norm();
        }
        let axis = self.spin / spin;
        let height = axis.dot(point);
        let distance = (point - axis * height).norm();
        precession * precession * (distance + height.abs() * self.sine) + (2.0 * precession + spin) * spin * distance
    }
}
