//! Colliders: volumes, tight boxes, trees.

use super::exact::cube_mesh;
use super::random::{KINDS, Random};
use super::*;
use nalgebra::Isometry3;
use std::f64::consts::PI;

fn collider(shape: Shape) -> Collider {
    Collider::new(&shape).unwrap()
}

#[track_caller]
fn assert_volume(shape: Shape, expected: f64) {
    let volume = collider(shape).volume().unwrap();
    assert!((volume - expected).abs() < 1e-13 * expected, "{volume} {expected}");
}

#[test]
fn volumes_of_all_shapes() {
    assert_volume(Shape::ball(2.0).unwrap(), 4.0 / 3.0 * PI * 8.0);
    assert_volume(Shape::cuboid(vector([1.0, 2.0, 3.0])).unwrap(), 48.0);
    assert_volume(Shape::capsule(1.5, 2.0).unwrap(), 12.0 * PI + 4.0 / 3.0 * PI * 8.0);
    assert_volume(cube_mesh(), 8.0);
    let corner = vec![vector([0.0; 3]), Vector3::x(), Vector3::y(), Vector3::z()];
    assert_volume(Shape::convex(corner).unwrap(), 1.0 / 6.0);
    let far = Isometry3::translation(1e6, 0.0, 0.0);
    assert_volume(
        Shape::compound(vec![(far, cube_mesh()), (far, Shape::ball(1.0).unwrap())]).unwrap(),
        8.0 + 4.0 / 3.0 * PI,
    );
    assert!(collider(Shape::half_space(Vector3::y()).unwrap()).volume().is_none());
    // A surface that encloses nothing.
    let triangle = Shape::mesh(vec![vector([0.0; 3]), Vector3::x(), Vector3::y()], vec![[0, 1, 2]]).unwrap();
    assert!(collider(triangle).volume().is_none());
    // A ring of many segments is near the torus, 2 pi² major minor².
    let volume = collider(Shape::ring(2.0, 0.5, 512, 256).unwrap()).volume().unwrap();
    let torus = 2.0 * PI * PI * 2.0 * 0.25;
    assert!((volume / torus - 1.0).abs() < 2e-4, "{volume} {torus}");
}

/// Checks the box of a shape: a plane that comes from each side first touches the shape at the box's
/// face.
pub(super) fn assert_tight_box(shape: &Shape, rotation: &UnitQuaternion<f64>, case: &str) {
    let extents = collider(shape.clone()).extents(rotation);
    for axis in 0..3 {
        for (sign, face) in [(1.0, extents.max[axis]), (-1.0, extents.min[axis])] {
            let normal = Vector3::ith(axis, -sign);
            let plane = TestBody::new(Shape::half_space(normal).unwrap(), piece([0.0; 3], [0.0; 3]));
            let start = piece((normal * 10.0).into(), (-normal).into());
            let body = TestBody::new(
                shape.clone(),
                MotionPiece {
                    orientation: *rotation,
                    ..start
                },
            );
            let found = impact(&plane, &body).unwrap();
            assert!(
                (found.time - (10.0 - face.abs())).abs() < 1e-13,
                "{case} axis {axis}: {found:?} {face}"
            );
        }
    }
    let radius = shape.bounding_radius() * (1.0 + 1e-14);
    assert!(extents.min.amin() >= -radius && extents.max.amax() <= radius, "{case}");
}

#[test]
fn extents_are_tight() {
    let mut random = Random::new(47);
    for case in 0..300 {
        let kind = KINDS[case % KINDS.len()];
        assert_tight_box(&random.shape(kind), &random.rotation(), &format!("case {case} {kind}"));
    }
    let exact = collider(Shape::cuboid(vector([1.0, 2.0, 3.0])).unwrap()).extents(&UnitQuaternion::identity());
    assert_eq!((exact.min, exact.max), (vector([-1.0, -2.0, -3.0]), vector([1.0, 2.0, 3.0])));
}

#[test]
fn trees_contain_their_leaves() {
    for shape in [
        Shape::ring(1.0, 0.3, 8, 4).unwrap(),
        Shape::ring(1.0, 0.3, 50, 31).unwrap(),
        cube_mesh(),
        Shape::ball(1.0).unwrap(),
    ] {
        let collider = collider(shape);
        let parts = collider.parts().unwrap();
        parts.tree.sanity_check(parts.leaves.len());
    }
}
