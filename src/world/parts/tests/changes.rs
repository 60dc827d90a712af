//! What users do between two stretches, and where parts end.

use super::super::division::Division;
use super::scenes::{Crowd, Random};
use super::{SMALL, advance_both, assert_same, assert_same_events};
use crate::MotionChange;
use crate::scene::{Body, Shape};
use crate::world::World;
use nalgebra::Vector3;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[test]
fn operations_between_stretches_change_nothing_else() {
    for is_periodic in [false, true] {
        let crowd = Crowd {
            is_periodic,
            ..Crowd::default()
        };
        let mut worlds = [crowd.world(1), crowd.world(3)];
        let mut random = Random::new(3);
        for round in 1..20 {
            advance_both(&mut worlds, 0.3 * f64::from(round), round % 3 == 0, &format!("round {round}"));
            let ids: Vec<_> = worlds[0].bodies().collect();
            let (chosen, velocity) = (ids[random.below(ids.len())], random.vector());
            let place = worlds[0].pose(chosen).unwrap().translation.vector;
            let another = Body::new(Shape::ball(0.3).unwrap()).position(place).velocity(random.vector());
            for world in &mut worlds {
                match round % 6 {
                    0 => world.remove(chosen).unwrap(),
                    1 => world.set_motion(chosen, &MotionChange::velocity(velocity)).unwrap(),
                    2 => drop(world.step().unwrap()),
                    3 => world.set_gravity(velocity * 0.1).unwrap(),
                    4 => {
                        world.remove(chosen).unwrap();
                        world.insert(another.clone()).unwrap();
                    }
                    _ => drop(world.schedule(world.time() + 0.1, 7).unwrap()),
                }
            }
        }
        assert!(worlds[1].part_counts()[0] > 20);
    }
}

#[test]
fn snapshots_while_the_world_is_behind_go_on_with_the_same_events() {
    // No broad phase finds the pairs of a floor.
    for has_floor in [false, true] {
        let crowd = Crowd {
            has_floor,
            ..Crowd::default()
        };
        let mut worlds = [crowd.world(1), crowd.world(3)];
        for round in 1..6 {
            let what = format!("floor: {has_floor}, round {round}");
            advance_both(&mut worlds, 0.5 * f64::from(round), true, &what);
            let [one, several] = worlds.each_ref().map(World::snapshot);
            worlds = [
                crowd.builder(1).restore(&several).unwrap(),
                crowd.builder(3).restore(&one).unwrap(),
            ];
        }
    }
}

#[test]
fn a_panic_of_the_caller_loses_no_event() {
    let crowd = Crowd::default();
    let (mut one, mut several) = (crowd.world(1), crowd.world(3));
    let expected = one.advance_to(3.0).unwrap().to_vec();
    let mut events = Vec::new();
    let mut rounds = 0;
    let mut is_done = false;
    while !is_done {
        rounds += 1;
        let run = AssertUnwindSafe(|| {
            several.advance_with(3.0, |event| {
                events.push(event);
                assert!(!events.len().is_multiple_of(37));
            })
        });
        is_done = catch_unwind(run).is_ok();
    }
    assert!(rounds > 3, "{rounds}");
    assert_same_events(&expected, &events, "with panics");
    assert_same(&one, &several, true, "with panics");
}

#[test]
fn a_world_does_not_divide_where_windows_would_be_short() {
    let mut world = Crowd::default().world(2);
    let divides = |world: &World, shortest: f64| Division::of(world, &SMALL, shortest).is_some();
    assert!(divides(&world, 0.1) && !divides(&world, 100.0));
    let first = world.bodies().next().unwrap();
    world.set_motion(first, &MotionChange::velocity(Vector3::z() * 1e3)).unwrap();
    assert!(divides(&world, 0.0) && !divides(&world, 0.1));
}

#[test]
fn many_short_stretches_are_done_in_the_same_parts() {
    let crowd = Crowd::default();
    let mut worlds = [crowd.world(1), crowd.world(2)];
    for round in 1..100 {
        advance_both(&mut worlds, 0.02 * f64::from(round), false, "short");
    }
    assert!(worlds[1].is_behind_parts() && worlds[1].part_counts()[0] > 60);
    // Reading changes nothing, and a change ends it.
    let first = worlds[1].bodies().next().unwrap();
    let [one, several] = &mut worlds;
    for world in [one, several] {
        world.set_motion(first, &MotionChange::velocity(Vector3::z())).unwrap();
    }
    assert!(!worlds[1].is_behind_parts());
    advance_both(&mut worlds, 3.0, true, "after a change");
}

#[test]
fn parts_end_where_most_bodies_are_ghosts() {
    let mut crowd = Crowd {
        has_floor: true,
        gravity: -Vector3::y(),
        restitution: 0.3,
        friction: 0.4,
        ..Crowd::default()
    };
    crowd.tuning.most_ghosts = 0.4;
    let mut worlds = [crowd.world(1), crowd.world(2)];
    let mut ends = 0;
    for round in 1..=20 {
        advance_both(&mut worlds, 0.5 * f64::from(round), false, &format!("round {round}"));
        ends += u32::from(!worlds[1].is_behind_parts());
    }
    let windows = worlds[1].part_counts()[0];
    assert!(windows > 5 && ends > 5, "{windows} windows, {ends} ends");
}
