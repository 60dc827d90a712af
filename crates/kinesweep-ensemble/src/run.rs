//! One run of an ensemble, in parts if it is long: its state is saved on the way.

use crate::advance::advance;
use crate::blocks::{Totals, standard_errors};
use crate::branches::Branches;
use crate::change::Change;
use crate::ensemble::Control;
use crate::plan::Resolved;
use crate::reducer::EventSums;
use crate::settings::RunSettings;
use crate::snapshots::Snapshots;
use cpu_time::ThreadTime;
use kinesweep::compare::{CompareOptions, Rival};
use kinesweep::world::Snapshot;
use kinesweep::{Comparison, Scene, World};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// What is measured of a run.
#[derive(Default)]
pub(crate) struct Measured {
    pub(crate) bodies: usize,
    pub(crate) values: Vec<(String, f64)>,
    pub(crate) block_errors: Vec<(String, f64)>,
    pub(crate) states: Option<Vec<[f64; 6]>>,
}

/// Why a run has no results.
pub(crate) enum Ended {
    /// On request.
    Stopped,
    /// By an error.
    Failed(String),
}

impl<E: std::error::Error> From<E> for Ended {
    fn from(error: E) -> Self {
        Self::Failed(error.to_string())
    }
}

/// Processor seconds of this thread.
pub(crate) fn cpu_clock() -> f64 {
    ThreadTime::now().as_duration().as_secs_f64()
}

/// Runs what was resolved of a plan. `key` is the name of its snapshots.
pub(crate) fn measure(resolved: &Resolved, branches: &Branches, key: &str, control: &Control) -> Result<Measured, Ended> {
    let scene = resolved.scene.scene()?;
    let settings = &resolved.settings;
    let mut measured = Measured {
        bodies: scene.bodies.len(),
        ..Measured::default()
    };
    if !settings.statistics.is_empty() || !settings.reducers.is_empty() || settings.states {
        let exact = ExactRun::begin(resolved, &scene, branches, key, control)?;
        exact.finish(settings, &mut measured, control)?;
    }
    if let Some(rates) = &settings.rates {
        compare(&scene, settings, rates, &mut measured, control)?;
    }
    Ok(measured)
}

/// Runs the comparison, and takes its numbers.
fn compare(
    scene: &Scene,
    settings: &RunSettings,
    rates: &[f64],
    measured: &mut Measured,
    control: &Control,
) -> Result<(), Ended> {
    let options = CompareOptions {
        rates: rates.to_vec(),
        horizon: settings.until,
        rivals: Some(vec![Rival::Sampled]),
        missed_listed: 0,
        parts: false,
        threads: control.threads,
        clock: cpu_clock,
    };
    let comparison = Comparison::run_with(scene, &options, &mut |_| match (control.stop)() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    })?;
    if comparison.interrupted {
        return Err(Ended::Stopped);
    }
    let mut add = |name: String, value: f64| measured.values.push((name, value));
    if let Ok(half) = &comparison.pass_through {
        add("compare.contacts".to_owned(), half.truth as f64);
        for rate in rates {
            let Some(run) = half.sampled(*rate) else { continue };
            let name = |what: &str| format!("compare.{rate}.{what}");
            add(name("missed"), run.missed as f64);
            if half.truth > 0 {
                add(name("share_missed"), run.missed as f64 / half.truth as f64);
            }
            if run.found > 0 {
                add(name("mean_latency"), run.latency_mean);
                add(name("greatest_latency"), run.latency_max);
            }
        }
    }
    Ok(())
}

/// The parts of an exact run that its world does not have: saved with it.
#[derive(Default, Serialize, Deserialize)]
struct Progress {
    /// The totals at the ends of the blocks that are done.
    ends: Vec<Totals>,
    events: EventSums,
}

/// An exact run on its way.
struct ExactRun<'a> {
    world: World,
    progress: Progress,
    /// Begin of the measurement, in seconds.
    from: f64,
    until: f64,
    snapshots: Option<Snapshots<'a>>,
}

