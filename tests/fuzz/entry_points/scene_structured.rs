//! Generated scenes: TOML and JSON give the same scene; lists, leases, cached and swept give the
//! same bits or the same refusal; and the sampled mode runs some frames.

use super::grammar::{Grammar, Value, file_as_toml};
use super::support::Random;
use kinesweep::sampled::SampledWorld;
use kinesweep::{Domain, Event, Method, Scene, StepError, World, WorldError};

/// Greatest number of bodies for which worlds are built.
const MOST_BODIES: usize = 30;

/// Greatest number of events of a run.
const MOST_EVENTS: usize = 12;

/// Greatest duration of a run, in seconds.
const LATEST: f64 = 1.0;

/// Greatest rotation of a body in a run, in radians: the search for its contacts covers all of it.
const MOST_RADIANS: f64 = 1e4;

/// Greatest speed of the outer points of a spinning body, in sizes of the smallest body per second:
/// nearby bodies are passed as often, with a test each time.
const MOST_SIZES: f64 = 1e6;

/// Greatest path of a body, in lengths of the periodic domain: each length takes some leases.
const MOST_LENGTHS: f64 = 100.0;

pub(crate) fn run(data: &[u8]) {
    let random = &mut Random::from_bytes(data);
    let extreme_share = random.of(&[0, 60, 20, 200]);
    let entries = Grammar { random, extreme_share }.scene();
    let text = file_as_toml(&entries);
    if std::env::var_os("KINESWEEP_FUZZ_SHOW").is_some() {
        eprintln!("{text}");
    }
    let from_toml = Scene::from_toml_str(&text, "fuzz.toml");
    if let Some(json) = Value::Table(entries).as_json() {
        let from_json = Scene::from_json_str(&json, "fuzz.json");
        match (&from_toml, &from_json) {
            (Ok(one), Ok(other)) => assert_eq!(one, other),
            (Err(one), Err(other)) => {
                // Equal except for the position in the file.
                let reason = |message: String| message.split_once(": ").map(|(_, reason)| reason.to_owned());
                assert_eq!(reason(one.to_string()), reason(other.to_string()));
            }
            (one, other) => panic!("{one:?} from TOML, {other:?} from JSON: {text}"),
        }
    }
    match from_toml {
        Ok(scene) if scene.bodies.len() <= MOST_BODIES && !has_fast_large_bodies(&scene) => compare_methods(&scene, random),
        _ => {}
    }
}

/// The greatest of all spins, in radians per second.
fn most_spin(scene: &Scene) -> f64 {
    let changes = scene.bodies.iter().flat_map(|body| &body.changes);
    let spins = changes.filter_map(|change| change.change.angular_velocity);
    let spins = spins.chain(scene.bodies.iter().map(|body| body.angular_velocity));
    spins.map(|spin| spin.norm()).fold(0.0, f64::max)
}

fn has_fast_large_bodies(scene: &Scene) -> bool {
    let sizes = || scene.bodies.iter().map(|body| body.shape.bounding_radius());
    let largest = sizes().filter(|size| size.is_finite()).fold(0.0, f64::max);
    most_spin(scene) * largest > MOST_SIZES * sizes().fold(f64::INFINITY, f64::min)
}

fn latest(scene: &Scene) -> f64 {
    let most = most_spin(scene);
    let latest = scene.horizon.min(LATEST).min(MOST_RADIANS / most.max(1.0));
    let Domain::Periodic { min, max } = scene.settings.domain else {
        return latest;
    };
    let changed = scene.bodies.iter().flat_map(|body| &body.changes);
    let changed = changed.flat_map(|change| [change.change.velocity, change.change.acceleration]);
    let own = scene
        .bodies
        .iter()
        .flat_map(|body| [Some(body.velocity), Some(body.acceleration)]);
    let rates = own.chain(changed).flatten().map(|rate| rate.norm());
    let fastest = rates.fold(scene.settings.gravity.norm(), f64::max);
    latest.min(MOST_LENGTHS * (max - min).min() / fastest.max(1e-9))
}

/// The result of a run: its events, the error that ended it, the final time.
type RunResult = (Vec<Event>, Option<StepError>, f64);

fn run_scene(scene: &Scene, method: Method, latest: f64) -> Result<RunResult, WorldError> {
    let mut world = World::from_scene(scene, method)?;
    let (mut events, mut error, mut calls) = (Vec::<Event>::new(), None, 0);
    while calls < MOST_EVENTS && error.is_none() {
        calls += 1;
        match world.step_before(latest) {
            Ok(Some(event)) => {
                let last = events.last().map_or(0.0, |last| last.time);
                assert!(
                    event.time >= last && event.time <= latest,
                    "{method:?}: {event:?} after {last}"
                );
                events.push(event);
            }
            Ok(None) => break,
            // The scheduled change is dropped, and the next call continues.
            Err(StepError::Jump { .. } | StepError::Change { .. }) => {}
            Err(StepError::Refused(refusal)) => panic!("{method:?}: {refusal}"),
            Err(other) => error = Some(other),
        }
    }
    assert_eq!(world.counters().late, 0, "{method:?}");
    world.audit().unwrap_or_else(|difference| panic!("{method:?}: {difference}"));
    Ok((events, error, world.time()))
}

fn compare_methods(scene: &Scene, random: &mut Random) {
    let latest = latest(scene);
    let rate = random.of(&[3.0, 30.0]);
    let first = run_scene(scene, Method::Auto, latest);
    for method in [Method::Lists, Method::Leases, Method::Cached, Method::Swept { rate }] {
        let other = run_scene(scene, method, latest);
        if !matches!(other, Err(WorldError::PeriodicMethod)) {
            assert_eq!(first, other, "by Auto, and by {method:?}");
        }
    }
    if let Ok(mut sampled) = SampledWorld::from_scene(scene, rate) {
        // A ball may outgrow the domain.
        let _ = sampled.advance_to(latest.min(2.5 / rate));
    }
}
