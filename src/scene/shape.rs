//! Shapes, checked at construction.

use crate::limits::{MAX_MAGNITUDE, ValueError, check_orientation, check_range, check_size, check_vector};
use crate::portable;
use crate::shown::Shown;
use nalgebra::{Isometry3, Vector3};
use std::sync::Arc;

/// A shape in the axes of its body. Cheap to clone: clones share their data, and bodies with the same
/// shape share its prepared form.
///
/// All shapes are closed sets. A mesh is a surface: something wholly inside does not touch it.
///
/// ```
/// use kinesweep::scene::ShapeKind;
/// use kinesweep::Shape;
/// let ball = Shape::ball(0.5)?;
/// assert!(matches!(ball.kind(), ShapeKind::Ball { radius } if *radius == 0.5));
/// assert!(Shape::ball(-1.0).is_err());
/// # Ok::<(), kinesweep::ValueError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Shape(Arc<ShapeKind>);

/// The kind of a [`Shape`]. Lengths in metres.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum ShapeKind {
    /// All points within `radius` of the origin.
    Ball {
        /// Radius, > 0.
        radius: f64,
    },
    /// A box with its centre at the origin and its edges along the axes.
    Cuboid {
        /// Half the length along each axis, each > 0.
        half_extents: Vector3<f64>,
    },
    /// All points within `radius` of the segment from `(0, -half_height, 0)` to `(0, half_height,
    /// 0)`.
    Capsule {
        /// Half the length of the segment, > 0.
        half_height: f64,
        /// Radius, > 0.
        radius: f64,
    },
    /// All points x with (x / a)² + (y / b)² + (z / c)² <= 1, with its centre at the origin and its axes
    /// along those of the body.
    Ellipsoid {
        /// Half the length along each axis: a, b and c, each > 0.
        half_axes: Vector3<f64>,
    },
    /// A cylinder about the y axis, with flat ends and its centre at the origin.
    Cylinder {
        /// Half the length along y, > 0.
        half_height: f64,
        /// Radius, > 0.
        radius: f64,
    },
    /// A cone about the y axis, with its apex at `(0, half_height, 0)` and its base, a disc, in the
    /// plane y = `-half_height`. The origin is at half the height, not at the centroid.
    Cone {
        /// Half the height, > 0.
        half_height: f64,
        /// Radius of the base, > 0.
        radius: f64,
    },
    /// All points within `radius` of a cuboid with its centre at the origin and its edges along the
    /// axes.
    RoundedCuboid {
        /// Half the length of the cuboid along each axis, without the radius, each > 0.
        half_extents: Vector3<f64>,
        /// Radius of the rounding, > 0.
        radius: f64,
    },
    /// All points x with normal . x <= 0.
    HalfSpace {
        /// Outward unit normal.
        normal: Vector3<f64>,
    },
    /// The convex hull of points that do not lie in one plane.
    Convex {
        /// The points, at least four.
        points: Vec<Vector3<f64>>,
    },
    /// A surface of triangles.
    Mesh {
        /// The vertices.
        vertices: Vec<Vector3<f64>>,
        /// Three indices into the vertices a triangle, none of zero area.
        triangles: Vec<[u32; 3]>,
    },
    /// Several bounded shapes, each in its own place.
    Compound {
        /// Position in the body's frame, and shape. Never empty, never nested, no half-space.
        parts: Vec<(Isometry3<f64>, Shape)>,
    },
}

/// Smallest ratio of a triangle's doubled area to its longest edge squared, and of a hull's
/// thinnest to its widest extent: below it rounding in the vertices (2e-16) could rotate the normal
/// by more than 1e-4.
const MIN_FLATNESS: f64 = 1e-12;

impl Shape {
    /// A ball, of a radius in metres.
    ///
    /// # Errors
    /// A radius outside [`MIN_SIZE`](crate::scene::limits::MIN_SIZE) to
    /// [`MAX_SIZE`](crate::scene::limits::MAX_SIZE).
    pub fn ball(radius: f64) -> Result<Self, ValueError> {
        check_size("radius", radius)?;
        Ok(Self::from_kind(ShapeKind::Ball { radius }))
    }

