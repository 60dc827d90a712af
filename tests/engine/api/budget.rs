//! Runs with an upper bound of the work, and events that are not stored.

use crate::support::{METHODS, Random, Recipe, ball, random_scene, rounds};
use kinesweep::world::{Budget, Reached};
use kinesweep::{
    Body, BodyId, Domain, Event, EventKind, Method, MotionChange, MotionPiece, Scene, Settings, Shape, StepError, World, Zeno,
};
use nalgebra::Vector3;
use std::error::Error;
use std::ops::ControlFlow;

type Outcome = Result<(), Box<dyn Error>>;

/// The budget of each call of a run in parts.
#[derive(Clone, Copy, Debug)]
enum Bound {
    Events(u64),
    Steps(u64),
    /// A deadline that passes after this number of queries.
    Queries(u32),
    All,
}

const BOUNDS: [Bound; 6] = [
    Bound::Events(1),
    Bound::Events(5),
    Bound::Steps(1),
    Bound::Steps(7),
    Bound::Queries(4),
    Bound::All,
];

fn within(world: &mut World, target: f64, bound: Bound) -> Result<Reached, StepError> {
    let deadline_after = |most: u32| {
        let mut times = 0;
        move || {
            times += 1;
            times >= most
        }
    };
    let mut budget = match bound {
        Bound::Events(most) => Budget::events(most),
        Bound::Steps(most) => Budget::steps(most),
        Bound::Queries(most) => Budget::until(deadline_after(most)),
        Bound::All => Budget::events(3).and(Budget::steps(10)).and(Budget::until(deadline_after(6))),
    };
    world.advance_within(target, &mut budget)
}

fn motions(world: &World) -> Vec<(BodyId, MotionPiece)> {
    world
        .bodies()
        .map(|id| (id, world.motion(id).expect("it is present")))
        .collect()
}

