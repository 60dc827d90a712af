//! Runs the methods side by side on one scene: what was missed, how late the rest was found, what each cost.
//!
//! ```text
//! scene -> kinetic run (reference) -> events, trajectories -> contact intervals (the truth) -> missed, late, deep, in wrong order
//!       -> every other method      -> events, frames       -> rows of a table                -> by way per frame; rates that miss nothing
//! ```
//!
//! Two comparisons. *Pass-through*: bodies ignore contact, so that every method sees the same trajectories; the truth is
//! each pair's contact intervals, and what samples see of them is counted from the intervals, at any rate. *Responding*:
//! collisions change motion, and methods that miss or are late part from the truth.

mod contact;
mod course;
mod matching;
mod method;
mod order;
mod parts;
mod pass_through;
mod prepare;
mod reference;
mod responding;
#[cfg(feature = "serde")]
mod saved;
mod search;
mod watch;
mod way;

pub use contact::{ContactInterval, smallest_diameter};
pub use method::{LeftOut, Rival, RunMethod};
pub use parts::CostParts;
pub use pass_through::{MissedContact, PassThrough, PassThroughRun};
pub use responding::{Responding, RespondingRun};
pub use search::{LeastRate, RateSearch, ShareSeen};
pub use watch::Progress;
pub use way::WayBin;

use crate::scene::{Scene, ValueError, check_positive};
use crate::world::{StepError, WorldError};
use std::ops::ControlFlow;
use std::time::Instant;
use thiserror::Error;

/// What is to be compared.
#[derive(Clone, Debug)]
pub struct CompareOptions {
    /// Sample rates, in frames per second, each > 0.
    pub rates: Vec<f64>,
    /// Length of the runs, in seconds, > 0; the scene's own where none is given.
    pub horizon: Option<f64>,
    /// The methods to be run beside the kinetic one. None for all that make sense: what cannot run the scene is left out in
    /// any case, lists and cached where there are too many bodies, too; the result says which.
    pub rivals: Option<Vec<Rival>>,
    /// How many missed contacts a run lists, at most; all are counted.
    pub missed_listed: usize,
    /// Whether the parts of what each run costs are measured, too, in runs of their own: that takes about as long again.
    pub parts: bool,
    /// Seconds of processor time used so far, by any origin; differences are taken of it. By default the time of day, which is
    /// the same on a machine that does nothing else.
    pub clock: fn() -> f64,
}

impl Default for CompareOptions {
    /// 30, 60, 120 and 1000 Hz over the scene's horizon, all methods that make sense, 100 missed contacts listed, costs in one.
    fn default() -> Self {
        Self {
            rates: vec![30.0, 60.0, 120.0, 1000.0],
            horizon: None,
            rivals: None,
            missed_listed: 100,
            parts: false,
            clock: wall_clock,
        }
    }
}

