//! Surfaces of triangles: the closed forms of their pairs must be consistent with each other.

use super::super::super::Relative;
use super::super::super::relative::tests::relative;
use super::super::{Entry, Polytope};
use super::{Random, first, triangle, upright};
use nalgebra::{UnitQuaternion, Vector3};

/// The twelve triangles of a box, normals outward, rotated.
fn shell(half: [f64; 3], rotation: &UnitQuaternion<f64>) -> Vec<Polytope> {
    let corner = |i: usize| {
        let sign = |bit: usize| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
        Vector3::new(half[0] * sign(0), half[1] * sign(1), half[2] * sign(2))
    };
    let faces = [
        [0, 1, 3, 2],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 3, 7, 6],
        [0, 2, 6, 4],
        [1, 3, 7, 5],
    ];
    let mut triangles = Vec::new();
    for [p, q, r, s] in faces {
        for corners in [[p, q, r], [p, r, s]] {
            let outward = corner(p) + corner(r);
            let mut flat = triangle(corners.map(|i| (rotation * corner(i)).into()));
            if flat.normals[0].dot(&(rotation * outward)) < 0.0 {
                flat.normals[0] = -flat.normals[0];
            }
            triangles.push(flat);
        }
    }
    triangles
}

fn first_of_all(a: &[Polytope], b: &[Polytope], rel: &Relative) -> Option<Entry> {
    let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (a, b)));
    pairs.filter_map(|(a, b)| first(a, b, rel)).min_by(|x, y| x.s.total_cmp(&y.s))
}

fn rotations() -> Vec<UnitQuaternion<f64>> {
    let mut random = Random::new(41);
    let mut rotations = vec![UnitQuaternion::identity()];
    rotations.extend((0..40).map(|_| UnitQuaternion::from_scaled_axis(random.vector(3.0))));
    rotations
}

/// As `relative`, in axes rotated by `rotation`.
fn rotated(rotation: &UnitQuaternion<f64>, motion: [[f64; 3]; 3]) -> Relative {
    let [p, v, a] = motion.map(|x| (rotation * Vector3::from(x)).into());
    relative(p, v, a)
}

const STILL: [f64; 3] = [0.0; 3];

#[test]
fn aligned_shells_meet_when_boxes_do() {
    for rotation in rotations() {
        let (a, b) = (shell([1.0; 3], &rotation), shell([1.0; 3], &rotation));
        let entry = |motion| first_of_all(&a, &b, &rotated(&rotation, motion));
        // Face to face, edges flush; and with a shift.
        for shift in [0.0, 0.3] {
            let hit = entry([[shift, 5.0, 0.0], [0.0, -1.5, 0.0], STILL]).unwrap();
            assert!((hit.s - 2.0).abs() < 1e-14 && (hit.normal - rotation * Vector3::y()).norm() < 1e-14);
            let hit = entry([[shift, -5.0, shift], [0.0, 1.5, 0.0], STILL]).unwrap();
            assert!((hit.s - 2.0).abs() < 1e-14 && (hit.normal + rotation * Vector3::y()).norm() < 1e-14);
            for rounding in [0.0, 4e-16, -4e-16] {
                let at = [shift, 2.0 + rounding, 0.0];
                assert_eq!(entry([at, [0.0, 1.5, 0.0], STILL]), None);
                assert_eq!(entry([at, STILL, STILL]), None);
                assert!(entry([at, [0.0, -1.5, 0.0], STILL]).unwrap().s <= 1e-15);
                assert!(entry([at, STILL, [0.0, -10.0, 0.0]]).unwrap().s <= 1e-15);
                let back = entry([at, [0.0, 5.0, 0.0], [0.0, -10.0, 0.0]]).unwrap();
                assert!((back.s - 1.0).abs() < 1e-14);
            }
        }
    }
}

#[test]
fn a_shell_slides_over_flush_shells() {
    for rotation in rotations() {
        let (floor, slider) = (shell([2.0, 1.0, 2.0], &rotation), shell([0.5, 0.5, 0.5], &rotation));
        for rounding in [0.0, 2e-16, -2e-16] {
            for (x, velocity) in [(-5.0, [3.0, 0.0, 0.0]), (-2.5, [3.0, 0.0, 0.0]), (0.3, [3.0, 0.0, 1.0])] {
                let rel = rotated(&rotation, [[x, 1.5 + rounding, 0.1], velocity, STILL]);
                assert_eq!(first_of_all(&floor, &slider, &rel), None, "{x} {rounding:e}");
            }
        }
        let step = rotated(&rotation, [[-5.0, 1.5 - 1e-6, 0.1], [3.0, 0.0, 0.0], STILL]);
        let hit = first_of_all(&floor, &slider, &step).unwrap();
        assert!((hit.s - 2.5 / 3.0).abs() < 1e-14 && (hit.normal + rotation * Vector3::x()).norm() < 1e-9);
    }
}

/// A shell of triangles around a box meets other shells at the time at which the boxes meet.
#[test]
fn shells_meet_when_solids_do() {
    let mut random = Random::new(42);
    let mut hits = 0;
    for case in 0..300 {
        let rotation = |random: &mut Random| UnitQuaternion::from_scaled_axis(random.vector(3.0));
        let (turn_a, turn_b) = (rotation(&mut random), rotation(&mut random));
        let solid = |rotation: &UnitQuaternion<f64>| super::cuboid([1.0, 0.7, 0.4], *rotation, Vector3::zeros());
        let position = random.vector(1.0).normalize() * 5.0;
        let velocity = random.vector(1.5) - position;
        let acceleration = if case % 2 == 0 { Vector3::zeros() } else { random.vector(3.0) };
        let rel = relative(position.into(), velocity.into(), acceleration.into());
        let solids = first(&solid(&turn_a), &solid(&turn_b), &rel);
        let (a, b) = (shell([1.0, 0.7, 0.4], &turn_a), shell([1.0, 0.7, 0.4], &turn_b));
        let shells = first_of_all(&a, &b, &rel);
        match (solids, shells) {
            (Some(solid), Some(shell)) => {
                assert!((solid.s - shell.s).abs() < 1e-13, "case {case}: {solid:?} {shell:?}");
                hits += 1;
            }
            (None, None) => {}
            _ => panic!("case {case}: {solids:?} {shells:?}"),
        }
    }
    assert!(hits > 100, "{hits}");
}

#[test]
fn a_solid_meets_a_sheet() {
    // The normal of a triangle in the middle of a box, and one that hits the box edge on.
    let sheet = triangle([[0.0, -3.0, -3.0], [0.0, 3.0, -3.0], [0.0, 0.0, 4.0]]);
    let bullet = upright([0.1; 3]);
    let hit = first(&sheet, &bullet, &relative([-10.1, 0.0, 0.0], [900.0, 0.0, 0.0], STILL)).unwrap();
    assert!((hit.s - 10.0 / 900.0).abs() < 1e-17);
    assert_eq!(hit.normal, -Vector3::x());
    let hit = first(&bullet, &sheet, &relative([0.0, 0.0, 10.1], [0.0, 0.0, -1.0], STILL)).unwrap();
    assert!((hit.s - 7.0).abs() < 1e-14 && hit.normal == Vector3::z());
}
