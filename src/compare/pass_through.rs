//! Bodies ignore contact: which contacts does a sampled run see?
//!
//! The truth is each pair's contact intervals [begin, end], open at the horizon where contact goes on. A run sampled at
//! times k / f, k = 0, 1, ..., sees an interval if a sample falls in it, ends included; it sees it first at its first
//! sample, late by the time since the begin, and at the depth that the two have reached by then. What it sees first at one
//! frame it tells in scene order.

use super::contact::{ContactInterval, begins, intervals};
use super::method::{LeftOut, Plan};
use super::order::{Told, wrong_order};
use super::parts::{CostParts, Parts};
use super::prepare::colliders;
use super::reference::{ExactRun, piece_at};
use super::search::RateSearch;
use super::watch::{Progress, Watch};
use super::way::{WayBin, bins, median_and_max};
use super::{CompareError, CompareOptions, RunMethod};
use crate::impact::{Collider, Moving, contact_at};
use crate::sampled::SampledWorld;
use crate::scene::{Domain, ResponseMode, Scene};
use std::ops::ControlFlow;
use std::sync::Arc;

/// What each method sees of the contacts.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PassThrough {
    /// The number of contact intervals within the horizon.
    pub truth: usize,
    /// The contact intervals, in order of their begins. Not serialized: empty of what was read back.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub contacts: Vec<ContactInterval>,
    /// A row a method.
    pub runs: Vec<PassThroughRun>,
    /// Methods that were not run.
    pub left_out: Vec<LeftOut>,
}

/// What one method sees.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PassThroughRun {
    /// The method.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub method: RunMethod,
    /// Contact intervals that it sees.
    pub found: usize,
    /// Contact intervals that it does not see.
    pub missed: usize,
    /// Mean time from the begin of an interval to where it is seen, in seconds; 0 where none is seen.
    pub latency_mean: f64,
    /// The longest such time, in seconds.
    pub latency_max: f64,
    /// Mean depth at which contacts are seen, in metres; 0 where none is seen.
    pub depth_mean: f64,
    /// The greatest such depth, in metres.
    pub depth_max: f64,
    /// Processor seconds per simulated second.
    pub cpu_per_simulated_second: f64,
    /// The parts of that, where they were asked for ([`CompareOptions::parts`](super::CompareOptions::parts)) and can be
    /// told apart: not for gases, nor for event-driven methods in periodic domains. Left out of what is serialized otherwise.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub cost_parts: Option<CostParts>,
    /// Pairs of contacts that are first seen at the same frame and told in another order than that of their begins. Contacts that
    /// begin at the same time are in no wrong order.
    pub wrong_order: u64,
    /// When the first contact that it does not see begins, in seconds; none if it sees all.
    pub first_missed: Option<f64>,
    /// Median over the contacts of how far the two move in a frame, as a multiple of their smallest diameter
    /// ([`ContactInterval::way`]); only of samples, and where there are contacts.
    pub way_median: Option<f64>,
    /// The greatest such way.
    pub way_max: Option<f64>,
    /// What is missed by that way; empty but for samples.
    pub bins: Vec<WayBin>,
    /// The first contacts that it does not see, in order of their begins, at most as many as
    /// [`CompareOptions::missed_listed`]; `missed` tells how many there are in all.
    pub missed_contacts: Vec<MissedContact>,
}

/// A contact that a run does not see.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MissedContact {
    /// When it begins, in seconds.
    pub time: f64,
    /// The names of the two, in scene order.
    pub bodies: [String; 2],
    /// Speed at which the gap closes at the begin, in metres per second.
    pub closing_speed: f64,
    /// How long it lasts within the horizon, in seconds.
    pub duration: f64,
}

impl MissedContact {
    /// What to tell of a contact.
    ///
    /// # Panics
    /// If the scene has no such bodies: the contact is one of another scene.
    pub fn of(scene: &Scene, contact: &ContactInterval) -> Self {
        Self {
            time: contact.begin,
            bodies: contact.bodies.map(|body| scene.body_name(body)),
            closing_speed: contact.closing_speed,
            duration: contact.duration(),
        }
    }
}