/// Scenes with rests and hops, gases in a box and in a periodic domain, and simultaneous events.
fn scenes(seed: u64) -> Vec<(Scene, f64)> {
    let recipe = |gravity, boxed, restitution| Recipe {
        bodies: 14,
        spread: 4.0,
        speeds: (-1.0, 1.0),
        gravity,
        boxed,
        restitution,
    };
    let mut scenes = vec![
        (random_scene(70 + seed, &recipe(0.0, true, 1.0)), 2.0),
        (random_scene(90 + seed, &recipe(9.81, true, 0.4)), 2.0),
    ];
    let mut random = Random::new(seed);
    for periodic in [false, true] {
        let corner = Vector3::repeat(5.0);
        let (min, max) = (-corner, corner);
        let domain = match periodic {
            true => Domain::Periodic { min, max },
            false => Domain::Box { min, max },
        };
        let mut bodies: Vec<Body> = Vec::new();
        while bodies.len() < 30 {
            let body = random.gas_ball(true, 4.0).expect("a ball");
            if bodies.iter().all(|other| (other.position - body.position).norm() > 0.9) {
                bodies.push(body);
            }
        }
        scenes.push((scene_of(domain, bodies), 1.5));
    }
    let cradle = [(-1.0, 1.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (4.0, 0.0), (9.0, -2.0)];
    let cradle = cradle.map(|(x, v)| ball(x, v)).to_vec();
    scenes.push((scene_of(Domain::Open, cradle), 20.0));
    scenes
}

fn scene_of(domain: Domain, bodies: Vec<Body>) -> Scene {
    let settings = Settings {
        domain,
        ..Settings::default()
    };
    Scene {
        settings,
        bodies,
        ..Scene::default()
    }
}

fn methods(scene: &Scene) -> Vec<Method> {
    match scene.settings.domain {
        Domain::Periodic { .. } => vec![Method::Leases, Method::Auto],
        _ => METHODS.into_iter().chain([Method::Auto]).collect(),
    }
}

#[test]
fn a_run_in_parts_equals_one_run_to_the_bit() -> Outcome {
    let mut stops = 0;
    for seed in 0..rounds(4) {
        for (number, (scene, target)) in scenes(seed).iter().enumerate() {
            for method in methods(scene) {
                let mut whole = World::from_scene(scene, method)?;
                let expected = whole.advance_to(*target)?.to_vec();
                for bound in BOUNDS {
                    let what = format!("seed {seed}, scene {number}, {method:?}, {bound:?}");
                    let mut world = World::from_scene(scene, method)?;
                    let (mut events, mut calls) = (Vec::new(), 0);
                    loop {
                        let before = world.time();
                        let reached = within(&mut world, *target, bound)?;
                        calls += 1;
                        events.extend_from_slice(world.events());
                        assert!(before <= reached.time && reached.time <= *target, "{what}");
                        assert_eq!(reached.time, world.time(), "{what}");
                        assert!(world.events().iter().all(|event| event.time <= reached.time), "{what}");
                        if let Bound::Events(most) = bound {
                            assert!(world.events().len() as u64 <= most, "{what}");
                        }
                        if calls % 16 == 1 {
                            world.audit().map_err(|error| format!("{what}: {error}"))?;
                            let kept = world.snapshot();
                            world = World::builder().restore(&kept)?;
                        }
                        if reached.complete {
                            break;
                        }
                    }
                    assert_eq!(events, expected, "{what}");
                    assert_eq!(world.time(), *target, "{what}");
                    assert_eq!(motions(&world), motions(&whole), "{what}");
                    assert_eq!(world.counters().late, 0, "{what}");
                    stops += calls - 1;
                }
            }
        }
    }
    assert!(stops as u64 > 1000 * rounds(4), "{stops}");
    Ok(())
}

/// At a stop the world can be changed as after steps to the same time.
#[test]
fn a_stop_of_a_bounded_run_equals_a_state_between_steps() -> Outcome {
    for seed in 0..rounds(3) {
        for (number, (scene, target)) in scenes(20 + seed).iter().enumerate() {
            for method in methods(scene) {
                for bound in BOUNDS {
                    let what = format!("seed {seed}, scene {number}, {method:?}, {bound:?}");
                    let mut random = Random::new(seed);
                    let mut world = World::from_scene(scene, method)?;
                    let mut twin = World::from_scene(scene, Method::Leases)?;
                    let ids: Vec<BodyId> = world.bodies().collect();
                    loop {
                        let reached = within(&mut world, *target, bound)?;
                        for event in world.events() {
                            assert_eq!(twin.step_before(*target)?.as_ref(), Some(event), "{what}");
                        }
                        if !matches!(bound, Bound::Events(_)) || reached.complete {
                            // The rest of an instant in which the run may have stopped before
                            // unreported work, or all such work up to the target.
                            let rest = world.advance_to(reached.time)?.to_vec();
                            assert_eq!(twin.advance_to(reached.time)?, rest, "{what}");
                        }
                        assert_eq!(motions(&world), motions(&twin), "{what}");
                        if reached.complete {
                            break;
                        }
                        if random.below(5) == 0 {
                            let id = ids[random.below(ids.len() as u64) as usize];
                            let change = MotionChange::velocity(random.vector(2.0));
                            assert_eq!(world.set_motion(id, &change), twin.set_motion(id, &change), "{what}");
                        }
                    }
                }
            }
        }
    }
    Ok(())
}

/// Bodies that pass each other at a distance: much work and no events.
fn passing_bodies(method: Method, domain: Domain) -> Result<World, Box<dyn Error>> {
    let mut world = World::builder().method(method).domain(domain).build()?;
    for lane in 0..8 {
        for position in 0..8 {
            let (x, y) = (3.0 * f64::from(position) - 10.5, 3.0 * f64::from(lane) - 10.5);
            let speed = if lane % 2 == 0 { 1.0 } else { -1.7 } + 0.01 * f64::from(lane);
            world.insert(ball(x, speed).position(Vector3::new(x, y, 0.0)))?;
        }
    }
    Ok(world)
}

#[test]
fn a_budget_bounds_work_without_events() -> Outcome {
    /// Greatest unreported work in a step.
    const PORTION: u64 = 32;
    /// Additional work of a bucket of the lane of balls.
    const BUCKET: u64 = 64;
    let corner = Vector3::repeat(12.0);
    let (min, max) = (-corner, corner);
    let unreported = |world: &World| -> u64 {
        let names = ["swaps", "leases expired", "crossings", "sorts"];
        let counted = world.counters().broad_phase;
        counted
            .iter()
            .filter(|(name, _)| names.contains(name))
            .map(|(_, count)| count)
            .sum()
    };
    for (method, domain, least) in [
        (Method::Lists, Domain::Open, 500),
        (Method::Leases, Domain::Open, 500),
        (Method::Swept { rate: 10.0 }, Domain::Open, 500),
        (Method::Leases, Domain::Periodic { min, max }, 500),
    ] {
        for steps in [1, 3] {
            let what = format!("{method:?}, {}, {steps}", domain.name());
            let mut world = passing_bodies(method, domain)?;
            let (mut before, target) = (unreported(&world), 1000.0);
            let (mut calls, mut times) = (0, vec![world.time()]);
            loop {
                let reached = world.advance_within(target, &mut Budget::steps(steps))?;
                assert_eq!(world.events(), [], "{what}");
                let now = unreported(&world);
                assert!(now - before <= steps * PORTION + BUCKET, "{what}: {now} after {before}");
                before = now;
                calls += 1;
                times.push(reached.time);
                if reached.complete {
                    break;
                }
                assert!(calls < 1_000_000, "{what}");
            }
            assert!(before > least, "{what}: {before} is too little work");
            assert!(calls as u64 >= before / (steps * PORTION + BUCKET), "{what}: {calls}");
            // The world's time advances with the work.
            times.dedup();
            assert!(times.is_sorted() && times.len() > 10, "{what}: {times:?}");
        }
    }
    Ok(())
}

#[test]
fn several_calls_share_one_budget() -> Outcome {
    let mut worlds = [
        passing_bodies(Method::Lists, Domain::Open)?,
        passing_bodies(Method::Lists, Domain::Open)?,
    ];
    let mut budget = Budget::steps(100).and(Budget::events(7));
    for token in 0..5 {
        for world in &mut worlds {
            world.schedule(1.0, token)?;
        }
    }
    let mut reported = 0;
    for world in &mut worlds {
        let _ = world.advance_within(1.0, &mut budget)?;
        reported += world.events().len() as u64;
    }
    assert_eq!((reported, budget.events_left()), (7, 0));
    assert!(budget.steps_left() < 100);
    // Nothing is left for another call.
    let reached = worlds[1].advance_within(2.0, &mut budget)?;
    assert_eq!((reached.complete, worlds[1].events().len()), (false, 0));
    let mut deadline_after = 0;
    let reached = worlds[1].advance_within(
        1.5,
        &mut Budget::until(|| {
            deadline_after += 1;
            false
        }),
    )?;
    assert!(reached.complete && deadline_after > 3, "{deadline_after}");
    assert_eq!(worlds[1].events().len(), 3);
    Ok(())
}

#[test]
fn events_passed_to_a_callback_equal_the_stored_ones() -> Outcome {
    for (scene, target) in scenes(1) {
        for method in methods(&scene) {
            let mut keeping = World::from_scene(&scene, method)?;
            let mut handing = World::from_scene(&scene, method)?;
            handing.advance_to(0.01)?;
            let mut events: Vec<Event> = handing.events().to_vec();
            handing.advance_with(target, |event| events.push(event))?;
            assert_eq!(keeping.advance_to(target)?, events);
            assert_eq!(handing.events(), []);
            assert_eq!(motions(&keeping), motions(&handing));
            assert_eq!(keeping.take_events(), events);
            assert_eq!(keeping.events(), []);

            let mut broken = World::from_scene(&scene, method)?;
            let mut again: Vec<Event> = Vec::new();
            let stop = |event: Event, events: &mut Vec<Event>| {
                events.push(event);
                match events.len() % 3 {
                    0 => ControlFlow::Break(events.len()),
                    _ => ControlFlow::Continue(()),
                }
            };
            while let ControlFlow::Break(count) = broken.advance_with_flow(target, |event| stop(event, &mut again))? {
                assert_eq!((count, broken.time()), (again.len(), again[count - 1].time));
            }
            assert_eq!((again, broken.time()), (events, target));
        }
    }
    Ok(())
}

#[test]
fn events_before_an_error_are_returned() -> Outcome {
    let mut settings = Settings {
        restitution: 0.5,
        gravity: Vector3::y() * -10.0,
        zeno: Zeno::Error,
        ..Settings::default()
    };
    settings.domain = Domain::Open;
    let build = || -> Result<World, Box<dyn Error>> {
        let mut world = World::builder().settings(settings).build()?;
        world.insert(Body::fixed(Shape::half_space(Vector3::y())?))?;
        world.insert(Body::new(Shape::ball(1.0)?).position(Vector3::y() * 21.0))?;
        Ok(world)
    };
    let (mut keeping, mut handing, mut bounded) = (build()?, build()?, build()?);
    let obstacle = keeping.advance_to(10.0).map(<[Event]>::len).expect_err("it bounces for ever");
    assert!(keeping.events().len() > 5);
    let mut events = Vec::new();
    assert_eq!(handing.advance_with(10.0, |event| events.push(event)), Err(obstacle.clone()));
    assert_eq!(keeping.events(), events);
    assert_eq!(bounded.advance_within(10.0, &mut Budget::steps(1_000_000)), Err(obstacle));
    assert_eq!(bounded.events(), events);
    // Invalid targets are refused before any work.
    for bad in [f64::NAN, -1.0, f64::INFINITY] {
        assert!(handing.advance_with(bad, |_| ()).is_err());
        assert!(bounded.advance_within(bad, &mut Budget::events(1)).is_err());
    }
    assert_eq!(bounded.events(), events, "a refusal does not clear the events");
    Ok(())
}

/// Every body that is hit is removed at that time: no body is hit twice.
#[test]
fn bodies_can_be_removed_in_a_loop_over_events() -> Outcome {
    for method in METHODS {
        let mut world = World::builder().method(method).build()?;
        let bullet = world.insert(ball(-5.0, 1.0).mass(1e6))?;
        for position in 0..5 {
            world.insert(ball(3.0 * f64::from(position), 0.0))?;
        }
        let mut hit = 0;
        while let Some(event) = world.step_before(100.0)? {
            assert!(matches!(event.kind, EventKind::Collision(_)));
            if let Some(gone) = event.kind.opposite(bullet).and_then(kinesweep::Party::body) {
                world.remove(gone)?;
                hit += 1;
            }
        }
        assert_eq!((hit, world.len()), (5, 1), "{method:?}");
        world.audit()?;
    }
    Ok(())
}

#[test]
fn events_of_a_budget_go_to_a_closure_and_are_not_kept() -> Outcome {
    for (scene, horizon) in scenes(5) {
        let mut kept = World::from_scene(&scene, Method::Auto)?;
        let expected = kept.advance_to(horizon)?.to_vec();
        let mut world = World::from_scene(&scene, Method::Auto)?;
        let mut found: Vec<Event> = Vec::new();
        let is_reached = |reached: Reached| reached.complete;
        while !is_reached(
            world.advance_within_with(horizon, &mut Budget::events(3).and(Budget::steps(50)), |event| {
                found.push(event)
            })?,
        ) {
            assert!(world.events().is_empty());
        }
        assert_eq!(found, expected);
        assert_eq!(motions(&world), motions(&kept));
    }
    Ok(())
}
