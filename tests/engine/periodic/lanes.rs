//! A periodic gas by the lane of balls and by leases: the same events to the bit, with random
//! operations during the run.

use super::scenes::{Outcome, cube, insert_apart};
use crate::support::{Random, rounds};
use kinesweep::{Body, BodyId, Domain, MotionChange, Settings, Shape, StepError, World, Zeno};
use nalgebra::Vector3;

fn is_gas(world: &World) -> bool {
    world.counters().entries().iter().any(|(name, _)| *name == "pairs looked at")
}

/// A random operation on both worlds between two events.
fn apply_random_operation(random: &mut Random, worlds: &mut [World; 2], ids: &mut Vec<BodyId>) -> Outcome {
    let id = ids[random.below(ids.len() as u64) as usize];
    match random.below(6) {
        0 => {
            let velocity = random.vector(3.0);
            for world in worlds {
                // A fixed body with a velocity is not supported by the lane of balls.
                let change = MotionChange::velocity(if world.velocity(id)? == Vector3::zeros() {
                    Vector3::zeros()
                } else {
                    velocity
                });
                world.set_motion(id, &change)?;
            }
        }
        1 => {
            let position = random.vector(20.0);
            let answers = worlds
                .each_mut()
                .map(|world| world.set_motion(id, &MotionChange::position(position)).is_ok());
            assert_eq!(answers[0], answers[1]);
        }
        2 if ids.len() > 10 => {
            ids.retain(|other| *other != id);
            for world in worlds {
                world.remove(id)?;
            }
        }
        3 => {
            let body = random.gas_ball(false, 20.0)?;
            let answers = worlds.each_mut().map(|world| world.insert(body.clone()).ok());
            assert_eq!(answers[0], answers[1]);
            ids.extend(answers[0]);
        }
        4 => {
            let times = worlds.each_mut().map(World::next_event_time);
            // Bodies that move far are handled differently: in the lane of balls by their cells.
            assert!(times[0].is_some() && times[1].is_some());
        }
        _ => {
            let time = worlds[0].time() + random.uniform(0.0, 0.05);
            let events = worlds
                .each_mut()
                .map(|world| Ok::<_, StepError>(world.advance_to(time)?.to_vec()));
            assert_eq!(events[0], events[1]);
        }
    }
    Ok(())
}

#[test]
fn the_lane_of_balls_and_leases_give_equal_events() -> Outcome {
    let (mut reported, mut opened) = (0, 0);
    for seed in 0..rounds(40) {
        let mut random = Random::new(seed);
        let equal = seed % 2 == 0;
        let zeno = match seed % 3 {
            0 => Zeno::Stick { speed: 1e-6 },
            1 => Zeno::Elastic { within: 1e-6 },
            _ => Zeno::Stick { speed: 0.05 },
        };
        let side = random.uniform(3.7, 9.0);
        let settings = Settings {
            domain: cube(side),
            zeno,
            ..Settings::default()
        };
        let builder = || World::builder().settings(settings).report_overlaps(seed % 5 < 2);
        let mut worlds = [builder().build()?, builder().lane_of_balls(false).build()?];
        let balls: Vec<Body> = (0..60).map(|_| random.gas_ball(equal, 20.0)).collect::<Result<_, _>>()?;
        for world in &mut worlds {
            assert!(insert_apart(world, balls.iter().cloned()) > 8);
        }
        // Inserted one by one, balls of many sizes may open the lane of balls later.
        assert!(!is_gas(&worlds[1]) && (is_gas(&worlds[0]) || !equal), "seed {seed}");
        let mut was_gas = is_gas(&worlds[0]);
        let mut ids: Vec<BodyId> = worlds[0].bodies().collect();
        for number in 0..400 {
            let limit = worlds[0].time() + 10.0;
            let events = worlds.each_mut().map(|world| world.step_before(limit));
            assert_eq!(events[0], events[1], "seed {seed}, event {number}");
            was_gas |= is_gas(&worlds[0]);
            if matches!(events[0], Err(_) | Ok(None)) {
                break;
            }
            reported += 1;
            if number % 20 == 0 {
                for world in &worlds {
                    world
                        .audit()
                        .map_err(|error| format!("seed {seed}, event {number}: {error}"))?;
                }
            }
            if number > 100 && seed % 4 == 0 && random.below(5) == 0 {
                apply_random_operation(&mut random, &mut worlds, &mut ids)?;
            }
        }
        assert!(!is_gas(&worlds[1]));
        opened += u64::from(was_gas);
        for id in &ids {
            let [one, other] = [&worlds[0], &worlds[1]].map(|world| (world.pose(*id), world.velocity(*id)));
            assert_eq!(one, other, "seed {seed}");
        }
        assert_eq!(worlds[1].counters().late, 0, "seed {seed}");
    }
    assert!(reported > 300 * rounds(40), "{reported}");
    assert!(10 * opened > 9 * rounds(40), "{opened}");
    Ok(())
}

