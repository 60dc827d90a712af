//! Shapes prepared for collision tests: convex parts, a tree over them, volume, tight boxes.

mod builder;

use super::bvh::Bvh;
use super::constants::OUTWARD_ROUNDING;
use super::convex_part::{ConvexPart, Core};
use super::extreme::{Corners, VertexBlocks};
use super::moments::Moments;
use super::rotation::{TightBox, rotated};
use super::smooth::Surface;
use crate::limits::ValueError;
use crate::motion::{Inertia, MotionPiece};
use crate::scene::{Shape, ShapeKind};
use builder::Builder;
use nalgebra::{Isometry3, Matrix3, UnitQuaternion, Vector3};
use smallvec::SmallVec;

/// The tight axis-aligned box of a shape in a given orientation, about the body's origin. Infinite
/// for a half-space.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Extents {
    pub(crate) min: Vector3<f64>,
    pub(crate) max: Vector3<f64>,
}

impl Extents {
    /// The box of all space.
    pub(crate) const EVERYWHERE: Self = Self {
        min: Vector3::new(f64::NEG_INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY),
        max: Vector3::new(f64::INFINITY, f64::INFINITY, f64::INFINITY),
    };

    /// The box of a ball about the body's origin.
    #[inline]
    pub(crate) fn cube(radius: f64) -> Self {
        Self {
            min: Vector3::new(-radius, -radius, -radius),
            max: Vector3::new(radius, radius, radius),
        }
    }

    /// Largest distance of a face from the body's origin, over the three axes.
    #[inline]
    pub(super) fn farthest(&self) -> f64 {
        let most = |v: &Vector3<f64>| v.x.abs().max(v.y.abs()).max(v.z.abs());
        most(&self.min).max(most(&self.max))
    }
}

/// A shape prepared for contact tests: its convex parts, a tree over them, its volume. Opaque; made
/// once, used often.
///
/// ```
/// use kinesweep::impact::{Collider, time_of_impact};
/// use kinesweep::{MotionPiece, Shape};
/// use nalgebra::Vector3;
///
/// let ball = Collider::new(&Shape::ball(1.0)?)?;
/// let fixed = MotionPiece::at_rest();
/// let coming = MotionPiece { position: Vector3::x() * 5.0, velocity: -Vector3::x(), ..fixed };
/// assert_eq!(time_of_impact((&ball, &fixed), (&ball, &coming)), Some(3.0));
/// # Ok::<(), kinesweep::ValueError>(())
/// ```
#[derive(Debug)]
pub struct Collider {
    pub(super) kind: Kind,
    volume: Option<f64>,
    gyration: Option<f64>,
    /// See [`inertia_per_mass`](Self::inertia_per_mass). None for a ball, which computes it.
    inertia: Option<Box<Inertia>>,
    /// See [`centre`](Self::centre).
    centre: Vector3<f64>,
    /// See [`bounding_radius`](Self::bounding_radius).
    bounding_radius: f64,
}

/// How a shape is represented.
#[derive(Debug)]
pub(super) enum Kind {
    /// Tested in closed form against another ball or a half-space, otherwise as one convex part.
    Ball { radius: f64, parts: Parts },
    /// Tested in closed form; solid where normal . x <= 0.
    HalfSpace { normal: Vector3<f64> },
    /// Tested by its convex parts.
    Parts(Parts),
}

/// Convex parts and the tree over them.
#[derive(Debug)]
pub(super) struct Parts {
    pub(super) leaves: Vec<ConvexPart>,
    /// Vertices by coordinate, for parts that have many.
    vertex_blocks: Vec<Option<VertexBlocks>>,
    pub(super) tree: Bvh,
    /// The numbers of the leaves with a smooth core.
    pub(super) smooth: SmallVec<[u32; 1]>,
    /// Points and radii: the hull of these balls, and of the smooth leaves, has the same boxes as the
    /// shape.
    pub(super) outline: Vec<(Vector3<f64>, f64)>,
    /// Radius of the ball about the body's origin that encloses the shape: the scale of rounding in
    /// rotated coordinates.
    pub(super) extent: f64,
}

impl Collider {
    /// Prepares a shape. O(n log n) for a mesh of n triangles; more for the hull of points (see
    /// [`Shape::convex`]).
    ///
    /// # Errors
    ///
    /// If the hull of a convex shape's points cannot be formed; no other shape is refused.
    pub fn new(shape: &Shape) -> Result<Self, ValueError> {
        Self::about(shape, &Vector3::zeros())
    }

