//! Ellipsoids, cylinders, cones and rounded cuboids, checked at construction.

use super::shape::{Shape, ShapeKind};
use crate::limits::{MAX_ASPECT, ValueError, check_size};
use crate::shown::Shown;
use nalgebra::Vector3;

impl Shape {
    /// An ellipsoid with half its lengths along x, y, z, in metres; a spheroid if two of them are
    /// equal. The longest may be at most [`MAX_ASPECT`](crate::scene::limits::MAX_ASPECT) times the
    /// shortest.
    ///
    /// ```
    /// use kinesweep::Shape;
    /// use nalgebra::Vector3;
    /// let lentil = Shape::ellipsoid(Vector3::new(0.4, 0.1, 0.4))?;
    /// assert_eq!(lentil.bounding_radius(), 0.4);
    /// # Ok::<(), kinesweep::ValueError>(())
    /// ```
    ///
    /// # Errors
    /// A half length outside [`MIN_SIZE`](crate::scene::limits::MIN_SIZE) to
    /// [`MAX_SIZE`](crate::scene::limits::MAX_SIZE), or one that is too long for the shortest.
    pub fn ellipsoid(half_axes: Vector3<f64>) -> Result<Self, ValueError> {
        for (axis, half) in half_axes.iter().enumerate() {
            check_size(&format!("half_axes[{axis}]"), *half)?;
        }
        let shortest = half_axes.min();
        for (axis, half) in half_axes.iter().enumerate() {
            check_aspect(&format!("half_axes[{axis}]"), *half, shortest)?;
        }
        Ok(Self::from_kind(ShapeKind::Ellipsoid { half_axes }))
    }

    /// A cylinder about the y axis: half its height, and its radius, in metres. The longer may be at
    /// most [`MAX_ASPECT`](crate::scene::limits::MAX_ASPECT) times the shorter.
    ///
    /// # Errors
    /// One of them outside [`MIN_SIZE`](crate::scene::limits::MIN_SIZE) to
    /// [`MAX_SIZE`](crate::scene::limits::MAX_SIZE), or too long for the other.
    pub fn cylinder(half_height: f64, radius: f64) -> Result<Self, ValueError> {
        check_round(half_height, radius)?;
        Ok(Self::from_kind(ShapeKind::Cylinder { half_height, radius }))
    }

    /// A cone about the y axis, apex up: half its height, and the radius of its base, in metres. The
    /// longer may be at most [`MAX_ASPECT`](crate::scene::limits::MAX_ASPECT) times the shorter. The
    /// origin is at half the height, a quarter of the height above the centroid, about which a body
    /// that rotates turns.
    ///
    /// # Errors
    /// One of them outside [`MIN_SIZE`](crate::scene::limits::MIN_SIZE) to
    /// [`MAX_SIZE`](crate::scene::limits::MAX_SIZE), or too long for the other.
    pub fn cone(half_height: f64, radius: f64) -> Result<Self, ValueError> {
        check_round(half_height, radius)?;
        Ok(Self::from_kind(ShapeKind::Cone { half_height, radius }))
    }

    /// A cuboid with round edges: half the lengths of its core along x, y, z, and the radius that is
    /// added all round, in metres.
    ///
    /// ```
    /// use kinesweep::Shape;
    /// use nalgebra::Vector3;
    /// let die = Shape::rounded_cuboid(Vector3::repeat(0.4), 0.1)?;
    /// assert!((die.bounding_radius() - (0.4 * 3f64.sqrt() + 0.1)).abs() < 1e-15);
    /// # Ok::<(), kinesweep::ValueError>(())
    /// ```
    ///
    /// # Errors
    /// A half length or a radius outside [`MIN_SIZE`](crate::scene::limits::MIN_SIZE) to
    /// [`MAX_SIZE`](crate::scene::limits::MAX_SIZE).
    pub fn rounded_cuboid(half_extents: Vector3<f64>, radius: f64) -> Result<Self, ValueError> {
        for (axis, half) in half_extents.iter().enumerate() {
            check_size(&format!("half_extents[{axis}]"), *half)?;
        }
        check_size("radius", radius)?;
        Ok(Self::from_kind(ShapeKind::RoundedCuboid { half_extents, radius }))
    }
}

/// Checks the sizes of a cylinder or a cone.
fn check_round(half_height: f64, radius: f64) -> Result<(), ValueError> {
    check_size("half_height", half_height)?;
    check_size("radius", radius)?;
    check_aspect("half_height", half_height, radius)?;
    check_aspect("radius", radius, half_height)
}

fn check_aspect(field: &str, length: f64, shortest: f64) -> Result<(), ValueError> {
    if length <= MAX_ASPECT * shortest {
        return Ok(());
    }
    let allowed = format!(
        "must be at most {} times the shortest, {}",
        MAX_ASPECT.shown(),
        shortest.shown()
    );
    Err(ValueError::new(field, length, allowed))
}
