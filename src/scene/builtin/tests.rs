use super::*;
use crate::domain::Domain;
use crate::scene::{BodyKind, Mass, ShapeKind, Start};
use crate::{Method, World};
use std::error::Error;

type Outcome = Result<(), Box<dyn Error>>;

#[test]
fn every_name_is_a_scene_and_a_file() -> Outcome {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/scenes");
    for (name, about) in NAMES {
        let scene = Scene::builtin(name).ok_or("no scene")?;
        assert!(!scene.bodies.is_empty() && !about.is_empty());
        assert_eq!(scene, Scene::from_file(folder.join(format!("{name}.toml")))?);
        assert_eq!(customised(name, &Options::default())?, text(name).unwrap());
    }
    assert_eq!(std::fs::read_dir(folder)?.count(), NAMES.len());
    assert!(NAMES.iter().any(|(name, _)| *name == DEFAULT));
    assert!(Scene::builtin("").is_none());
    Ok(())
}

#[test]
fn the_default_is_the_scene_of_the_paper() {
    let scene = Scene::builtin(DEFAULT).unwrap();
    assert_eq!((scene.bodies.len(), scene.horizon), (1000, 10.0));
    let ShapeKind::Mesh { triangles, .. } = scene.bodies[0].shape.kind() else {
        panic!("a mesh")
    };
    assert_eq!(triangles.len(), 64);
    assert!(
        scene
            .bodies
            .iter()
            .all(|body| body.shape.shares_data_with(&scene.bodies[0].shape))
    );
    let Domain::Box { min, max } = scene.settings.domain else {
        panic!("a box")
    };
    let balls = 1000.0 * 4.0 / 3.0 * std::f64::consts::PI * 1.3f64.powi(3);
    assert!((balls / (max - min).product() - 0.01).abs() < 1e-12);
}

#[test]
fn racked_balls_do_not_overlap_and_move_in_a_plane() {
    for name in ["newtons-cradle", "pool-break"] {
        let scene = Scene::builtin(name).unwrap();
        for (i, a) in scene.bodies.iter().enumerate() {
            assert_eq!((a.position.z, a.velocity.z), (0.0, 0.0));
            for b in &scene.bodies[..i] {
                assert!((a.position - b.position).norm() >= a.shape.bounding_radius() + b.shape.bounding_radius());
            }
        }
    }
    let cradle = Scene::builtin("newtons-cradle").unwrap();
    for pair in cradle.bodies[1..].windows(2) {
        assert_eq!((pair[1].position - pair[0].position).norm(), 1.0);
    }
}

/// The world refuses bodies that overlap at the start.
#[test]
fn scenes_of_lasting_contact_have_their_bodies_apart_at_the_start() -> Outcome {
    // With floors, walls and containers.
    let counts = [
        ("bin", 200),
        ("mixed-bin", 100),
        ("tower", 11),
        ("pyramid", 56),
        ("brick-wall", 102),
        ("card-house", 16),
        ("dominoes", 51),
        ("crowd", 50),
        ("coin", 2),
        ("hopper", 202),
        ("drum", 103),
        ("pool-on-cloth", 21),
    ];
    for (name, count) in counts {
        let scene = Scene::builtin(name).ok_or(name)?;
        let world = World::from_scene(&scene, Method::Auto).map_err(|error| format!("{name}: {error}"))?;
        assert_eq!(world.len(), count, "{name}");
    }
    Ok(())
}

#[test]
fn a_crowd_moves_towards_the_origin_in_a_plane() {
    for body in Scene::builtin("crowd").unwrap().bodies {
        assert_eq!((body.position.z, body.velocity.z), (0.0, 0.0));
        let towards = -body.position.normalize();
        assert!((body.velocity - towards * 3.0).norm() < 1e-8);
    }
}

