//! Gases in boxes on any number of threads.

use super::{Gas, compare, compare_lattices, compare_shallow, compare_with_operations};
use crate::Domain;
use crate::scene::Zeno;
use nalgebra::Vector3;

fn boxed(packing: f64) -> Gas {
    Gas {
        has_walls: true,
        ..Gas::new(packing)
    }
}

#[test]
fn any_number_of_threads_has_the_same_events() {
    for threads in [2, 3, 7, 16] {
        for packing in [0.1, 0.3, 0.45] {
            let targets = [0.2 / packing, 0.5 / packing];
            let (windows, _) = compare(&boxed(packing), threads, &targets, &format!("packing {packing}"));
            assert!(windows > 20, "packing {packing}: {windows} windows");
        }
    }
}

#[test]
fn boxes_may_be_cut_across_any_axis() {
    for cells in [[20, 6, 6], [6, 20, 6], [6, 6, 20]] {
        let gas = Gas { cells, ..boxed(0.3) };
        let (windows, _) = compare(&gas, 3, &[0.5, 1.0], &format!("{cells:?}"));
        assert!(windows > 20, "{cells:?}: {windows} windows");
    }
}

#[test]
fn mixtures_have_the_same_events() {
    for (packing, least_radius) in [(0.3, 0.7), (0.45, 0.8), (0.45, 0.1)] {
        let gas = Gas {
            least_radius,
            ..boxed(packing)
        };
        let (windows, _) = compare(&gas, 3, &[0.4, 1.0], &format!("packing {packing}, radii from {least_radius}"));
        assert!(windows > 20, "{windows} windows");
    }
}

#[test]
fn inelastic_walls_have_the_same_events() {
    for zeno in [Zeno::default(), Zeno::Elastic { within: 1e-3 }, Zeno::Error] {
        for friction in [0.0, 0.3] {
            let gas = Gas {
                restitution: 0.8,
                friction,
                zeno,
                ..boxed(0.3)
            };
            let what = format!("{zeno:?}, friction {friction}");
            let (windows, _) = compare(&gas, 3, &[0.5, 2.0], &what);
            assert!(windows > 20, "{what}: {windows} windows");
        }
    }
}

#[test]
fn shallow_ghosts_are_found_out() {
    let gas = boxed(0.3);
    compare_shallow(&gas, "gas");
    let gas = Gas {
        least_radius: 0.8,
        restitution: 0.9,
        zeno: Zeno::Elastic { within: 1e-2 },
        ..boxed(0.45)
    };
    compare_shallow(&gas, "mixture");
}

#[test]
fn short_windows_change_nothing() {
    let mut gas = boxed(0.3);
    gas.tuning.window = 0.002;
    let (windows, _) = compare(&gas, 3, &[0.3, 0.6], "short windows");
    assert!(windows > 400, "{windows} windows");
}

/// All rows of a lattice meet two walls, and each other, at the same times.
#[test]
fn simultaneous_collisions_with_walls_come_in_scene_order() {
    let domain = Domain::Box {
        min: Vector3::repeat(-0.5),
        max: Vector3::repeat(23.5),
    };
    let one = compare_lattices(domain);
    assert!(one.counters().wall_collisions > 100);
}

#[test]
fn operations_between_stretches_change_nothing_else() {
    let gas = Gas {
        restitution: 0.9,
        ..boxed(0.2)
    };
    compare_with_operations(&gas, "a box", |world, round, _| {
        world.set_default_restitution(1.0 - 0.01 * f64::from(round)).unwrap();
    });
}
