//! The scene reader: random bytes and mutated scenes. A refusal contains file and key; an accepted
//! scene is valid, and a world is built from it or refused with a reason, and reaches its first
//! events.

use super::mutate::mutated;
use super::support::Random;
use kinesweep::scene::SceneError;
use kinesweep::{Method, Scene, StepError, World};
use std::collections::BTreeSet;

const TOML: [&str; 9] = [
    include_str!("../corpus/populations.toml"),
    include_str!("../corpus/packed.toml"),
    include_str!("../corpus/growing.toml"),
    include_str!("../../../src/scene/file/tests/everything.toml"),
    include_str!("../../../examples/scenes/bullet-and-paper.toml"),
    include_str!("../../../examples/scenes/crossing-bullets.toml"),
    include_str!("../../../examples/scenes/fast-sensor.toml"),
    include_str!("../../../examples/scenes/newtons-cradle.toml"),
    include_str!("../../../examples/scenes/pi.toml"),
];

const JSON: &str = include_str!("../corpus/shapes.json");

const WORDS: [&str; 65] = [
    "title",
    "world",
    "gravity",
    "restitution",
    "friction",
    "rolling_friction",
    "spinning_friction",
    "response",
    "domain",
    "horizon",
    "zeno",
    "bodies",
    "name",
    "shape",
    "position",
    "orientation",
    "velocity",
    "acceleration",
    "angular_velocity",
    "growth",
    "kind",
    "mass",
    "density",
    "rotates",
    "sensor",
    "groups",
    "memberships",
    "filter",
    "changes",
    "time",
    "populations",
    "count",
    "packing",
    "speed",
    "maxwell",
    "zero_momentum",
    "start",
    "seed",
    "ball",
    "radius",
    "cuboid",
    "half_extents",
    "capsule",
    "half_height",
    "ellipsoid",
    "half_axes",
    "cylinder",
    "cone",
    "rounded-cuboid",
    "half_space",
    "normal",
    "ring",
    "convex",
    "points",
    "mesh",
    "compound",
    "parts",
    "fixed",
    "periodic",
    "box",
    "pass-through",
    "stick",
    "true",
    "fcc",
    "lubachevsky-stillinger",
];

/// The file name in messages.
const ORIGIN: &str = "fuzz.scene";

/// Valid numbers of bodies and pieces above this are skipped: such cases take long and cover the
/// same code.
const TOO_MANY: f64 = 60.0;

/// Greatest number of bodies for which a world is built.
const MOST_BODIES: usize = 40;

/// Greatest number of events of a run.
const MOST_EVENTS: usize = 12;

/// Greatest rotation of a body in a run, in radians: the search for its contacts covers all of it.
const MOST_RADIANS: f64 = 1e4;

pub(crate) fn run(data: &[u8]) {
    let random = &mut Random::from_bytes(data);
    let choice = random.below(16);
    let (bytes, is_json) = match choice {
        0 | 1 => (data[1.min(data.len())..].to_vec(), choice == 1),
        2..=4 => (mutated(JSON, TOML[0], &WORDS, random), true),
        _ => {
            let text = random.of(&TOML);
            let other = random.of(&TOML);
            (mutated(text, other, &WORDS, random), false)
        }
    };
    // A file that is not UTF-8 is refused by the standard library.
    let Ok(text) = String::from_utf8(bytes) else { return };
    if is_long_work(&text) {
        return;
    }
    if std::env::var_os("KINESWEEP_FUZZ_SHOW").is_some() {
        eprintln!("{text}");
    }
    let read = if is_json {
        Scene::from_json_str(&text, ORIGIN)
    } else {
        Scene::from_toml_str(&text, ORIGIN)
    };
    match read {
        Ok(scene) => use_scene(&scene),
        Err(error) => check_refusal(&error),
    }
}

/// Whether a text has valid but large numbers: thousands of bodies, a ring of thousands of
/// triangles.
fn is_long_work(text: &str) -> bool {
    let many = |key: &str| {
        text.match_indices(key).any(|(at, _)| {
            let value = text[at + key.len()..].trim_start_matches([' ', '\t', '\n', '=', ':', '"', '\'', '+']);
            let end = value
                .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                .unwrap_or(value.len());
            let digits = value[..end].replace('_', "");
            let number = match digits.get(..2) {
                Some("0x") => u64::from_str_radix(&digits[2..], 16).ok().map(|number| number as f64),
                Some("0o") => u64::from_str_radix(&digits[2..], 8).ok().map(|number| number as f64),
                Some("0b") => u64::from_str_radix(&digits[2..], 2).ok().map(|number| number as f64),
                _ => digits.parse::<f64>().ok(),
            };
            number.is_some_and(|number| number > TOO_MANY && number <= 1e7)
        })
    };
    ["count", "segments", "sides"].into_iter().any(many)
}

fn check_refusal(error: &SceneError) {
    let message = error.to_string();
    assert!(message.starts_with(ORIGIN), "{message}");
    let key = match error {
        SceneError::Syntax { message, .. } => message,
        SceneError::UnknownKey { key, .. } | SceneError::MissingKey { key, .. } | SceneError::Placement { key, .. } => key,
        SceneError::Value { error, .. } => &error.field,
        other => panic!("unexpected error: {other}"),
    };
    // A key may be empty itself.
    assert!(!key.is_empty() || matches!(error, SceneError::UnknownKey { .. }), "{message}");
}

fn use_scene(scene: &Scene) {
    assert!(!scene.bodies.is_empty() && scene.horizon > 0.0 && scene.horizon.is_finite());
    scene.settings.check().unwrap_or_else(|error| panic!("{error}"));
    let mut names = BTreeSet::new();
    for body in &scene.bodies {
        body.check().unwrap_or_else(|error| panic!("{error}"));
        let name = body.name.as_ref().expect("every body of a file has a name");
        assert!(!name.is_empty() && names.insert(name), "{name:?} twice");
    }
    if scene.bodies.len() > MOST_BODIES {
        return;
    }
    let Ok(mut world) = World::from_scene(scene, Method::Auto) else {
        return;
    };
    let spins = scene.bodies.iter().flat_map(|body| {
        let changed = body.changes.iter().filter_map(|change| change.change.angular_velocity);
        changed.chain([body.angular_velocity])
    });
    let latest = scene
        .horizon
        .min(MOST_RADIANS / spins.map(|spin| spin.norm()).fold(1e-9, f64::max));
    let mut last = world.time();
    for _ in 0..MOST_EVENTS {
        match world.step_before(latest) {
            Ok(Some(event)) => {
                assert!(event.time >= last && event.time <= latest, "{event:?} after {last}");
                last = event.time;
            }
            Ok(None) => break,
            Err(StepError::Refused(error)) => panic!("{error}"),
            // The scheduled change is dropped, and the next call continues.
            Err(StepError::Jump { .. } | StepError::Change { .. }) => {}
            Err(_) => break,
        }
    }
    assert_eq!(world.counters().late, 0);
    world.audit().unwrap_or_else(|difference| panic!("{difference}"));
}
