//! A run of either mode, behind one interface.

use super::{Failure, cpu_clock};
use kinesweep::sampled::SampledWorld;
use kinesweep::statistics::Statistics;
use kinesweep::world::Snapshot;
use kinesweep::{BodyId, Event, MotionPiece, StepError, World};
use nalgebra::Vector3;
use std::io::{self, Write};

/// Events per reading of the clock: a reading takes about as long as an event.
const BATCH: u64 = 256;

/// No run has so many events: a larger limit is none.
const UNLIMITED: u64 = u64::MAX / 2;

/// A run of either mode, from time 0 on or from where it was resumed.
pub(crate) struct Runner {
    mode: Mode,
    /// When it began, in simulated seconds.
    pub(crate) began: f64,
    /// Whether motion pieces are recorded.
    pieces: bool,
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
        /// The motion pieces of the frame before, if they are recorded.
        motions: Vec<MotionPiece>,
    },
}

/// A line of what happens in a run.
pub(crate) enum Record {
    Event(Event),
    /// The body with this index follows this piece from its epoch on.
    Piece(usize, MotionPiece),
}

impl Record {
    fn of_piece((body, piece): (BodyId, MotionPiece)) -> Self {
        Self::Piece(body.index(), piece)
    }
}

impl Runner {
    /// A run event by event of the world that `build` returns. `pieces`: that world records motion
    /// pieces.
    pub(crate) fn exact(pieces: bool, build: impl FnOnce() -> Result<World, Failure>) -> Result<Self, Failure> {
        let before = cpu_clock();
        let mode = Mode::Exact(Box::new(build()?));
        Ok(Self::since(before, pieces, mode))
    }

    /// A run frame by frame of the world that `build` returns.
    pub(crate) fn sampled(
        pieces: bool,
        rate: f64,
        build: impl FnOnce() -> Result<SampledWorld, Failure>,
    ) -> Result<Self, Failure> {
        let before = cpu_clock();
        let world = Box::new(build()?);
        let mode = Mode::Sampled {
            world,
            frame: 0,
            rate,
            motions: Vec::new(),
        };
        Ok(Self::since(before, pieces, mode))
    }

    fn since(before: f64, pieces: bool, mode: Mode) -> Self {
        let mut runner = Self {
            mode,
            began: 0.0,
            pieces,
            cpu: cpu_clock() - before,
        };
        runner.began = runner.time();
        runner
    }

    /// The state of an exact run.
    pub(crate) fn snapshot(&self) -> Option<Snapshot> {
        match &self.mode {
            Mode::Exact(world) => Some(world.snapshot()),
            Mode::Sampled { .. } => None,
        }
    }

    /// Fills `batch` with some of the next events, at most `most`, and the motion pieces up to
    /// then, all in order of time; the pieces of an event come after it. On several threads, with all
    /// events up to `until`, if there is no limit. Returns whether the run is at `until`. After an
    /// error the batch has what came before it. `count` is the number of bodies.
    pub(crate) fn advance(&mut self, until: f64, most: u64, count: usize, batch: &mut Vec<Record>) -> Result<bool, Failure> {
        batch.clear();
        let is_unlimited = most > UNLIMITED;
        let most = most.min(BATCH) as usize;
        let before = cpu_clock();
        let result = match &mut self.mode {
            Mode::Exact(world) if is_unlimited && !self.pieces && world.threads() > 1 => {
                let result = world.advance_to(until).map(|_| true).map_err(Failure::other);
                batch.extend(world.events().iter().map(|event| Record::Event(*event)));
                result
            }
            Mode::Exact(world) => fill(world, until, most, batch).map_err(Failure::other),
            Mode::Sampled {
                world,
                frame,
                rate,
                motions,
            } => {
                let time = |frame: u64| frame as f64 / *rate;
                let mut run = Ok(());
                while run.is_ok() && batch.is_empty() && most > 0 && time(*frame) <= until {
                    run = world.advance_to(time(*frame)).map(|events| {
                        batch.extend(events.iter().map(|event| Record::Event(*event)));
                    });
                    if run.is_ok() {
                        if self.pieces {
                            push_changed_pieces(world, motions, count, time(*frame), batch);
                        }
                        *frame += 1;
                    }
                }
                run.map(|()| time(*frame) > until).map_err(Failure::other)
            }
        };
        self.cpu += cpu_clock() - before;
        result
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
            Mode::Exact(world) => world.bodies().filter_map(|id| world.motion(id).ok()).collect(),
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

    /// Restarts the statistics of an exact run.
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

    /// The number of bodies in each lane, by reason; none in a sampled run.
    pub(crate) fn lanes(&self) -> Vec<(&'static str, usize)> {
        match &self.mode {
            Mode::Exact(world) => world.lanes().into_iter().map(|(lane, count)| (lane.name(), count)).collect(),
            Mode::Sampled { .. } => Vec::new(),
        }
    }

    pub(crate) fn counters(&self) -> Vec<(&'static str, u64)> {
        match &self.mode {
            Mode::Exact(world) => world.counters().entries(),
            Mode::Sampled { world, frame, .. } => vec![("frames", *frame), ("tests", world.tests())],
        }
    }
}

fn fill(world: &mut World, until: f64, most: usize, batch: &mut Vec<Record>) -> Result<bool, StepError> {
    for _ in 0..most {
        let event = world.step_before(until)?;
        let pieces = world.drain_motion_pieces();
        let is_earlier = |(_, piece): &(BodyId, MotionPiece)| event.is_some_and(|event| piece.epoch < event.time);
        let earlier = pieces.as_slice().partition_point(is_earlier);
        let mut pieces = pieces.map(Record::of_piece);
        batch.extend(pieces.by_ref().take(earlier));
        batch.extend(event.map(Record::Event));
        batch.extend(pieces);
        if event.is_none() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Adds the motion pieces that changed since the frame before. Those that began between the two
/// frames come before the events of the second.
fn push_changed_pieces(world: &SampledWorld, motions: &mut Vec<MotionPiece>, count: usize, time: f64, batch: &mut Vec<Record>) {
    let mut changed = Vec::new();
    for body in 0..count {
        let motion = world.motion(body);
        match motions.get_mut(body) {
            Some(before) if *before == motion => continue,
            Some(before) => *before = motion,
            None => motions.push(motion),
        }
        changed.push((body, motion));
    }
    changed.sort_by(|a, b| a.1.epoch.total_cmp(&b.1.epoch));
    let earlier = changed.partition_point(|(_, piece)| piece.epoch < time);
    let mut records = changed.into_iter().map(|(body, piece)| Record::Piece(body, piece));
    let before: Vec<Record> = records.by_ref().take(earlier).collect();
    batch.splice(0..0, before);
    batch.extend(records);
}
