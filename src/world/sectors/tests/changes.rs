//! Changes of the world between stretches.

use super::{Gas, Random, advance_both};
use crate::scene::{Body, BodyChange, Shape};
use crate::world::QueryFilter;
use crate::{MotionChange, World};
use nalgebra::Vector3;

#[test]
fn operations_between_stretches_change_nothing_else() {
    let gas = Gas::new(0.2);
    let mut worlds = [gas.world(1), gas.world(3)];
    let mut random = Random::new(3);
    for round in 1..12 {
        let target = 0.15 * f64::from(round);
        let [one, several] = &mut worlds;
        advance_both(several, one, target, &format!("round {round}"));
        let ids: Vec<_> = one.bodies().collect();
        let chosen = ids[(random.signed().abs() * ids.len() as f64) as usize % ids.len()];
        let velocity = random.vector() * 3.0;
        for world in &mut worlds {
            match round % 4 {
                0 => world.remove(chosen).unwrap(),
                1 => world.set_motion(chosen, &MotionChange::velocity(velocity)).unwrap(),
                2 => {
                    // A smaller ball where one was.
                    let place = world.pose(chosen).unwrap().translation.vector;
                    world.remove(chosen).unwrap();
                    world
                        .insert(Body::new(Shape::ball(0.3).unwrap()).position(place).velocity(velocity))
                        .unwrap();
                }
                _ => drop(world.step().unwrap()),
            }
        }
    }
    assert!(worlds[1].sectors.windows > 20, "{} windows", worlds[1].sectors.windows);
}

#[test]
fn scheduled_changes_come_in_time() {
    let gas = Gas::new(0.3);
    let mut worlds = [gas.world(1), gas.world(2)];
    for world in &mut worlds {
        let ids: Vec<_> = world.bodies().collect();
        for (number, id) in ids.into_iter().step_by(500).enumerate() {
            let change = MotionChange::velocity(Vector3::repeat(number as f64));
            world.schedule_motion(id, 0.3 + 0.1 * number as f64, change).unwrap();
        }
    }
    let [one, several] = &mut worlds;
    for target in [0.2, 0.9, 1.4] {
        advance_both(several, one, target, &format!("to {target}"));
    }
    assert!(several.sectors.windows > 20);
}

#[test]
fn single_steps_follow_a_stretch() {
    let gas = Gas::new(0.3);
    let mut worlds = [gas.world(1), gas.world(2)];
    for target in [0.3, 0.6, 0.9] {
        let [one, several] = &mut worlds;
        advance_both(several, one, target, "stretch");
        for _ in 0..100 {
            assert_eq!(one.step().unwrap(), several.step().unwrap());
        }
    }
}

#[test]
fn a_closure_that_panics_loses_no_event() {
    let gas = Gas::new(0.3);
    let mut worlds = [gas.world(1), gas.world(2)];
    let [one, several] = &mut worlds;
    let mut expected = Vec::new();
    one.advance_with(1.0, |event| expected.push(event)).unwrap();
    let mut events = Vec::new();
    for most in [1500, 1501, 3000, usize::MAX] {
        let run = std::panic::AssertUnwindSafe(|| {
            several.advance_with(1.0, |event| {
                events.push(event);
                assert!(events.len() < most, "enough");
            })
        });
        let result = std::panic::catch_unwind(run);
        assert_eq!(result.is_ok(), most == usize::MAX);
    }
    super::assert_same_events(&events, &expected, "after panics");
    super::assert_same(several, one, "after panics");
}

