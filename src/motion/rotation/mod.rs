//! How a body turns along a piece: in closed form for every rigid body.
//!
//! - Constant spin: one rotation at a constant rate. Prescribed spins, spherical bodies, rotation
//!   about a principal axis.
//! - [`SymmetricTop`]: two rotations at constant rates.
//! - [`AsymmetricTop`]: elliptic functions.
//! - [`accelerated`]: a ball that slides or rolls.
//!
//! A rotation is prepared once and evaluated at many times.

mod accelerated;
mod asymmetric;
mod components;
mod elliptic;
mod prepared;
mod symmetric;
#[cfg(test)]
mod tests;
mod theta;

use super::MotionPiece;
use crate::portable;
use accelerated::AcceleratedSpin;
use asymmetric::AsymmetricTop;
use nalgebra::{UnitQuaternion, Vector3};
pub(crate) use prepared::PreparedRotation;
use std::sync::Arc;
use symmetric::SymmetricTop;

/// A slower angular velocity counts as constant, in radians per second: in no time that can be given does
/// the body turn by an angle that rounding leaves, and products of such numbers are 0.
const SLOWEST: f64 = 1e-60;

/// The rotation of a body along a piece, prepared for evaluation.
#[derive(Clone, Debug)]
pub(crate) enum Rotation {
    /// At a constant rate, which may be zero.
    Constant {
        start: UnitQuaternion<f64>,
        spin: Vector3<f64>,
    },
    /// With a constant angular acceleration.
    Accelerated(Arc<AcceleratedSpin>),
    // On the heap: they are large, and most bodies turn at a constant rate. Shared by all predictions from a
    // piece.
    Symmetric(Arc<SymmetricTop>),
    Asymmetric(Arc<AsymmetricTop>),
}

impl Rotation {
    /// Rotation at a constant rate, in rad/s about the world's axes.
    pub(crate) fn constant(start: UnitQuaternion<f64>, spin: Vector3<f64>) -> Self {
        Self::Constant { start, spin }
    }

    /// The rotation of a piece, s seconds after its epoch.
    pub(crate) fn new(piece: &MotionPiece) -> Self {
        let constant = Self::Constant {
            start: piece.orientation,
            spin: piece.angular_velocity,
        };
        if piece.angular_acceleration != Vector3::zeros() {
            return Self::Accelerated(Arc::new(AcceleratedSpin::new(piece)));
        }
        let turns = piece.angular_velocity.amax() >= SLOWEST;
        let Some(inertia) = piece.inertia.as_ref().filter(|_| turns) else {
            return constant;
        };
        let [x, y, z] = [inertia.moments.x, inertia.moments.y, inertia.moments.z];
        match (x == y, y == z, z == x) {
            (true, true, _) => constant,
            (true, ..) => Self::Symmetric(Arc::new(SymmetricTop::new(piece, inertia, 2))),
            (_, true, _) => Self::Symmetric(Arc::new(SymmetricTop::new(piece, inertia, 0))),
            (.., true) => Self::Symmetric(Arc::new(SymmetricTop::new(piece, inertia, 1))),
            _ => AsymmetricTop::new(piece, inertia).map_or(constant, |top| Self::Asymmetric(Arc::new(top))),
        }
    }

    /// Orientation and angular velocity about the world's axes, s seconds after the epoch.
    pub(crate) fn at(&self, s: f64) -> (UnitQuaternion<f64>, Vector3<f64>) {
        match self {
            Self::Constant { start, spin } if *spin == Vector3::zeros() => (*start, *spin),
            Self::Constant { start, spin } => {
                // Normalised: each product rounds, and there may be millions of pieces.
                let rotated = portable::rotation(&(spin * s)) * start;
                (UnitQuaternion::new_normalize(rotated.into_inner()), *spin)
            }
            Self::Accelerated(spin) => spin.at(s),
            Self::Symmetric(top) => top.at(s),
            Self::Asymmetric(top) => top.at(s),
        }
    }

    /// The greatest angular velocity at any time, in rad/s.
    pub(crate) fn most_speed(&self) -> f64 {
        match self {
            Self::Constant { spin, .. } => spin.norm(),
            // Only balls have one, and the search does not turn these.
            Self::Accelerated(_) => f64::INFINITY,
            Self::Symmetric(top) => top.most_speed(),
            Self::Asymmetric(top) => top.most_speed(),
        }
    }

    /// Whether the angular velocity never changes.
    pub(crate) fn is_constant(&self) -> bool {
        matches!(self, Self::Constant { .. })
    }

    /// The angular velocity in the body's axes, if it never changes.
    pub(crate) fn constant_spin_in_body(&self) -> Option<Vector3<f64>> {
        match self {
            Self::Constant { start, spin } => Some(start.inverse_transform_vector(spin)),
            Self::Accelerated(_) | Self::Symmetric(_) | Self::Asymmetric(_) => None,
        }
    }

    /// The rate of the angular velocity, in rad/s², of the body with this orientation and angular
    /// velocity.
    pub(crate) fn spin_change(&self, orientation: &UnitQuaternion<f64>, spin: &Vector3<f64>) -> Vector3<f64> {
        match self {
            Self::Constant { .. } => Vector3::zeros(),
            Self::Accelerated(accelerated) => accelerated.change,
            Self::Symmetric(top) => top.spin_change(orientation, spin),
            Self::Asymmetric(top) => top.spin_change(orientation, spin),
        }
    }

    /// A bound on the acceleration that rotation gives to a point of the body, at any time, in m/s²;
    /// the point relative to the centre of mass, in the body's axes.
    pub(crate) fn most_acceleration(&self, point: &Vector3<f64>) -> f64 {
        match self {
            Self::Constant { start, spin } => {
                let spin = start.inverse_transform_vector(spin);
                spin.norm() * spin.cross(point).norm()
            }
            Self::Accelerated(_) if *point == Vector3::zeros() => 0.0,
            Self::Accelerated(_) => f64::INFINITY,
            Self::Symmetric(top) => top.most_acceleration(point),
            Self::Asymmetric(top) => top.most_acceleration(point),
        }
    }
}
