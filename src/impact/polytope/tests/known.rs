//! Cases with a known result: sliding, corners, touching, parallel triangles, scales.

use super::super::instant::Separation;
use super::*;
use nalgebra::UnitVector3;

#[test]
fn a_box_slides_over_two_flush_boxes() {
    let (floor, slider) = (upright([2.0, 1.0, 2.0]), upright([0.5, 0.5, 0.5]));
    for rounding in [0.0, 1e-16, -1e-16, 2e-16, -2e-16] {
        // The second floor box, ahead; and sliding on to it.
        let rel = relative([-5.0, 1.5 + rounding, 0.0], [3.0, 0.0, 0.0], [0.0; 3]);
        assert_eq!(first(&floor, &slider, &rel), None);
        let rel = relative([-2.5, 1.5 + rounding, 0.0], [3.0, 0.0, 0.0], [0.0; 3]);
        assert_eq!(first(&floor, &slider, &rel), None);
        // Pressed down by gravity it hits the second box, on the edge.
        let rel = relative([-2.5, 1.5 + rounding, 0.0], [3.0, 0.0, 0.0], [0.0, -10.0, 0.0]);
        assert!(first(&floor, &slider, &rel).is_some());
    }
    let rel = relative([-5.0, 1.5, 0.0], [3.0, 0.0, 0.0], [0.0; 3]);
    assert_eq!(contact(&floor, &slider, &rel), Intervals::one(2.5 / 3.0, 7.5 / 3.0));
    // A step of a millionth is a step.
    let rel = relative([-5.0, 1.5 - 1e-6, 0.0], [3.0, 0.0, 0.0], [0.0; 3]);
    let entry = first(&floor, &slider, &rel).unwrap();
    assert_eq!(entry.normal, -Vector3::x());
}

#[test]
fn corners_that_meet_are_hits() {
    let (a, b) = (upright([1.0; 3]), upright([0.5; 3]));
    let rel = relative([-5.0, -5.0, -5.0], [2.0, 2.0, 2.0], [0.0; 3]);
    let entry = first(&a, &b, &rel).unwrap();
    assert_eq!(entry.s, 1.75);
    // After the response along one axis the others still close: no second hit.
    let rel = relative([-1.5, -1.5, -1.5], [-2.0, 2.0, 2.0], [0.0; 3]);
    assert_eq!(first(&a, &b, &rel), None);
    // Edge to edge, one passing under the other with nothing to spare, is a graze.
    let rel = relative([-3.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0; 3]);
    assert!(first(&a, &b, &rel).is_none());
    assert_eq!(contact(&a, &b, &rel), Intervals::one(1.5, 1.5));
}

#[test]
fn touching_at_the_start_collides_only_if_approaching() {
    let (a, b) = (upright([1.0; 3]), upright([0.5; 3]));
    for (velocity, acceleration, expected) in [
        ([0.0, -1.0, 0.0], [0.0; 3], Some(0.0)),
        ([0.0, 1.0, 0.0], [0.0; 3], None),
        ([1.0, 0.0, 0.0], [0.0; 3], None),
        ([0.0; 3], [0.0; 3], None),
        ([1.0, -1e-17, 0.0], [0.0; 3], None),
        ([0.0; 3], [0.0, -10.0, 0.0], Some(0.0)),
        ([0.0; 3], [0.0, 10.0, 0.0], None),
        ([0.0, 10.0, 0.0], [0.0, -10.0, 0.0], Some(2.0)),
        ([0.0, 1e-8, 0.0], [0.0, -10.0, 0.0], Some(2e-9)),
    ] {
        for rounding in [0.0, 3e-16, -3e-16] {
            let rel = relative([0.2, 1.5 + rounding, 0.1], velocity, acceleration);
            let found = first(&a, &b, &rel).map(|entry| entry.s);
            let near = match (found, expected) {
                (Some(found), Some(expected)) => (found - expected).abs() <= 1e-15,
                (None, None) => true,
                _ => false,
            };
            assert!(near, "{rounding:e} {velocity:?} {acceleration:?}: {found:?}");
        }
    }
    // Deep overlap: the axis of least depth decides, and a parting pair must part first.
    let inside = |velocity: [f64; 3]| first(&a, &b, &relative([0.0, 1.2, 0.0], velocity, [0.0; 3]));
    assert_eq!(inside([0.0, -1.0, 0.0]).map(|entry| entry.normal), Some(Vector3::y()));
    assert_eq!(inside([5.0, 1.0, 0.0]), None);
}

