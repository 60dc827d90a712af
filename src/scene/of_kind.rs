//! Shapes from their kind, and their serialized form.

use super::shape::{Shape, ShapeKind};
use crate::limits::ValueError;

/// Greatest error of the squared length of a unit normal: some roundings.
const UNIT_NORMAL_ERROR: f64 = 1e-14;

impl Shape {
    /// A shape of this kind, checked as by its constructor. The kind of a shape gives an equal
    /// shape, to the bit.
    ///
    /// # Errors
    /// Those of the constructor.
    ///
    /// ```
    /// use kinesweep::Shape;
    /// let ball = Shape::ball(0.5)?;
    /// assert_eq!(Shape::of_kind(ball.kind().clone())?, ball);
    /// # Ok::<(), kinesweep::ValueError>(())
    /// ```
    pub fn of_kind(kind: ShapeKind) -> Result<Self, ValueError> {
        match kind {
            ShapeKind::Ball { radius } => Self::ball(radius),
            ShapeKind::Cuboid { half_extents } => Self::cuboid(half_extents),
            ShapeKind::Capsule { half_height, radius } => Self::capsule(half_height, radius),
            ShapeKind::Ellipsoid { half_axes } => Self::ellipsoid(half_axes),
            ShapeKind::Cylinder { half_height, radius } => Self::cylinder(half_height, radius),
            ShapeKind::Cone { half_height, radius } => Self::cone(half_height, radius),
            ShapeKind::RoundedCuboid { half_extents, radius } => Self::rounded_cuboid(half_extents, radius),
            // Normalising it again would change it.
            ShapeKind::HalfSpace { normal } if (normal.norm_squared() - 1.0).abs() <= UNIT_NORMAL_ERROR => {
                Ok(Self::from_kind(kind))
            }
            ShapeKind::HalfSpace { normal } => Self::half_space(normal),
            ShapeKind::Convex { points } => Self::convex(points),
            ShapeKind::Mesh { vertices, triangles } => Self::mesh(vertices, triangles),
            ShapeKind::Compound { parts } => Self::compound(parts),
        }
    }
}

#[cfg(feature = "serde")]
mod serial {
    use super::{Shape, ShapeKind};
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    impl Serialize for Shape {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.kind().serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for Shape {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            Shape::of_kind(ShapeKind::deserialize(deserializer)?).map_err(de::Error::custom)
        }
    }
}
