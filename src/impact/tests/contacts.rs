//! Contact points: patches and their centroids, the discrete test.

use super::exact::cube_mesh;
use super::random::Random;
use super::*;
use nalgebra::Isometry3;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

const STILL: [f64; 3] = [0.0; 3];

/// The contact at the first impact of `b`, moving along -x, with `a` at rest.
fn meet(a: &TestBody, b: Shape, at: [f64; 3], rotation: [f64; 3]) -> Contact {
    let b = TestBody::new(b, rotated(piece(at, [-1.0, 0.0, 0.0]), rotation));
    let found = impact(a, &b).unwrap();
    contact_at_impact(&a.moving(), &b.moving(), &found)
}

fn cube() -> Shape {
    Shape::cuboid(Vector3::repeat(1.0)).unwrap()
}

#[track_caller]
fn assert_contact(contact: &Contact, point: [f64; 3]) {
    assert!((contact.point - vector(point)).norm() < 1e-12, "{contact:?} not at {point:?}");
    assert!(
        (contact.normal - Vector3::x()).norm() < 1e-12 && contact.depth < 1e-12,
        "{contact:?}"
    );
}

#[test]
fn faces_meet_at_the_centroid_of_their_common_area() {
    for shape in [cube(), cube_mesh(), Shape::convex(corners()).unwrap()] {
        let a = TestBody::new(shape, piece(STILL, STILL));
        for other in [cube(), cube_mesh(), Shape::convex(corners()).unwrap()] {
            assert_contact(&meet(&a, other.clone(), [9.0, 0.0, 0.0], STILL), [1.0, 0.0, 0.0]);
            assert_contact(&meet(&a, other.clone(), [9.0, 1.0, 0.5], STILL), [1.0, 0.5, 0.25]);
            // A quarter turn about x, a half about y.
            assert_contact(&meet(&a, other, [9.0, 1.0, 0.5], [FRAC_PI_2, 0.0, 0.0]), [1.0, 0.5, 0.25]);
        }
        // Smaller than the face, rotated in its plane.
        let small = Shape::cuboid(Vector3::repeat(0.2)).unwrap();
        assert_contact(&meet(&a, small, [9.0, 0.3, -0.4], [0.7, 0.0, 0.0]), [1.0, 0.3, -0.4]);
    }
}

fn corners() -> Vec<Vector3<f64>> {
    (0..8)
        .map(|i| Vector3::from_fn(|axis, _| if i >> axis & 1 == 0 { -1.0 } else { 1.0 }))
        .collect()
}

#[test]
fn edges_and_corners_meet_at_the_centroid_of_the_patch() {
    let a = TestBody::new(cube(), piece(STILL, STILL));
    // An edge on the face, sticking out on one side.
    assert_contact(&meet(&a, cube(), [9.0, 0.0, 1.5], [0.0, 0.0, FRAC_PI_4]), [1.0, 0.0, 0.75]);
    // Two edges that cross.
    let edge_up = TestBody::new(cube(), rotated(piece(STILL, STILL), [0.0, 0.0, FRAC_PI_4]));
    let root = 2f64.sqrt();
    assert_contact(
        &meet(&edge_up, cube(), [9.0, 0.25, -0.25], [0.0, FRAC_PI_4, 0.0]),
        [root, 0.0, -0.25],
    );
    // Two edges along each other, half of each shared; the normal is one of many.
    let contact = meet(&edge_up, cube(), [9.0, 0.0, 1.0], [0.0, 0.0, FRAC_PI_4]);
    assert!((contact.point - vector([root, 0.0, 0.5])).norm() < 1e-12, "{contact:?}");
}

#[test]
fn balls_and_capsules_touch_a_face() {
    for shape in [cube(), cube_mesh()] {
        let a = TestBody::new(shape, piece(STILL, STILL));
        assert_contact(
            &meet(&a, Shape::ball(0.5).unwrap(), [9.0, 0.3, -0.2], STILL),
            [1.0, 0.3, -0.2],
        );
        // A capsule lying on the face, half over its rim.
        let capsule = Shape::capsule(1.0, 0.5).unwrap();
        assert_contact(&meet(&a, capsule.clone(), [9.0, 1.0, 0.25], STILL), [1.0, 0.5, 0.25]);
        // Its tip.
        assert_contact(&meet(&a, capsule, [9.0, 0.1, 0.25], [0.0, 0.0, FRAC_PI_2]), [1.0, 0.1, 0.25]);
    }
    let a = TestBody::new(Shape::capsule(1.0, 0.5).unwrap(), piece(STILL, STILL));
    assert_contact(
        &meet(&a, Shape::capsule(1.0, 0.25).unwrap(), [9.0, 1.0, 0.0], STILL),
        [0.5, 0.5, 0.0],
    );
    assert_contact(
        &meet(&a, Shape::ball(0.25).unwrap(), [9.0, 0.75, 0.0], STILL),
        [0.5, 0.75, 0.0],
    );
}

