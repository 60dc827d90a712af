//! Times of the jobs of sectors, for a model of many cores.

use super::super::World;
use super::board::{Job, lock};
use std::sync::Mutex;

/// A clock, in seconds.
type Clock = fn() -> f64;

/// The times of a job of all sectors, in seconds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JobTimes {
    /// The name of the job.
    pub name: &'static str,
    /// The time that each sector took.
    pub sectors: Vec<f64>,
    /// The time that one thread then took alone, to count and use the events of the window before.
    pub serial: f64,
}

/// Measures the jobs of sectors.
#[derive(Debug)]
pub(super) struct Meter {
    clock: Clock,
    jobs: Mutex<Vec<JobTimes>>,
}

impl Meter {
    pub(super) fn new(clock: Clock) -> Self {
        Self {
            clock,
            jobs: Mutex::default(),
        }
    }

    /// A job of all sectors begins.
    pub(super) fn begin(&self, job: &Job) {
        let name = match job {
            Job::Run { .. } => "run",
            Job::Verify => "verify",
            Job::Undo => "undo",
            Job::Confirm => "confirm",
            Job::Announce { .. } => "announce",
            Job::Receive => "receive",
            Job::Stop => "stop",
        };
        lock(&self.jobs).push(JobTimes {
            name,
            ..JobTimes::default()
        });
    }

    /// Measures the part of a sector in the present job, or the serial part.
    pub(super) fn measure<T>(&self, is_serial: bool, work: impl FnOnce() -> T) -> T {
        let begin = (self.clock)();
        let result = work();
        let seconds = (self.clock)() - begin;
        if let Some(job) = lock(&self.jobs).last_mut() {
            match is_serial {
                true => job.serial = seconds,
                false => job.sectors.push(seconds),
            }
        }
        result
    }
}

impl World {
    /// Measures the jobs of sectors from now on, by a clock in seconds. One thread then does them all in turn, and
    /// slabs may be as thin as so many depths of their ghosts. For the benches. It changes no event.
    #[doc(hidden)]
    pub fn measure_sectors(&mut self, clock: fn() -> f64, least_width: f64) {
        self.lanes.home_mut().drop_sectors();
        self.sectors.clock = Some(clock);
        let tuning = self.config.tuning_mut();
        tuning.least_width = least_width;
        tuning.least_collisions = 0.0;
        tuning.least_shared = f64::INFINITY;
    }

    /// The times of all jobs since the last call, or since the domain was cut into the present sectors.
    #[doc(hidden)]
    pub fn take_job_times(&mut self) -> Vec<JobTimes> {
        let meter = self.lanes.home().sectors().and_then(|kept| kept.board.meter.as_ref());
        meter.map_or_else(Vec::new, |meter| std::mem::take(&mut *lock(&meter.jobs)))
    }
}