    /// A box with half its lengths along x, y, z, in metres.
    ///
    /// # Errors
    /// A half length outside [`MIN_SIZE`](crate::scene::limits::MIN_SIZE) to
    /// [`MAX_SIZE`](crate::scene::limits::MAX_SIZE).
    pub fn cuboid(half_extents: Vector3<f64>) -> Result<Self, ValueError> {
        for (axis, half) in half_extents.iter().enumerate() {
            check_size(&format!("half_extents[{axis}]"), *half)?;
        }
        Ok(Self::from_kind(ShapeKind::Cuboid { half_extents }))
    }

    /// A capsule along y: half the length of its segment, and its radius, in metres.
    ///
    /// # Errors
    /// One of them outside [`MIN_SIZE`](crate::scene::limits::MIN_SIZE) to
    /// [`MAX_SIZE`](crate::scene::limits::MAX_SIZE).
    pub fn capsule(half_height: f64, radius: f64) -> Result<Self, ValueError> {
        check_size("half_height", half_height)?;
        check_size("radius", radius)?;
        Ok(Self::from_kind(ShapeKind::Capsule { half_height, radius }))
    }

    /// A half-space, solid below the plane through the origin with this outward normal, which need
    /// not be unit.
    ///
    /// # Errors
    /// A normal that is zero, or not finite.
    pub fn half_space(normal: Vector3<f64>) -> Result<Self, ValueError> {
        check_vector("normal", &normal)?;
        match normal.try_normalize(1.0 / MAX_MAGNITUDE) {
            Some(normal) => Ok(Self::from_kind(ShapeKind::HalfSpace { normal })),
            None => Err(ValueError::of_vector("normal", &normal, "must not be zero")),
        }
    }

    /// The convex hull of at least four points that do not lie in one plane, in metres. The hull
    /// itself is computed when a body is inserted. O(points).
    ///
    /// # Errors
    /// Fewer points, points in one plane up to rounding, or a coordinate beyond [`MAX_MAGNITUDE`].
    pub fn convex(points: Vec<Vector3<f64>>) -> Result<Self, ValueError> {
        check_points("points", &points)?;
        if points.len() < 4 || !spans_volume(&points) {
            let shown = format!("{} points", points.len());
            let allowed = "must be at least four points that do not lie in one plane";
            return Err(ValueError::new("points", shown, allowed));
        }
        Ok(Self::from_kind(ShapeKind::Convex { points }))
    }

    /// A surface of triangles, its vertices in metres. O(vertices + triangles).
    ///
    /// # Errors
    /// No triangle, one of zero area up to rounding, an index without a vertex, or a coordinate
    /// beyond [`MAX_MAGNITUDE`].
    pub fn mesh(vertices: Vec<Vector3<f64>>, triangles: Vec<[u32; 3]>) -> Result<Self, ValueError> {
        check_points("vertices", &vertices)?;
        if triangles.is_empty() {
            return Err(ValueError::new("triangles", "[]", "must have at least one triangle"));
        }
        for (number, triangle) in triangles.iter().enumerate() {
            let field = format!("triangles[{number}]");
            let shown = format!("{triangle:?}");
            let corner = |i: usize| vertices.get(triangle[i] as usize);
            let (Some(a), Some(b), Some(c)) = (corner(0), corner(1), corner(2)) else {
                let allowed = format!("each index must be below the number of vertices, {}", vertices.len());
                return Err(ValueError::new(field, shown, allowed));
            };
            let longest = (b - a).norm_squared().max((c - a).norm_squared()).max((c - b).norm_squared());
            if (b - a).cross(&(c - a)).norm() <= MIN_FLATNESS * longest {
                return Err(ValueError::new(
                    field,
                    shown,
                    "must have an area: its corners lie on one line",
                ));
            }
        }
        Ok(Self::from_kind(ShapeKind::Mesh { vertices, triangles }))
    }