/// Square of two triangles at height 0, half a side 1, normals along `up`.
fn square(up: f64) -> [Polytope; 2] {
    let corner = |x: f64, z: f64| [x, 0.0, z];
    let [p, q, r, s] = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    let [mut one, mut other] = [triangle([p, q, r]), triangle([p, r, s])];
    for flat in [&mut one, &mut other] {
        if flat.normals[0].y * up < 0.0 {
            flat.normals[0] = -flat.normals[0];
        }
    }
    [one, other]
}

fn rotated(flat: &Polytope, rotation: &UnitQuaternion<f64>) -> Polytope {
    Polytope {
        vertices: flat.vertices.iter().map(|v| rotation * v).collect(),
        normals: flat.normals.iter().map(|v| rotation * v).collect(),
        edges: flat.edges.iter().map(|v| rotation * v).collect(),
        flat: flat.flat,
        cuboid: None,
    }
}

fn first_of_all(a: &[Polytope], b: &[Polytope], rel: &Relative) -> Option<Entry> {
    let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (a, b)));
    pairs.filter_map(|(a, b)| first(a, b, rel)).min_by(|x, y| x.s.total_cmp(&y.s))
}

#[test]
fn parallel_triangles_meet_face_to_face() {
    let mut random = Random::new(24);
    for case in 0..300 {
        let rotation = if case == 0 {
            UnitQuaternion::identity()
        } else {
            random.rotation()
        };
        let spin = UnitQuaternion::from_axis_angle(&UnitVector3::new_unchecked(Vector3::y()), random.signed());
        let a = square(1.0).map(|flat| rotated(&flat, &rotation));
        let b = square(-1.0).map(|flat| rotated(&rotated(&flat, &spin), &rotation));
        let put = |position: [f64; 3], velocity: [f64; 3], acceleration: [f64; 3]| {
            let [p, v, w] = [position, velocity, acceleration].map(|x| (rotation * Vector3::from(x)).into());
            relative(p, v, w)
        };
        let at = |rel: Relative| first_of_all(&a, &b, &rel);
        // From above and below, uniform and thrown.
        for side in [1.0, -1.0] {
            let entry = at(put([0.3, 4.0 * side, 0.2], [0.1, -2.0 * side, 0.0], [0.0; 3])).unwrap();
            assert!((entry.s - 2.0).abs() < 1e-14, "case {case}: {entry:?}");
            assert!((entry.normal - rotation * Vector3::y() * side).norm() < 1e-14);
            let entry = at(put([0.0, 0.5 * side, 0.0], [0.0, 2.0 * side, 0.0], [0.0, -5.0 * side, 0.0])).unwrap();
            assert!((entry.s - 1.0).abs() < 1e-14, "case {case}: {entry:?}");
        }
        // Just after, rounded either way: parting, and pressed.
        for rounding in [0.0, 3e-16, -3e-16] {
            assert_eq!(at(put([0.5, rounding, 0.2], [0.1, 2.0, 0.0], [0.0; 3])), None);
            assert_eq!(at(put([0.5, rounding, 0.2], [0.1, 0.0, 0.0], [0.0; 3])), None);
            let pressed = at(put([0.5, rounding, 0.2], [0.0, -1.0, 0.0], [0.0; 3])).unwrap();
            assert!(pressed.s <= 1e-15);
            let back = at(put([0.5, rounding, 0.2], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0])).unwrap();
            assert!((back.s - 2.0).abs() < 1e-14);
        }
        // A miss: down past it, then up from below under it.
        assert_eq!(at(put([3.5, 1.0, 0.0], [0.0, -1.0, 0.0], [0.0; 3])), None);
        let entry = at(put([6.0, 1.0, 0.0], [-1.0, -4.0, 0.0], [0.0, 1.0, 0.0])).unwrap();
        assert!((entry.normal + rotation * Vector3::y()).norm() < 1e-14);
        assert!((entry.s - (4.0 + 14f64.sqrt())).abs() < 1e-13);
    }
}

