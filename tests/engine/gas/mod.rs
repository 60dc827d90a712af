//! Worlds of balls run in the lane of balls: the same events as by kinetic lists, to the bit, with
//! any operations during the run.

mod periodic;

use crate::support::{Random, rounds_factor};
use kinesweep::{Body, BodyId, Domain, Method, MotionChange, Settings, Shape, World, Zeno};
use nalgebra::Vector3;
use std::error::Error;

/// Half the side of the box.
const HALF: f64 = 6.0;

fn settings(zeno: Zeno) -> Settings {
    Settings {
        zeno,
        domain: Domain::Box {
            min: Vector3::repeat(-HALF),
            max: Vector3::repeat(HALF),
        },
        ..Settings::default()
    }
}

fn is_gas(world: &World) -> bool {
    world.counters().entries().iter().any(|(name, _)| *name == "pairs looked at")
}

/// The results of the queries about a body and the world.
fn query_results(world: &World, id: BodyId) -> Result<String, Box<dyn Error>> {
    let mut text = Vec::new();
    world.write_extended_xyz(&mut text)?;
    Ok(format!(
        "{:?} {:?} {:?} {:?} {:?} {} {:?} {:?} {}",
        world.next_collision(id)?,
        world.pose(id)?,
        world.pose_at(id, world.time() + 0.5)?,
        world.velocity(id)?,
        (world.swell(id)?, world.lease(id)?, world.contains(id), world.len()),
        world.energy(),
        world.momentum(),
        world.angular_momentum(),
        world.name(id)? + &String::from_utf8(text)?,
    ))
}

/// A random operation on the worlds between two events.
fn apply_random_operation(
    random: &mut Random,
    worlds: &mut [World],
    ids: &mut Vec<BodyId>,
    equal: bool,
) -> Result<(), Box<dyn Error>> {
    match random.below(12) {
        0 | 1 => {
            let body = random.gas_ball(equal, HALF - 1.0)?;
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
            worlds
                .iter_mut()
                .try_for_each(|world| world.schedule_motion(id, time, change).map(drop))?;
        }
        7 if random.below(6) == 0 => {
            // The lane of balls is left for a while.
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
            let id = ids[random.below(ids.len() as u64) as usize];
            let results: Vec<_> = worlds
                .iter()
                .map(|world| query_results(world, id))
                .collect::<Result<_, _>>()?;
            assert_eq!(results[0], results[1]);
        }
        _ => {}
    }
    Ok(())
}

fn run(seed: u64, start: f64, zeno: Zeno, count: u64) -> Result<u64, Box<dyn Error>> {
    let equal = seed.is_multiple_of(2);
    let mut random = Random::new(seed);
    let methods = [Method::Lists, Method::Leases];
    let mut worlds = Vec::new();
    for method in methods {
        let builder = World::builder()
            .settings(settings(zeno))
            .start_time(start)
            .record_motion(true);
        worlds.push(builder.method(method).build()?);
    }
    let mut ids = Vec::new();
    while ids.len() < count as usize {
        let body = random.gas_ball(equal, HALF - 1.0)?;
        let inserted: Vec<_> = worlds.iter_mut().map(|world| world.insert(body.clone()).ok()).collect();
        assert_eq!(inserted[0], inserted[1], "seed {seed}");
        ids.extend(inserted[0]);
    }
    let mut was_gas = is_gas(&worlds[1]);
    let mut limit = start;
    for _ in 0..400 {
        limit += random.uniform(0.0, 0.3);
        loop {
            let events: Vec<_> = worlds
                .iter_mut()
                .map(|world| world.step_before(limit))
                .collect::<Result<_, _>>()?;
            assert_eq!(events[0], events[1], "seed {seed} at {limit}");
            was_gas |= is_gas(&worlds[1]);
            assert_eq!(
                worlds[0].take_motion_pieces(),
                worlds[1].take_motion_pieces(),
                "seed {seed} at {limit}"
            );
            if random.below(20) == 0 {
                apply_random_operation(&mut random, &mut worlds, &mut ids, equal)?;
            }
            if random.below(100) == 0 {
                worlds[1].audit().map_err(|error| format!("seed {seed}: {error}"))?;
            }
            if events[0].is_none() {
                break;
            }
        }
        apply_random_operation(&mut random, &mut worlds, &mut ids, equal)?;
        worlds[1].audit().map_err(|error| format!("seed {seed}: {error}"))?;
        for id in &ids {
            assert_eq!(worlds[0].motion(*id)?, worlds[1].motion(*id)?, "seed {seed} at {limit}");
        }
    }
    assert!(was_gas, "seed {seed}");
    let counters = [0, 1].map(|world: usize| worlds[world].counters());
    assert_eq!(counters[1].late, 0);
    let results = counters
        .each_ref()
        .map(|counters| (counters.collisions, counters.wall_collisions, counters.zeno_collisions));
    assert_eq!(results[0], results[1]);
    let [lists, gas] = [0, 1].map(|world: usize| worlds[world].statistics());
    assert_eq!(lists, gas, "seed {seed}");
    if matches!(zeno, Zeno::Elastic { .. }) {
        assert!(results[1].2 > 10, "seed {seed}: the policy decided {} times", results[1].2);
    }
    Ok(results[1].0)
}