impl CompareOptions {
    /// Samples at these rates, and nothing else beside the kinetic run: what a test needs to know what a rate misses.
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

/// A comparison could not be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CompareError {
    /// A rate, the horizon, or a shape is not allowed; or a scheduled change of a mass, a shape, a sensor or groups, which a scene
    /// that is compared must not have.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// The scene cannot be built.
    #[error(transparent)]
    World(#[from] WorldError),
    /// A run could not go on.
    #[error(transparent)]
    Step(#[from] StepError),
}

/// Why one half of a comparison was not made.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum NotCompared {
    /// The scene cannot be run like that: bodies overlap at the start, so nothing can respond.
    #[error(transparent)]
    World(#[from] WorldError),
    /// It was not begun, or the run that all is compared with was not finished.
    #[error("interrupted")]
    Interrupted,
    /// The comparison was saved and read back, and what was saved does not say why.
    #[error("not made; what was saved does not say why")]
    NotSaid,
}

/// The methods side by side on one scene.
///
/// A test suite can ask that a game loop of 120 frames a second sees every contact:
///
/// ```
/// use kinesweep::{Body, CompareOptions, Comparison, Scene, Shape};
/// use nalgebra::Vector3;
/// let ball = Body::new(Shape::ball(0.2)?).velocity(Vector3::x() * 20.0);
/// let net = Body::fixed(Shape::cuboid(Vector3::new(0.01, 1.0, 1.0))?).position(Vector3::x() * 10.0);
/// let scene = Scene { bodies: vec![ball, net], horizon: 1.0, ..Scene::default() };
/// let comparison = Comparison::run(&scene, &CompareOptions::sampled_at(&[120.0]))?;
/// assert_eq!(comparison.missed_at(120.0), Some(0), "missed at 120 Hz: {:?}", comparison.pass_through);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// What is missed at a rate is known of every rate, for the contacts are:
///
/// ```
/// # use kinesweep::{Body, CompareOptions, Comparison, Scene, Shape};
/// # use nalgebra::Vector3;
/// let bullet = Body::new(Shape::ball(0.01)?).velocity(Vector3::x() * 900.0);
/// let paper = Body::fixed(Shape::cuboid(Vector3::new(0.001, 1.0, 1.0))?).position(Vector3::x() * 10.0);
/// let scene = Scene { bodies: vec![bullet, paper], horizon: 1.0, ..Scene::default() };
/// let comparison = Comparison::run(&scene, &CompareOptions::sampled_at(&[60.0]))?;
/// let pass_through = comparison.pass_through.as_ref().unwrap();
/// assert_eq!((pass_through.truth, pass_through.sampled(60.0).unwrap().missed), (1, 1));
/// // The contact lasts for 22 mm at 900 m/s, which is a frame at 40 909 Hz: from there on, or from a little below, it can't be missed.
/// let rate = pass_through.search().always_from.unwrap();
/// assert!(rate > 40_800.0 && rate < 900.0 / 0.022 + 1e-6);
/// assert_eq!((comparison.missed_at(rate), comparison.missed_at(2.5 * rate), comparison.missed_at(1000.0)), (Some(0), Some(0), Some(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// With the feature `serde` it can be saved and read back, except for the contacts themselves: then what is missed is known
/// only of the rates that were run.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Comparison {
    /// Length of the runs, in seconds: of an interrupted comparison as far as the first run came.
    pub horizon: f64,
    /// Bodies ignore contact. Null where what was saved has none.
    #[cfg_attr(feature = "serde", serde(with = "saved::half"))]
    pub pass_through: Result<PassThrough, NotCompared>,
    /// Collisions change motion; or why that could not be run (bodies overlap at the start). Serialized as null then.
    #[cfg_attr(feature = "serde", serde(with = "saved::half"))]
    pub responding: Result<Responding, NotCompared>,
    /// Whether it was ended before all runs were made: only what was finished is there. Serialized only then.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "saved::is_false"))]
    pub interrupted: bool,
}

/// Refuses scenes in which more changes than motion, restitution and friction: what is compared is found from trajectories, on which
/// each body is one and the same, and judged by its energy.
fn check_constants(scene: &Scene) -> Result<(), ValueError> {
    for (index, body) in scene.bodies.iter().enumerate() {
        for (number, scheduled) in body.body_changes.iter().enumerate() {
            let change = &scheduled.change;
            let named = [
                ("mass", change.mass.is_some()),
                ("shape", change.shape.is_some()),
                ("sensor", change.sensor.is_some()),
                ("groups", change.groups.is_some()),
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
    /// Runs everything: each method once with bodies that pass through each other and once with bodies that respond, and as
    /// often again with [`CompareOptions::parts`].
    ///
    /// # Errors
    /// [`CompareError::Value`] for a rate, a horizon, or a shape that is not allowed, [`CompareError::World`] for a scene
    /// that cannot be built, and [`CompareError::Step`] for a run that could not go on.
    pub fn run(scene: &Scene, options: &CompareOptions) -> Result<Self, CompareError> {
        Self::run_with(scene, options, &mut |_| ControlFlow::Continue(()))
    }

    /// Runs everything, tells all the time how far it is, and ends with what it has when told to break.
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

    /// How many contacts samples at this rate (in frames per second) miss, of bodies that pass through each other: of any
    /// rate, whether it was run or not. O(n). None where the contacts are not known, since it was read back.
    pub fn missed_at(&self, rate: f64) -> Option<usize> {
        let half = self.pass_through.as_ref().ok()?;
        half.knows_contacts().then(|| half.missed_at(rate))
    }

    /// Whether all event-driven runs that were made tell the same.
    pub fn exact_methods_agree(&self) -> bool {
        let exact = |method: RunMethod| !matches!(method, RunMethod::Sampled(_));
        let pass_through = self.pass_through.iter().flat_map(|half| &half.runs);
        let responding = self.responding.iter().flat_map(|half| &half.runs);
        pass_through.filter(|run| exact(run.method)).all(|run| run.missed == 0)
            && responding.filter(|run| exact(run.method)).all(|run| run.parted_at.is_none())
    }
}