/// The collisions of the scene, on a line: their number, and the time of the last.
fn count_on_a_line(scene: &Scene) -> (u64, f64) {
    let [wall, light, heavy] = &scene.bodies[..] else {
        panic!("three bodies")
    };
    assert_eq!(wall.kind, BodyKind::Fixed);
    let half = |body: &crate::scene::Body| match body.shape.kind() {
        ShapeKind::Cuboid { half_extents } => half_extents.x,
        other => panic!("{other:?}"),
    };
    let (Mass::Total(m), Mass::Total(big)) = (light.mass, heavy.mass) else {
        panic!("masses")
    };
    // Gaps to the wall, minus the width of the light block for the heavy one.
    let (mut x, mut y) = (
        light.position.x - half(light),
        heavy.position.x - half(heavy) - 2.0 * half(light),
    );
    let (mut u, mut v) = (light.velocity.x, heavy.velocity.x);
    let (mut count, mut time) = (0, 0.0);
    loop {
        let to_wall = if u < 0.0 { x / -u } else { f64::INFINITY };
        let to_meet = if u > v { (y - x) / (u - v) } else { f64::INFINITY };
        let step = to_wall.min(to_meet);
        if step == f64::INFINITY {
            return (count, time);
        }
        (y, time, count) = (y + v * step, time + step, count + 1);
        if to_wall <= to_meet {
            (x, u) = (0.0, -u);
        } else {
            let common = (m * u + big * v) / (m + big);
            (x, u, v) = (y, 2.0 * common - u, 2.0 * common - v);
        }
    }
}

#[test]
fn blocks_count_the_digits_of_pi_within_the_horizon() -> Outcome {
    assert_eq!(count_on_a_line(&Scene::builtin("pi").unwrap()).0, 314);
    let digits_of_pi = [3, 31, 314, 3141, 31415, 314_159, 3_141_592];
    for (digits, expected) in (1..=MOST_DIGITS).zip(digits_of_pi) {
        let options = Options {
            digits: Some(digits),
            ..Options::default()
        };
        let text = customised("pi", &options)?;
        assert!(text.contains(&format!("{expected} collisions\n")), "{text}");
        let scene = Scene::from_toml_str(&text, "pi")?;
        let (count, last) = count_on_a_line(&scene);
        assert_eq!(count, expected);
        // The closed form of the file's comment.
        let angle = (1.0 / 10f64.powi(digits as i32 - 1)).atan();
        let rest = std::f64::consts::PI / angle - expected as f64;
        assert!(
            (last - (2.0 + 1.0 / rest)).abs() < 1e-2 || digits < 3,
            "{last}, {}",
            2.0 + 1.0 / rest
        );
        assert!(last < 0.8 * scene.horizon);
    }
    Ok(())
}

#[test]
fn customised_scenes_have_the_given_numbers() -> Outcome {
    let bin = Options {
        count: Some(50),
        packing: Some(0.3),
        ..Options::default()
    };
    let scene = Scene::from_toml_str(&customised("bin", &bin)?, "bin")?;
    assert_eq!(scene.bodies.len(), 50);
    for name in ["rings", "gas"] {
        let options = Options {
            count: Some(50),
            packing: Some(0.2),
            seed: Some(12),
            speed: Some([1.0, 1.0]),
            horizon: Some(2.5),
            ..Options::default()
        };
        let scene = Scene::from_toml_str(&customised(name, &options)?, name)?;
        let radius = scene.bodies[0].shape.bounding_radius();
        assert_eq!((scene.bodies.len(), scene.horizon), (50, 2.5));
        assert!(scene.bodies.iter().all(|body| (body.velocity.norm() - radius).abs() < 1e-12));
        let Domain::Box { min, max } = scene.settings.domain else {
            panic!("a box")
        };
        let filled = 50.0 * 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3);
        assert!((filled / (max - min).product() - 0.2).abs() < 1e-12);
        let other = Options {
            seed: Some(13),
            maxwell: Some(1e-7),
            speed: None,
            ..options
        };
        let other = Scene::from_toml_str(&customised(name, &other)?, name)?;
        assert_ne!(scene.bodies[0].position, other.bodies[0].position);
        assert!(other.bodies.iter().all(|body| body.velocity.norm() < 1e-6));
    }
    Ok(())
}

