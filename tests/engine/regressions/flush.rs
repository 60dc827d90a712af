//! Contact of polytopes with many axes began early where a face and an edge became flush: the last
//! normal came from a difference so small that it was mostly rounding. The gap was still open by
//! 2e-11 m in a case of size 5, by 3e-8 m from a distance of 48 km.

use kinesweep::impact::{Collider, time_of_impact};
use kinesweep::{Body, EventKind, Method, MotionPiece, ResponseMode, Shape, World};
use nalgebra::Vector3;

/// Exact time of the first contact of the mesh, which starts at `POSITION`.
const TIME: f64 = 14.0 / 3.0;
const POSITION: Vector3<f64> = Vector3::new(10.0, 34.0, 24.0);
const VELOCITY: Vector3<f64> = Vector3::new(-2.0, -7.0, -5.0);

/// Tolerance: roundings of the time, and of the lengths over the closing speed.
const ROUNDINGS: f64 = 8.0;

fn hull() -> Shape {
    let points = [
        [0.0, -2.0, 0.0],
        [-1.0, 2.0, -3.0],
        [4.0, -4.0, -2.0],
        [2.0, -2.0, 2.0],
        [2.0, 2.0, 2.0],
    ];
    Shape::convex(points.map(Vector3::from).to_vec()).unwrap()
}

fn mesh() -> Shape {
    let vertices = [[-1.0, -1.0, 2.0], [-4.0, 3.0, -4.0], [0.0, 0.0, 1.0], [1.0, 0.0, 1.0]];
    Shape::mesh(vertices.map(Vector3::from).to_vec(), vec![[2, 3, 1], [2, 0, 3]]).unwrap()
}

fn check(found: f64, seconds_before: f64, what: &str) {
    let exact = TIME + seconds_before;
    // The contact face has the normal (-1, 0, 1).
    let closing = 3.0 / 2f64.sqrt();
    let lengths = 11.0 + (POSITION - VELOCITY * seconds_before).norm();
    let off = (found - exact).abs() / (f64::EPSILON * (exact + lengths / closing));
    assert!(
        off < ROUNDINGS,
        "{what}, {seconds_before} s before: {found:?} has an error of {off} roundings"
    );
}

#[test]
fn impact_of_a_flush_face_and_edge_is_exact() {
    let colliders = [hull(), mesh()].map(|shape| Collider::new(&shape).unwrap());
    for seconds_before in [0.0, 1.0, 10.0, 100.0, 8_000.0] {
        let fixed = MotionPiece::at_rest();
        let coming = MotionPiece {
            position: POSITION - VELOCITY * seconds_before,
            velocity: VELOCITY,
            ..fixed
        };
        let found = time_of_impact((&colliders[0], &fixed), (&colliders[1], &coming)).unwrap();
        check(found, seconds_before, "impact");
    }
}

#[test]
fn contact_of_a_flush_face_and_edge_is_exact() {
    for method in [Method::Lists, Method::Leases, Method::Cached] {
        let builder = World::builder().method(method).response(ResponseMode::PassThrough);
        let mut world = builder.build().unwrap();
        world.insert(Body::new(hull())).unwrap();
        world.insert(Body::new(mesh()).position(POSITION).velocity(VELOCITY)).unwrap();
        let begin = world.step().unwrap().unwrap();
        assert!(matches!(begin.kind, EventKind::ContactBegin(_)), "{begin:?}");
        check(begin.time, 0.0, "contact");
        assert_eq!(world.counters().unresolved, 0);
    }
}
