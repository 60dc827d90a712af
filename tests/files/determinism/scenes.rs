//! The scenes of the golden table, and the duration of each.

use super::balls;
use crate::builtin::builtin_of_single_collisions;
use kinesweep::scene::{Start, builtin};
use kinesweep::{Domain, Scene};
use nalgebra::Vector3;

/// A scene and its duration, short enough that all methods together take a second or two.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) scene: Scene,
    pub(crate) until: f64,
    /// Whether its bodies stay in contact: then only the log of events is in the table. (Frames have no
    /// lasting contact.)
    pub(crate) lasts: bool,
}

/// The built-in scenes of lasting contact, with times after the first contacts.
const LASTING: [(&str, f64); 12] = [
    ("bin", 0.8),
    ("mixed-bin", 0.8),
    ("tower", 12.0),
    ("pyramid", 12.0),
    ("brick-wall", 0.6),
    ("card-house", 2.0),
    ("dominoes", 0.5),
    ("crowd", 4.0),
    ("coin", 2.0),
    ("hopper", 0.6),
    ("drum", 0.3),
    ("pool-on-cloth", 30.0),
];

impl Case {
    pub(crate) fn new(name: &'static str, scene: Scene, until: f64) -> Self {
        Self {
            name,
            scene,
            until,
            lasts: false,
        }
    }

    /// Whether the scene has too many bodies for methods that test every pair.
    pub(crate) fn is_large(&self) -> bool {
        self.scene.bodies.len() > 500
    }

    pub(crate) fn is_periodic(&self) -> bool {
        matches!(self.scene.settings.domain, Domain::Periodic { .. })
    }
}

fn customised(name: &str, options: &builtin::Options) -> Scene {
    let text = builtin::customised(name, options).unwrap();
    Scene::from_toml_str(&text, name).unwrap()
}

/// All cases: every built-in scene, gases and balls of each kind, and two scenes with the features that those lack.
pub(crate) fn all() -> Vec<Case> {
    let mut cases: Vec<Case> = builtin_of_single_collisions()
        .map(|name| {
            let scene = Scene::builtin(name).unwrap();
            let until = match name {
                "rings" => 1.0,
                "gas" => 0.2,
                "discs" => 0.1,
                _ => scene.horizon,
            };
            Case::new(name, scene, until)
        })
        .collect();
    let gas = |count, packing, start, periodic| builtin::Options {
        count: Some(count),
        packing: Some(packing),
        start: Some(start),
        periodic: Some(periodic),
        ..builtin::Options::default()
    };
    for (name, options, until) in [
        ("gas-crystal-periodic", gas(256, 0.55, Start::Fcc, true), 0.2),
        ("gas-dense", gas(200, 0.5, Start::LubachevskyStillinger, false), 0.06),
        ("gas-thin-periodic", gas(200, 0.02, Start::Random, true), 4.0),
    ] {
        cases.push(Case::new(name, customised("gas", &options), until));
    }
    let digits = builtin::Options {
        digits: Some(4),
        ..builtin::Options::default()
    };
    let pi = customised("pi", &digits);
    cases.push(Case::new("pi-4", pi.clone(), pi.horizon));
    for (name, text) in [
        ("tumbling", include_str!("scenes/tumbling.toml")),
        ("workshop", include_str!("scenes/workshop.toml")),
    ] {
        let mut scene = Scene::from_toml_str(text, name).unwrap();
        if name == "tumbling" {
            for (number, body) in scene.bodies.iter_mut().enumerate() {
                let number = number as f64;
                body.angular_velocity = Vector3::new(2.0 - number % 5.0, number % 3.0 - 0.5, 0.25 * number - 2.0);
            }
        }
        let until = scene.horizon;
        cases.push(Case::new(name, scene, until));
    }
    cases.extend(balls::cases());
    for (name, until) in LASTING {
        let scene = Scene::builtin(name).unwrap();
        let case = Case::new(name, scene, until);
        cases.push(Case { lasts: true, ..case });
    }
    cases
}

/// The case with a given name.
pub(crate) fn named(name: &str) -> Case {
    all().into_iter().find(|case| case.name == name).expect("a known case")
}
