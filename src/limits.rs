//! Bounds of the numbers that a user gives, and their checks.
//!
//! The bounds are wide: they keep squares and fourth powers of all admitted numbers, which the
//! closed forms need, far from overflow and underflow of `f64`. Precision depends on ratios, not on
//! these bounds.

use crate::shown::Shown;
use nalgebra::{UnitQuaternion, Vector3};
use thiserror::Error;

/// The largest number of insertions in the life of a world. The serial numbers above it are the
/// six walls.
pub(crate) const MAX_SERIALS: u32 = u32::MAX - 8;

/// Largest magnitude of a coordinate (m), speed (m/s), acceleration (m/s²) or time (s). Its fourth
/// power is still finite.
pub const MAX_MAGNITUDE: f64 = 1e15;

/// Largest spin about each axis (rad/s): no shape withstands more, and angles stay small enough to
/// be exact.
pub const MAX_SPIN: f64 = 1e9;

/// Largest growth rate (m/s) of a ball's radius: the same as for any speed.
pub const MAX_GROWTH: f64 = MAX_MAGNITUDE;

/// Smallest size (m) of a shape: of its radius, half of its length. Its fourth power is still a
/// normal number.
pub const MIN_SIZE: f64 = 1e-15;

/// Largest size (m) of a shape.
pub const MAX_SIZE: f64 = 1e15;

/// Largest ratio of two sizes of an ellipsoid, a cylinder or a cone: their radii of curvature differ
/// by up to the cube of it, and rounding (2e-16) must stay far below the smallest.
pub const MAX_ASPECT: f64 = 1e3;

/// Smallest mass (kg): masses appear as reciprocals in products.
pub const MIN_MASS: f64 = 1e-60;

/// Largest mass (kg).
pub const MAX_MASS: f64 = 1e60;

/// Largest difference of an orientation's norm from 1 (no unit). Each product of quaternions
/// rounds: this admits the error of a million of them, and not that of single precision.
const MAX_NORM_ERROR: f64 = 1e-9;

/// A value given by a user that is not allowed: the field, the value, and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{field} = {value}: {allowed}")]
pub struct ValueError {
    /// The field, as a path from the object given (`shape.radius`, `velocity`).
    pub field: String,
    /// The value, printed.
    pub value: String,
    /// The allowed values, in words and numbers.
    pub allowed: String,
}

impl ValueError {
    /// The error of `value` for `field`.
    pub fn new(field: impl Into<String>, value: impl Shown, allowed: impl Into<String>) -> Self {
        Self {
            field: field.into(),
            value: value.shown(),
            allowed: allowed.into(),
        }
    }

    /// The same of a vector.
    pub(crate) fn of_vector(field: &str, value: &Vector3<f64>, allowed: impl Into<String>) -> Self {
        Self::new(field, value, allowed)
    }

    /// The same error, with `parent` and a dot before the field.
    #[must_use]
    pub fn within(mut self, parent: &str) -> Self {
        self.field = format!("{parent}.{}", self.field);
        self
    }
}

/// Checks one number against `min <= value <= max`; NaN fails.
pub(crate) fn check_range(field: &str, value: f64, min: f64, max: f64) -> Result<(), ValueError> {
    if value >= min && value <= max {
        Ok(())
    } else {
        let allowed = format!("must be a finite number from {} to {}", min.shown(), max.shown());
        Err(ValueError::new(field, value, allowed))
    }
}

/// Checks the size of a part of a shape.
pub(crate) fn check_size(field: &str, value: f64) -> Result<(), ValueError> {
    check_range(field, value, MIN_SIZE, MAX_SIZE)
}

/// Checks each component of a vector against [`MAX_MAGNITUDE`].
pub(crate) fn check_vector(field: &str, value: &Vector3<f64>) -> Result<(), ValueError> {
    if value.iter().all(|c| c.abs() <= MAX_MAGNITUDE) {
        Ok(())
    } else {
        let most = MAX_MAGNITUDE.shown();
        let allowed = format!("each component must be a finite number of magnitude at most {most}");
        Err(ValueError::of_vector(field, value, allowed))
    }
}

/// Checks each component of an angular velocity against [`MAX_SPIN`].
pub(crate) fn check_spin(field: &str, value: &Vector3<f64>) -> Result<(), ValueError> {
    if value.iter().all(|c| c.abs() <= MAX_SPIN) {
        Ok(())
    } else {
        let most = MAX_SPIN.shown();
        let allowed = format!("each component must be a finite number of magnitude at most {most} radians per second");
        Err(ValueError::of_vector(field, value, allowed))
    }
}

/// Checks a rate, or a duration that must not be zero.
pub(crate) fn check_positive(field: &str, value: f64) -> Result<(), ValueError> {
    if value > 0.0 && value <= MAX_MAGNITUDE {
        Ok(())
    } else {
        let allowed = format!("must be a number above 0 and at most {}", MAX_MAGNITUDE.shown());
        Err(ValueError::new(field, value, allowed))
    }
}

/// Checks a time.
pub(crate) fn check_time(field: &str, value: f64) -> Result<(), ValueError> {
    check_range(field, value, -MAX_MAGNITUDE, MAX_MAGNITUDE)
}

/// Checks that an orientation has norm 1: a `UnitQuaternion` can be made of any numbers.
pub(crate) fn check_orientation(field: &str, value: &UnitQuaternion<f64>) -> Result<(), ValueError> {
    let norm = value.as_ref().norm();
    // Written so that NaN is refused.
    if (norm - 1.0).abs() <= MAX_NORM_ERROR {
        Ok(())
    } else {
        let allowed = format!("must be a unit quaternion, norm within {} of 1", MAX_NORM_ERROR.shown());
        Err(ValueError::new(field, norm, allowed))
    }
}
