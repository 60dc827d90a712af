//! Progress of a comparison, and its interruption.

use super::RunMethod;
use crate::scene::ResponseMode;
use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Progress of a comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Whether bodies pass through each other in the present run.
    pub response: ResponseMode,
    /// Method of the present run.
    pub method: RunMethod,
    /// Finished runs of this half of the comparison.
    pub done: usize,
    /// All runs of this half.
    pub runs: usize,
    /// Time that the present run has reached, in simulated seconds.
    pub time: f64,
    /// End of the run, in simulated seconds.
    pub horizon: f64,
}

/// The present run, as in "pass-through, sampled 60 Hz".
impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let response = match self.response {
            ResponseMode::PassThrough => "pass-through",
            ResponseMode::Collide => "responding",
        };
        write!(f, "{response}, {}", self.method)
    }
}

/// Reports the progress of a comparison to a callback, which may stop it.
pub(super) struct RunProgress<'a> {
    progress: Progress,
    report: &'a mut dyn FnMut(&Progress) -> ControlFlow<()>,
}

/// The first slice of a run, as a fraction of the run: short even if the run would take weeks.
const FIRST_SLICE: f64 = 1.0 / (1024.0 * 1024.0);

/// Time of a slice; a shorter one is followed by a longer slice, a longer one by a shorter slice:
/// often enough for progress reports and interruption, seldom enough to cost nothing.
const SLICE: Duration = Duration::from_millis(40);

/// Factors of the next slice.
const LONGER: f64 = 4.0;
const SHORTER: f64 = 0.5;

impl<'a> RunProgress<'a> {
    pub(super) fn new(
        response: ResponseMode,
        runs: usize,
        horizon: f64,
        report: &'a mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Self {
        Self {
            progress: Progress {
                response,
                method: RunMethod::Kinetic,
                done: 0,
                runs,
                time: 0.0,
                horizon,
            },
            report,
        }
    }

    /// End of the runs, in simulated seconds.
    pub(super) fn horizon(&self) -> f64 {
        self.progress.horizon
    }

    /// Reports that another run begins.
    pub(super) fn begin(&mut self, method: RunMethod, done: usize) -> ControlFlow<()> {
        (self.progress.method, self.progress.done) = (method, done);
        self.at(0.0)
    }

    /// Reports the time that the run has reached.
    pub(super) fn at(&mut self, time: f64) -> ControlFlow<()> {
        self.progress.time = time;
        (self.report)(&self.progress)
    }

    /// Runs up to the horizon, slice by slice. Returns the time reached: the horizon, unless it was
    /// interrupted.
    pub(super) fn slices<E>(&mut self, mut advance_to: impl FnMut(f64) -> Result<(), E>) -> Result<f64, E> {
        let horizon = self.progress.horizon;
        let (mut time, mut slice) = (0.0, horizon * FIRST_SLICE);
        while time < horizon {
            // The last slice ends at the horizon exactly, without a remainder by rounding.
            time = if time + 1.5 * slice < horizon { time + slice } else { horizon };
            let begun = Instant::now();
            advance_to(time)?;
            slice *= if begun.elapsed() < SLICE { LONGER } else { SHORTER };
            slice = slice.max(horizon * FIRST_SLICE * FIRST_SLICE);
            if self.at(time).is_break() {
                break;
            }
        }
        Ok(time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reached(horizon: f64, until: f64) -> (f64, Vec<f64>) {
        let mut stops = Vec::new();
        let mut report = |progress: &Progress| match progress.time < until {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        let mut watch = RunProgress::new(ResponseMode::Collide, 1, horizon, &mut report);
        let time = watch.slices(|time| {
            stops.push(time);
            Ok::<(), ()>(())
        });
        (time.unwrap(), stops)
    }

    #[test]
    fn slices_grow_and_end_at_the_horizon_to_the_bit() {
        for horizon in [1e-9, 0.1, 3.0, 1e9] {
            let (time, stops) = reached(horizon, f64::INFINITY);
            assert_eq!((time, stops.last()), (horizon, Some(&horizon)));
            assert!(stops.is_sorted() && stops.windows(2).all(|pair| pair[0] < pair[1]));
        }
    }

    #[test]
    fn a_run_stops_on_break() {
        let (time, stops) = reached(8.0, 2.0);
        assert!((2.0..8.0).contains(&time) && stops.last() == Some(&time));
    }
}
