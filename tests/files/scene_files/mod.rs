//! Scene files through the public interface: files on disk, meshes, and broken text.

mod meshes;

use crate::support::Random;
use kinesweep::scene::{SceneError, ShapeKind, builtin};
use kinesweep::{Domain, Scene, Shape};
use nalgebra::Vector3;
use std::error::Error;
use std::fs;
use std::path::Path;

type Outcome = Result<(), Box<dyn Error>>;

const EVERYTHING: &str = include_str!("../../../src/scene/file/tests/everything.toml");

const JSON: &str = r#"{
    "title": "two balls",
    "world": { "gravity": [0, -9.81, 0], "domain": { "kind": "box", "min": [-5, -5, -5], "max": [5, 5, 5] } },
    "bodies": [
        { "name": "a", "shape": { "kind": "ball", "radius": 0.1 }, "velocity": [0.1, 0, 0] },
        { "shape": { "kind": "cuboid", "half_extents": [1, 2, 0.30000000000000004] }, "position": [3, 0, 0], "kind": "fixed" }
    ],
    "populations": [ { "kind": "gas", "count": 2, "speed": [1, 2], "shape": { "kind": "ball", "radius": 0.25 } } ]
}"#;

const TOML: &str = "
title = 'two balls'
bodies = [
    { name = 'a', shape = { kind = 'ball', radius = 0.1 }, velocity = [0.1, 0, 0] },
    { shape = { kind = 'cuboid', half_extents = [1, 2, 0.30000000000000004] }, position = [3, 0, 0], kind = 'fixed' },
]
[world]
gravity = [0, -9.81, 0]
domain = { kind = 'box', min = [-5, -5, -5], max = [5, 5, 5] }
[[populations]]
kind = 'gas'
count = 2
speed = [1, 2]
shape = { kind = 'ball', radius = 0.25 }
";

#[test]
fn the_file_extension_selects_toml_or_json() -> Outcome {
    let folder = tempfile::tempdir()?;
    let scene = Scene::from_toml_str(TOML, "text")?;
    assert_eq!(scene.bodies.len(), 4);
    for (name, text) in [
        ("a.toml", TOML),
        ("b.scene", TOML),
        ("c", TOML),
        ("d.json", JSON),
        ("e.JSON", JSON),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, text)?;
        assert_eq!(Scene::from_file(&path)?, scene, "{name}");
    }
    let crossed = folder.path().join("f.json");
    fs::write(&crossed, TOML)?;
    let error = Scene::from_file(&crossed).unwrap_err().to_string();
    assert!(error.contains("f.json:2: not valid JSON"), "{error}");
    Ok(())
}

#[test]
fn unreadable_files_give_an_error_with_the_file_name() -> Outcome {
    let folder = tempfile::tempdir()?;
    let missing = folder.path().join("missing.toml");
    let error = Scene::from_file(&missing).unwrap_err();
    assert!(matches!(&error, SceneError::Read { file, .. } if file.ends_with("missing.toml")));
    assert!(error.to_string().contains("missing.toml: cannot be read: "), "{error}");
    assert!(matches!(Scene::from_file(folder.path()), Err(SceneError::Read { .. })));
    let binary = folder.path().join("binary.toml");
    fs::write(&binary, [0xff, 0xfe, 0x00])?;
    assert!(matches!(Scene::from_file(&binary), Err(SceneError::Read { .. })));
    Ok(())
}

/// Reads text that may be broken. It must give a scene or an error with a message, not a panic.
/// Returns whether it is a scene.
fn is_scene_or_error(text: &[u8], read: fn(&str, &str) -> Result<Scene, SceneError>) -> bool {
    let Ok(text) = std::str::from_utf8(text) else { return false };
    match read(text, "broken") {
        Ok(_) => true,
        Err(error) => {
            let message = error.to_string();
            assert!(message.starts_with("broken") && message.len() > "broken: ".len(), "{message}");
            false
        }
    }
}

#[test]
fn a_truncated_file_gives_a_scene_or_an_error() {
    let mut whole = 0;
    for end in 0..EVERYTHING.len() {
        whole += usize::from(is_scene_or_error(&EVERYTHING.as_bytes()[..end], Scene::from_toml_str));
    }
    assert!(whole > 10, "truncated between two bodies it is still a scene");
    for end in 0..JSON.len() {
        assert!(!is_scene_or_error(&JSON.as_bytes()[..end], Scene::from_json_str));
    }
    assert!(is_scene_or_error(JSON.as_bytes(), Scene::from_json_str));
}

