//! A face and an edge that come flush: the closest points are two vertices, and their direction is
//! almost the face's normal.

use super::super::advance::{Entry, RoundedPair};
use super::super::convex_part::{ConvexPart, Core};
use super::super::relative::tests::relative;
use super::*;

/// Just before the boxes overlap: the beginning of the search.
const BEGIN: f64 = 4.571428571428355;

fn leaf(shape: &Shape) -> ConvexPart {
    Collider::new(shape).unwrap().parts().unwrap().leaves[0].clone()
}

fn hull() -> ConvexPart {
    let points = [
        [0.0, -2.0, 0.0],
        [-1.0, 2.0, -3.0],
        [4.0, -4.0, -2.0],
        [2.0, -2.0, 2.0],
        [2.0, 2.0, 2.0],
    ];
    leaf(&Shape::convex(points.map(Vector3::from).to_vec()).unwrap())
}

fn triangle() -> ConvexPart {
    let corners = [[0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [-4.0, 3.0, -4.0]];
    leaf(&Shape::mesh(corners.map(Vector3::from).to_vec(), vec![[0, 1, 2]]).unwrap())
}

fn meet(a: &ConvexPart, b: &ConvexPart) -> Entry {
    let window = Interval { begin: BEGIN, end: 6.0 };
    let rel = relative([10.0, 34.0, 24.0], [-2.0, -7.0, -5.0], [0.0; 3]);
    RoundedPair { a, b, extent: 10.0 }.first_impact(&rel, window).unwrap()
}

#[test]
fn the_facet_normal_gives_the_exact_time() {
    let Entry { s, normal, unresolved } = meet(&hull(), &triangle());
    assert!((s - 14.0 / 3.0).abs() < 4.0 * f64::EPSILON * s && !unresolved, "{s}");
    let face = Vector3::new(-1.0, 0.0, 1.0).normalize();
    assert!((normal - face).norm() < 1e-15, "{normal}");
}

/// Without the faces the time stays early, and must be reported as unresolved.
#[test]
fn an_early_time_is_reported_as_unresolved() {
    let (mut hull, mut triangle) = (hull(), triangle());
    let (Core::Polytope(solid), Core::Polytope(flat)) = (&mut hull.core, &mut triangle.core) else {
        panic!()
    };
    solid.normals.clear();
    // They overlap along it.
    flat.normals[0] = Vector3::x();
    let Entry { s, unresolved, .. } = meet(&hull, &triangle);
    assert!(unresolved && s < 14.0 / 3.0 - 1e-12 && s > 14.0 / 3.0 - 1e-10, "{s}");
}