#[test]
fn random_operations_on_a_gas_give_the_events_of_lists() -> Result<(), Box<dyn Error>> {
    let mut collisions = 0;
    for seed in 0..8 * rounds_factor() {
        // Also at late and negative times.
        let start = [0.0, 1e6, -50.0][seed as usize % 3];
        let zeno = match seed % 5 {
            4 => Zeno::Elastic { within: 0.05 },
            _ => Zeno::default(),
        };
        collisions += run(seed, start, zeno, 30 + 30 * (seed % 4))?;
    }
    assert!(collisions > 2_500, "{collisions}");
    Ok(())
}

#[test]
fn infinitely_many_collisions_give_the_error_of_lists() -> Result<(), Box<dyn Error>> {
    let settings = Settings {
        restitution: 0.05,
        ..settings(Zeno::Error)
    };
    let shape = Shape::ball(0.5)?;
    // The outer balls press the others together.
    let ball = |x: f64, velocity: f64| {
        Body::new(shape.clone())
            .position(Vector3::x() * x)
            .velocity(Vector3::x() * velocity)
    };
    let bodies = [
        ball(-4.0, 1.0),
        ball(-1.5, 0.1),
        ball(0.0, 0.0),
        ball(1.4, -0.1),
        ball(4.0, -1.1),
    ];
    let mut ends = Vec::new();
    for method in [Method::Lists, Method::Leases] {
        let mut world = World::builder().settings(settings).method(method).build()?;
        world.insert_all(&bodies)?;
        let refused = world.advance_to(100.0).map(<[_]>::len);
        assert!(matches!(refused, Err(kinesweep::StepError::Zeno { .. })), "{refused:?}");
        // The refused step has no effect, and is refused again.
        world.audit()?;
        assert_eq!(world.step().map(|_| ()).err(), refused.clone().err());
        ends.push((refused.err(), world.events().to_vec(), world.time()));
    }
    assert!(!ends[0].1.is_empty());
    assert_eq!(ends[0], ends[1]);
    Ok(())
}

/// Balls of radius 1/2 on the sites of a face-centred cubic lattice of `k` cells a side, with this
/// packing fraction; and the side of the box.
fn lattice(random: &mut Random, k: usize, packing: f64) -> Result<(Vec<Body>, f64), Box<dyn Error>> {
    let side = ((4 * k * k * k) as f64 * std::f64::consts::PI / 6.0 / packing).cbrt();
    let shape = Shape::ball(0.5)?;
    let mut bodies = Vec::new();
    for cell in 0..k * k * k {
        let corner = Vector3::new(cell % k, cell / k % k, cell / k / k).map(|number| number as f64);
        for site in [[0.25, 0.25, 0.25], [0.75, 0.75, 0.25], [0.75, 0.25, 0.75], [0.25, 0.75, 0.75]] {
            let position = (corner + Vector3::from(site)) * (side / k as f64);
            bodies.push(Body::new(shape.clone()).position(position).velocity(random.vector(1.0)));
        }
    }
    Ok((bodies, side))
}

