//! Rotation vectors.

use super::error::SceneError;
use super::reader::{Field, Table};
use crate::limits::ValueError;
use crate::portable;
use crate::shown::Shown;
use nalgebra::{UnitQuaternion, Vector3};

/// The orientation of a table, a rotation vector in radians.
pub(super) fn rotation(table: &Table) -> Result<Option<UnitQuaternion<f64>>, SceneError> {
    let Some(vector) = table.read("orientation", Field::vector)? else {
        return Ok(None);
    };
    check_rotation(table, &vector)?;
    Ok(Some(portable::rotation(&vector)))
}

/// Checks a rotation vector before it becomes a quaternion, which would hide the error.
pub(super) fn check_rotation(table: &Table, vector: &Vector3<f64>) -> Result<(), SceneError> {
    /// Largest angle (rad): beyond it rounding of the angle changes the orientation by 1e-10 and
    /// more.
    const MAX_ANGLE: f64 = 1e6;
    if vector.iter().all(|angle| angle.abs() <= MAX_ANGLE) {
        return Ok(());
    }
    let allowed = format!("each component must be of magnitude at most {} radians", MAX_ANGLE.shown());
    let refusal = ValueError::of_vector("orientation", vector, allowed);
    Err(table.field().refuse_within(refusal))
}