    /// A ring (torus) about the z axis as a mesh of `2 * segments * sides` triangles: the tube of
    /// radius `minor` around a circle of radius `major` (in metres), cut into `segments` pieces of
    /// `sides` sides each. Its vertices lie on the torus. O(triangles).
    ///
    /// # Errors
    /// A radius outside [`MIN_SIZE`](crate::scene::limits::MIN_SIZE) to
    /// [`MAX_SIZE`](crate::scene::limits::MAX_SIZE), `minor` not below `major`, a number of pieces
    /// or sides outside 3 to 1024, or a tube so thin that its triangles have no area.
    pub fn ring(major: f64, minor: f64, segments: u32, sides: u32) -> Result<Self, ValueError> {
        check_size("major", major)?;
        check_size("minor", minor)?;
        if minor >= major {
            let allowed = format!("must be less than major, {}", major.shown());
            return Err(ValueError::new("minor", minor, allowed));
        }
        /// Most pieces around either circle: the mesh stays below about two million triangles.
        const MAX_PIECES: u32 = 1024;
        for (field, count) in [("segments", segments), ("sides", sides)] {
            if !(3..=MAX_PIECES).contains(&count) {
                let allowed = format!("must be a whole number from 3 to {MAX_PIECES}");
                return Err(ValueError::new(field, count, allowed));
            }
        }
        let (vertices, triangles) = ring_mesh(major, minor, segments, sides);
        Self::mesh(vertices, triangles)
    }

    /// Several shapes, each at its place in the body's frame, positions in metres. O(parts).
    ///
    /// # Errors
    /// No part, a part that is a half-space or itself a compound, a position beyond
    /// [`MAX_MAGNITUDE`], or an invalid rotation.
    pub fn compound(parts: Vec<(Isometry3<f64>, Shape)>) -> Result<Self, ValueError> {
        if parts.is_empty() {
            return Err(ValueError::new("parts", "[]", "must have at least one part"));
        }
        for (number, (place, shape)) in parts.iter().enumerate() {
            check_vector(&format!("parts[{number}].position"), &place.translation.vector)?;
            check_orientation(&format!("parts[{number}].orientation"), &place.rotation)?;
            if matches!(shape.kind(), ShapeKind::Compound { .. } | ShapeKind::HalfSpace { .. }) {
                let field = format!("parts[{number}].shape");
                let allowed = "must be a bounded shape that is not itself a compound";
                return Err(ValueError::new(field, shape.kind().name(), allowed));
            }
        }
        Ok(Self::from_kind(ShapeKind::Compound { parts }))
    }

    pub(super) fn from_kind(kind: ShapeKind) -> Self {
        Self(Arc::new(kind))
    }

    /// The kind of the shape.
    #[must_use]
    pub fn kind(&self) -> &ShapeKind {
        &self.0
    }

    /// Whether two shapes share their data (not whether they are equal in value).
    #[must_use]
    pub fn shares_data_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The address of the shared data: equal for clones, as long as one of them exists.
    pub(crate) fn address(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }

    /// Radius of a ball about the body's origin that encloses the shape, in metres; infinite for a
    /// half-space. The smallest such radius, except for a compound, which uses a ball for each
    /// part. O(vertices, or parts).
    pub fn bounding_radius(&self) -> f64 {
        match self.kind() {
            ShapeKind::Ball { radius } => *radius,
            ShapeKind::Cuboid { half_extents } => half_extents.norm(),
            ShapeKind::Capsule { half_height, radius } => half_height + radius,
            ShapeKind::Ellipsoid { half_axes } => half_axes.max(),
            ShapeKind::Cylinder { half_height, radius } | ShapeKind::Cone { half_height, radius } => {
                (half_height * half_height + radius * radius).sqrt()
            }
            ShapeKind::RoundedCuboid { half_extents, radius } => half_extents.norm() + radius,
            ShapeKind::HalfSpace { .. } => f64::INFINITY,
            ShapeKind::Convex { points: vertices } | ShapeKind::Mesh { vertices, .. } => farthest(vertices),
            ShapeKind::Compound { parts } => parts
                .iter()
                .map(|(place, part)| place.translation.vector.norm() + part.bounding_radius())
                .fold(0.0, f64::max),
        }
    }
}

impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        self.shares_data_with(other) || self.kind() == other.kind()
    }
}

