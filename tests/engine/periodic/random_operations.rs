//! Random operations on random bodies of all kinds, compared repeatedly with a world rebuilt from
//! scratch.

use super::scenes::{Outcome, any_body, cube, cube_at, insert_apart};
use crate::support::{Random, rounds};
use kinesweep::{Body, BodyId, MotionChange, ResponseMode, Settings, StepError, World};

fn apply_random_operation(random: &mut Random, world: &mut World, speeds: (f64, f64)) -> Outcome {
    let ids: Vec<BodyId> = world.bodies().collect();
    let id = ids[random.below(ids.len() as u64) as usize];
    match random.below(8) {
        0 => world.set_motion(id, &MotionChange::velocity(random.wide_vector(speeds.0, speeds.1)))?,
        // It is refused where another body is.
        1 => drop(world.set_motion(id, &MotionChange::position(random.vector(20.0)))),
        2 => world.set_motion(id, &MotionChange::acceleration(random.vector(1.0)))?,
        3 => world.set_motion(id, &MotionChange::angular_velocity(random.vector(2.0)))?,
        4 if ids.len() > 5 => world.remove(id)?,
        5 => drop(world.insert(any_body(random, speeds)?)),
        6 => drop(world.next_event_time()),
        _ => {
            let time = world.time() + random.uniform(0.0, 2.0);
            world.schedule_motion(id, time, MotionChange::velocity(random.wide_vector(speeds.0, speeds.1)))?;
        }
    }
    Ok(())
}

#[test]
fn a_periodic_world_equals_one_rebuilt_from_scratch() -> Outcome {
    let mut events = 0;
    for seed in 0..rounds(8) {
        let mut random = Random::new(seed);
        let pull = [0.0, 0.0, 3.0][random.below(3) as usize];
        let settings = Settings {
            domain: cube_at(random.uniform(6.0, 14.0), [0.0, 0.0, 1e5][seed as usize % 3]),
            gravity: random.vector(pull),
            response: [ResponseMode::Collide, ResponseMode::PassThrough][usize::from(seed % 4 == 0)],
            restitution: [1.0, 0.7][random.below(2) as usize],
            ..Settings::default()
        };
        let speeds = [(-1.0, 0.5), (0.0, 1.5)][random.below(2) as usize];
        let mut world = World::builder()
            .settings(settings)
            .report_overlaps(seed % 5 == 0)
            .start_time([0.0, 1e4][seed as usize % 2])
            .build()?;
        let bodies: Vec<Body> = (0..40).map(|_| any_body(&mut random, speeds)).collect::<Result<_, _>>()?;
        insert_apart(&mut world, bodies);
        for number in 0..200 {
            let limit = world.time() + 1.0;
            match world.step_before(limit) {
                Ok(event) => events += u64::from(event.is_some()),
                Err(StepError::Jump { .. }) => {}
                Err(other) => return Err(format!("seed {seed}, event {number}: {other}").into()),
            }
            if number % 5 == 0 {
                world
                    .audit()
                    .map_err(|error| format!("seed {seed}, event {number}: {error}"))?;
            }
            if random.below(4) == 0 {
                apply_random_operation(&mut random, &mut world, speeds)?;
                world
                    .audit()
                    .map_err(|error| format!("seed {seed}, after event {number}: {error}"))?;
            }
        }
        assert_eq!(world.counters().late, 0, "seed {seed}");
    }
    assert!(events > 100 * rounds(8), "{events}");
    Ok(())
}

