//! Gases on any number of threads.

use super::{Gas, compare, compare_lattices, compare_shallow};
use crate::Domain;
use crate::scene::Zeno;
use nalgebra::Vector3;

#[test]
fn two_threads_have_the_same_events() {
    for packing in [0.1, 0.3, 0.45] {
        let targets = [0.2 / packing, 0.6 / packing];
        let (windows, _) = compare(&Gas::new(packing), 2, &targets, &format!("packing {packing}"));
        assert!(windows > 50, "packing {packing}: {windows} windows");
    }
}

#[test]
fn any_number_of_threads_has_the_same_events() {
    for threads in [3, 7, 16] {
        for packing in [0.1, 0.3, 0.45] {
            let (windows, _) = compare(&Gas::new(packing), threads, &[0.4 / packing], &format!("packing {packing}"));
            assert!(windows > 20, "packing {packing}: {windows} windows");
        }
    }
}

#[test]
fn mixtures_have_the_same_events() {
    for (packing, least_radius) in [(0.3, 0.7), (0.45, 0.8), (0.45, 0.1)] {
        let gas = Gas {
            least_radius,
            ..Gas::new(packing)
        };
        let (windows, _) = compare(&gas, 3, &[0.4, 1.0], &format!("packing {packing}, radii from {least_radius}"));
        assert!(windows > 20, "{windows} windows");
    }
}

#[test]
fn inelastic_gases_have_the_same_events() {
    for zeno in [Zeno::default(), Zeno::Elastic { within: 1e-3 }, Zeno::Error] {
        let gas = Gas {
            restitution: 0.8,
            zeno,
            ..Gas::new(0.3)
        };
        let (windows, _) = compare(&gas, 3, &[0.5, 2.0], &format!("{zeno:?}"));
        assert!(windows > 20, "{zeno:?}: {windows} windows");
    }
}

#[test]
fn shallow_ghosts_are_found_out() {
    let gas = Gas::new(0.3);
    compare_shallow(&gas, "gas");
}

#[test]
fn shallow_ghosts_of_inelastic_mixtures_are_found_out() {
    let gas = Gas {
        least_radius: 0.8,
        restitution: 0.9,
        zeno: Zeno::Elastic { within: 1e-2 },
        ..Gas::new(0.45)
    };
    compare_shallow(&gas, "gas");
}

#[test]
fn simultaneous_collisions_come_in_scene_order() {
    let domain = Domain::Periodic {
        min: Vector3::zeros(),
        max: Vector3::repeat(24.0),
    };
    compare_lattices(domain);
}
