//! The shapes that are paired, prepared for both solvers.

use crate::random::Random;
use kinesweep::Shape;
use kinesweep::impact::Collider;
use kinesweep::scene::ShapeKind;
use nalgebra::Vector3;
use parry3d::math::Vector;
use parry3d::shape::{self as parry, SharedShape};

/// A shape, prepared for both.
pub(crate) struct Prepared {
    pub(crate) ours: Collider,
    pub(crate) parry: SharedShape,
}

impl Prepared {
    pub(crate) fn new(shape: &Shape) -> Self {
        let vectors = |points: &[Vector3<f64>]| points.iter().map(|&point| point.into()).collect::<Vec<Vector>>();
        let parry = match shape.kind() {
            ShapeKind::Ball { radius } => SharedShape::new(parry::Ball::new(*radius)),
            ShapeKind::Cuboid { half_extents } => SharedShape::new(parry::Cuboid::new((*half_extents).into())),
            ShapeKind::Capsule { half_height, radius } => SharedShape::new(parry::Capsule::new_y(*half_height, *radius)),
            ShapeKind::Convex { points } => {
                let hull = parry::ConvexPolyhedron::from_convex_hull(&vectors(points));
                SharedShape::new(hull.expect("the points span a volume"))
            }
            ShapeKind::Mesh { vertices, triangles } => {
                let mesh = parry::TriMesh::new(vectors(vertices), triangles.clone());
                SharedShape::new(mesh.expect("the mesh has triangles"))
            }
            ShapeKind::HalfSpace { normal } => SharedShape::new(parry::HalfSpace::new((*normal).into())),
            other => unreachable!("no bench of {other:?}"),
        };
        let ours = Collider::new(shape).expect("the shape is valid");
        Self { ours, parry }
    }

    pub(crate) fn is_half_space(&self) -> bool {
        self.parry.as_halfspace().is_some()
    }
}

fn half_space() -> Shape {
    Shape::half_space(Vector3::y()).expect("valid")
}

fn ball() -> Shape {
    Shape::ball(0.7).expect("valid")
}

fn cuboid() -> Shape {
    Shape::cuboid(Vector3::new(0.4, 0.5, 0.6)).expect("valid")
}

fn capsule() -> Shape {
    Shape::capsule(0.6, 0.3).expect("valid")
}

/// The hull of points on a sphere: all of them are vertices.
fn hull<const POINTS: u64>() -> Shape {
    let mut random = Random::new(POINTS);
    Shape::convex((0..POINTS).map(|_| random.unit() * 0.8).collect()).expect("valid")
}

fn ring() -> Shape {
    Shape::ring(0.7, 0.25, 8, 4).expect("valid")
}

/// The name and the two shapes of a pair; a half-space is first.
pub(crate) type Pair = (&'static str, fn() -> Shape, fn() -> Shape);

pub(crate) const PAIRS: [Pair; 12] = [
    ("half-space-ball", half_space, ball),
    ("half-space-hull, 60 points", half_space, hull::<60>),
    ("ball-ball", ball, ball),
    ("ball-cuboid", ball, cuboid),
    ("ball-hull, 60 points", ball, hull::<60>),
    ("cuboid-cuboid", cuboid, cuboid),
    ("capsule-capsule", capsule, capsule),
    ("capsule-cuboid", capsule, cuboid),
    ("hull-hull, 12 points", hull::<12>, hull::<12>),
    ("hull-hull, 60 points", hull::<60>, hull::<60>),
    ("ring-cuboid", ring, cuboid),
    ("ring-ring", ring, ring),
];