/// Stops, look-aheads and queries change no event.
#[test]
fn stops_look_aheads_and_queries_change_no_periodic_event() -> Outcome {
    for seed in 0..rounds(12) {
        let mut random = Random::new(1000 + seed);
        let pull = [0.0, 2.0][random.below(2) as usize];
        let settings = Settings {
            domain: cube(random.uniform(7.0, 11.0)),
            gravity: random.vector(pull),
            restitution: [1.0, 0.7][random.below(2) as usize],
            ..Settings::default()
        };
        let bodies: Vec<Body> = (0..30).map(|_| any_body(&mut random, (0.0, 1.5))).collect::<Result<_, _>>()?;
        let mut worlds = Vec::new();
        for _ in 0..3 {
            let mut world = World::builder().settings(settings).build()?;
            insert_apart(&mut world, bodies.iter().cloned());
            worlds.push(world);
        }
        let horizon = 2.0;
        let at_once = worlds[0].advance_to(horizon)?.to_vec();
        let mut by_steps = Vec::new();
        for number in 1..=200 {
            by_steps.extend(worlds[1].advance_to(horizon * f64::from(number) / 200.0)?);
        }
        assert_eq!(at_once, by_steps, "seed {seed}");
        let mut stepwise = Vec::new();
        loop {
            let next = worlds[2].next_event_time();
            if random.below(3) == 0 {
                let id = worlds[2]
                    .bodies()
                    .nth(random.below(5) as usize)
                    .expect("there are more bodies");
                worlds[2].next_collision(id)?;
                let _ = worlds[2].overlapping_pairs();
                worlds[2].audit().map_err(|error| format!("seed {seed}: {error}"))?;
            }
            match worlds[2].step_before(horizon)? {
                Some(event) => stepwise.push(event),
                None => break,
            }
            assert!(next.is_some_and(|next| next <= worlds[2].time()), "seed {seed}");
        }
        assert_eq!(at_once, stepwise, "seed {seed}");
        assert!(!at_once.is_empty());
    }
    Ok(())
}

/// Momentum and energy of bodies of all shapes with elastic collisions.
#[test]
fn elastic_periodic_scenes_conserve_momentum_and_energy() -> Outcome {
    for seed in 0..rounds(12) {
        let mut random = Random::new(2000 + seed);
        let mut world = World::builder().domain(cube(random.uniform(7.0, 9.0))).build()?;
        for _ in 0..40 {
            let mut body = Body::new(random.shape()?)
                .position(random.vector(20.0))
                .orientation(random.vector(2.0))
                .velocity(random.vector(2.0))
                .mass(random.uniform(0.5, 2.0));
            if random.below(2) == 0 {
                body = body.rotates().angular_velocity(random.vector(1.0));
            }
            insert_apart(&mut world, [body]);
        }
        let (energy, momentum) = (world.energy(), world.momentum());
        while world.counters().collisions < 200 {
            world.step()?;
        }
        assert!(
            (world.energy() / energy - 1.0).abs() < 1e-9,
            "seed {seed}: {} {energy}",
            world.energy()
        );
        assert!((world.momentum() - momentum).norm() < 1e-9, "seed {seed}");
        assert_eq!(world.counters().late, 0);
        world.audit().map_err(|error| format!("seed {seed}: {error}"))?;
    }
    Ok(())
}

/// Under equal acceleration bodies collide as without it: they fall together.
#[test]
fn collisions_of_falling_bodies_equal_those_without_gravity() -> Outcome {
    for seed in 0..rounds(6) {
        let mut random = Random::new(3000 + seed);
        let domain = cube(8.0);
        let bodies: Vec<Body> = (0..20)
            .map(|_| {
                Ok(Body::new(random.shape()?)
                    .position(random.vector(20.0))
                    .velocity(random.vector(1.0))
                    .orientation(random.vector(2.0)))
            })
            .collect::<Result<_, kinesweep::ValueError>>()?;
        let mut worlds = Vec::new();
        for pull in [0.0, 9.81] {
            let mut world = World::builder()
                .domain(domain)
                .gravity(nalgebra::Vector3::new(0.1, -1.0, 0.2) * pull)
                .build()?;
            insert_apart(&mut world, bodies.iter().cloned());
            worlds.push(world);
        }
        // Soon after this, rounding makes the two diverge.
        for number in 0..8 {
            let [floats, falls] = [0, 1].map(|at: usize| worlds[at].step());
            let (Some(floats), Some(falls)) = (floats?, falls?) else {
                panic!("they collide for ever")
            };
            assert!(
                (floats.time - falls.time).abs() < 1e-7,
                "seed {seed}, {number}: {floats:?} {falls:?}"
            );
            assert_eq!(floats.kind.parties(), falls.kind.parties(), "seed {seed}, {number}");
        }
    }
    Ok(())
}
