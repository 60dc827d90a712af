//! Pass-through comparison: the contacts that a sampled run finds if bodies ignore contact.
//!
//! The truth is each pair's contact intervals [begin, end], open at the horizon if contact
//! continues. A run sampled at times k / f, k = 0, 1, ..., finds an interval if a sample falls in
//! it, ends included. It finds it first at its first sample, with the time since the beginning as
//! latency, and at the depth of the two at that time. It reports what it first finds at one frame
//! in scene order.

use super::contact::{ContactInterval, begins, intervals};
use super::method::{LeftOut, Plan};
use super::motion_per_frame::{WayBin, bins, median_and_max};
use super::order::{Reported, wrong_order};
use super::parts::{CostParts, Parts};
use super::reference::{ExactRun, piece_at};
use super::search::RateSearch;
use super::watch::{Progress, RunProgress};
use super::{CompareError, CompareOptions, RunMethod};
use crate::domain::Domain;
use crate::impact::{Collider, Moving, PreparedShapes, contact_at};
use crate::sampled::SampledWorld;
use crate::scene::{ResponseMode, Scene};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The contacts that each method finds.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PassThrough {
    /// The number of contact intervals within the horizon.
    pub truth: usize,
    /// The contact intervals, in order of their beginnings. Not serialized: empty after reading
    /// back.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub contacts: Vec<ContactInterval>,
    /// One row per method.
    pub runs: Vec<PassThroughRun>,
    /// Methods that were not run.
    pub left_out: Vec<LeftOut>,
}

/// The contacts that one method finds.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PassThroughRun {
    /// The method.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub method: RunMethod,
    /// Contact intervals that it finds.
    pub found: usize,
    /// Contact intervals that it misses.
    pub missed: usize,
    /// Mean time from the beginning of an interval to its first sample, in seconds; 0 if none is
    /// found.
    pub latency_mean: f64,
    /// The longest such time, in seconds.
    pub latency_max: f64,
    /// Mean depth at which contacts are found, in metres; 0 if none is found.
    pub depth_mean: f64,
    /// The greatest such depth, in metres.
    pub depth_max: f64,
    /// Processor seconds per simulated second.
    pub cpu_per_simulated_second: f64,
    /// The parts of that cost, if requested
    /// ([`CompareOptions::parts`](super::CompareOptions::parts)) and separable: not for
    /// event-driven runs of gases of balls, which find and predict pairs in one step. Otherwise
    /// omitted when serialized.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub cost_parts: Option<CostParts>,
    /// Pairs of contacts that are first found at the same frame and reported in another order than
    /// that of their beginnings. Simultaneous beginnings are never in the wrong order.
    pub wrong_order: u64,
    /// Beginning of the first contact that it misses, in seconds; none if it finds all.
    pub first_missed: Option<f64>,
    /// Median over the contacts of the motion per frame, as a multiple of the smallest diameter
    /// ([`ContactInterval::way`]); only for samples, and if there are contacts.
    pub way_median: Option<f64>,
    /// The greatest motion per frame.
    pub way_max: Option<f64>,
    /// Missed contacts by motion per frame; empty except for samples.
    pub bins: Vec<WayBin>,
    /// The first contacts that it misses, in order of their beginnings, at most
    /// [`CompareOptions::missed_listed`]; `missed` is the total number.
    pub missed_contacts: Vec<MissedContact>,
}

/// A contact that a run misses.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MissedContact {
    /// Beginning, in seconds.
    pub time: f64,
    /// The names of the two, in scene order.
    pub bodies: [String; 2],
    /// Closing speed at the beginning, in metres per second.
    pub closing_speed: f64,
    /// Duration within the horizon, in seconds.
    pub duration: f64,
}

impl MissedContact {
    /// The listed data of a contact.
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
    /// Whether the contacts are present: not after saving and reading back. Without them
    /// [`missed_at`](Self::missed_at) and [`search`](Self::search) have no data.
    pub fn knows_contacts(&self) -> bool {
        self.contacts.len() == self.truth
    }

    /// The number of contacts that samples at this rate (in frames per second) miss: for any rate,
    /// run or not. O(n).
    pub fn missed_at(&self, rate: f64) -> usize {
        self.missed_contacts_at(rate).count()
    }

    /// The contacts that samples at this rate (in frames per second) miss, in order of their
    /// begins. O(n).
    pub fn missed_contacts_at(&self, rate: f64) -> impl Iterator<Item = &ContactInterval> {
        self.contacts
            .iter()
            .filter(move |contact| contact.first_sample(rate).is_none())
    }

    /// The row of the samples at this rate, if they were run.
    pub fn sampled(&self, rate: f64) -> Option<&PassThroughRun> {
        self.runs.iter().find(|run| run.method == RunMethod::Sampled(rate))
    }