#[test]
fn a_file_with_changed_bytes_gives_a_scene_or_an_error() {
    let mut random = Random::new(5);
    let mut below = |limit: usize| random.below(limit as u64) as usize;
    const INTERESTING: &[u8] = b"0123456789-+.eE\"'[]{}=,#\n _xnif";
    // Small counts of bodies only: one more digit in a count is fast enough, seven more are slow.
    for (text, read) in [
        (EVERYTHING, Scene::from_toml_str as fn(&str, &str) -> _),
        (JSON, Scene::from_json_str),
    ] {
        for _ in 0..1500 {
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..=below(3) {
                let at = below(bytes.len());
                match below(3) {
                    0 => bytes[at] = INTERESTING[below(INTERESTING.len())],
                    1 => bytes.insert(at, INTERESTING[below(INTERESTING.len())]),
                    _ => drop(bytes.remove(at)),
                }
            }
            is_scene_or_error(&bytes, read);
        }
    }
}

#[test]
fn populations_overlap_neither_bodies_nor_walls() -> Outcome {
    let text = "
        bodies = [{ shape = { kind = 'cuboid', half_extents = [2, 2, 2] }, kind = 'fixed' }]
        [[populations]]
        kind = 'gas'
        count = 400
        packing = 0.2
        maxwell = 1
        shape = { kind = 'ball', radius = 0.5 }
        [[populations]]
        kind = 'gas'
        count = 200
        packing = 0.02
        maxwell = 1
        seed = 2
        shape = { kind = 'ball', radius = 0.25 }
    ";
    let scene = Scene::from_toml_str(text, "scene.toml")?;
    let again = Scene::from_toml_str(text, "scene.toml")?;
    assert_eq!(scene, again);
    let Domain::Box { min, max } = scene.settings.domain else {
        panic!("a box")
    };
    let filled = 400.0 * std::f64::consts::PI / 6.0;
    assert!((filled / (max - min).product() - 0.2).abs() < 1e-12, "the larger cube");
    let balls = &scene.bodies[1..];
    assert_eq!(balls.len(), 600);
    for (i, a) in balls.iter().enumerate() {
        let radius = a.shape.bounding_radius();
        assert!((0..3).all(|k| a.position[k] - radius >= min[k] && a.position[k] + radius <= max[k]));
        assert!((a.position - a.position.map(|c| c.clamp(-2.0, 2.0))).norm() >= radius);
        for b in &balls[..i] {
            assert!((a.position - b.position).norm() >= radius + b.shape.bounding_radius());
        }
    }
    Ok(())
}

#[test]
fn periodic_domains_are_sized_and_bodies_wrapped_into_them() -> Outcome {
    let text = "
        [world]
        domain = { kind = 'periodic', min = [0, 0, 0], max = [8, 8, 10] }
        [[bodies]]
        shape = { kind = 'ball', radius = 2 }
        position = [9, -1, 10]
        [[populations]]
        kind = 'gas'
        count = 90
        shape = { kind = 'ball', radius = 0.5 }
    ";
    let scene = Scene::from_toml_str(text, "scene.toml")?;
    let domain = scene.settings.domain;
    assert_eq!(domain.name(), "periodic");
    assert_eq!(scene.bodies[0].position, Vector3::new(1.0, 7.0, 0.0));
    for (i, a) in scene.bodies.iter().enumerate() {
        for b in &scene.bodies[..i] {
            let apart = domain.nearest(&(a.position - b.position)).norm();
            assert!(apart > a.shape.bounding_radius() + b.shape.bounding_radius());
        }
    }
    let sized = text.replace(", min = [0, 0, 0], max = [8, 8, 10]", "").replace(
        "count = 90",
        "count = 90\npacking = 0.09\nstart = 'fcc'\nzero_momentum = true",
    );
    let Domain::Periodic { min, max } = Scene::from_toml_str(&sized, "scene.toml")?.settings.domain else {
        panic!("periodic")
    };
    let filled = 90.0 * std::f64::consts::PI / 6.0;
    assert!((filled / (max - min).product() - 0.09).abs() < 1e-12);
    Ok(())
}

#[test]
fn a_built_in_gas_of_20_000_balls_is_placed() -> Outcome {
    let options = builtin::Options {
        count: Some(20_000),
        packing: Some(0.3),
        ..builtin::Options::default()
    };
    let scene = Scene::from_toml_str(&builtin::customised("gas", &options)?, "gas")?;
    assert_eq!(scene.bodies.len(), 20_000);
    Ok(())
}

#[test]
fn populations_above_ten_million_bodies_in_total_are_refused() {
    let of = |count: usize| {
        format!(
            "[[populations]]\nkind = \"gas\"\ncount = {count}\npacking = 0.1\nspeed = [1, 2]\nshape = {{ kind = \"ball\", radius = 1 }}\n"
        )
    };
    let text = of(6_000_000) + &of(4_000_001);
    let refused = Scene::from_toml_str(&text, "two.toml").unwrap_err().to_string();
    assert!(
        refused.contains("populations[1].count = 4000001: must be at most 4000000: all populations together"),
        "{refused}"
    );
}
