use crate::impact::Moving;
use crate::impact::collider::Collider;
use crate::impact::near_points::{Places, near_points};
use crate::motion::MotionPiece;
use crate::scene::Shape;
use nalgebra::{UnitQuaternion, Vector3};

/// Where a body that lies along x over the end of an upright cylinder of radius 0.2 is near it: the least and the
/// greatest place along x. `away`: from the axis of the cylinder, in radii.
fn ends(over: &Shape, height: f64, away: f64, swapped: bool) -> [f64; 2] {
    let cylinder = Shape::cylinder(0.1, 0.2).expect("a height and a radius");
    let colliders = [&cylinder, over].map(|shape| Collider::new(shape).expect("a shape"));
    let across = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), std::f64::consts::FRAC_PI_2);
    let pieces = [
        MotionPiece::at_rest(),
        MotionPiece {
            position: Vector3::new(0.05, 0.1 + height, 0.2 * away),
            orientation: across,
            ..MotionPiece::at_rest()
        },
    ];
    let extents = [0, 1].map(|side| colliders[side].extents(&pieces[side].orientation));
    let [below, above] = [0, 1].map(|side| Moving::new(&colliders[side], &pieces[side], &extents[side]));
    let found = match swapped {
        false => near_points(&below, &above, 0.0, 1e-3, Places::Corners),
        true => near_points(&above, &below, 0.0, 1e-3, Places::Corners),
    };
    assert!(found.iter().all(|near| (near.gap - 1e-4).abs() < 1e-9), "{found:?}");
    let along = || found.iter().map(|near| near.point.x);
    [
        along().fold(f64::INFINITY, f64::min),
        along().fold(f64::NEG_INFINITY, f64::max),
    ]
}

#[test]
fn an_edge_over_a_round_end_is_near_it_up_to_the_rim() {
    let capsule = Shape::capsule(0.5, 0.03).expect("a height and a radius");
    let side = Shape::cylinder(0.5, 0.03).expect("a height and a radius");
    for shape in [capsule, side] {
        for away in [0.0, 0.3, 0.6, -0.9, 0.97, 0.99, 0.998] {
            for swapped in [false, true] {
                let [low, high] = ends(&shape, 0.03 + 1e-4, away, swapped);
                let half = 0.2 * (1.0 - away * away).sqrt();
                assert!(
                    (low + half).abs() < 1e-9 && (high - half).abs() < 1e-9,
                    "{away}: {low}, {high}, {half}"
                );
            }
        }
    }
}

#[test]
fn an_edge_that_ends_over_a_round_end_is_near_it_up_to_its_end() {
    let capsule = Shape::capsule(0.1, 0.03).expect("a height and a radius");
    for away in [0.5, 0.6, 0.65, 0.66, 0.7] {
        let [low, high] = ends(&capsule, 0.03 + 1e-4, away, false);
        let half = 0.2 * (1.0_f64 - away * away).sqrt();
        let expected = [(-0.05_f64).max(-half), 0.15_f64.min(half)];
        assert!(
            (low - expected[0]).abs() < 1e-9 && (high - expected[1]).abs() < 1e-9,
            "{low}, {high}, {expected:?}"
        );
    }
}