#[test]
fn a_dense_gas_gives_the_events_of_lists() -> Result<(), Box<dyn Error>> {
    for (seed, packing) in [(1, 0.45), (2, 0.6)] {
        let mut random = Random::new(seed);
        let (bodies, side) = lattice(&mut random, 4, packing)?;
        let domain = Domain::Box {
            min: Vector3::repeat(-0.3),
            max: Vector3::repeat(side + 0.3),
        };
        let mut worlds = Vec::new();
        for method in [Method::Lists, Method::Leases] {
            let mut world = World::builder().domain(domain).method(method).build()?;
            let ids = world.insert_all(&bodies)?;
            worlds.push((world, ids));
        }
        assert!(is_gas(&worlds[1].0));
        for number in 0..5_000 {
            let events: Vec<_> = worlds.iter_mut().map(|(world, _)| world.step()).collect::<Result<_, _>>()?;
            assert_eq!(events[0], events[1], "packing {packing}, event {number}");
            if number % 500 == 0 {
                worlds[1].0.audit()?;
                // One ball is removed, so that lists are rebuilt.
                for (world, ids) in &mut worlds {
                    world.remove(ids.pop().expect("there are more bodies"))?;
                }
            }
        }
        assert_eq!(worlds[1].0.counters().late, 0);
    }
    Ok(())
}

#[test]
fn simultaneous_collisions_of_a_gas_are_in_scene_order() -> Result<(), Box<dyn Error>> {
    let domain = Domain::Box {
        min: Vector3::repeat(-2.0),
        max: Vector3::repeat(36.0),
    };
    let shape = Shape::ball(0.5)?;
    let mut random = Random::new(5);
    // Pairs that all collide at 1 s, and all with their neighbours at 3 s; some in another order in
    // space.
    let mut bodies: Vec<Body> = Vec::new();
    for number in 0..9 * 9 * 9 {
        let corner = Vector3::new(number % 9, number / 9 % 9, number / 81).map(f64::from) * 4.0;
        for (x, velocity) in [(0.0, 0.5), (2.0, -0.5)] {
            let body = Body::new(shape.clone())
                .position(corner + Vector3::x() * x)
                .velocity(Vector3::x() * velocity);
            bodies.insert(random.below(bodies.len() as u64 + 1) as usize, body);
        }
    }
    let mut worlds = Vec::new();
    for method in [Method::Lists, Method::Leases] {
        let mut world = World::builder().domain(domain).method(method).build()?;
        world.insert_all(&bodies)?;
        worlds.push(world);
    }
    let mut collisions = 0;
    for number in 0..4_000 {
        let events: Vec<_> = worlds.iter_mut().map(World::step).collect::<Result<_, _>>()?;
        assert_eq!(events[0], events[1], "event {number}");
        collisions += u64::from(events[0].is_some_and(|event| event.time == 1.0));
    }
    assert_eq!(collisions, 9 * 9 * 9);
    Ok(())
}

#[test]
fn the_lane_of_balls_is_used_beside_an_obstacle_and_after_its_removal() -> Result<(), Box<dyn Error>> {
    let mut random = Random::new(3);
    let (bodies, side) = lattice(&mut random, 2, 0.1)?;
    let domain = Domain::Box {
        min: Vector3::repeat(-2.0),
        max: Vector3::repeat(side + 2.0),
    };
    let mut world = World::builder().domain(domain).method(Method::Leases).build()?;
    let cube = Body::new(Shape::cuboid(Vector3::repeat(0.1))?).position(Vector3::repeat(-1.0));
    let cube = world.insert(cube)?;
    world.insert_all(&bodies)?;
    world.advance_to(1.0)?;
    assert!(is_gas(&world), "the lane of balls is used beside the cube");
    world.remove(cube)?;
    while world.counters().collisions < 500 {
        world.step()?;
    }
    assert!(is_gas(&world), "the lane of balls is used");
    Ok(())
}
