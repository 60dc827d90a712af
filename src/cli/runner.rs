//! A run of either mode, seen the same way.

use super::{Failure, cpu_clock};
use kinesweep::{BodyId, Event, MotionPiece, SampledWorld, Statistics, StepError, World};
use nalgebra::Vector3;
use std::io::{self, Write};

/// Events that are found before the clock is read and the log written: reading it takes about as long as finding one.
const BATCH: u64 = 256;

/// A run of either mode, from time 0 on.
pub(crate) struct Runner {
    mode: Mode,
    /// Processor seconds so far, building included.
    pub(crate) cpu: f64,
}

enum Mode {
    Exact(Box<World>),
    Sampled {
        world: Box<SampledWorld>,
        /// The number of the next frame.
        frame: u64,
        rate: f64,
    },
}

impl Runner {
    /// Runs event by event what `build` builds.
    pub(crate) fn exact(build: impl FnOnce() -> Result<World, Failure>) -> Result<Self, Failure> {
        let before = cpu_clock();
        let mode = Mode::Exact(Box::new(build()?));
        Ok(Self::since(before, mode))
    }

    /// Runs frame by frame what `build` builds.
    pub(crate) fn sampled(rate: f64, build: impl FnOnce() -> Result<SampledWorld, Failure>) -> Result<Self, Failure> {
        let before = cpu_clock();
        let world = Box::new(build()?);
        Ok(Self::since(before, Mode::Sampled { world, frame: 0, rate }))
    }

    fn since(before: f64, mode: Mode) -> Self {
        Self {
            mode,
            cpu: cpu_clock() - before,
        }
    }

    /// Finds some of the next events, at most `most` in all of `batch`; there are none once `until` is reached. What was found
    /// before an obstacle is in the batch, too.
    pub(crate) fn advance(&mut self, until: f64, most: u64, batch: &mut Vec<Event>) -> Result<(), Failure> {
        batch.clear();
        let most = most.min(BATCH) as usize;
        let before = cpu_clock();
        let result = match &mut self.mode {
            Mode::Exact(world) => fill(world, until, most, batch),
            Mode::Sampled { world, frame, rate } => {
                let time = |frame: u64| frame as f64 / *rate;
                while batch.is_empty() && most > 0 && time(*frame) <= until {
                    batch.extend_from_slice(world.advance_to(time(*frame)));
                    *frame += 1;
                }
                Ok(())
            }
        };
        self.cpu += cpu_clock() - before;
        result.map_err(Failure::other)
    }

    pub(crate) fn time(&self) -> f64 {
        match &self.mode {
            Mode::Exact(world) => world.time(),
            Mode::Sampled { world, .. } => world.time(),
        }
    }

    pub(crate) fn energy(&self) -> f64 {
        match &self.mode {
            Mode::Exact(world) => world.energy(),
            Mode::Sampled { world, .. } => world.energy(),
        }
    }

    pub(crate) fn momentum(&self) -> Vector3<f64> {
        match &self.mode {
            Mode::Exact(world) => world.momentum(),
            Mode::Sampled { world, .. } => world.momentum(),
        }
    }

    /// The motion pieces at present of the bodies, in scene order; there are `count`.
    pub(crate) fn motions(&self, count: usize) -> Vec<MotionPiece> {
        match &self.mode {
            Mode::Exact(world) => {
                let ids: Vec<BodyId> = world.bodies().collect();
                ids.into_iter().filter_map(|id| world.motion(id).ok()).collect()
            }
            Mode::Sampled { world, .. } => (0..count).map(|body| world.motion(body)).collect(),
        }
    }

    /// Statistics of an exact run.
    pub(crate) fn statistics(&self) -> Option<Statistics> {
        match &self.mode {
            Mode::Exact(world) => Some(world.statistics()),
            Mode::Sampled { .. } => None,
        }
    }

    /// Begins to measure anew, in an exact run.
    pub(crate) fn reset_statistics(&mut self) {
        if let Mode::Exact(world) = &mut self.mode {
            world.reset_statistics();
        }
    }

    /// Writes the configuration of an exact run; nothing of a sampled one.
    pub(crate) fn write_xyz(&self, out: impl Write) -> io::Result<()> {
        match &self.mode {
            Mode::Exact(world) => world.write_extended_xyz(out),
            Mode::Sampled { .. } => Ok(()),
        }
    }

    pub(crate) fn counters(&self) -> Vec<(&'static str, u64)> {
        match &self.mode {
            Mode::Exact(world) => world.counters().entries(),
            Mode::Sampled { world, frame, .. } => vec![("frames", *frame), ("tests", world.tests())],
        }
    }
}

fn fill(world: &mut World, until: f64, most: usize, batch: &mut Vec<Event>) -> Result<(), StepError> {
    while batch.len() < most {
        match world.step_before(until)? {
            Some(event) => batch.push(event),
            None => break,
        }
    }
    Ok(())
}