#[test]
fn coplanar_triangles_touch_without_impact() {
    let (a, b) = (square(1.0), square(1.0));
    let rel = relative([-4.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0; 3]);
    assert_eq!(first_of_all(&a, &b, &rel), None);
    let times = a.iter().flat_map(|a| b.iter().map(move |b| contact(a, b, &rel)));
    let all = times.fold(Intervals::none(), |all, part| all.union(&part));
    assert_eq!(all, Intervals::one(2.0, 6.0));
    let through = relative([0.0, -1.0, 0.0], [0.0, 1.0, 0.0], [0.0; 3]);
    assert_eq!(contact(&a[0], &b[0], &through), Intervals::one(1.0, 1.0));
}

#[test]
fn nearly_parallel_triangles_and_edges_meet() {
    let b = square(-1.0);
    for tilt in [1e-3, 1e-5, 1e-7, 1e-9, 1e-11, 1e-13, 1e-15, 1e-17] {
        let rotation = UnitQuaternion::from_scaled_axis(Vector3::new(0.0, 0.0, tilt));
        let a = square(1.0).map(|flat| rotated(&flat, &rotation));
        let down = relative([0.0, 4.0, 0.0], [0.0, -2.0, 0.0], [0.0; 3]);
        let entry = first_of_all(&a, &b, &down).unwrap();
        assert!(
            (entry.s - (2.0 - 0.5 * tilt)).abs() < 1e-12 + 1e-3 * tilt,
            "{tilt:e}: {entry:?}"
        );
        // Past the rim.
        let missing = relative([2.0 + 1e-6, 4.0, 0.0], [0.0, -2.0, 0.0], [0.0; 3]);
        assert_eq!(first_of_all(&a, &b, &missing), None, "{tilt:e}");
        // Boxes: faces and edges nearly parallel.
        let (below, above) = (cuboid([1.0; 3], rotation, Vector3::zeros()), upright([1.0; 3]));
        let entry = first(&below, &above, &down).unwrap();
        assert!(
            (entry.s - (1.0 - 0.5 * tilt)).abs() < 1e-12 + 1e-3 * tilt,
            "{tilt:e}: {entry:?}"
        );
    }
}

#[test]
fn separation_at_an_instant() {
    let (a, b) = (upright([1.0; 3]), upright([0.5; 3]));
    let here = |x: f64, y: f64, z: f64| separation(&a, &b, &Vector3::new(x, y, z));
    assert_eq!(
        here(3.0, 0.0, 0.0),
        Separation {
            gap: 1.5,
            normal: Vector3::x()
        }
    );
    assert_eq!(
        here(0.0, -1.25, 0.5),
        Separation {
            gap: -0.25,
            normal: -Vector3::y()
        }
    );
    assert_eq!(here(0.0, 0.0, 1.5).gap, 0.0);
}

#[test]
fn results_are_independent_of_scale() {
    let mut random = Random::new(25);
    for _ in 0..200 {
        let (a, b) = (random.polytope(), random.polytope());
        let position = random.vector(1.0).normalize() * 6.0;
        let velocity = random.vector(0.5) - position;
        for acceleration in [Vector3::zeros(), random.vector(1.0)] {
            let rel = relative(position.into(), velocity.into(), acceleration.into());
            let found = first(&a, &b, &rel);
            for power in [-40, 40] {
                let scale = 2f64.powi(power);
                let scaled = |polytope: &Polytope| Polytope {
                    vertices: polytope.vertices.iter().map(|v| v * scale).collect(),
                    ..polytope.clone()
                };
                let rel = relative(
                    (position * scale).into(),
                    (velocity * scale).into(),
                    (acceleration * scale).into(),
                );
                assert_eq!(first(&scaled(&a), &scaled(&b), &rel), found);
            }
        }
    }
}

#[test]
fn longer_windows_give_the_same_result() {
    let (a, b) = (upright([1.0; 3]), upright([0.5; 3]));
    let rel = relative([-5.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0; 3]);
    assert_eq!(first_entry(&a, &b, &rel, ALWAYS), first(&a, &b, &rel));
    assert_eq!(intervals(&a, &b, &rel, ALWAYS), Intervals::one(1.75, 3.25));
}
