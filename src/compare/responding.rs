//! Responding comparison: the time at which each method diverges from the truth.

use super::matching::{Matching, PairEvent};
use super::method::{LeftOut, Plan};
use super::parts::{CostParts, Parts};
use super::reference::{ExactRun, piece_at};
use super::watch::{Progress, RunProgress};
use super::{CompareError, CompareOptions, RunMethod};
use crate::domain::Domain;
use crate::event::{Collision, Event, EventKind, Party};
use crate::motion::MotionPiece;
use crate::sampled::SampledWorld;
use crate::scene::{Body, BodyKind, ResponseMode, Scene};
use nalgebra::Vector3;
use std::ops::ControlFlow;

/// The results of all methods with responses.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Responding {
    /// One row per method.
    pub runs: Vec<RespondingRun>,
    /// Methods that were not run.
    pub left_out: Vec<LeftOut>,
}

/// The result of one method with responses.
///
/// A sampled run finds a collision of the reference if it reports one of the same pair at the next
/// sample or the one after. Each report stands for one collision of the reference, the earliest
/// first. After the two runs have diverged the same pair may collide in one of them alone, or at
/// another time: such misses are a consequence.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RespondingRun {
    /// The method.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub method: RunMethod,
    /// Collisions within the horizon, with walls of the domain included.
    pub collisions: usize,
    /// Time of the first collision of the reference that the method does not find, in seconds; none
    /// if it finds all.
    pub first_missed: Option<f64>,
    /// First time, at the method's own frames, at which some body is further from its reference
    /// position than its bounding radius, in seconds; none if that never happens. In a periodic
    /// domain by nearest images.
    pub parted_at: Option<f64>,
    /// Energy at the end that the reported collisions do not account for, relative to the energy at
    /// the start (or, if that is zero, in joules). Work done by the bodies' own accelerations, and
    /// by bodies in lasting contact (lying, sliding or hopping), is not accounted for.
    pub energy_error: f64,
    /// Processor seconds per simulated second.
    pub cpu_per_simulated_second: f64,
    /// The parts of that cost, if requested
    /// ([`CompareOptions::parts`](super::CompareOptions::parts)) and separable: not for
    /// event-driven runs of gases of balls, which find and predict pairs in one step. Otherwise
    /// omitted when serialized.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub cost_parts: Option<CostParts>,
    /// Momentum error at the end, in an open domain without gravity and fixed bodies: the change
    /// since the start, relative to the sum of the magnitudes. None if momentum need not be
    /// conserved.
    pub momentum_error: Option<f64>,
    /// Collisions of the reference that it does not find.
    pub missed: usize,
    /// Mean time from a collision to its report, in seconds; 0 if none is found.
    pub latency_mean: f64,
    /// The longest such time, in seconds.
    pub latency_max: f64,
    /// Beginnings of contacts without response, those of sensors.
    pub contacts: usize,
    /// Such contacts of the reference that it does not find, by the same rule.
    pub contacts_missed: usize,
    /// Pairs of found collisions that are reported at the same frame in the wrong order.
    pub wrong_order: u64,
}

