//! The kinds of scenes, each generated from a seed, and their conserved quantities.

mod generators;

use crate::random::Random;
pub(crate) use generators::any_shape;
use generators::*;
use kinesweep::scene::Start;
use kinesweep::{Method, Scene, Settings};

/// A kind of scene.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    /// Its share of all events, and the least number of events (if the run has as many).
    pub(crate) share: f64,
    pub(crate) least: u64,
    /// Number of events after which it restarts.
    pub(crate) events_a_round: u64,
    /// Number of simulated seconds after which it restarts.
    pub(crate) seconds_a_round: f64,
    pub(crate) make: fn(&mut Random) -> Result<Scene, Box<dyn std::error::Error>>,
    /// The method of the run, and the method of the comparison.
    pub(crate) method: Method,
    pub(crate) oracle: Method,
    /// Whether overlaps are reported, which excludes the lane of balls.
    pub(crate) overlaps: bool,
    /// The conserved quantities, within a relative error of `drift`.
    pub(crate) conserved: Conserved,
    pub(crate) drift: f64,
    /// Number of events between two changes from outside, if there are any.
    pub(crate) interferes_every: Option<u64>,
}

/// The conserved quantities of a scene.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Conserved {
    Energy,
    EnergyAndMomentum,
    /// Energy, and the plane z = 0 of all bodies.
    Plane,
    /// Energy never increases.
    NoMoreEnergy,
    Nothing,
}

const ENDLESS: u64 = u64::MAX / 2;

const DEFAULT: Kind = Kind {
    name: "",
    share: 0.0,
    least: 0,
    events_a_round: ENDLESS,
    seconds_a_round: 1e9,
    make: gas_in_a_box,
    method: Method::Auto,
    oracle: Method::Cached,
    overlaps: false,
    conserved: Conserved::Energy,
    drift: 1e-9,
    interferes_every: None,
};

pub(crate) const KINDS: &[Kind] = &[
    Kind {
        name: "gas in a box",
        share: 0.45,
        make: gas_in_a_box,
        ..DEFAULT
    },
    Kind {
        name: "gas, periodic",
        share: 0.45,
        make: gas_periodic,
        conserved: Conserved::EnergyAndMomentum,
        oracle: Method::Leases,
        ..DEFAULT
    },
    Kind {
        name: "balls by leases",
        share: 0.03,
        make: |random| gas(random, 250, 0.2, Start::Random, false),
        overlaps: true,
        ..DEFAULT
    },
    Kind {
        name: "balls by lists",
        share: 0.01,
        make: |random| gas(random, 40, 0.1, Start::Random, false),
        method: Method::Lists,
        overlaps: true,
        ..DEFAULT
    },
    Kind {
        name: "sizes 1 to 1000",
        share: 0.01,
        least: 20_000,
        make: sizes,
        ..DEFAULT
    },
    Kind {
        name: "rings",
        share: 0.01,
        least: 20_000,
        make: rings,
        ..DEFAULT
    },
    Kind {
        name: "mixed shapes",
        share: 0.01,
        least: 20_000,
        make: |random| mixed(random, 60, 7.0, Settings::default()),
        ..DEFAULT
    },
    Kind {
        name: "mixed, periodic",
        share: 0.01,
        least: 20_000,
        make: mixed_periodic,
        conserved: Conserved::EnergyAndMomentum,
        oracle: Method::Leases,
        ..DEFAULT
    },
    Kind {
        name: "spinning",
        share: 0.002,
        least: 3_000,
        make: spinning,
        // With rotating bodies a time of impact is exact to 1e-12 of the size.
        drift: 1e-7,
        ..DEFAULT
    },
    Kind {
        name: "planar",
        share: 0.002,
        least: 3_000,
        seconds_a_round: 60.0,
        make: planar,
        conserved: Conserved::Plane,
        ..DEFAULT
    },
    Kind {
        name: "gravity, rests",
        share: 0.005,
        least: 10_000,
        seconds_a_round: 20.0,
        make: under_gravity,
        conserved: Conserved::NoMoreEnergy,
        ..DEFAULT
    },
    Kind {
        name: "piles",
        share: 0.001,
        least: 3_000,
        seconds_a_round: 6.0,
        make: pile,
        conserved: Conserved::NoMoreEnergy,
        // Velocities in an island are those in the middle of its step.
        drift: 1e-5,
        ..DEFAULT
    },
    Kind {
        name: "sensors",
        share: 0.005,
        least: 10_000,
        make: sensors,
        ..DEFAULT
    },
    Kind {
        name: "pass-through",
        share: 0.005,
        least: 10_000,
        make: pass_through,
        ..DEFAULT
    },
    Kind {
        name: "insertion and removal",
        share: 0.01,
        least: 10_000,
        make: |random| mixed(random, 40, 7.0, Settings::default()),
        overlaps: true,
        conserved: Conserved::Nothing,
        interferes_every: Some(30),
        ..DEFAULT
    },
    Kind {
        name: "gas, insertion and removal",
        share: 0.02,
        least: 10_000,
        make: |random| gas(random, 300, 0.1, Start::Random, false),
        conserved: Conserved::Nothing,
        interferes_every: Some(500),
        ..DEFAULT
    },
];
