//! A long run in slices: between two of them the command checks for Ctrl-C and draws progress.

use std::time::{Duration, Instant};

/// The first slice of a run, as a share of all of it: short even where all of it would take weeks.
const FIRST: f64 = 1.0 / (1024.0 * 1024.0);

/// After a slice that takes less time than this the next is longer, otherwise shorter.
const ENOUGH: Duration = Duration::from_millis(40);

/// Factors of the length of the next slice.
const LONGER: f64 = 4.0;
const SHORTER: f64 = 0.5;

/// Where the next slice of a run ends.
pub(crate) struct Slices {
    until: f64,
    length: f64,
    end: f64,
    begun: Instant,
}

impl Slices {
    /// Of a run between two times.
    pub(crate) fn between(from: f64, until: f64) -> Self {
        let length = (until - from) * FIRST;
        Self {
            until,
            length,
            end: (from + length).min(until),
            begun: Instant::now(),
        }
    }

    /// The end of the present slice.
    pub(crate) fn end(&self) -> f64 {
        self.end
    }

    /// Begins the next slice if `time` is the end of the present one or later.
    pub(crate) fn end_at(&mut self, time: f64) {
        if time < self.end {
            return;
        }
        self.length *= if self.begun.elapsed() < ENOUGH { LONGER } else { SHORTER };
        self.length = self.length.max(self.until * FIRST * FIRST);
        self.end = if time + 1.5 * self.length < self.until {
            time + self.length
        } else {
            self.until
        };
        self.begun = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_end_exactly_at_the_end() {
        for until in [0.0, 1e-9, 0.1, 1e9] {
            let mut slices = Slices::between(0.0, until);
            let mut ends = vec![slices.end()];
            while slices.end() < until {
                slices.end_at(slices.end());
                ends.push(slices.end());
            }
            assert_eq!(ends.last(), Some(&until));
            assert!(ends.windows(2).all(|pair| pair[0] < pair[1]) && ends.len() < 5000);
        }
    }

    #[test]
    fn slices_of_late_runs_end_exactly_at_the_end() {
        for (from, until) in [(1e9, 1e9), (1e9, 1e9 + 1e-6), (3.0, 4.0)] {
            let mut slices = Slices::between(from, until);
            let mut count = 0;
            while slices.end() < until {
                assert!(slices.end() >= from);
                slices.end_at(slices.end());
                count += 1;
                assert!(count < 5000);
            }
            assert_eq!(slices.end(), until);
        }
    }

    #[test]
    fn halfway_is_not_the_end() {
        let mut slices = Slices::between(0.0, 1.0 / FIRST);
        slices.end_at(0.5);
        assert_eq!(slices.end(), 1.0);
    }
}
