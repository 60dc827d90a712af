//! All methods give the same events to the bit, on scenes of every kind, with insertions, removals,
//! jumps and changes of motion during the run; and the audit passes after every event.

mod motions;

use crate::support::{METHODS, Random, Recipe, random_scene, rounds};
use kinesweep::scene::ScheduledChange;
use kinesweep::{Body, BodyId, Event, Method, MotionChange, Scene, Settings, Shape, StepError, World};
use nalgebra::{UnitQuaternion, Vector3};

/// Greatest number of events of a run: growing bodies can be jammed, and then collide without end.
const MOST_EVENTS: usize = 3_000;

/// Runs a scene to its horizon. `interfere`: inserts, removes and redirects bodies at given times.
/// `audit`: the number of events from one audit to the next.
fn run(scene: &Scene, method: Method, interfere: bool, audit: usize) -> Vec<Event> {
    let mut world = World::builder()
        .settings(scene.settings)
        .method(method)
        .report_overlaps(interfere)
        .build()
        .unwrap();
    world.insert_scene(scene).unwrap();
    let mut random = Random::new(scene.bodies.len() as u64);
    let mut ids: Vec<BodyId> = world.bodies().collect();
    let mut events = Vec::new();
    let stops = if interfere { 8 } else { 1 };
    for stop in 1..=stops {
        let target = scene.horizon * f64::from(stop) / f64::from(stops);
        loop {
            match world.step_before(target) {
                Ok(Some(event)) => {
                    events.push(event);
                    if events.len() == MOST_EVENTS {
                        return events;
                    }
                    if events.len() % audit == 0 {
                        world
                            .audit()
                            .unwrap_or_else(|e| panic!("{}, {method:?}, {}: {e}", scene.title, world.time()));
                    }
                }
                Ok(None) => break,
                Err(StepError::Jump { .. }) => {}
                Err(other) => panic!("{}, {method:?}: {other}", scene.title),
            }
        }
        world
            .audit()
            .unwrap_or_else(|e| panic!("{}, {method:?}, {}: {e}", scene.title, world.time()));
        if interfere && !ids.is_empty() {
            let at = random.below(ids.len() as u64) as usize;
            match random.below(5) {
                0 => {
                    world.remove(ids.swap_remove(at)).unwrap();
                }
                1 => world
                    .set_motion(ids[at], &MotionChange::velocity(random.vector(3.0)))
                    .unwrap(),
                2 => world
                    .set_motion(ids[at], &MotionChange::acceleration(random.vector(4.0)))
                    .unwrap(),
                3 => {
                    let jump = MotionChange {
                        orientation: Some(UnitQuaternion::from_scaled_axis(random.vector(2.0))),
                        ..MotionChange::position(random.vector(6.0))
                    };
                    // A jump onto another body is refused, as an insertion is.
                    let _ = world.set_motion(ids[at], &jump);
                }
                _ => {
                    let body = Body::new(random.shape().unwrap()).position(random.vector(8.0));
                    // A position with an overlap is refused by every method, and nothing changes.
                    if let Ok(id) = world.insert(body.velocity(random.vector(2.0))) {
                        ids.push(id);
                    }
                }
            }
            world.audit().unwrap();
        }
    }
    assert_eq!(world.counters().late, 0, "{}, {method:?}", scene.title);
    events
}

fn assert_same(scene: &Scene, interfere: bool, audit: usize) -> usize {
    let reference = run(scene, METHODS[0], interfere, audit);
    for method in &METHODS[1..] {
        let other = run(scene, *method, interfere, audit * 50);
        let same = reference.iter().zip(&other).take_while(|(a, b)| a == b).count();
        assert!(
            same == reference.len() && same == other.len(),
            "{}, {method:?}: event {same} of {} and {}: {:?} and {:?}",
            scene.title,
            reference.len(),
            other.len(),
            reference.get(same),
            other.get(same),
        );
    }
    reference.len()
}

/// The least number of events for a meaningful test, reduced in debug builds.
fn least(release: usize) -> usize {
    if cfg!(debug_assertions) { release / 40 } else { release }
}

#[test]
fn methods_agree_on_speeds_over_six_orders_of_magnitude() {
    let mut events = 0;
    for seed in 0..rounds(80) {
        let spread = if seed % 2 == 0 { 4.0 } else { 9.0 };
        let recipe = Recipe {
            bodies: 30,
            spread,
            speeds: (-3.0, 3.0),
            gravity: 0.0,
            boxed: false,
            restitution: 1.0,
        };
        events += assert_same(&random_scene(seed, &recipe), true, 1);
    }
    assert!(events > least(1500), "only {events} events");
}

#[test]
fn methods_agree_in_a_box() {
    let mut events = 0;
    for seed in 0..rounds(60) {
        let recipe = Recipe {
            bodies: 24,
            spread: if seed % 2 == 0 { 3.0 } else { 6.0 },
            speeds: (-1.0, 1.0),
            gravity: 0.0,
            boxed: true,
            restitution: if seed % 3 == 0 { 0.7 } else { 1.0 },
        };
        events += assert_same(&random_scene(1000 + seed, &recipe), true, 1);
    }
    assert!(events > least(2000), "only {events} events");
}

#[test]
fn methods_agree_with_gravity_and_fixed_bodies() {
    let mut events = 0;
    for seed in 0..rounds(60) {
        let recipe = Recipe {
            bodies: 20,
            spread: 5.0,
            speeds: (-1.0, 1.0),
            gravity: 3.0,
            boxed: true,
            restitution: 0.9,
        };
        events += assert_same(&random_scene(2000 + seed, &recipe), true, 1);
    }
    assert!(events > least(3000), "only {events} events");
}

#[test]
fn methods_agree_in_pass_through() {
    let mut events = 0;
    for seed in 0..rounds(40) {
        let recipe = Recipe {
            bodies: 30,
            spread: 4.0,
            speeds: (-2.0, 2.0),
            gravity: 0.0,
            boxed: seed % 2 == 0,
            restitution: 1.0,
        };
        let mut scene = random_scene(3000 + seed, &recipe);
        scene.settings.response = kinesweep::ResponseMode::PassThrough;
        events += assert_same(&scene, true, 1);
    }
    assert!(events > least(4000), "only {events} events");
}