    /// The rates at which no contact is missed. For the cost see [`RateSearch::new`].
    pub fn search(&self) -> RateSearch {
        RateSearch::new(&self.contacts)
    }
}

/// The result, the time up to which it is valid, and whether all runs were finished.
pub(super) fn run(
    scene: &Scene,
    horizon: f64,
    options: &CompareOptions,
    report: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<(PassThrough, f64, bool), CompareError> {
    let mode = ResponseMode::PassThrough;
    let Plan { runs: plan, left_out } = Plan::new(scene, &options.rates, options.rivals.as_deref());
    let mut watch = RunProgress::new(mode, plan.len() + 1, horizon, report);
    let _ = watch.begin(RunMethod::Kinetic, 0);
    let reference = ExactRun::new(scene, mode, RunMethod::Kinetic, options, &mut watch)?;
    let mut table = Table::new(scene, options, &reference)?;
    let mut runs = vec![table.exact_row(RunMethod::Kinetic, &reference)];
    let mut complete = reference.reached >= horizon;
    let parts = Parts {
        scene,
        response: mode,
        clock: options.clock,
        enabled: options.parts && complete,
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
                let run = ExactRun::new(scene, mode, method, options, &mut watch)?;
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

/// The data for all rows.
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
        let mut prepared = PreparedShapes::default();
        let colliders = scene.bodies.iter().map(|body| prepared.of(&body.shape));
        Ok(Self {
            scene,
            options,
            reference,
            truth: intervals(scene, reference),
            colliders: colliders.collect::<Result<_, _>>()?,
        })
    }

    /// The row of an event-driven method: it finds each interval at its beginning, at depth 0.
    fn exact_row(&self, method: RunMethod, run: &ExactRun) -> PassThroughRun {
        let own = begins(run);
        let sees = |contact: &ContactInterval| own.contains(&(contact.begin.to_bits(), contact.bodies));
        self.row(method, sees, run.cpu / run.reached)
    }

    /// A row for contacts found without delay.
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
    fn time_samples(&self, rate: f64, watch: &mut RunProgress<'_>) -> Result<Option<f64>, CompareError> {
        let clock = self.options.clock;
        let before = clock();
        let mut world = SampledWorld::following(self.scene, rate, &self.reference.trajectories)?;
        let mut cpu = clock() - before;
        let reached = watch.slices(|time| {
            let before = clock();
            world.advance_to(time)?;
            cpu += clock() - before;
            Ok::<(), CompareError>(())
        })?;
        Ok((reached >= self.reference.reached).then_some(cpu))
    }

    fn sampled_row(&self, rate: f64, cpu_per_simulated_second: f64) -> PassThroughRun {
        let (mut found, mut sum, mut max) = (0, [0.0, 0.0], [0.0, 0.0]);
        let mut reported = Vec::new();
        for contact in &self.truth {
            let Some(sample) = contact.first_sample(rate) else { continue };
            found += 1;
            for (slot, value) in [sample - contact.begin, self.depth(contact, sample)].into_iter().enumerate() {
                sum[slot] += value;
                max[slot] = f64::max(max[slot], value);
            }
            reported.push((sample, contact.bodies, contact.begin));
        }
        // In the order of the reports: frame by frame, each in scene order.
        reported.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.total_cmp(&b.2)));
        let reported: Vec<Reported> = reported
            .into_iter()
            .map(|(frame, _, truth)| Reported { frame, truth })
            .collect();
        let mean = |sum: f64| if found == 0 { 0.0 } else { sum / f64::from(found) };
        let ways = median_and_max(&self.truth, rate);
        PassThroughRun {
            latency_mean: mean(sum[0]),
            latency_max: max[0],
            depth_mean: mean(sum[1]),
            depth_max: max[1],
            wrong_order: wrong_order(&reported),
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

    /// Depth of a pair in contact at time `t`; in a periodic domain by nearest images.
    fn depth(&self, contact: &ContactInterval, t: f64) -> f64 {
        let mut pieces = contact.bodies.map(|body| *piece_at(&self.reference.trajectories[body], t));
        if let domain @ Domain::Periodic { .. } = self.scene.settings.domain {
            let apart = pieces[1].position_at(t) - pieces[0].position_at(t);
            pieces[1].position += domain.nearest_shift(&apart);
        }
        let extents = [0, 1].map(|side| self.colliders[contact.bodies[side]].extents_along(&pieces[side]));
        let [a, b] = [0, 1].map(|side| Moving::new(&self.colliders[contact.bodies[side]], &pieces[side], &extents[side]));
        contact_at(&a, &b, t).map_or(0.0, |found| found.depth)
    }
}
