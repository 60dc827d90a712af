//! Balls with spin on several threads.

use super::{Gas, compare, compare_shallow};
use crate::scene::Zeno;
use nalgebra::Vector3;

fn rough(has_walls: bool, packing: f64) -> Gas {
    Gas {
        has_walls,
        rotates: true,
        friction: 0.5,
        ..Gas::new(packing)
    }
}

#[test]
fn rough_balls_have_the_same_events() {
    for threads in [2, 3, 7, 16] {
        for has_walls in [true, false] {
            let what = format!("walls: {has_walls}");
            let (windows, _) = compare(&rough(has_walls, 0.3), threads, &[0.5, 1.5], &what);
            assert!(windows > 20, "{what}: {windows} windows");
        }
    }
}

#[test]
fn falling_rough_balls_have_the_same_events() {
    for has_walls in [true, false] {
        let gas = Gas {
            gravity: -Vector3::z(),
            restitution: 0.9,
            least_radius: 0.6,
            ..rough(has_walls, 0.4)
        };
        let what = format!("walls: {has_walls}");
        let (windows, _) = compare(&gas, 3, &[0.5, 1.5], &what);
        assert!(windows > 20, "{what}: {windows} windows");
    }
}

#[test]
fn shallow_ghosts_are_found_out() {
    for has_walls in [true, false] {
        let gas = Gas {
            restitution: 0.9,
            zeno: Zeno::Elastic { within: 1e-2 },
            ..rough(has_walls, 0.4)
        };
        compare_shallow(&gas, &format!("walls: {has_walls}"));
    }
}
