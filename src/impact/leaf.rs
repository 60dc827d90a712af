//! The convex parts that shapes are made of.

use nalgebra::Vector3;
use smallvec::SmallVec;

/// A convex part in the frame of its body: all points within `radius` of its core.
///
/// Contact between two leaves is contact of their cores at distance `a.radius + b.radius`: rounded parts (balls, capsules) stay
/// exact because their cores never touch at contact.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    pub(crate) core: Core,
    pub(crate) radius: f64,
}

/// What is rounded by a leaf's radius.
#[derive(Clone, Debug)]
pub(crate) enum Core {
    /// One point.
    Point(Vector3<f64>),
    /// A segment.
    Segment([Vector3<f64>; 2]),
    /// A box, a triangle or a hull.
    Polytope(Polytope),
}

/// A convex polytope: its vertices, and what the separating axis test needs.
#[derive(Clone, Debug)]
pub(crate) struct Polytope {
    /// Vertices, in the body's frame.
    pub(crate) vertices: SmallVec<[Vector3<f64>; 8]>,
    /// Unit normals of the faces, one of each pair of opposite ones where both occur (a triangle has one).
    pub(crate) normals: SmallVec<[Vector3<f64>; 3]>,
    /// Unit directions of the edges, parallel ones once.
    pub(crate) edges: SmallVec<[Vector3<f64>; 3]>,
    /// Whether it lies in a plane (a triangle).
    pub(crate) flat: bool,
}
