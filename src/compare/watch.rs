//! How far a comparison is, and whether it is to go on.

use super::RunMethod;
use crate::scene::ResponseMode;
use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// How far a comparison is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Whether bodies pass through each other in the present run.
    pub response: ResponseMode,
    /// How the present run is made.
    pub method: RunMethod,
    /// Runs of this half of the comparison that are done.
    pub done: usize,
    /// All runs of this half.
    pub runs: usize,
    /// How far the present run has come, in simulated seconds.
    pub time: f64,
    /// Where it ends.
    pub horizon: f64,
}

/// What is being run, as in "pass-through, sampled 60 Hz".
impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let response = match self.response {
            ResponseMode::PassThrough => "pass-through",
            ResponseMode::Collide => "responding",
        };
        write!(f, "{response}, {}", self.method)
    }
}

/// Who is told how far a comparison is, and may end it.
pub(super) struct Watch<'a> {
    progress: Progress,
    tell: &'a mut dyn FnMut(&Progress) -> ControlFlow<()>,
}

/// The first slice of a run, as a share of all of it: short even where all of it would take weeks.
const FIRST_SLICE: f64 = 1.0 / (1024.0 * 1024.0);

/// A slice that takes less time than this is followed by a longer one, one that takes more by a shorter one: often enough
/// to be told of and interrupted, seldom enough to cost nothing.
const SLICE: Duration = Duration::from_millis(40);

/// How much longer, and how much shorter.
const LONGER: f64 = 4.0;
const SHORTER: f64 = 0.5;

impl<'a> Watch<'a> {
    pub(super) fn new(
        response: ResponseMode,
        runs: usize,
        horizon: f64,
        tell: &'a mut dyn FnMut(&Progress) -> ControlFlow<()>,
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
            tell,
        }
    }

    /// Where runs end.
    pub(super) fn horizon(&self) -> f64 {
        self.progress.horizon
    }

    /// Tells that another run begins.
    pub(super) fn begin(&mut self, method: RunMethod, done: usize) -> ControlFlow<()> {
        (self.progress.method, self.progress.done) = (method, done);
        self.at(0.0)
    }

    /// Tells how far the run is.
    pub(super) fn at(&mut self, time: f64) -> ControlFlow<()> {
        self.progress.time = time;
        (self.tell)(&self.progress)
    }

    /// Lets a run go on to the horizon, slice by slice, and gives the time that it reached: the horizon, unless it was
    /// interrupted.
    pub(super) fn slices<E>(&mut self, mut go_on_to: impl FnMut(f64) -> Result<(), E>) -> Result<f64, E> {
        let horizon = self.progress.horizon;
        let (mut time, mut slice) = (0.0, horizon * FIRST_SLICE);
        while time < horizon {
            // At the latest time of all nothing must be left over by rounding.
            time = if time + 1.5 * slice < horizon { time + slice } else { horizon };
            let begun = Instant::now();
            go_on_to(time)?;
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
        let mut tell = |progress: &Progress| match progress.time < until {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        let mut watch = Watch::new(ResponseMode::Collide, 1, horizon, &mut tell);
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
    fn a_run_ends_where_it_is_told_to() {
        let (time, stops) = reached(8.0, 2.0);
        assert!((2.0..8.0).contains(&time) && stops.last() == Some(&time));
    }
}