impl PassThrough {
    /// Whether the contacts are there: not where it was saved and read back. Without them [`missed_at`](Self::missed_at) and
    /// [`search`](Self::search) have nothing to go by.
    pub fn knows_contacts(&self) -> bool {
        self.contacts.len() == self.truth
    }

    /// How many contacts samples at this rate (in frames per second) miss: of any rate, whether it was run or not. O(n).
    pub fn missed_at(&self, rate: f64) -> usize {
        self.missed_contacts_at(rate).count()
    }

    /// The contacts that samples at this rate (in frames per second) miss, in order of their begins. O(n).
    pub fn missed_contacts_at(&self, rate: f64) -> impl Iterator<Item = &ContactInterval> {
        self.contacts
            .iter()
            .filter(move |contact| contact.first_sample(rate).is_none())
    }

    /// The row of the samples at this rate, if they were run.
    pub fn sampled(&self, rate: f64) -> Option<&PassThroughRun> {
        self.runs.iter().find(|run| run.method == RunMethod::Sampled(rate))
    }

    /// The rates at which no contact is missed. What it costs: see [`RateSearch::new`].
    pub fn search(&self) -> RateSearch {
        RateSearch::new(&self.contacts)
    }
}

/// The result, the time up to which it holds, and whether all runs were made.
pub(super) fn run(
    scene: &Scene,
    horizon: f64,
    options: &CompareOptions,
    tell: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<(PassThrough, f64, bool), CompareError> {
    let mode = ResponseMode::PassThrough;
    let Plan { runs: plan, left_out } = Plan::new(scene, &options.rates, options.rivals.as_deref());
    let mut watch = Watch::new(mode, plan.len() + 1, horizon, tell);
    let _ = watch.begin(RunMethod::Kinetic, 0);
    let reference = ExactRun::new(scene, mode, RunMethod::Kinetic, options.clock, &mut watch)?;
    let mut table = Table::new(scene, options, &reference)?;
    let mut runs = vec![table.exact_row(RunMethod::Kinetic, &reference)];
    let mut complete = reference.reached >= horizon;
    let parts = Parts {
        scene,
        response: mode,
        clock: options.clock,
        wanted: options.parts && complete,
    };
    runs[0].cost_parts = parts.of_exact(RunMethod::Kinetic, &reference, &mut watch)?;
    for (done, method) in plan.into_iter().enumerate() {
        if !complete || watch.begin(method, done + 1).is_break() {
            complete = false;
            break;
        }
        let row = match method {
            RunMethod::Sampled(rate) => match table.time_samples(rate, &mut watch)? {
                Some(cpu) => {
                    let mut row = table.sampled_row(rate, cpu / horizon);
                    let build = || Ok(SampledWorld::following(scene, rate, &reference.trajectories)?);
                    row.cost_parts = parts.of_samples(build, row.cpu_per_simulated_second, &mut watch)?;
                    Some(row)
                }
                None => None,
            },
            _ => {
                let run = ExactRun::new(scene, mode, method, options.clock, &mut watch)?;
                match run.reached >= horizon {
                    true => {
                        let mut row = table.exact_row(method, &run);
                        row.cost_parts = parts.of_exact(method, &run, &mut watch)?;
                        Some(row)
                    }
                    false => None,
                }
            }
        };
        complete = row.is_some();
        runs.extend(row);
    }
    let result = PassThrough {
        truth: table.truth.len(),
        contacts: std::mem::take(&mut table.truth),
        runs,
        left_out,
    };
    Ok((result, reference.reached, complete))
}

/// What rows are made from.
struct Table<'a> {
    scene: &'a Scene,
    options: &'a CompareOptions,
    reference: &'a ExactRun,
    truth: Vec<ContactInterval>,
    /// By body; equal shapes are prepared once.
    colliders: Vec<Arc<Collider>>,
}

impl<'a> Table<'a> {
    fn new(scene: &'a Scene, options: &'a CompareOptions, reference: &'a ExactRun) -> Result<Self, CompareError> {
        Ok(Self {
            scene,
            options,
            reference,
            truth: intervals(scene, reference),
            colliders: colliders(scene)?,
        })
    }