    /// Prepares a shape displaced by `-centre`, in its own axes and in metres: the origin of the
    /// motion piece of a body is then that point of the shape, such as its centre of mass. With
    /// `centre` zero the same as [`new`](Self::new), to the bit. Volume and inertia stay those of
    /// the shape, in its own axes.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new), and for a half-space unless the centre is zero.
    ///
    /// ```
    /// use kinesweep::impact::{Collider, time_of_impact};
    /// use kinesweep::{MotionPiece, Shape};
    /// use nalgebra::Vector3;
    ///
    /// let ball = Shape::ball(1.0)?;
    /// let (fixed, displaced) = (Collider::new(&ball)?, Collider::about(&ball, &Vector3::x())?);
    /// let at_rest = MotionPiece::at_rest();
    /// let coming = MotionPiece { position: Vector3::x() * 5.0, velocity: -Vector3::x(), ..at_rest };
    /// assert_eq!(time_of_impact((&fixed, &at_rest), (&displaced, &coming)), Some(2.0));
    /// # Ok::<(), kinesweep::ValueError>(())
    /// ```
    pub fn about(shape: &Shape, centre: &Vector3<f64>) -> Result<Self, ValueError> {
        let is_displaced = *centre != Vector3::zeros();
        let mut parts = Builder::about(*centre);
        let moments = match shape.kind() {
            ShapeKind::HalfSpace { .. } if is_displaced => {
                let allowed = "must be zero for a half-space, which has no bounds";
                return Err(ValueError::of_vector("center_of_mass", centre, allowed));
            }
            ShapeKind::HalfSpace { normal } => {
                let kind = Kind::HalfSpace { normal: *normal };
                return Ok(Self {
                    kind,
                    volume: None,
                    gyration: None,
                    inertia: None,
                    centre: *centre,
                    bounding_radius: f64::INFINITY,
                });
            }
            ShapeKind::Compound { parts: placed } => {
                let added: Result<Vec<_>, _> = placed
                    .iter()
                    .enumerate()
                    .map(|(number, (place, part))| {
                        parts
                            .add(part, place)
                            .map_err(|e| e.within(&format!("parts[{number}].shape")))
                    })
                    .collect();
                Moments::sum(&added?)
            }
            _ => parts.add(shape, &Isometry3::identity())?,
        };
        let parts = parts.build();
        let bounding_radius = if is_displaced { parts.extent } else { shape.bounding_radius() };
        let kind = match shape.kind() {
            ShapeKind::Ball { radius } if !is_displaced => Kind::Ball { radius: *radius, parts },
            _ => Kind::Parts(parts),
        };
        let inertia = match kind {
            Kind::Ball { .. } => None,
            _ => moments.inertia().map(Box::new),
        };
        Ok(Self {
            kind,
            volume: moments.positive_volume(),
            gyration: moments.gyration(),
            inertia,
            centre: *centre,
            bounding_radius,
        })
    }

    /// The radius, of a ball.
    pub(crate) fn ball_radius(&self) -> Option<f64> {
        match self.kind {
            Kind::Ball { radius, .. } => Some(radius),
            _ => None,
        }
    }

    /// The prepared shape of a ball.
    pub(super) fn ball(radius: f64) -> Self {
        let mut parts = Builder::default();
        parts.leaf(Core::Point(Vector3::zeros()), radius, &Isometry3::identity());
        let moments = Moments::ball(radius);
        Self {
            kind: Kind::Ball {
                radius,
                parts: parts.build(),
            },
            volume: moments.positive_volume(),
            gyration: moments.gyration(),
            inertia: None,
            centre: Vector3::zeros(),
            bounding_radius: radius,
        }
    }

    /// Volume in cubic metres; for a mesh the enclosed volume by the divergence theorem. None if it
    /// is not a positive number.
    pub(crate) fn volume(&self) -> Option<f64> {
        self.volume
    }

    /// Squared radius of gyration: a third of the trace of the inertia tensor about the body's
    /// origin, at uniform density, over the mass, in m². None if there is no volume.
    pub(crate) fn gyration(&self) -> Option<f64> {
        self.gyration
    }

    /// Inertia of 1 kg of uniform density, and the centre of mass in the shape's own axes, from the
    /// shape's own origin: the same for any [`centre`](Self::centre). None without a volume.
    pub(crate) fn inertia_per_mass(&self) -> Option<Inertia> {
        match self.kind {
            Kind::Ball { radius, .. } => Moments::ball(radius).inertia(),
            _ => self.inertia.as_deref().copied(),
        }
    }

    /// The point of the shape that is the origin of the body's motion: see [`about`](Self::about).
    pub(crate) fn centre(&self) -> &Vector3<f64> {
        &self.centre
    }

