//! Inertia of rigid bodies.

use nalgebra::{UnitQuaternion, Vector3};

/// Principal moments and axes of a rigid body about its centre of mass, and that centre.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Inertia {
    /// Principal moments, in kg m².
    pub moments: Vector3<f64>,
    /// Rotation from the principal axes to the body's axes.
    pub axes: UnitQuaternion<f64>,
    /// The centre of mass in the body's axes, from its origin, in metres.
    pub centre: Vector3<f64>,
}
