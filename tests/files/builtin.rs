//! The built-in scenes: all exact methods give the same events to the bit, with both responses; the
//! audit passes between events; and each scene shows its effect.

use crate::support::rounds_factor;
use kinesweep::compare::CompareOptions;
use kinesweep::scene::builtin;
use kinesweep::{Comparison, Event, EventKind, Method, ResponseMode, Scene, Settings, World};
use nalgebra::Vector3;

/// Scenes of lasting contact: not among those that run to the end by every method.
const OF_LASTING_CONTACT: [&str; 12] = [
    "bin",
    "mixed-bin",
    "tower",
    "pyramid",
    "brick-wall",
    "card-house",
    "dominoes",
    "crowd",
    "coin",
    "hopper",
    "drum",
    "pool-on-cloth",
];

/// The names of the built-in scenes whose bodies meet only for an instant.
pub(crate) fn builtin_of_single_collisions() -> impl Iterator<Item = &'static str> {
    let names = builtin::NAMES.iter().map(|(name, _)| *name);
    names.filter(|name| !OF_LASTING_CONTACT.contains(name))
}

/// The audit tests all pairs, so it is rare in large scenes.
fn audit_every(scene: &Scene) -> usize {
    if scene.bodies.len() > 100 { 2000 } else { 1 }
}

fn run(scene: &Scene, method: Method, horizon: f64) -> Vec<Event> {
    let mut world = World::builder()
        .settings(scene.settings)
        .method(method)
        .report_overlaps(true)
        .build()
        .unwrap();
    world.insert_scene(scene).unwrap();
    let mut events = Vec::new();
    while let Some(event) = world.step_before(horizon).unwrap() {
        events.push(event);
        if events.len() % audit_every(scene) == 0 {
            world.audit().unwrap_or_else(|e| panic!("{}, {method:?}: {e}", scene.title));
        }
    }
    let counters = world.counters();
    assert_eq!((counters.late, counters.unresolved), (0, 0), "{}, {method:?}", scene.title);
    events
}

#[test]
fn exact_methods_agree_to_the_bit() {
    for name in builtin_of_single_collisions() {
        for response in [ResponseMode::Collide, ResponseMode::PassThrough] {
            let mut scene = Scene::builtin(name).unwrap();
            scene.settings = Settings {
                response,
                ..scene.settings
            };
            let longest = if cfg!(debug_assertions) { 0.1 } else { 1.0 };
            let horizon = if scene.bodies.len() > 100 {
                scene.horizon.min(longest)
            } else {
                scene.horizon
            };
            let reference = run(&scene, Method::Lists, horizon);
            for method in [
                Method::Leases,
                Method::Cached,
                Method::Swept { rate: 60.0 },
                Method::Swept { rate: 1.0 },
            ] {
                // Half a million pairs of rings, each predicted to the end of contact: only with
                // more rounds.
                let is_long = method == Method::Cached && scene.bodies.len() > 100;
                if is_long && response == ResponseMode::PassThrough && rounds_factor() == 1 {
                    continue;
                }
                let other = run(&scene, method, horizon);
                let same = reference.iter().zip(&other).take_while(|(a, b)| a == b).count();
                assert!(
                    same == reference.len() && same == other.len(),
                    "{name}, {response:?}, {method:?}: event {same}: {:?} and {:?}",
                    reference.get(same),
                    other.get(same),
                );
            }
            assert!(!reference.is_empty(), "{name}: no event");
        }
    }
}

fn collisions(name: &str) -> (World, Vec<(f64, kinesweep::Collision)>) {
    let scene = Scene::builtin(name).unwrap();
    let mut world = World::from_scene(&scene, Method::Auto).unwrap();
    let events = world.advance_to(scene.horizon).unwrap();
    let collisions = events
        .iter()
        .filter_map(|event| match event.kind {
            EventKind::Collision(hit) => Some((event.time, hit)),
            _ => None,
        })
        .collect();
    (world, collisions)
}

#[test]
fn newtons_cradle_ends_with_only_the_last_ball_moving() {
    let (world, hits) = collisions("newtons-cradle");
    assert_eq!(hits.len(), 4);
    let speeds: Vec<Vector3<f64>> = world.bodies().map(|id| world.velocity(id).unwrap()).collect();
    assert!(speeds[..4].iter().all(|v| v.norm() < 1e-12), "{speeds:?}");
    assert!(speeds[4].norm() > 0.5);
}

#[test]
fn pi_blocks_collide_as_often_as_the_digits_of_pi() {
    assert_eq!(collisions("pi").1.len(), 314);
    let most = if cfg!(debug_assertions) { 4 } else { 6 };
    for (digits, expected) in [3, 31, 314, 3141, 31415, 314159].into_iter().enumerate().take(most) {
        let options = builtin::Options {
            digits: Some(digits as u32 + 1),
            ..Default::default()
        };
        let text = builtin::customised("pi", &options).unwrap();
        let scene = Scene::from_toml_str(&text, "pi").unwrap();
        let mut world = World::from_scene(&scene, Method::Auto).unwrap();
        assert_eq!(world.advance_to(scene.horizon).unwrap().len(), expected);
    }
}

#[test]
fn bullet_and_paper_has_one_hit_which_sampling_misses() {
    let (_, hits) = collisions("bullet-and-paper");
    assert_eq!(hits.len(), 1);
    let scene = Scene::builtin("bullet-and-paper").unwrap();
    let options = CompareOptions {
        rates: vec![30.0, 60.0, 120.0],
        ..CompareOptions::default()
    };
    let comparison = Comparison::run(&scene, &options).unwrap();
    let pass_through = comparison.pass_through.unwrap();
    assert_eq!(pass_through.truth, 1);
    for run in &pass_through.runs {
        assert_eq!(run.missed, usize::from(run.method.name() == "sampled"), "{run:?}");
    }
}

#[test]
fn crossing_bullets_collide_once() {
    let (_, hits) = collisions("crossing-bullets");
    assert_eq!(hits.len(), 1);
}

#[test]
fn fast_sensor_reports_two_begins_and_two_ends() {
    let scene = Scene::builtin("fast-sensor").unwrap();
    let events = run(&scene, Method::Auto, scene.horizon);
    let count = |name: &str| events.iter().filter(|event| event.kind.name() == name).count();
    assert_eq!((count("contact-begin"), count("contact-end")), (2, 2));
    assert_eq!(count("collision"), 0);
}

#[test]
fn pool_break_moves_every_ball_without_vertical_velocity() {
    let (world, hits) = collisions("pool-break");
    assert!(hits.len() > 30);
    for id in world.bodies() {
        assert!(world.velocity(id).unwrap().norm() > 1e-3);
        assert_eq!(world.velocity(id).unwrap().z, 0.0);
    }
}