#[test]
fn a_gas_has_the_given_start_in_either_domain() -> Outcome {
    let options = Options {
        count: Some(108),
        packing: Some(0.5),
        start: Some(Start::Fcc),
        periodic: Some(true),
        zero_momentum: Some(true),
        ..Options::default()
    };
    let scene = Scene::from_toml_str(&customised("gas", &options)?, "gas")?;
    let domain = scene.settings.domain;
    let Domain::Periodic { min, max } = domain else {
        panic!("periodic")
    };
    assert!((108.0 * std::f64::consts::PI / 6.0 / (max - min).product() - 0.5).abs() < 1e-12);
    assert!(
        scene
            .bodies
            .iter()
            .map(|body| body.velocity)
            .sum::<nalgebra::Vector3<f64>>()
            .norm()
            < 1e-12
    );
    let apart = |body: &crate::scene::Body| domain.nearest(&(body.position - scene.bodies[0].position)).norm();
    let least = scene.bodies[1..].iter().map(apart).fold(f64::INFINITY, f64::min);
    assert!((least - (max - min).x / 3.0 / 2f64.sqrt()).abs() < 1e-9);
    let packed = Options {
        count: Some(40),
        packing: Some(0.4),
        start: Some(Start::LubachevskyStillinger),
        ..Options::default()
    };
    let text = customised("gas", &packed)?;
    assert!(text.contains("start = \"lubachevsky-stillinger\""), "{text}");
    let scene = Scene::from_toml_str(&text, "gas")?;
    assert!(matches!(scene.settings.domain, Domain::Box { .. }));
    for (i, a) in scene.bodies.iter().enumerate() {
        assert!(scene.bodies[..i].iter().all(|b| (a.position - b.position).norm() >= 1.0));
    }
    Ok(())
}

#[test]
fn options_of_other_scenes_are_refused() {
    let none = Options::default();
    let cases = [
        ("anvils", none, "there is no built-in scene \"anvils\"; there are rings, gas"),
        (
            "pi",
            Options { count: Some(3), ..none },
            "the scene \"pi\" has no count; it takes digits, horizon",
        ),
        (
            "rings",
            Options { digits: Some(3), ..none },
            "the scene \"rings\" has no digits; it takes count, packing",
        ),
        (
            "rings",
            Options {
                start: Some(Start::Fcc),
                ..none
            },
            "the scene \"rings\" has no start; it takes count, packing",
        ),
        (
            "pi",
            Options {
                periodic: Some(true),
                ..none
            },
            "the scene \"pi\" has no periodic; it takes digits",
        ),
        (
            "gas",
            Options {
                start: Some(Start::LubachevskyStillinger),
                packing: Some(0.72),
                count: Some(20),
                ..none
            },
            "20 balls that grow are jammed at a packing of",
        ),
        (
            "pool-break",
            Options { seed: Some(3), ..none },
            "the scene \"pool-break\" has no seed; it takes horizon",
        ),
        (
            "pi",
            Options { digits: Some(8), ..none },
            "digits = 8: must be a whole number from 1 to 7",
        ),
        (
            "pi",
            Options { digits: Some(0), ..none },
            "digits = 0: must be a whole number from 1 to 7",
        ),
        (
            "gas",
            Options {
                packing: Some(f64::NAN),
                ..none
            },
            "packing = NaN: must be a finite number",
        ),
        (
            "gas",
            Options {
                packing: Some(0.9),
                ..none
            },
            "populations[0].packing = 0.9: must be a finite number from 1e-12",
        ),
        (
            "gas",
            Options {
                packing: Some(0.7404),
                ..none
            },
            "populations[0]: 1000 bounding balls of radius 0.5 do not fit",
        ),
        (
            "gas",
            Options { count: Some(0), ..none },
            "populations[0].count = 0: must be a whole number from 1 to 10000000",
        ),
        (
            "gas",
            Options {
                seed: Some(u64::MAX),
                ..none
            },
            "seed = 18446744073709551615: must be a whole number from 0",
        ),
        (
            "gas",
            Options {
                speed: Some([1.0, 2.0]),
                maxwell: Some(1.0),
                ..none
            },
            "maxwell = 1: must be left out",
        ),
        (
            "gas",
            Options {
                speed: Some([2.0, 1.0]),
                ..none
            },
            "populations[0].speed[1] = 1: must be a finite number from 2 to",
        ),
        (
            "gas",
            Options {
                horizon: Some(-1.0),
                ..none
            },
            "world.horizon = -1: must be a number of seconds greater than 0",
        ),
    ];
    for (name, options, expected) in cases {
        let message = customised(name, &options).unwrap_err().to_string();
        assert!(message.contains(expected), "{message}");
    }
}