    /// The row of an event-driven method: it sees each interval at its begin, at no depth.
    fn exact_row(&self, method: RunMethod, run: &ExactRun) -> PassThroughRun {
        let own = begins(run);
        let sees = |contact: &ContactInterval| own.contains(&(contact.begin.to_bits(), contact.bodies));
        self.row(method, sees, run.cpu / run.reached)
    }

    /// A row of what is seen without delay.
    fn row(&self, method: RunMethod, sees: impl Fn(&ContactInterval) -> bool, cpu_per_simulated_second: f64) -> PassThroughRun {
        let unseen = || self.truth.iter().filter(|contact| !sees(contact));
        let missed = unseen().count();
        PassThroughRun {
            method,
            found: self.truth.len() - missed,
            missed,
            latency_mean: 0.0,
            latency_max: 0.0,
            depth_mean: 0.0,
            depth_max: 0.0,
            cpu_per_simulated_second,
            cost_parts: None,
            wrong_order: 0,
            first_missed: unseen().next().map(|contact| contact.begin),
            way_median: None,
            way_max: None,
            bins: Vec::new(),
            missed_contacts: unseen()
                .take(self.options.missed_listed)
                .map(|contact| MissedContact::of(self.scene, contact))
                .collect(),
        }
    }

    /// Processor seconds of a sampled run on the true trajectories; none if it was interrupted.
    fn time_samples(&self, rate: f64, watch: &mut Watch<'_>) -> Result<Option<f64>, CompareError> {
        let clock = self.options.clock;
        let before = clock();
        let mut world = SampledWorld::following(self.scene, rate, &self.reference.trajectories)?;
        let mut cpu = clock() - before;
        let reached = watch.slices(|time| {
            let before = clock();
            world.advance_to(time);
            cpu += clock() - before;
            Ok::<(), CompareError>(())
        })?;
        Ok((reached >= self.reference.reached).then_some(cpu))
    }

    fn sampled_row(&self, rate: f64, cpu_per_simulated_second: f64) -> PassThroughRun {
        let (mut found, mut sum, mut max) = (0, [0.0, 0.0], [0.0, 0.0]);
        let mut told = Vec::new();
        for contact in &self.truth {
            let Some(sample) = contact.first_sample(rate) else { continue };
            found += 1;
            for (slot, value) in [sample - contact.begin, self.depth(contact, sample)].into_iter().enumerate() {
                sum[slot] += value;
                max[slot] = f64::max(max[slot], value);
            }
            told.push((sample, contact.bodies, contact.begin));
        }
        // As frames tell them: one after the other, each in scene order.
        told.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.total_cmp(&b.2)));
        let told: Vec<Told> = told.into_iter().map(|(frame, _, truth)| Told { frame, truth }).collect();
        let mean = |sum: f64| if found == 0 { 0.0 } else { sum / f64::from(found) };
        let ways = median_and_max(&self.truth, rate);
        PassThroughRun {
            latency_mean: mean(sum[0]),
            latency_max: max[0],
            depth_mean: mean(sum[1]),
            depth_max: max[1],
            wrong_order: wrong_order(&told),
            way_median: ways.map(|[median, _]| median),
            way_max: ways.map(|[_, max]| max),
            bins: bins(&self.truth, rate),
            ..self.row(
                RunMethod::Sampled(rate),
                |contact| contact.first_sample(rate).is_some(),
                cpu_per_simulated_second,
            )
        }
    }

    /// How deep a pair is in contact at time `t`; in a periodic domain by its nearest images.
    fn depth(&self, contact: &ContactInterval, t: f64) -> f64 {
        let mut pieces = contact.bodies.map(|body| *piece_at(&self.reference.trajectories[body], t));
        if let domain @ Domain::Periodic { .. } = self.scene.settings.domain {
            let apart = pieces[1].position_at(t) - pieces[0].position_at(t);
            pieces[1].position += domain.nearest_shift(&apart);
        }
        let extents = [0, 1].map(|side| self.colliders[contact.bodies[side]].extents_along(&pieces[side]));
        let [a, b] = [0, 1].map(|side| Moving {
            collider: &self.colliders[contact.bodies[side]],
            piece: &pieces[side],
            extents: &extents[side],
        });
        contact_at(&a, &b, t).map_or(0.0, |found| found.depth)
    }
}
