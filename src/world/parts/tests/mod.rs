//! Worlds of bodies of any shape on several threads against the same ones on one.

mod changes;
mod random;
mod scenes;

use super::super::{Counters, World};
use super::PartTuning;
use crate::event::Event;
use crate::world::QueryFilter;
use nalgebra::Vector3;
use scenes::Crowd;

/// Parts for few bodies, in short windows.
const SMALL: PartTuning = PartTuning {
    least_bodies: 2,
    bodies_an_island: 0,
    least_work: 0.0,
    least_window: 0.0,
    most_work: f64::INFINITY,
    least_serial: 16,
    way: 0.25,
    beyond: 1.0,
    least_width: 0.0,
    most_ghosts: f64::INFINITY,
    margin: 1.0,
};

/// The counters but for those of work.
fn counted(world: &World) -> Counters {
    let mut counters = world.counters();
    counters.broad_phase.clear();
    (counters.pair_begins, counters.pair_ends, counters.looks) = (0, 0, 0);
    (counters.predictions, counters.predictions_reused, counters.wall_predictions) = (0, 0, 0);
    counters.unresolved = 0;
    counters
}

/// Two worlds have the same state, to the bit. `queries`: they answer the same, too.
fn assert_same(one: &World, other: &World, queries: bool, what: &str) {
    assert_eq!(one.time(), other.time(), "{what}");
    let bits = |vectors: Vec<Vector3<f64>>| -> Vec<u64> { vectors.iter().flatten().map(|number| number.to_bits()).collect() };
    assert!(bits(one.positions()) == bits(other.positions()), "{what}: positions");
    assert!(bits(one.velocities()) == bits(other.velocities()), "{what}: velocities");
    assert_eq!(one.statistics(), other.statistics(), "{what}");
    assert_eq!(counted(one), counted(other), "{what}");
    assert!(
        one.snapshot_without_candidates() == other.snapshot_without_candidates(),
        "{what}: snapshots"
    );
    if queries {
        assert_eq!(one.overlapping_pairs(), other.overlapping_pairs(), "{what}");
        let ids: Vec<_> = one.bodies().collect();
        for id in ids.iter().step_by(ids.len() / 5 + 1) {
            assert_eq!(one.next_collision(*id), other.next_collision(*id), "{what}");
            let place = one.pose(*id).unwrap().translation.vector;
            let near = |world: &World| world.within(&place, 4.0, &QueryFilter::new()).unwrap();
            assert_eq!(near(one), near(other), "{what}");
        }
        for world in [one, other] {
            world.audit().expect(what);
            world.audit_parts().expect(what);
        }
    }
}

impl World {
    /// Checks the world of each part.
    fn audit_parts(&self) -> Result<(), String> {
        let parts = self.parts.division.iter().flat_map(|division| &division.parts);
        parts.map(|part| &part.world).try_for_each(World::audit)
    }
}

/// Events are the same, to the bit.
fn assert_same_events(one: &[Event], other: &[Event], what: &str) {
    let mut pairs = one.iter().zip(other);
    if let Some((one, other)) = pairs.find(|(one, other)| format!("{one:?}") != format!("{other:?}")) {
        panic!("{what}: {one:?} and {other:?}");
    }
    assert_eq!(one.len(), other.len(), "{what}");
}

/// Advances two worlds to a time, and compares all that happens.
fn advance_both([one, other]: &mut [World; 2], target: f64, queries: bool, what: &str) {
    let events = [
        one.advance_to(target).unwrap().to_vec(),
        other.advance_to(target).unwrap().to_vec(),
    ];
    assert_same_events(&events[0], &events[1], what);
    assert_same(one, other, queries, what);
}

/// Advances a crowd on one thread and on several, in several stretches. Returns the number of windows and of mismatches.
fn compare(crowd: &Crowd, threads: usize, targets: &[f64], what: &str) -> [u64; 2] {
    let mut worlds = [crowd.world(1), crowd.world(threads)];
    for target in targets {
        let what = format!("{what}, {threads} threads, to {target}");
        advance_both(&mut worlds, *target, *target == targets[targets.len() / 2], &what);
    }
    worlds[1].part_counts()
}

