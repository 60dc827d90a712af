//! The convex parts of shapes.

use super::rotation::{TightBox, rotated};
use super::smooth::Surface;
use nalgebra::{Isometry3, Matrix3, Vector3};
use smallvec::SmallVec;

/// A convex part in the frame of its body: all points within `radius` of its core. The leaves of a
/// shape's tree are its convex parts.
///
/// Two parts touch when their cores are at distance `a.radius + b.radius`. Rounded parts (balls,
/// capsules) stay exact because their cores never touch at contact.
#[derive(Clone, Debug)]
pub(crate) struct ConvexPart {
    pub(crate) core: Core,
    pub(crate) radius: f64,
}

/// The core of a convex part, which its radius rounds.
#[expect(
    clippy::large_enum_variant,
    reason = "nearly all leaves are polytopes, and are read in the order they lie in"
)]
#[derive(Clone, Debug)]
pub(crate) enum Core {
    /// One point: the core of a ball.
    Point(Vector3<f64>),
    /// A segment: the core of a capsule.
    Segment([Vector3<f64>; 2]),
    /// A box, a triangle or a hull.
    Polytope(Polytope),
    /// An ellipsoid, a cylinder or a cone. Boxed, since few parts are.
    Smooth(Box<Smooth>),
}

/// A smooth surface, and points around it.
#[derive(Clone, Debug)]
pub(crate) struct Smooth {
    pub(crate) surface: Surface,
    /// Points with a hull that encloses the surface: for conservative bounds alone.
    enclosing: SmallVec<[Vector3<f64>; 8]>,
}

impl Smooth {
    pub(crate) fn new(surface: Surface) -> Self {
        Self {
            enclosing: surface.enclosing(),
            surface,
        }
    }
}

/// A convex polytope: its vertices and the axes for the separating axis test.
#[derive(Clone, Debug)]
pub(crate) struct Polytope {
    /// Vertices, in the body's frame.
    pub(crate) vertices: SmallVec<[Vector3<f64>; 8]>,
    /// Unit normals of the faces, one of each pair of opposite ones where both occur (a triangle
    /// has one).
    pub(crate) normals: SmallVec<[Vector3<f64>; 3]>,
    /// Unit directions of the edges, parallel ones once.
    pub(crate) edges: SmallVec<[Vector3<f64>; 3]>,
    /// Whether it lies in a plane (a triangle).
    pub(crate) flat: bool,
    /// The same polytope as a box, if it is one. Boxed, since most parts of most shapes are
    /// triangles.
    pub(crate) cuboid: Option<Box<Cuboid>>,
}

/// A box anywhere in its body's frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cuboid {
    pub(crate) center: Vector3<f64>,
    /// Half extents along its axes, in metres.
    pub(crate) half: Vector3<f64>,
    /// Unit, orthogonal to each other, right-handed.
    pub(crate) axes: [Vector3<f64>; 3],
}

impl Polytope {
    /// Distance of its farthest vertex from its body's origin.
    pub(crate) fn radius(&self) -> f64 {
        self.vertices.iter().map(|v| v.norm_squared()).fold(0.0, f64::max).sqrt()
    }
}

impl Cuboid {
    /// Rotated by `rotation` about the body's origin.
    fn rotated(&self, rotation: &Matrix3<f64>) -> Self {
        Self {
            center: rotated(rotation, &self.center),
            half: self.half,
            axes: self.axes.map(|axis| rotated(rotation, &axis)),
        }
    }
}

impl ConvexPart {
    /// The vertices of the core; of a smooth one, points with a hull that encloses it.
    pub(crate) fn vertices(&self) -> &[Vector3<f64>] {
        self.core.vertices()
    }

    /// The core, if it is smooth.
    pub(crate) fn surface(&self) -> Option<&Surface> {
        match &self.core {
            Core::Smooth(smooth) => Some(&smooth.surface),
            _ => None,
        }
    }

    /// The same part in axes rotated by `rotation`.
    pub(crate) fn rotated(&self, rotation: &Matrix3<f64>) -> Self {
        let core = match &self.core {
            Core::Point(point) => Core::Point(rotated(rotation, point)),
            Core::Segment([a, b]) => Core::Segment([rotated(rotation, a), rotated(rotation, b)]),
            Core::Polytope(polytope) => Core::Polytope(Polytope {
                vertices: all_rotated(rotation, &polytope.vertices),
                normals: all_rotated(rotation, &polytope.normals),
                edges: all_rotated(rotation, &polytope.edges),
                flat: polytope.flat,
                cuboid: polytope.cuboid.as_ref().map(|cuboid| Box::new(cuboid.rotated(rotation))),
            }),
            Core::Smooth(smooth) => Core::Smooth(Box::new(Smooth {
                surface: smooth.surface.rotated(rotation),
                enclosing: all_rotated(rotation, &smooth.enclosing),
            })),
        };
        Self { core, ..*self }
    }

    /// The same part at another place in the body.
    pub(crate) fn placed(&self, place: &Isometry3<f64>) -> Self {
        let mut leaf = self.rotated(place.rotation.to_rotation_matrix().matrix());
        let vertices: &mut [Vector3<f64>] = match &mut leaf.core {
            Core::Point(point) => std::slice::from_mut(point),
            Core::Segment(ends) => ends,
            Core::Polytope(polytope) => {
                if let Some(cuboid) = &mut polytope.cuboid {
                    cuboid.center += place.translation.vector;
                }
                &mut polytope.vertices
            }
            Core::Smooth(smooth) => {
                smooth.surface.displace(&place.translation.vector);
                &mut smooth.enclosing
            }
        };
        for vertex in vertices {
            *vertex += place.translation.vector;
        }
        leaf
    }

    /// The corners of its tight box, in its own axes.
    pub(crate) fn bounds(&self) -> [Vector3<f64>; 2] {
        if let Some(surface) = self.surface() {
            return self.widened(surface.bounds());
        }
        self.bounds_of(|vertex| *vertex)
    }

    /// The corners of its tight box in axes rotated by `rotation`.
    pub(crate) fn bounds_rotated(&self, rotation: &Matrix3<f64>) -> [Vector3<f64>; 2] {
        if let Some(surface) = self.surface() {
            return self.widened(surface.rotated(rotation).bounds());
        }
        self.bounds_of(|vertex| rotated(rotation, vertex))
    }

    fn widened(&self, [min, max]: [Vector3<f64>; 2]) -> [Vector3<f64>; 2] {
        [min.add_scalar(-self.radius), max.add_scalar(self.radius)]
    }

    fn bounds_of(&self, place: impl Fn(&Vector3<f64>) -> Vector3<f64>) -> [Vector3<f64>; 2] {
        let mut tight = TightBox::empty();
        for vertex in self.vertices() {
            tight.include_ball(&place(vertex), self.radius);
        }
        [tight.min, tight.max]
    }
}

impl Core {
    pub(crate) fn vertices(&self) -> &[Vector3<f64>] {
        match self {
            Self::Point(point) => std::slice::from_ref(point),
            Self::Segment(ends) => ends,
            Self::Polytope(polytope) => &polytope.vertices,
            Self::Smooth(smooth) => &smooth.enclosing,
        }
    }
}

fn all_rotated<A: smallvec::Array<Item = Vector3<f64>>>(rotation: &Matrix3<f64>, vectors: &SmallVec<A>) -> SmallVec<A> {
    vectors.iter().map(|vector| rotated(rotation, vector)).collect()
}