#[test]
fn several_parts_in_contact_share_one_centroid() {
    // A table on four legs that falls on a big cube.
    let leg = Shape::cuboid(vector([1.0, 0.1, 0.1])).unwrap();
    let places = [[0.5, 0.5], [0.5, -0.5], [-0.5, 0.5], [-0.5, -0.5]];
    let legs = places.map(|[y, z]| (Isometry3::translation(0.0, y, z), leg.clone()));
    let table = Shape::compound(legs.to_vec()).unwrap();
    let a = TestBody::new(Shape::cuboid(Vector3::repeat(1.0)).unwrap(), piece(STILL, STILL));
    assert_contact(&meet(&a, table, [9.0, 0.1, 0.2], STILL), [1.0, 0.1, 0.2]);
}

#[test]
fn walls_touch_the_centroid_of_the_feature_towards_them() {
    let body = TestBody::new(cube_mesh(), piece([1.0, 2.0, 3.0], [0.0, -1.0, 0.0]));
    let [min, max] = [-10.0, 10.0].map(Vector3::repeat);
    let (time, wall) = first_wall_impact(&body.moving(), &min, &max, &Wall::ALL).unwrap();
    assert_eq!((time, wall), (11.0, Wall::MinY));
    let contact = wall_contact(&body.moving(), wall, time);
    assert!((contact.point - vector([1.0, -10.0, 3.0])).norm() < 1e-14, "{contact:?}");
    assert_eq!(contact.normal, -Vector3::y());
}

#[test]
fn depth_is_the_least_separating_displacement() {
    let a = TestBody::new(cube(), piece(STILL, STILL));
    let at = |shape: Shape, position: [f64; 3]| {
        let b = TestBody::new(shape, piece(position, STILL));
        contact_at(&a.moving(), &b.moving(), 0.0)
    };
    let contact = at(cube(), [1.75, 0.5, 0.0]).unwrap();
    assert_eq!((contact.depth, contact.normal), (0.25, Vector3::x()));
    assert!((contact.point - vector([0.875, 0.25, 0.0])).norm() < 1e-14, "{contact:?}");
    let contact = at(Shape::ball(0.5).unwrap(), [0.0, 1.25, 0.0]).unwrap();
    assert_eq!((contact.depth, contact.normal), (0.25, Vector3::y()));
    assert!((contact.point - vector([0.0, 0.875, 0.0])).norm() < 1e-14, "{contact:?}");
    // Its centre is inside.
    let contact = at(Shape::ball(0.5).unwrap(), [0.0, 0.0, -0.75]).unwrap();
    assert_eq!((contact.depth, contact.normal), (0.75, -Vector3::z()));
    let contact = at(Shape::capsule(0.5, 0.25).unwrap(), [0.8, 0.0, 0.0]).unwrap();
    assert!(
        (contact.depth - 0.45).abs() < 1e-15 && contact.normal == Vector3::x(),
        "{contact:?}"
    );
    assert!(at(cube(), [2.0, 2.0, 2.0]).is_some());
    assert!(at(cube(), [2.0, 2.0, 2.0 + 1e-12]).is_none());
}

#[test]
fn displacement_by_the_depth_separates() {
    let mut random = Random::new(41);
    let kinds = ["ball", "cuboid", "capsule", "hull"];
    for case in 0..200 {
        let [a, b] = random.pair([kinds[case % 4], kinds[case / 4 % 4]], false);
        let Some(times) = intervals(&a, &b).first() else { continue };
        let t = times.begin + (times.end - times.begin) * random.unit();
        let Some(contact) = contact_at(&a.moving(), &b.moving(), t) else {
            panic!("case {case}: no contact at {t} in {times:?}")
        };
        // Moved out by a little less than the depth they still touch; by a little more they do not.
        let moved = |depth: f64| {
            let piece = b.piece.rebased(t);
            b.with(MotionPiece {
                position: piece.position + contact.normal * depth,
                ..piece
            })
        };
        let (less, more) = (moved(contact.depth - 1e-6), moved(contact.depth + 1e-6));
        assert!(
            contact_at(&a.moving(), &less.moving(), t).is_some(),
            "case {case}: {contact:?}"
        );
        assert!(
            contact_at(&a.moving(), &more.moving(), t).is_none(),
            "case {case}: {contact:?}"
        );
    }
}