#[test]
fn queries_follow_a_stretch() {
    let gas = Gas::new(0.3);
    let mut worlds = [gas.world(1), gas.world(2)];
    let mut random = Random::new(5);
    let filter = QueryFilter::new();
    for target in [0.5, 1.0] {
        for world in &mut worlds {
            world.advance_to(target).unwrap();
        }
        let [one, several] = &worlds;
        for _ in 0..20 {
            let (from, way) = (random.vector() * 5.0, random.vector() * 5.0);
            let hits = [one, several].map(|world| world.cast_ray(&from, &way, 10.0, &filter).unwrap());
            assert_eq!(hits[0], hits[1]);
            let (low, high) = (from, from + way.abs());
            let inside = [one, several].map(|world| world.bodies_in_box(&low, &high, &filter).unwrap());
            assert_eq!(inside[0], inside[1]);
        }
        assert_eq!(one.overlapping_pairs(), several.overlapping_pairs());
        let ids: Vec<_> = one.bodies().step_by(300).collect();
        for id in ids {
            assert_eq!(one.next_collision(id).unwrap(), several.next_collision(id).unwrap());
        }
        several.audit().unwrap();
    }
    assert!(worlds[1].sectors.windows > 20);
}

#[test]
fn changes_of_constants_count() {
    let gas = Gas::new(0.3);
    let mut worlds = [gas.world(1), gas.world(2)];
    for (round, restitution) in [0.9, 1.0, 0.7].into_iter().enumerate() {
        let [one, several] = &mut worlds;
        advance_both(several, one, 0.4 * (round + 1) as f64, "constants");
        for world in &mut worlds {
            let id = world.bodies().next().unwrap();
            world.set_body(id, &BodyChange::new().restitution(restitution)).unwrap();
            world.reset_statistics();
        }
    }
}

#[test]
fn recorded_motions_are_the_same() {
    for has_walls in [true, false] {
        let gas = Gas {
            has_walls,
            rotates: has_walls,
            ..Gas::new(0.3)
        };
        let mut worlds = [gas.builder(1), gas.builder(3)].map(|builder| gas.fill(builder.record_motion(true)));
        for target in [0.5, 1.0] {
            let [one, several] = &mut worlds;
            advance_both(several, one, target, "recorded motions");
            let pieces = [one, several].map(|world| format!("{:?}", world.take_motion_pieces()));
            assert!(pieces[0] == pieces[1], "walls: {has_walls}, to {target}");
        }
        assert!(worlds[1].sectors.windows > 20);
    }
}

/// The lane of balls still has the cells of the time before the stretch then, and queries looked into them.
#[test]
fn queries_after_a_stretch_follow_a_change_of_the_threads() {
    let gas = Gas::new(0.3);
    let mut worlds = [gas.world(1), gas.world(2)];
    for world in &mut worlds {
        world.advance_to(1.0).unwrap();
    }
    worlds[1].set_threads(3);
    assert!(worlds[1].sectors.windows > 20);
    let [one, several] = worlds.each_ref().map(World::overlapping_pairs);
    assert!(one == several && one.len() > 100, "{} and {} pairs", one.len(), several.len());
}

/// The lane of balls takes over the motions of all stretches at once, whatever reads or changes it first.
#[test]
fn stretches_follow_each_other_unread() {
    let turning = Gas {
        has_walls: true,
        rotates: true,
        ..Gas::new(0.3)
    };
    let uses: [fn(&mut World); 5] = [
        |world| drop(world.positions()),
        |world| assert!(world.step().unwrap().is_some()),
        |world| world.set_threads(3),
        |world| {
            let id = world.bodies().nth(7).unwrap();
            world.set_motion(id, &MotionChange::velocity(Vector3::x())).unwrap();
        },
        |world| world.remove(world.bodies().last().unwrap()).unwrap(),
    ];
    let cases = uses.into_iter().enumerate();
    for ((number, change), gas) in cases.flat_map(|case| [(case, Gas::new(0.3)), (case, turning.clone())]) {
        let mut worlds = [gas.world(1), gas.world(3)];
        let what = format!("use {number}, walls: {}", gas.has_walls);
        let mut time = 0.0;
        for round in 0..3 {
            for _ in 0..=round {
                time += 0.2;
                let events = worlds.each_mut().map(|world| world.advance_to(time).unwrap().to_vec());
                super::assert_same_events(&events[0], &events[1], &what);
            }
            assert!(worlds[1].lanes.home().is_behind(), "{what}");
            worlds.iter_mut().for_each(change);
        }
        let [one, several] = &mut worlds;
        super::assert_same(several, one, &what);
        assert!(several.sectors.windows > 20, "{what}");
    }
}