/// Two slow balls come to rest on each other, as in a box, and a third one separates them: then the
/// lane of balls is used again.
#[test]
fn balls_that_rest_leave_the_lane_of_balls_to_the_others() -> Outcome {
    let ball = Body::new(Shape::ball(0.5)?);
    let settings = Settings {
        domain: Domain::Periodic {
            min: Vector3::zeros(),
            max: Vector3::repeat(8.0),
        },
        zeno: Zeno::Stick { speed: 0.1 },
        ..Settings::default()
    };
    let mut world = World::builder().settings(settings).build()?;
    let mut boxed = World::builder()
        .settings(Settings {
            domain: Domain::Box {
                min: Vector3::repeat(-9.0),
                max: Vector3::repeat(9.0),
            },
            ..settings
        })
        .method(kinesweep::Method::Leases)
        .build()?;
    // The slow balls collide across a face in one world, and in the middle in the other.
    for (world, face) in [(&mut world, 8.0), (&mut boxed, 0.0)] {
        world.insert(
            ball.clone()
                .position(Vector3::new(face - 0.6, 4.0, 4.0))
                .velocity(Vector3::x() * 0.04),
        )?;
        world.insert(
            ball.clone()
                .position(Vector3::new(0.6, 4.0, 4.0))
                .velocity(-Vector3::x() * 0.04),
        )?;
        world.insert(
            ball.clone()
                .position(Vector3::new(0.6, 1.0, 4.0))
                .velocity(Vector3::y() * 0.5),
        )?;
    }
    let mut times = Vec::new();
    for world in [&mut world, &mut boxed] {
        assert!(is_gas(world));
        world.advance_to(3.0)?;
        // The two that rest are in the lane of pairs; that of balls stays open for the third.
        assert_eq!((world.counters().rests, is_gas(world)), (1, true));
        world.audit()?;
        let event = world.step_before(10.0)?.ok_or("the third ball arrives")?;
        times.push(event.time);
        world.audit()?;
    }
    assert!((times[0] - times[1]).abs() < 1e-9, "{times:?}");
    // They collide for ever.
    let mut parting = Random::new(3);
    for id in world.bodies().collect::<Vec<_>>() {
        world.set_motion(id, &MotionChange::velocity(parting.vector(1.0)))?;
    }
    for _ in 0..100 {
        world.step()?;
    }
    world.audit()?;
    Ok(())
}

/// Balls that travel for hundreds of lengths between two collisions, also falling and of two sizes: the lane of balls
/// began their pieces two lengths before the other one.
#[test]
fn far_travellers_begin_their_pieces_at_the_same_places_in_both_lanes() -> Outcome {
    for (gravity, second_radius) in [(0.0, 0.4), (1e-3, 0.4), (0.0, 0.1), (1e-3, 0.1)] {
        let settings = Settings {
            domain: cube(6.0),
            gravity: Vector3::x() * gravity,
            ..Settings::default()
        };
        let builder = || World::builder().settings(settings);
        let mut worlds = [builder().build()?, builder().lane_of_balls(false).build()?];
        let mut random = Random::new(3);
        for track in 0..9 {
            let (y, z) = (f64::from(track % 3) * 2.0, f64::from(track / 3) * 2.0);
            // Two on each track, of which the second is a little faster.
            let speed = random.uniform(1.0, 3.0);
            for (number, radius) in [0.4, second_radius].into_iter().enumerate() {
                let place = Vector3::new(0.3 + 2.9 * number as f64, y, z) - Vector3::repeat(3.0);
                let velocity = Vector3::x() * (speed + 2e-3 * number as f64);
                let ball = Body::new(Shape::ball(radius)?).position(place).velocity(velocity);
                for world in &mut worlds {
                    world.insert(ball.clone())?;
                }
            }
        }
        assert!(is_gas(&worlds[0]) && !is_gas(&worlds[1]));
        let ids: Vec<BodyId> = worlds[0].bodies().collect();
        let mut collisions = 0;
        for time in 1..=40 {
            let events = worlds.each_mut().map(|world| {
                let events = world.advance_to(50.0 * f64::from(time))?;
                Ok::<_, StepError>(events.to_vec())
            });
            assert_eq!(events[0], events[1], "{time}");
            collisions += events[0].as_ref().map_or(0, Vec::len);
            for id in &ids {
                let [one, other] = worlds.each_ref().map(|world| (world.pose(*id), world.velocity(*id)));
                assert_eq!(one, other, "gravity {gravity}, {second_radius}, {time}: {id:?}");
            }
        }
        assert!(is_gas(&worlds[0]));
        assert!(collisions >= 9, "{collisions}");
    }
    Ok(())
}