impl ShapeKind {
    /// The axis through the origin about which a rotation leaves a shape that is no ball as it is; none if
    /// there is none.
    pub(crate) fn axis_of_revolution(&self) -> Option<Vector3<f64>> {
        match self {
            Self::Capsule { .. } | Self::Cylinder { .. } | Self::Cone { .. } => Some(Vector3::y()),
            Self::Ellipsoid { half_axes } => {
                let others = |axis: usize| [half_axes[(axis + 1) % 3], half_axes[(axis + 2) % 3]];
                let axis = (0..3).find(|axis| others(*axis)[0] == others(*axis)[1])?;
                Some(Vector3::ith(axis, 1.0))
            }
            _ => None,
        }
    }

    /// The name of the kind, as in scene files.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Ball { .. } => "ball",
            Self::Cuboid { .. } => "cuboid",
            Self::Capsule { .. } => "capsule",
            Self::Ellipsoid { .. } => "ellipsoid",
            Self::Cylinder { .. } => "cylinder",
            Self::Cone { .. } => "cone",
            Self::RoundedCuboid { .. } => "rounded-cuboid",
            Self::HalfSpace { .. } => "half_space",
            Self::Convex { .. } => "convex",
            Self::Mesh { .. } => "mesh",
            Self::Compound { .. } => "compound",
        }
    }
}

/// A place in a body's frame, for the parts of a compound, from a position in metres and a rotation
/// vector (axis times angle in radians).
#[must_use]
pub fn place(position: Vector3<f64>, rotation: Vector3<f64>) -> Isometry3<f64> {
    Isometry3::from_parts(position.into(), portable::rotation(&rotation))
}

fn farthest(points: &[Vector3<f64>]) -> f64 {
    points.iter().map(|p| p.norm_squared()).fold(0.0, f64::max).sqrt()
}

fn check_points(field: &str, points: &[Vector3<f64>]) -> Result<(), ValueError> {
    for (number, point) in points.iter().enumerate() {
        check_vector(&format!("{field}[{number}]"), point)?;
    }
    check_range(&format!("number of {field}"), points.len() as f64, 1.0, f64::from(u32::MAX))
}

/// Whether some of the points form a tetrahedron with a height above rounding: the point farthest
/// from the first, the one farthest from the line through both, and one off the plane through the
/// three.
fn spans_volume(points: &[Vector3<f64>]) -> bool {
    let by = |measure: &dyn Fn(&Vector3<f64>) -> f64| {
        points
            .iter()
            .map(|p| (measure(p), *p))
            .fold((0.0, points[0]), |best, next| if next.0 > best.0 { next } else { best })
    };
    let origin = points[0];
    let (length, far) = by(&|p| (p - origin).norm());
    let Some(along) = (far - origin).try_normalize(0.0) else {
        return false;
    };
    let (width, side) = by(&|p| (p - origin).cross(&along).norm());
    let Some(across) = along.cross(&(side - origin)).try_normalize(0.0) else {
        return false;
    };
    let (height, _) = by(&|p| (p - origin).dot(&across).abs());
    width > MIN_FLATNESS * length && height > MIN_FLATNESS * length
}

fn ring_mesh(major: f64, minor: f64, segments: u32, sides: u32) -> (Vec<Vector3<f64>>, Vec<[u32; 3]>) {
    let angle = |step: u32, steps: u32| std::f64::consts::TAU * f64::from(step) / f64::from(steps);
    let mut vertices = Vec::with_capacity((segments * sides) as usize);
    for segment in 0..segments {
        let (sin_around, cos_around) = portable::sin_cos(angle(segment, segments));
        for side in 0..sides {
            let (sin_tube, cos_tube) = portable::sin_cos(angle(side, sides));
            let distance = major + minor * cos_tube;
            vertices.push(Vector3::new(distance * cos_around, distance * sin_around, minor * sin_tube));
        }
    }
    let index = |segment: u32, side: u32| (segment % segments) * sides + side % sides;
    let mut triangles = Vec::with_capacity(2 * (segments * sides) as usize);
    for segment in 0..segments {
        for side in 0..sides {
            let (a, b) = (index(segment, side), index(segment + 1, side));
            let (c, d) = (index(segment + 1, side + 1), index(segment, side + 1));
            triangles.push([a, b, c]);
            triangles.push([a, c, d]);
        }
    }
    (vertices, triangles)
}