impl<'a> ExactRun<'a> {
    /// From the start, from the branch, or from the last state that was saved.
    fn begin(
        resolved: &Resolved,
        scene: &Scene,
        branches: &Branches,
        key: &'a str,
        control: &Control<'a>,
    ) -> Result<Self, Ended> {
        let settings = &resolved.settings;
        let snapshots = control.snapshots.map(|folder| Snapshots::new(folder, key));
        let begin = settings.branch_at.unwrap_or(0.0);
        let mut run = Self {
            world: World::builder().build()?,
            progress: Progress::default(),
            from: settings.statistics_from.max(begin),
            until: settings.until.unwrap_or(scene.horizon),
            snapshots,
        };
        if !(run.until > run.from) {
            let allowed = format!("must be later than the begin of the measurement, {}", run.from);
            return Err(kinesweep::ValueError::new("until", run.until, allowed).into());
        }
        let saved: Option<(Progress, Snapshot)> = run.snapshots.as_ref().and_then(Snapshots::read);
        if let Some((progress, snapshot)) = saved {
            run.progress = progress;
            run.world = World::builder().threads(control.threads).restore(&snapshot)?;
            return Ok(run);
        }
        run.world = match settings.branch_at {
            None => World::from_scene(scene, settings.method)?,
            Some(time) => {
                let snapshot = branches.at(resolved, scene, time, control)?;
                let mut world = World::builder().restore(&snapshot)?;
                let names: Vec<String> = (0..scene.bodies.len()).map(|body| scene.body_name(body)).collect();
                for change in Change::read_all(&resolved.changes)? {
                    change.make(&mut world, &names)?;
                }
                world
            }
        };
        run.world.set_threads(control.threads);
        if run.from <= run.world.time() && run.from > 0.0 {
            run.world.reset_statistics();
        }
        Ok(run)
    }

    fn finish(mut self, settings: &RunSettings, measured: &mut Measured, control: &Control) -> Result<(), Ended> {
        if self.world.time() < self.from {
            self.advance(self.from, control)?;
            self.world.reset_statistics();
            self.progress = Progress::default();
        }
        for block in self.progress.ends.len() + 1..=settings.blocks {
            let end = match block == settings.blocks {
                true => self.until,
                false => self.from + (self.until - self.from) * (block as f64 / settings.blocks as f64),
            };
            self.advance(end, control)?;
            self.progress.ends.push(Totals::of(&self.world.statistics()));
        }
        let entries = self.world.statistics().entries();
        let chosen = entries.into_iter().filter(|(name, ..)| settings.statistics.contains(name));
        let mut values: Vec<(String, Option<f64>)> =
            chosen.map(|(name, value, _)| (format!("statistics.{name}"), value)).collect();
        for reducer in &settings.reducers {
            let of_events = self.progress.events.values(*reducer).into_iter();
            values.extend(of_events.map(|(name, value)| (name.to_owned(), value)));
        }
        let finite = |(name, value): (String, Option<f64>)| Some((name, value.filter(|value| value.is_finite())?));
        measured.values.extend(values.into_iter().filter_map(finite));
        let errors = standard_errors(&self.progress.ends).into_iter();
        let errors = errors.filter(|(name, _)| settings.statistics.contains(name));
        measured.block_errors = errors.map(|(name, error)| (format!("statistics.{name}"), error)).collect();
        if settings.states {
            let states = self.world.positions().into_iter().zip(self.world.velocities());
            let row = |(p, v): (nalgebra::Vector3<f64>, nalgebra::Vector3<f64>)| [p.x, p.y, p.z, v.x, v.y, v.z];
            measured.states = Some(states.map(row).collect());
        }
        Ok(())
    }

    /// Advances to a time, and saves the state from time to time.
    fn advance(&mut self, target: f64, control: &Control) -> Result<(), Ended> {
        let Self {
            world,
            progress,
            snapshots,
            ..
        } = self;
        loop {
            let begun = Instant::now();
            let must_save = || snapshots.is_some() && begun.elapsed() >= control.save_every;
            let is_over = || (control.stop)() || must_save();
            if advance(world, target, is_over, |event| progress.events.add(&event))? {
                return Ok(());
            }
            let stopped = (control.stop)();
            if let Some(snapshots) = snapshots {
                snapshots.write(&(&*progress, world.snapshot())).map_err(Ended::Failed)?;
            }
            if stopped {
                return Err(Ended::Stopped);
            }
        }
    }
}

/// The state of a scene at the time of its branch.
pub(crate) fn branch(scene: &Scene, settings: &RunSettings, time: f64, control: &Control) -> Result<Snapshot, Ended> {
    let mut world = World::from_scene(scene, settings.method)?;
    world.set_threads(control.threads);
    match advance(&mut world, time, || (control.stop)(), |_| {})? {
        true => Ok(world.snapshot()),
        false => Err(Ended::Stopped),
    }
}

/// The least time between two saves.
pub(crate) const SAVE_EVERY: Duration = Duration::from_secs(30);