/// The result, and whether all runs were finished; none if the reference was interrupted.
pub(super) fn run(
    scene: &Scene,
    horizon: f64,
    options: &CompareOptions,
    report: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Option<(Responding, bool)>, CompareError> {
    let mode = ResponseMode::Collide;
    let Plan { runs: plan, left_out } = Plan::new(scene, &options.rates, options.rivals.as_deref());
    let mut watch = RunProgress::new(mode, plan.len() + 1, horizon, report);
    if watch.begin(RunMethod::Kinetic, 0).is_break() {
        return Ok(None);
    }
    let reference = ExactRun::new(scene, mode, RunMethod::Kinetic, options, &mut watch)?;
    if reference.reached < horizon {
        return Ok(None);
    }
    let invariants = ExpectedInvariants::new(scene);
    let parts = Parts {
        scene,
        response: mode,
        clock: options.clock,
        enabled: options.parts,
    };
    let mut runs = vec![exact_row(RunMethod::Kinetic, &reference, &reference, &invariants)];
    runs[0].cost_parts = parts.of_exact(RunMethod::Kinetic, &reference, &mut watch)?;
    let mut complete = true;
    for (done, method) in plan.into_iter().enumerate() {
        if watch.begin(method, done + 1).is_break() {
            complete = false;
            break;
        }
        let row = match method {
            RunMethod::Sampled(rate) => {
                let mut row = sampled_row(scene, rate, &reference, &invariants, options.clock, &mut watch)?;
                if let Some(row) = &mut row {
                    let build = || responding_samples(scene, rate);
                    row.cost_parts = parts.of_samples(build, row.cpu_per_simulated_second, &mut watch)?;
                }
                row
            }
            _ => {
                let run = ExactRun::new(scene, mode, method, options, &mut watch)?;
                match run.reached >= horizon {
                    true => {
                        let mut row = exact_row(method, &run, &reference, &invariants);
                        row.cost_parts = parts.of_exact(method, &run, &mut watch)?;
                        Some(row)
                    }
                    false => None,
                }
            }
        };
        complete = row.is_some();
        runs.extend(row);
        if !complete {
            break;
        }
    }
    Ok(Some((Responding { runs, left_out }, complete)))
}

fn collisions(events: &[Event]) -> impl Iterator<Item = (f64, &Collision)> {
    events.iter().filter_map(|event| match &event.kind {
        EventKind::Collision(collision) => Some((event.time, collision)),
        _ => None,
    })
}

fn collision_pairs(events: &[Event]) -> impl Iterator<Item = PairEvent> {
    collisions(events).map(|(time, collision)| (time, collision.parties))
}

fn contacts(events: &[Event]) -> impl Iterator<Item = PairEvent> {
    events.iter().filter_map(|event| match &event.kind {
        EventKind::ContactBegin(touch) => Some((event.time, touch.bodies.map(Party::Body))),
        _ => None,
    })
}

/// The row of an event-driven method. Its events are the reference's to the bit, or the first
/// different one is where they diverge.
fn exact_row(method: RunMethod, run: &ExactRun, reference: &ExactRun, invariants: &ExpectedInvariants) -> RespondingRun {
    let same = run.events.iter().zip(&reference.events).take_while(|(a, b)| a == b).count();
    let all_same = same == run.events.len() && same == reference.events.len();
    let parting = (!all_same).then(|| {
        let first = reference.events.get(same).or(run.events.get(same));
        first.map_or(reference.reached, |event| event.time)
    });
    RespondingRun {
        method,
        collisions: collisions(&run.events).count(),
        first_missed: parting,
        parted_at: parting,
        energy_error: ExpectedInvariants::energy_error(run.energy, invariants.work(run), &run.events),
        momentum_error: invariants.momentum_error(run.momentum),
        cpu_per_simulated_second: run.cpu / run.reached,
        cost_parts: None,
        missed: collisions(&reference.events[same..]).count(),
        latency_mean: 0.0,
        latency_max: 0.0,
        contacts: contacts(&run.events).count(),
        contacts_missed: contacts(&reference.events[same..]).count(),
        wrong_order: 0,
    }
}

fn responding_samples(scene: &Scene, rate: f64) -> Result<SampledWorld, CompareError> {
    let mut responding = scene.clone();
    responding.settings.response = ResponseMode::Collide;
    Ok(SampledWorld::from_scene(&responding, rate)?)
}

/// The row of a sampled run; none if it was interrupted.
fn sampled_row(
    scene: &Scene,
    rate: f64,
    reference: &ExactRun,
    invariants: &ExpectedInvariants,
    clock: fn() -> f64,
    watch: &mut RunProgress<'_>,
) -> Result<Option<RespondingRun>, CompareError> {
    let horizon = reference.reached;
    let mut before = clock();
    let mut world = responding_samples(scene, rate)?;
    let start = (world.energy(), world.momentum(), world.work_of_gravity());
    let mut cpu = clock() - before;
    let (mut events, mut parted_at, mut frame) = (Vec::new(), None, 0.0);
    while frame / rate <= horizon {
        let time = frame / rate;
        before = clock();
        events.extend_from_slice(world.advance_to(time)?);
        cpu += clock() - before;
        if parted_at.is_none() && has_parted(scene, &world, reference, time) {
            parted_at = Some(time);
        }
        frame += 1.0;
        if watch.at(time).is_break() {
            return Ok(None);
        }
    }
    let work = if invariants.weights.is_some() {
        world.work_of_gravity() - start.2
    } else {
        0.0
    };
    let found = Matching::new(collision_pairs(&reference.events), collision_pairs(&events), rate);
    let contacts_found = Matching::new(contacts(&reference.events), contacts(&events), rate);
    Ok(Some(RespondingRun {
        method: RunMethod::Sampled(rate),
        collisions: collisions(&events).count(),
        first_missed: found.first_missed,
        parted_at,
        energy_error: ExpectedInvariants::energy_error([start.0, world.energy()], work, &events),
        momentum_error: invariants.momentum_error([start.1, world.momentum()]),
        cpu_per_simulated_second: cpu / horizon,
        cost_parts: None,
        missed: found.missed,
        latency_mean: found.latency_mean(),
        latency_max: found.latency_max,
        contacts: contacts(&events).count(),
        contacts_missed: contacts_found.missed,
        wrong_order: found.wrong_order(),
    }))
}

/// Whether some body is further from its reference position than its bounding radius.
fn has_parted(scene: &Scene, world: &SampledWorld, reference: &ExactRun, time: f64) -> bool {
    scene.bodies.iter().enumerate().any(|(index, body)| {
        let expected = piece_at(&reference.trajectories[index], time).position_at(time);
        let apart = scene.settings.domain.nearest(&(world.position(index) - expected));
        apart.norm() > body.shape.bounding_radius()
    })
}

/// Expected energy and momentum.
struct ExpectedInvariants {
    /// In a periodic domain with gravity, where energies exclude the potential: the weight of each
    /// body, zero for fixed ones.
    weights: Option<Vec<Vector3<f64>>>,
    conserves_momentum: bool,
    momentum_scale: f64,
}

impl ExpectedInvariants {
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
        let gravity = scene.settings.gravity;
        let is_periodic = matches!(scene.settings.domain, Domain::Periodic { .. });
        let weight = |inverse: &f64| {
            if *inverse > 0.0 {
                gravity / *inverse
            } else {
                Vector3::zeros()
            }
        };
        let weights = is_periodic && gravity != Vector3::zeros();
        let free =
            |body: &Body| body.kind == BodyKind::Dynamic && body.acceleration == Vector3::zeros() && body.changes.is_empty();
        Self {
            weights: weights.then(|| inverse_masses.iter().map(weight).collect()),
            conserves_momentum: !matches!(scene.settings.domain, Domain::Box { .. })
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

    /// Work of gravity on the bodies of a run beyond the change of their potential energy: in a
    /// periodic domain all its work.
    fn work(&self, run: &ExactRun) -> f64 {
        let Some(weights) = &self.weights else { return 0.0 };
        let displacement = |pieces: &Vec<MotionPiece>| {
            let ends = pieces.iter().skip(1).map(|piece| piece.epoch).chain([run.reached]);
            let displacements = pieces
                .iter()
                .zip(ends)
                .map(|(piece, end)| piece.position_at(end) - piece.position);
            displacements.sum::<Vector3<f64>>()
        };
        weights
            .iter()
            .zip(&run.trajectories)
            .map(|(weight, pieces)| weight.dot(&displacement(pieces)))
            .sum()
    }

    /// Energy error at the end, relative to the reported collisions and the given work.
    fn energy_error([start, end]: [f64; 2], work: f64, events: &[Event]) -> f64 {
        let expected = start + work + collisions(events).map(|(_, collision)| collision.energy_change).sum::<f64>();
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
