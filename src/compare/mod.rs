//! Runs the methods side by side on one scene: missed contacts, latency, cost.
//!
//! ```text
//! scene -> kinetic run (reference) -> events, trajectories -> contact intervals (the truth)
//!       -> every other method      -> events, frames
//! both  -> rows of a table: missed, latency, depth, wrong order; misses by motion per frame; rates
//!       that miss nothing
//! ```
//!
//! There are two comparisons. *Pass-through*: bodies ignore contact, so that every method has the
//! same trajectories. The truth is each pair's contact intervals, and what samples find is computed
//! from the intervals, at any rate. *Responding*: collisions change motion, and methods that miss
//! collisions or find them late diverge from the truth.
//!
//! ```
//! use kinesweep::compare::CompareOptions;
//! use kinesweep::{Body, Comparison, Scene, Shape};
//! use nalgebra::Vector3;
//!
//! let coin = Body::fixed(Shape::cuboid(Vector3::new(0.001, 0.1, 0.1))?);
//! let dart = Body::new(Shape::ball(0.005)?).position(Vector3::x() * -1.1);
//! let dart = dart.velocity(Vector3::x() * 20.0);
//! let scene = Scene { bodies: vec![coin, dart], ..Scene::default() };
//! let found = Comparison::run(&scene, &CompareOptions::sampled_at(&[60.0, 10_000.0]))?;
//! assert_eq!(found.missed_at(60.0), Some(1));
//! assert_eq!(found.missed_at(10_000.0), Some(0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod contact;
mod matching;
mod method;
mod motion_per_frame;
mod order;
mod parts;
mod pass_through;
mod reference;
mod responding;
#[cfg(feature = "serde")]
mod saved;
mod search;
mod watch;

pub use contact::{ContactInterval, smallest_diameter};
pub use method::{LeftOut, Rival, RunMethod};
pub use motion_per_frame::WayBin;
pub use parts::CostParts;
pub use pass_through::{MissedContact, PassThrough, PassThroughRun};
pub use responding::{Responding, RespondingRun};
pub use search::{LeastRate, RateSearch, ShareSeen};
pub use watch::Progress;

use crate::limits::{ValueError, check_positive};
use crate::sampled::FrameError;
use crate::scene::Scene;
use crate::world::{StepError, WorldError};
use std::ops::ControlFlow;
use std::time::Instant;
use thiserror::Error;

/// Options of a comparison.
#[derive(Clone, Debug)]
pub struct CompareOptions {
    /// Sample rates, in frames per second, each > 0.
    pub rates: Vec<f64>,
    /// Length of the runs, in seconds, > 0; by default the scene's own.
    pub horizon: Option<f64>,
    /// The methods to run in addition to the kinetic one. By default all that are practical.
    /// Methods that cannot run the scene are always left out; lists and cached also if there are
    /// too many bodies. The result lists them.
    pub rivals: Option<Vec<Rival>>,
    /// Greatest number of missed contacts that a run lists; all are counted.
    pub missed_listed: usize,
    /// Whether the parts of each run's cost are measured, too, in runs of their own. That takes
    /// about as long again.
    pub parts: bool,
    /// The number of threads that advance each event-driven run, as of
    /// [`WorldBuilder::threads`](crate::WorldBuilder::threads); 0 for all cores. It changes nothing but
    /// the cost.
    pub threads: usize,
    /// Seconds of processor time used so far, from any origin; only differences are used. By
    /// default wall-clock time, which is the same on an idle machine.
    pub clock: fn() -> f64,
}

impl Default for CompareOptions {
    /// 30, 60, 120 and 1000 Hz over the scene's horizon, all practical methods, 100 missed contacts
    /// listed, cost not split into parts, one thread.
    fn default() -> Self {
        Self {
            rates: vec![30.0, 60.0, 120.0, 1000.0],
            horizon: None,
            rivals: None,
            missed_listed: 100,
            parts: false,
            threads: 1,
            clock: wall_clock,
        }
    }
}

impl CompareOptions {
    /// Samples at these rates, and no other methods except the kinetic run: sufficient for a test
    /// of what a rate misses.
    pub fn sampled_at(rates: &[f64]) -> Self {
        Self {
            rates: rates.to_vec(),
            rivals: Some(vec![Rival::Sampled]),
            ..Self::default()
        }
    }
}