#[test]
fn any_number_of_threads_has_the_same_events() {
    for threads in [2, 3, 7, 16] {
        for is_periodic in [false, true] {
            let crowd = Crowd {
                is_periodic,
                ..Crowd::default()
            };
            let what = format!("periodic: {is_periodic}");
            let [windows, _] = compare(&crowd, threads, &[0.5, 1.0, 1.1, 4.0], &what);
            assert!(windows > 10, "{what}: {windows} windows");
        }
    }
}

#[test]
fn what_falls_on_a_floor_in_an_open_domain_has_the_same_events() {
    let crowd = Crowd {
        is_open: true,
        has_floor: true,
        restitution: 0.5,
        gravity: -Vector3::y(),
        ..Crowd::default()
    };
    let mut worlds = [crowd.world(1), crowd.world(3)];
    for target in [1.0, 4.0, 6.0, 8.0] {
        advance_both(&mut worlds, target, target == 6.0, &format!("to {target}"));
    }
    let ([windows, _], with_islands) = (worlds[1].part_counts(), worlds[1].windows_with_islands());
    assert!(with_islands > 20, "{windows} windows, {with_islands} with islands");
}

#[test]
fn what_falls_has_the_same_events() {
    for axis in 0..3 {
        let mut crowd = Crowd {
            restitution: 0.8,
            has_floor: axis == 1,
            ..Crowd::default()
        };
        crowd.gravity[axis] = -1.0;
        let [windows, _] = compare(&crowd, 3, &[0.5, 2.0, 3.0], &format!("along {axis}"));
        assert!(windows > 10, "{windows} windows");
    }
}

#[test]
fn ghosts_that_are_not_deep_enough_are_found_out() {
    let (mut windows, mut mismatches) = (0, 0);
    for seed in 1..=6 {
        let mut crowd = Crowd {
            seed,
            spacing: 2.2,
            ..Crowd::default()
        };
        (crowd.tuning.beyond, crowd.tuning.way) = (0.0, 1.0);
        let counts = compare(&crowd, 3, &[1.0, 3.0], &format!("seed {seed}"));
        (windows, mismatches) = (windows + counts[0], mismatches + counts[1]);
    }
    assert!(mismatches > 10, "{mismatches} mismatches in {windows} windows");
}

#[test]
fn windows_of_any_width_have_the_same_events() {
    for way in [0.01, 0.1, 2.0] {
        let mut crowd = Crowd::default();
        crowd.tuning.way = way;
        let [windows, _] = compare(&crowd, 2, &[0.2, 0.9], &format!("way {way}"));
        assert!(windows > 0, "{way}");
    }
}

/// Bodies that lie on each other have the same events. Along the axis that is cut, a stack is in several parts.
fn check_stacks(axis: usize, friction: f64, stretches: u32) {
    let mut crowd = Crowd {
        rotates: false,
        stacks: Some(axis),
        friction,
        ..Crowd::default()
    };
    crowd.gravity[axis] = -1.0;
    crowd.tuning.way = 0.1;
    let what = format!("along {axis}, friction {friction}");
    let mut worlds = [crowd.world(1), crowd.world(3)];
    for number in 1..=stretches {
        let target = 0.3 * f64::from(number);
        advance_both(&mut worlds, target, target > 1.4, &format!("{what}, to {target}"));
    }
    let ([windows, _], rests) = (worlds[1].part_counts(), worlds[1].counters().rests);
    assert!(windows > 10 && rests > 30, "{what}: {windows} windows, {rests} rests");
}

#[test]
fn what_lies_on_others_has_the_same_events() {
    for axis in 0..3 {
        check_stacks(axis, 0.0, 9);
    }
}

#[test]
fn what_lies_on_others_with_friction_has_the_same_events() {
    check_stacks(1, 0.4, 9);
}

#[test]
fn what_lies_on_others_with_friction_along_the_last_axis_has_the_same_events() {
    // (Stacks in which friction acts take longer.)
    check_stacks(2, 0.4, 5);
}
