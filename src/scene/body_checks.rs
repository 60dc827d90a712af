//! Checks of the numbers of bodies and of their changes.

use super::shape::{Shape, ShapeKind};
use crate::limits::{MAX_GROWTH, ValueError, check_orientation, check_range, check_spin, check_vector};
use crate::motion::MotionChange;
use nalgebra::Vector3;

/// Checks an angular velocity for a body of this shape.
pub(super) fn check_spin_of(shape: &Shape, angular_velocity: &Vector3<f64>) -> Result<(), ValueError> {
    const FIELD: &str = "angular_velocity";
    check_spin(FIELD, angular_velocity)?;
    if *angular_velocity == Vector3::zeros() || !matches!(shape.kind(), ShapeKind::HalfSpace { .. }) {
        return Ok(());
    }
    let allowed = "must be zero for a half-space, which has no bounds";
    Err(ValueError::of_vector(FIELD, angular_velocity, allowed))
}

/// Checks a growth for a body of this shape.
pub(super) fn check_growth(shape: &Shape, growth: f64) -> Result<(), ValueError> {
    const FIELD: &str = "growth";
    check_range(FIELD, growth, 0.0, MAX_GROWTH)?;
    if growth == 0.0 || matches!(shape.kind(), ShapeKind::Ball { .. }) {
        Ok(())
    } else {
        Err(ValueError::new(
            FIELD,
            growth,
            "must be 0 for a shape that is not a ball: only balls grow",
        ))
    }
}

/// Checks every number of a change of motion of a body of this shape.
pub(crate) fn check_change(change: &MotionChange, shape: &Shape) -> Result<(), ValueError> {
    if let Some(angular_velocity) = &change.angular_velocity {
        check_spin_of(shape, angular_velocity)?;
    }
    if let Some(growth) = change.growth {
        check_growth(shape, growth)?;
    }
    for (field, value) in [
        ("position", &change.position),
        ("velocity", &change.velocity),
        ("acceleration", &change.acceleration),
    ] {
        if let Some(value) = value {
            check_vector(field, value)?;
        }
    }
    change
        .orientation
        .map_or(Ok(()), |orientation| check_orientation("orientation", &orientation))
}

/// Checks a coefficient of restitution.
pub(crate) fn check_restitution(value: f64) -> Result<(), ValueError> {
    check_range("restitution", value, 0.0, 1.0)
}

/// Checks the coefficients of sliding, rolling and spinning friction that are given.
pub(crate) fn check_frictions(frictions: [Option<f64>; 3]) -> Result<(), ValueError> {
    let fields = ["friction", "rolling_friction", "spinning_friction"];
    for (field, friction) in fields.into_iter().zip(frictions) {
        friction.map_or(Ok(()), |friction| check_friction(field, friction))?;
    }
    Ok(())
}

/// Checks a coefficient of friction, in this field.
pub(crate) fn check_friction(field: &'static str, value: f64) -> Result<(), ValueError> {
    /// Largest friction: above it, friction equals perfect grip up to rounding.
    const MAX_FRICTION: f64 = 1e15;
    check_range(field, value, 0.0, MAX_FRICTION)
}
