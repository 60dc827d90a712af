//! Worlds of balls alone go on as a gas: the same events as by kinetic lists, to the bit, whatever is done to them on the way.

mod support;

use kinesweep::{Body, BodyId, Domain, Method, MotionChange, Settings, Shape, World};
use nalgebra::Vector3;
use std::error::Error;
use support::Random;

/// Half the side of the box.
const HALF: f64 = 6.0;

fn settings() -> Settings {
    Settings {
        domain: Domain::Box {
            min: Vector3::repeat(-HALF),
            max: Vector3::repeat(HALF),
        },
        ..Settings::default()
    }
}

fn ball(random: &mut Random, equal: bool) -> Result<Body, Box<dyn Error>> {
    let radius = if equal { 0.4 } else { random.uniform(0.05, 0.9) };
    let mut body = Body::new(Shape::ball(radius)?)
        .position(random.vector(HALF - 1.0))
        .velocity(random.wide_vector(-1.0, 1.3))
        .mass(random.uniform(0.1, 10.0));
    if random.below(3) == 0 {
        body = body.restitution(random.uniform(0.3, 1.0)).friction(random.uniform(0.0, 0.5));
    }
    if random.below(12) == 0 {
        body = Body::fixed(Shape::ball(radius)?).position(body.position);
    }
    Ok(body)
}

/// Something done to a world between two of its events.
fn disturb(random: &mut Random, worlds: &mut [World], ids: &mut Vec<BodyId>, equal: bool) -> Result<(), Box<dyn Error>> {
    match random.below(12) {
        0 | 1 => {
            let body = ball(random, equal)?;
            let inserted: Vec<_> = worlds.iter_mut().map(|world| world.insert(body.clone()).ok()).collect();
            assert!(inserted.iter().all(|id| *id == inserted[0]), "{inserted:?}");
            ids.extend(inserted[0]);
        }
        2 if ids.len() > 4 => {
            let id = ids.swap_remove(random.below(ids.len() as u64) as usize);
            worlds.iter_mut().try_for_each(|world| world.remove(id))?;
        }
        3 | 4 => {
            let id = ids[random.below(ids.len() as u64) as usize];
            let change = MotionChange::velocity(random.wide_vector(-1.0, 1.3));
            worlds.iter_mut().try_for_each(|world| world.set_motion(id, &change))?;
        }
        5 => {
            let id = ids[random.below(ids.len() as u64) as usize];
            let change = MotionChange::position(random.vector(HALF));
            let results: Vec<_> = worlds.iter_mut().map(|world| world.set_motion(id, &change).is_ok()).collect();
            assert!(results.iter().all(|result| *result == results[0]));
        }
        6 => {
            let id = ids[random.below(ids.len() as u64) as usize];
            let time = worlds[0].time() + random.uniform(0.0, 0.5);
            let change = MotionChange::velocity(random.vector(2.0));
            worlds.iter_mut().try_for_each(|world| world.schedule_motion(id, time, change))?;
        }
        7 if random.below(6) == 0 => {
            // For a while it is no gas.
            let id = ids[random.below(ids.len() as u64) as usize];
            let spin = random.vector(1.0);
            for spin in [spin, Vector3::zeros()] {
                let change = MotionChange::angular_velocity(spin);
                worlds.iter_mut().try_for_each(|world| world.set_motion(id, &change))?;
            }
        }
        8 | 9 => {
            let times: Vec<_> = worlds.iter_mut().map(World::next_event_time).collect();
            assert!(times.iter().all(|time| *time == times[0]), "{times:?}");
        }
        10 => {
            let pairs: Vec<_> = worlds.iter_mut().map(|world| world.overlapping_pairs()).collect();
            assert_eq!(pairs[0], pairs[1]);
        }
        _ => {}
    }
    Ok(())
}

fn run(seed: u64, equal: bool, count: u64) -> Result<u64, Box<dyn Error>> {
    let mut random = Random::new(seed);
    let methods = [Method::Lists, Method::Leases];
    let mut worlds = Vec::new();
    for method in methods {
        worlds.push(World::builder().settings(settings()).method(method).build()?);
    }
    let mut ids = Vec::new();
    while ids.len() < count as usize {
        let body = ball(&mut random, equal)?;
        let inserted: Vec<_> = worlds.iter_mut().map(|world| world.insert(body.clone()).ok()).collect();
        assert_eq!(inserted[0], inserted[1], "seed {seed}");
        ids.extend(inserted[0]);
    }
    let mut limit = 0.0;
    for _ in 0..400 {
        limit += random.uniform(0.0, 0.3);
        loop {
            let events: Vec<_> = worlds.iter_mut().map(|world| world.step_before(limit)).collect::<Result<_, _>>()?;
            assert_eq!(events[0], events[1], "seed {seed} at {limit}");
            if random.below(20) == 0 {
                disturb(&mut random, &mut worlds, &mut ids, equal)?;
            }
            if random.below(100) == 0 {
                worlds[1].audit().map_err(|error| format!("seed {seed}: {error}"))?;
            }
            if events[0].is_none() {
                break;
            }
        }
        disturb(&mut random, &mut worlds, &mut ids, equal)?;
        worlds[1].audit().map_err(|error| format!("seed {seed}: {error}"))?;
        for id in &ids {
            assert_eq!(worlds[0].motion(*id)?, worlds[1].motion(*id)?, "seed {seed} at {limit}");
        }
    }
    let counters = worlds[1].counters();
    assert_eq!(counters.late, 0);
    Ok(counters.collisions)
}

#[test]
fn a_gas_gives_the_events_of_lists_whatever_is_done_to_it() -> Result<(), Box<dyn Error>> {
    let mut collisions = 0;
    for seed in 0..16 {
        collisions += run(seed, seed % 2 == 0, 30 + 30 * (seed % 4))?;
    }
    assert!(collisions > 5_000, "{collisions}");
    Ok(())
}
