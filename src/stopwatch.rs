//! CPU time of the parts of a loop, in one run: the clock is read at the end of each part.
//!
//! Reading the clock takes about as long as a small part. That time is measured beforehand and
//! subtracted.

/// A part of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Finding candidate pairs.
    Broad,
    /// Testing whether, or when, two bodies meet.
    Narrow,
    /// Responses and all other work.
    Rest,
}

/// Readings of the clock to measure the time of one: enough to be exact to some nanoseconds, and
/// fast.
const READINGS: u32 = 256;

/// A clock that sums the times of the parts of a loop, from its creation on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch {
    clock: fn() -> f64,
    /// Seconds that one reading of the clock takes.
    reading: f64,
    last: f64,
    /// Seconds by part.
    spent: [f64; 3],
}

impl Stopwatch {
    pub(crate) fn new(clock: fn() -> f64) -> Self {
        // The least: other work of the machine only makes a reading seem longer.
        let one_reading = |_| {
            let before = clock();
            clock() - before
        };
        let reading = (0..READINGS).map(one_reading).fold(f64::INFINITY, f64::min);
        Self {
            clock,
            reading,
            last: clock(),
            spent: [0.0; 3],
        }
    }

    /// Adds the time since the last reading to this part.
    pub(crate) fn end(&mut self, part: Part) {
        let now = (self.clock)();
        self.spent[part as usize] += now - self.last - self.reading;
        self.last = now;
    }

    /// Seconds spent in a part so far.
    pub(crate) fn spent(&self, part: Part) -> f64 {
        self.spent[part as usize].max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    thread_local!(static TIME: Cell<f64> = const { Cell::new(0.0) });

    /// A clock that advances by one second at each reading.
    fn by_readings() -> f64 {
        TIME.set(TIME.get() + 1.0);
        TIME.get()
    }

    #[test]
    fn the_cost_of_reading_the_clock_is_subtracted() {
        let mut stopwatch = Stopwatch::new(by_readings);
        for part in [Part::Broad, Part::Narrow, Part::Broad, Part::Rest] {
            TIME.set(TIME.get() + if part == Part::Broad { 5.0 } else { 0.5 });
            stopwatch.end(part);
        }
        assert_eq!(
            [Part::Broad, Part::Narrow, Part::Rest].map(|part| stopwatch.spent(part)),
            [10.0, 0.5, 0.5]
        );
        assert_eq!(Stopwatch::new(by_readings).spent(Part::Rest), 0.0);
    }
}