    /// The tight box in this orientation.
    pub(crate) fn extents(&self, orientation: &UnitQuaternion<f64>) -> Extents {
        match &self.kind {
            Kind::Ball { radius, .. } => Extents::cube(*radius),
            Kind::HalfSpace { .. } => Extents::EVERYWHERE,
            Kind::Parts(parts) => {
                let rotation = orientation.to_rotation_matrix();
                if let [Some(vertex_blocks)] = parts.vertex_blocks.as_slice() {
                    return columns_box(vertex_blocks, parts.leaves[0].radius, rotation.matrix());
                }
                let mut tight = TightBox::empty();
                for (point, radius) in &parts.outline {
                    tight.include_ball(&rotated(rotation.matrix(), point), *radius);
                }
                for leaf in parts.smooth_leaves() {
                    let [min, max] = leaf.bounds_rotated(rotation.matrix());
                    (tight.min, tight.max) = (tight.min.inf(&min), tight.max.sup(&max));
                }
                let TightBox { min, max } = tight;
                Extents { min, max }
            }
        }
    }

    /// The box about the body's origin that encloses the body for the whole piece: tight in the
    /// piece's orientation, or, if the body rotates, the cube of its radius (Coming and Staadt
    /// 2006, section 4.3).
    pub(crate) fn extents_along(&self, piece: &MotionPiece) -> Extents {
        match (&self.kind, piece.spins()) {
            (Kind::Parts(parts), true) => Extents {
                min: Vector3::repeat(-parts.extent * OUTWARD_ROUNDING),
                max: Vector3::repeat(parts.extent * OUTWARD_ROUNDING),
            },
            _ => self.extents(&piece.orientation),
        }
    }

    /// Whether rotation changes the occupied space. False for a ball about its origin and for a
    /// half-space.
    pub(crate) fn can_rotate(&self) -> bool {
        matches!(self.kind, Kind::Parts(_))
    }

    /// The convex parts; none for a half-space.
    pub(super) fn parts(&self) -> Option<&Parts> {
        match &self.kind {
            Kind::Ball { parts, .. } | Kind::Parts(parts) => Some(parts),
            Kind::HalfSpace { .. } => None,
        }
    }

    /// Whether a part is an ellipsoid, a cylinder or a cone.
    #[inline]
    pub(super) fn has_smooth_parts(&self) -> bool {
        matches!(&self.kind, Kind::Parts(parts) if !parts.smooth.is_empty())
    }

    /// Radius of a ball about the centre that encloses the shape; infinite for a half-space.
    pub(crate) fn bounding_radius(&self) -> f64 {
        self.bounding_radius
    }

    /// Whether the shape is a half-space.
    pub(crate) fn is_half_space(&self) -> bool {
        self.half_space_normal().is_some()
    }

    /// The outward normal of a half-space, in its own frame; none of other shapes.
    #[inline]
    pub(crate) fn half_space_normal(&self) -> Option<&Vector3<f64>> {
        match &self.kind {
            Kind::HalfSpace { normal } => Some(normal),
            _ => None,
        }
    }
}

impl Parts {
    /// The vertices of a convex part.
    pub(super) fn corners(&self, leaf: u32) -> Corners<'_> {
        match &self.vertex_blocks[leaf as usize] {
            Some(vertex_blocks) => Corners::Many(vertex_blocks),
            None => Corners::Few(self.leaves[leaf as usize].vertices()),
        }
    }

    /// The least (direction . x) over the shape, in the body's axes.
    pub(super) fn lowest(&self, direction: &Vector3<f64>) -> f64 {
        if let [Some(vertex_blocks)] = self.vertex_blocks.as_slice() {
            return vertex_blocks.span(direction).0 - self.leaves[0].radius;
        }
        let reached = self.outline.iter().map(|(point, radius)| point.dot(direction) - radius);
        self.smooth_surfaces()
            .map(|(surface, radius)| -surface.height(&-direction) - radius)
            .fold(reached.fold(f64::INFINITY, f64::min), f64::min)
    }

    /// The leaves with a smooth core.
    pub(super) fn smooth_leaves(&self) -> impl Iterator<Item = &ConvexPart> {
        self.smooth.iter().map(|&leaf| &self.leaves[leaf as usize])
    }

    /// Their surfaces and radii.
    pub(super) fn smooth_surfaces(&self) -> impl Iterator<Item = (&Surface, f64)> {
        self.smooth_leaves()
            .filter_map(|leaf| leaf.surface().map(|surface| (surface, leaf.radius)))
    }
}

/// The tight box of many rotated points, each with `radius` about it.
fn columns_box(vertex_blocks: &VertexBlocks, radius: f64, rotation: &Matrix3<f64>) -> Extents {
    let m = rotation;
    let (low_x, high_x) = vertex_blocks.span(&Vector3::new(m.m11, m.m12, m.m13));
    let (low_y, high_y) = vertex_blocks.span(&Vector3::new(m.m21, m.m22, m.m23));
    let (low_z, high_z) = vertex_blocks.span(&Vector3::new(m.m31, m.m32, m.m33));
    Extents {
        min: Vector3::new(low_x - radius, low_y - radius, low_z - radius),
        max: Vector3::new(high_x + radius, high_y + radius, high_z + radius),
    }
}
