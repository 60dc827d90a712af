//! Balls with accelerations on any number of threads.

use super::{Gas, advance_both, compare, compare_shallow, compare_with_operations};
use crate::MotionChange;
use crate::scene::Zeno;
use nalgebra::Vector3;

fn falling(has_walls: bool, packing: f64) -> Gas {
    Gas {
        has_walls,
        gravity: Vector3::new(0.1, -0.2, -1.0),
        ..Gas::new(packing)
    }
}

#[test]
fn any_number_of_threads_has_the_same_events() {
    for threads in [2, 7, 16] {
        for (has_walls, packing) in [(true, 0.1), (true, 0.3), (false, 0.3), (false, 0.45)] {
            let targets = [0.2 / packing, 0.5 / packing];
            let what = format!("walls: {has_walls}, packing {packing}");
            let (windows, _) = compare(&falling(has_walls, packing), threads, &targets, &what);
            assert!(windows > 20, "{what}: {windows} windows");
        }
    }
}

#[test]
fn balls_may_fall_along_any_axis() {
    for axis in 0..3 {
        for has_walls in [true, false] {
            let mut gas = falling(has_walls, 0.3);
            gas.gravity = Vector3::zeros();
            gas.gravity[axis] = 3.0;
            let what = format!("walls: {has_walls}, along {axis}");
            let (windows, _) = compare(&gas, 3, &[0.5, 2.0], &what);
            assert!(windows > 20, "{what}: {windows} windows");
        }
    }
}

#[test]
fn balls_that_start_at_rest_have_the_same_events() {
    let gas = falling(true, 0.3);
    let mut worlds = [gas.world(1), gas.world(3)];
    for world in &mut worlds {
        let ids: Vec<_> = world.bodies().collect();
        for id in ids.into_iter().skip(40) {
            world.set_motion(id, &MotionChange::velocity(Vector3::zeros())).unwrap();
        }
    }
    let [one, several] = &mut worlds;
    for target in [1.0, 2.0, 4.0] {
        advance_both(several, one, target, "from rest");
    }
    assert!(several.sectors.windows > 20, "{} windows", several.sectors.windows);
}

#[test]
fn several_accelerations_have_the_same_events() {
    for has_walls in [true, false] {
        let gas = Gas {
            acceleration: Vector3::new(1.0, 0.5, 0.0),
            ..falling(has_walls, 0.3)
        };
        let what = format!("walls: {has_walls}");
        let (windows, _) = compare(&gas, 3, &[0.5, 1.5], &what);
        assert!(windows > 20, "{what}: {windows} windows");
    }
}

#[test]
fn falling_mixtures_have_the_same_events() {
    for (has_walls, least_radius) in [(true, 0.7), (true, 0.1), (false, 0.3)] {
        let gas = Gas {
            least_radius,
            ..falling(has_walls, 0.4)
        };
        let what = format!("walls: {has_walls}, radii from {least_radius}");
        let (windows, _) = compare(&gas, 3, &[0.4, 1.5], &what);
        assert!(windows > 20, "{what}: {windows} windows");
    }
}

/// Balls that may come to rest end the stretch.
#[test]
fn inelastic_falls_have_the_same_events() {
    let mut all = 0;
    for zeno in [Zeno::default(), Zeno::Stick { speed: 0.05 }, Zeno::Elastic { within: 1e-3 }] {
        for has_walls in [true, false] {
            let gas = Gas {
                restitution: 0.7,
                friction: 0.2,
                zeno,
                ..falling(has_walls, 0.3)
            };
            let what = format!("walls: {has_walls}, {zeno:?}");
            let (windows, _) = compare(&gas, 3, &[0.5, 2.0, 2.5], &what);
            all += windows;
        }
    }
    assert!(all > 50, "{all} windows");
}

#[test]
fn shallow_ghosts_are_found_out() {
    for has_walls in [true, false] {
        let gas = Gas {
            restitution: 0.95,
            zeno: Zeno::Elastic { within: 1e-2 },
            ..falling(has_walls, 0.4)
        };
        compare_shallow(&gas, &format!("walls: {has_walls}"));
    }
}

#[test]
fn operations_between_stretches_change_nothing_else() {
    for has_walls in [true, false] {
        let gas = falling(has_walls, 0.2);
        compare_with_operations(&gas, &format!("walls: {has_walls}"), |world, _, velocity| {
            world.set_gravity(velocity).unwrap();
        });
    }
}