fn wall_clock() -> f64 {
    thread_local!(static START: Instant = Instant::now());
    START.with(|start| start.elapsed().as_secs_f64())
}

/// The comparison failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CompareError {
    /// A rate, the horizon, or a shape is not allowed; or the scene schedules a change of a mass, a
    /// shape, a sensor or groups, which a compared scene must not have.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// The scene cannot be built.
    #[error(transparent)]
    World(#[from] WorldError),
    /// A run failed. Balls that grow beyond a periodic domain stop all methods, the kinetic one
    /// first, at the exact time.
    #[error(transparent)]
    Step(#[from] StepError),
    /// A run by frames failed.
    #[error(transparent)]
    Frame(#[from] FrameError),
}

/// The reason why one half of a comparison is missing.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum NotCompared {
    /// The scene cannot be run in this mode: bodies overlap at the start, so no response is
    /// possible.
    #[error(transparent)]
    World(#[from] WorldError),
    /// It was not begun, or the reference run was not finished.
    #[error("interrupted")]
    Interrupted,
    /// The comparison was saved and read back; the saved form does not contain the reason.
    #[error("not made; what was saved does not say why")]
    NotSaid,
}

/// The methods side by side on one scene.
///
/// A test suite can require that a game loop of 120 frames a second finds every contact:
///
/// ```
/// use kinesweep::compare::CompareOptions;
/// use kinesweep::{Body, Comparison, Scene, Shape};
/// use nalgebra::Vector3;
/// let ball = Body::new(Shape::ball(0.2)?).velocity(Vector3::x() * 20.0);
/// let net = Body::fixed(Shape::cuboid(Vector3::new(0.01, 1.0, 1.0))?).position(Vector3::x() * 10.0);
/// let scene = Scene { bodies: vec![ball, net], horizon: 1.0, ..Scene::default() };
/// let comparison = Comparison::run(&scene, &CompareOptions::sampled_at(&[120.0]))?;
/// assert_eq!(comparison.missed_at(120.0), Some(0), "missed at 120 Hz: {:?}", comparison.pass_through);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// From the contacts, the number missed is known at every rate:
///
/// ```
/// # use kinesweep::compare::CompareOptions;
/// # use kinesweep::{Body, Comparison, Scene, Shape};
/// # use nalgebra::Vector3;
/// let bullet = Body::new(Shape::ball(0.01)?).velocity(Vector3::x() * 900.0);
/// let paper = Body::fixed(Shape::cuboid(Vector3::new(0.001, 1.0, 1.0))?).position(Vector3::x() * 10.0);
/// let scene = Scene { bodies: vec![bullet, paper], horizon: 1.0, ..Scene::default() };
/// let comparison = Comparison::run(&scene, &CompareOptions::sampled_at(&[60.0]))?;
/// let pass_through = comparison.pass_through.as_ref().unwrap();
/// assert_eq!((pass_through.truth, pass_through.sampled(60.0).unwrap().missed), (1, 1));
/// // The contact lasts for 22 mm at 900 m/s, which is a frame at 40 909 Hz. No rate from slightly
/// // below that on misses it.
/// let rate = pass_through.search().always_from.unwrap();
/// assert!(rate > 40_800.0 && rate < 900.0 / 0.022 + 1e-6);
/// assert_eq!((comparison.missed_at(rate), comparison.missed_at(2.5 * rate), comparison.missed_at(1000.0)), (Some(0), Some(0), Some(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// With the feature `serde` it can be saved and read back, except for the contacts themselves: then
/// the number missed is known only at the rates that were run.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Comparison {
    /// Length of the runs, in seconds; for an interrupted comparison the time that the first run
    /// reached.
    pub horizon: f64,
    /// Bodies ignore contact. Null if the saved form has none.
    #[cfg_attr(feature = "serde", serde(with = "saved::half"))]
    pub pass_through: Result<PassThrough, NotCompared>,
    /// Collisions change motion; or the reason why that could not be run (bodies overlap at the
    /// start). Serialized as null then.
    #[cfg_attr(feature = "serde", serde(with = "saved::half"))]
    pub responding: Result<Responding, NotCompared>,
    /// Whether it was stopped before all runs were done: it then contains the finished ones.
    /// Serialized only then.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "saved::is_false"))]
    pub interrupted: bool,
}

/// Refuses scenes that schedule other changes than motion, restitution and friction: the comparison
/// uses trajectories, on which each body keeps its constants, and checks energy.
fn check_constants(scene: &Scene) -> Result<(), ValueError> {
    for (index, body) in scene.bodies.iter().enumerate() {
        for (number, scheduled) in body.body_changes.iter().enumerate() {
            let change = &scheduled.change;
            let named = [
                ("mass", change.mass.is_some()),
                ("shape", change.shape.is_some()),
                ("sensor", change.sensor.is_some()),
                ("groups", change.groups.is_some()),
                ("inertia", change.inertia.is_some()),
                ("center_of_mass", change.centre_of_mass.is_some()),
            ];
            if let Some((field, _)) = named.iter().find(|(_, changes)| *changes) {
                let allowed = "must not be scheduled in a scene that is compared: run it instead";
                let error = ValueError::new(format!("body_changes[{number}].{field}"), "a change", allowed);
                return Err(error.within(&scene.body_name(index)));
            }
        }
    }
    Ok(())
}

impl Comparison {
    /// Runs everything: each method once with bodies that pass through each other and once with
    /// bodies that respond; twice as often with [`CompareOptions::parts`].
    ///
    /// # Errors
    /// [`CompareError::Value`] for a rate, a horizon, or a shape that is not allowed,
    /// [`CompareError::World`] for a scene that cannot be built, and [`CompareError::Step`] or
    /// [`CompareError::Frame`] for a run that failed.
    pub fn run(scene: &Scene, options: &CompareOptions) -> Result<Self, CompareError> {
        Self::run_with(scene, options, &mut |_| ControlFlow::Continue(()))
    }

    /// Runs everything and reports progress. Stops with the finished runs when `progress` returns
    /// `Break`.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_with(
        scene: &Scene,
        options: &CompareOptions,
        progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<Self, CompareError> {
        let horizon = options.horizon.unwrap_or(scene.horizon);
        for (field, value) in std::iter::once(("horizon", &horizon)).chain(options.rates.iter().map(|rate| ("rates", rate))) {
            check_positive(field, *value)?;
        }
        check_constants(scene)?;
        let scene = &*scene.normalised();
        let (pass_through, reached, complete) = pass_through::run(scene, horizon, options, progress)?;
        let mut comparison = Self {
            horizon: reached,
            pass_through: Ok(pass_through),
            responding: Err(NotCompared::Interrupted),
            interrupted: true,
        };
        if !complete {
            return Ok(comparison);
        }
        match responding::run(scene, horizon, options, progress) {
            Ok(Some((responding, complete))) => {
                comparison.responding = Ok(responding);
                comparison.interrupted = !complete;
            }
            Ok(None) => {}
            Err(CompareError::World(overlap @ WorldError::Overlap { .. })) => {
                comparison.responding = Err(overlap.into());
                comparison.interrupted = false;
            }
            Err(other) => return Err(other),
        }
        Ok(comparison)
    }

    /// The number of contacts that samples at this rate (in frames per second) miss, for bodies
    /// that pass through each other: for any rate, run or not. O(n). None if the contacts are
    /// missing, because the comparison was read back.
    pub fn missed_at(&self, rate: f64) -> Option<usize> {
        let half = self.pass_through.as_ref().ok()?;
        half.knows_contacts().then(|| half.missed_at(rate))
    }

    /// Whether all finished event-driven runs have the same result.
    pub fn exact_methods_agree(&self) -> bool {
        let exact = |method: RunMethod| !matches!(method, RunMethod::Sampled(_));
        let pass_through = self.pass_through.iter().flat_map(|half| &half.runs);
        let responding = self.responding.iter().flat_map(|half| &half.runs);
        pass_through.filter(|run| exact(run.method)).all(|run| run.missed == 0)
            && responding.filter(|run| exact(run.method)).all(|run| run.parted_at.is_none())
    }
}
