//! Collisions change motion: when does each method part from the truth?

use super::reference::{ExactRun, piece_at};
use super::{CompareError, CompareOptions, RunMethod};
use crate::event::{Collision, Event, EventKind, Party};
use crate::sampled::SampledWorld;
use crate::scene::{Body, BodyKind, Scene};
use hashbrown::HashMap;
use nalgebra::Vector3;

/// What each method makes of the collisions.
#[derive(Clone, Debug, PartialEq)]
pub struct Responding {
    /// A row a method.
    pub runs: Vec<RespondingRun>,
}

/// What one method makes of them.
#[derive(Clone, Debug, PartialEq)]
pub struct RespondingRun {
    /// The method.
    pub method: RunMethod,
    /// Collisions within the horizon, with walls of the domain included.
    pub collisions: usize,
    /// Time of the first collision of the reference that the method does not find, in seconds; none if it finds all. A sampled
    /// run finds a collision if it tells one of the same two at the next sample or the one after.
    pub first_missed: Option<f64>,
    /// Time from which on some body is further from where it should be than its bounding radius, as seen at the method's own
    /// frames, in seconds; none if that never comes.
    pub parted_at: Option<f64>,
    /// Energy at the end that the collisions told do not account for, relative to the energy at the start (or, where that is
    /// zero, in joules). Work done by accelerations of the bodies' own, and by what lies, slides or
    /// hops in contact that goes on, is not accounted for.
    pub energy_error: f64,
    /// Momentum at the end, in an open domain without gravity and fixed bodies: how far it is from that at the start, relative to
    /// the sum of the magnitudes. None where momentum need not be conserved.
    pub momentum_error: Option<f64>,
    /// Processor seconds per simulated second.
    pub cpu_per_simulated_second: f64,
}

pub(super) fn run(
    scene: &Scene,
    horizon: f64,
    options: &CompareOptions,
    progress: &mut dyn FnMut(&str),
) -> Result<Responding, CompareError> {
    let exact = |method: RunMethod| {
        let of_world = method.of_world().unwrap_or_default();
        ExactRun::new(scene, crate::scene::ResponseMode::Collide, of_world, horizon, options.clock)
    };
    progress("responding, kinetic");
    let reference = exact(RunMethod::Kinetic)?;
    let ledger = Ledger::new(scene);
    let mut runs = vec![exact_row(RunMethod::Kinetic, &reference, &reference, &ledger, horizon)];
    for method in RunMethod::others(&options.rates) {
        progress(&format!(
            "responding, {} {}",
            method.name(),
            method.rate().map_or(String::new(), |f| format!("{f} Hz"))
        ));
        runs.push(match method {
            RunMethod::Sampled(rate) => sampled_row(scene, rate, &reference, &ledger, horizon, options.clock)?,
            _ => exact_row(method, &exact(method)?, &reference, &ledger, horizon),
        });
    }
    Ok(Responding { runs })
}

fn collisions(events: &[Event]) -> impl Iterator<Item = (f64, &Collision)> {
    events.iter().filter_map(|event| match &event.kind {
        EventKind::Collision(collision) => Some((event.time, collision)),
        _ => None,
    })
}

/// The row of an event-driven method: its events are the reference's to the bit, or the first that differs is where they part.
fn exact_row(method: RunMethod, run: &ExactRun, reference: &ExactRun, ledger: &Ledger, horizon: f64) -> RespondingRun {
    let same = run.events.iter().zip(&reference.events).take_while(|(a, b)| a == b).count();
    let all_same = same == run.events.len() && same == reference.events.len();
    let parting = (!all_same).then(|| {
        reference
            .events
            .get(same)
            .or(run.events.get(same))
            .map_or(horizon, |event| event.time)
    });
    RespondingRun {
        method,
        collisions: collisions(&run.events).count(),
        first_missed: parting,
        parted_at: parting,
        energy_error: Ledger::energy_error(run.energy, &run.events),
        momentum_error: ledger.momentum_error(run.momentum),
        cpu_per_simulated_second: run.cpu / horizon,
    }
}

