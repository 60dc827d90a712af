//! Runs the methods side by side on one scene: what was missed, how late the rest was found, what each cost.
//!
//! Two comparisons. *Pass-through*: bodies ignore contact, so that every method sees the same trajectories; the truth is each
//! pair's contact intervals. *Responding*: collisions change motion, and methods that miss or are late part from the truth.

mod pass_through;
mod reference;
mod responding;

pub use pass_through::{PassThrough, PassThroughRun};
pub use responding::{Responding, RespondingRun};

use crate::scene::{MAX_MAGNITUDE, Scene, ValueError};
use crate::world::{Method, StepError, WorldError};
use std::time::Instant;
use thiserror::Error;

/// What is to be compared.
#[derive(Clone, Debug)]
pub struct CompareOptions {
    /// Sample rates, in frames per second, each > 0.
    pub rates: Vec<f64>,
    /// Length of the runs, in seconds, > 0; the scene's own where none is given.
    pub horizon: Option<f64>,
    /// Seconds of processor time used so far, by any origin; differences are taken of it. By default the time of day, which is
    /// the same on a machine that does nothing else.
    pub clock: fn() -> f64,
}

impl Default for CompareOptions {
    /// 30, 60, 120 and 1000 Hz over the scene's horizon.
    fn default() -> Self {
        Self {
            rates: vec![30.0, 60.0, 120.0, 1000.0],
            horizon: None,
            clock: wall_clock,
        }
    }
}

fn wall_clock() -> f64 {
    thread_local!(static START: Instant = Instant::now());
    START.with(|start| start.elapsed().as_secs_f64())
}

/// A comparison could not be made.
#[derive(Debug, Error)]
pub enum CompareError {
    /// A rate or the horizon is not allowed.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// The scene cannot be built.
    #[error(transparent)]
    World(#[from] WorldError),
    /// A run could not go on.
    #[error(transparent)]
    Step(#[from] StepError),
}

/// How a run was made, as tables name it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RunMethod {
    /// Event by event, by the method chosen by rule.
    Kinetic,
    /// Event by event, all pairs predicted and kept.
    Cached,
    /// Boxes swept over frames of this rate, exact within.
    Swept(f64),
    /// Samples at this rate.
    Sampled(f64),
}

impl RunMethod {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Kinetic => "kinetic",
            Self::Cached => "cached",
            Self::Swept(_) => "swept",
            Self::Sampled(_) => "sampled",
        }
    }

    /// Its rate, in frames per second, if it has frames.
    pub fn rate(self) -> Option<f64> {
        match self {
            Self::Kinetic | Self::Cached => None,
            Self::Swept(rate) | Self::Sampled(rate) => Some(rate),
        }
    }

    /// The methods to compare with the kinetic one, in the order of the table.
    fn others(rates: &[f64]) -> Vec<Self> {
        let swept = rates.iter().map(|rate| Self::Swept(*rate));
        let sampled = rates.iter().map(|rate| Self::Sampled(*rate));
        std::iter::once(Self::Cached).chain(swept).chain(sampled).collect()
    }

    /// The method of the world to run; none for samples.
    fn of_world(self) -> Option<Method> {
        match self {
            Self::Kinetic => Some(Method::Auto),
            Self::Cached => Some(Method::Cached),
            Self::Swept(rate) => Some(Method::Swept { rate }),
            Self::Sampled(_) => None,
        }
    }
}

/// The methods side by side on one scene.
///
/// ```
/// use kinesweep::{Body, CompareOptions, Comparison, Scene, Shape};
/// use nalgebra::Vector3;
/// let bullet = Body::new(Shape::ball(0.01)?).velocity(Vector3::x() * 900.0);
/// let paper = Body::fixed(Shape::cuboid(Vector3::new(0.001, 1.0, 1.0))?).position(Vector3::x() * 10.0);
/// let scene = Scene { bodies: vec![bullet, paper], horizon: 1.0, ..Scene::default() };
/// let options = CompareOptions { rates: vec![60.0], ..CompareOptions::default() };
/// let comparison = Comparison::run(&scene, &options)?;
/// assert_eq!(comparison.pass_through.truth, 1);
/// let sampled = comparison.pass_through.runs.iter().find(|run| run.method.name() == "sampled").unwrap();
/// assert_eq!(sampled.missed, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Length of the runs, in seconds.
    pub horizon: f64,
    /// Bodies ignore contact.
    pub pass_through: PassThrough,
    /// Collisions change motion; or why that could not be run (bodies overlap at the start).
    pub responding: Result<Responding, WorldError>,
}

impl Comparison {
    /// Runs everything.
    ///
    /// # Errors
    /// A rate or horizon that is not allowed, a scene that cannot be built, or a run that could not go on.
    pub fn run(scene: &Scene, options: &CompareOptions) -> Result<Self, CompareError> {
        Self::run_with(scene, options, &mut |_| {})
    }

    /// Runs everything and tells what is about to be run.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_with(scene: &Scene, options: &CompareOptions, progress: &mut dyn FnMut(&str)) -> Result<Self, CompareError> {
        let horizon = options.horizon.unwrap_or(scene.horizon);
        for (field, value) in std::iter::once(("horizon", &horizon)).chain(options.rates.iter().map(|rate| ("rates", rate))) {
            if !(*value > 0.0 && *value <= MAX_MAGNITUDE) {
                let allowed = format!("must be a number above 0 and at most {MAX_MAGNITUDE:e}");
                return Err(ValueError::new(field, value, allowed).into());
            }
        }
        let pass_through = pass_through::run(scene, horizon, options, progress)?;
        let responding = match responding::run(scene, horizon, options, progress) {
            Ok(responding) => Ok(responding),
            Err(CompareError::World(overlap @ WorldError::Overlap { .. })) => Err(overlap),
            Err(other) => return Err(other),
        };
        Ok(Self {
            horizon,
            pass_through,
            responding,
        })
    }
}
