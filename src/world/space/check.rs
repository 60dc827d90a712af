//! Checks of the arguments of queries.

use super::super::World;
use super::constants::MAX_SIDES;
use crate::domain::Domain;
use crate::limits::{MAX_MAGNITUDE, ValueError, check_orientation, check_vector};
use crate::scene::{Shape, ShapeKind};
use nalgebra::{Isometry3, Vector3};

/// Checks the corners of a box.
pub(super) fn check_corners(min: &Vector3<f64>, max: &Vector3<f64>) -> Result<(), ValueError> {
    check_vector("min", min)?;
    check_vector("max", max)?;
    for axis in 0..3 {
        if max[axis] < min[axis] {
            let allowed = format!("must not be below the min, {}", min[axis]);
            return Err(ValueError::new(format!("max[{axis}]"), max[axis], allowed));
        }
    }
    Ok(())
}

/// Checks a distance, which may be infinite.
pub(super) fn check_distance(field: &str, distance: f64) -> Result<(), ValueError> {
    // In this form a NaN is refused as well.
    if distance >= 0.0 {
        Ok(())
    } else {
        Err(ValueError::new(
            field,
            distance,
            "must be a number of at least 0; may be infinite",
        ))
    }
}

/// Checks a direction, and gives it unit length.
pub(super) fn unit(direction: &Vector3<f64>) -> Result<Vector3<f64>, ValueError> {
    check_vector("direction", direction)?;
    let unit = direction.try_normalize(1.0 / MAX_MAGNITUDE);
    unit.ok_or_else(|| {
        let allowed = format!("must have a length of more than {:e}", 1.0 / MAX_MAGNITUDE);
        ValueError::of_vector("direction", direction, allowed)
    })
}

impl World {
    /// Checks the length of a ray in this domain.
    pub(super) fn check_length(&self, max_distance: f64) -> Result<(), ValueError> {
        check_distance("max_distance", max_distance)?;
        let Domain::Periodic { min, max } = &self.config.settings().domain else {
            return Ok(());
        };
        let most = MAX_SIDES * (max - min).min();
        if max_distance <= most {
            return Ok(());
        }
        let allowed = format!("in a periodic domain must be at most {most}, {MAX_SIDES} times the shortest side");
        Err(ValueError::new("max_distance", max_distance, allowed))
    }

    /// Checks a query shape and its pose.
    pub(super) fn check_placed(&self, shape: &Shape, pose: &Isometry3<f64>) -> Result<(), ValueError> {
        if matches!(shape.kind(), ShapeKind::HalfSpace { .. }) {
            return Err(ValueError::new("shape", shape.kind().name(), "must be bounded"));
        }
        self.config.settings().domain.check_shape(shape)?;
        check_vector("pose.position", &pose.translation.vector)?;
        check_orientation("pose.orientation", &pose.rotation)
    }
}