fn sampled_row(
    scene: &Scene,
    rate: f64,
    reference: &ExactRun,
    ledger: &Ledger,
    horizon: f64,
    clock: fn() -> f64,
) -> Result<RespondingRun, CompareError> {
    let mut before = clock();
    let mut responding = scene.clone();
    responding.settings.response = crate::scene::ResponseMode::Collide;
    let mut world = SampledWorld::from_scene(&responding, rate)?;
    let start = (world.energy(), world.momentum());
    let mut cpu = clock() - before;
    let (mut events, mut parted_at, mut frame) = (Vec::new(), None, 0.0);
    while frame / rate <= horizon {
        let time = frame / rate;
        before = clock();
        events.extend_from_slice(world.advance_to(time));
        cpu += clock() - before;
        if parted_at.is_none() && has_parted(scene, &world, reference, time) {
            parted_at = Some(time);
        }
        frame += 1.0;
    }
    Ok(RespondingRun {
        method: RunMethod::Sampled(rate),
        collisions: collisions(&events).count(),
        first_missed: first_missed(&reference.events, &events, rate),
        parted_at,
        energy_error: Ledger::energy_error([start.0, world.energy()], &events),
        momentum_error: ledger.momentum_error([start.1, world.momentum()]),
        cpu_per_simulated_second: cpu / horizon,
    })
}

/// Whether some body is further from where it should be than its bounding radius.
fn has_parted(scene: &Scene, world: &SampledWorld, reference: &ExactRun, time: f64) -> bool {
    scene.bodies.iter().enumerate().any(|(index, body)| {
        let expected = piece_at(&reference.trajectories[index], time).position_at(time);
        (world.position(index) - expected).norm() > body.shape.bounding_radius()
    })
}

/// The first collision of the reference that samples do not tell of within two frames.
fn first_missed(reference: &[Event], sampled: &[Event], rate: f64) -> Option<f64> {
    let mut times: HashMap<[Party; 2], Vec<f64>> = HashMap::new();
    for (time, collision) in collisions(sampled) {
        times.entry(collision.parties).or_default().push(time);
    }
    let told = |time: f64, collision: &Collision| {
        let times = times.get(&collision.parties).map_or(&[][..], Vec::as_slice);
        let next = times.partition_point(|sample| *sample < time);
        times.get(next).is_some_and(|sample| *sample <= time + 2.0 / rate)
    };
    collisions(reference)
        .find(|(time, collision)| !told(*time, collision))
        .map(|(time, _)| time)
}

/// What energy and momentum should be.
struct Ledger {
    conserves_momentum: bool,
    momentum_scale: f64,
}

impl Ledger {
    fn new(scene: &Scene) -> Self {
        let inverse_mass = |body: &Body| {
            let volume = || {
                crate::impact::Collider::new(&body.shape)
                    .ok()
                    .and_then(|collider| collider.volume())
            };
            body.inverse_mass(volume).unwrap_or(0.0)
        };
        let inverse_masses: Vec<f64> = scene.bodies.iter().map(inverse_mass).collect();
        let free =
            |body: &Body| body.kind == BodyKind::Dynamic && body.acceleration == Vector3::zeros() && body.changes.is_empty();
        Self {
            conserves_momentum: !matches!(scene.settings.domain, crate::scene::Domain::Box { .. })
                && scene.settings.gravity == Vector3::zeros()
                && scene.bodies.iter().all(free),
            momentum_scale: scene
                .bodies
                .iter()
                .zip(&inverse_masses)
                .filter(|(_, inverse)| **inverse > 0.0)
                .map(|(body, inverse)| body.velocity.norm() / inverse)
                .sum(),
        }
    }

    /// Energy at the end that the collisions told do not account for.
    fn energy_error([start, end]: [f64; 2], events: &[Event]) -> f64 {
        let expected = start + collisions(events).map(|(_, collision)| collision.energy_change).sum::<f64>();
        let error = (end - expected).abs();
        if start == 0.0 { error } else { error / start.abs() }
    }

    fn momentum_error(&self, [start, end]: [Vector3<f64>; 2]) -> Option<f64> {
        let scale = if self.momentum_scale == 0.0 {
            1.0
        } else {
            self.momentum_scale
        };
        self.conserves_momentum.then(|| (end - start).norm() / scale)
    }
}
