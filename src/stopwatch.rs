//! How long the parts of a loop take, all in one run: at the end of each part the clock is looked at.
//!
//! A look takes about as long as a small part itself. What it takes is measured beforehand, and left out.

/// A part of what a run does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Finding pairs to look at.
    Broad,
    /// Finding whether, or when, the two of a pair meet.
    Narrow,
    /// What comes of it, and all else.
    Rest,
}

/// How many looks at the clock are made to measure what one takes: enough to be exact to some nanoseconds, and done in a moment.
const LOOKS: u32 = 256;

/// A clock that adds up what the parts of a loop take, from when it is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Laps {
    clock: fn() -> f64,
    /// Seconds that a look at the clock takes.
    look: f64,
    last: f64,
    /// Seconds by part.
    spent: [f64; 3],
}

impl Laps {
    pub(crate) fn new(clock: fn() -> f64) -> Self {
        // The least: whatever else the machine does only makes a look seem longer.
        let one_look = |_| {
            let before = clock();
            clock() - before
        };
        let look = (0..LOOKS).map(one_look).fold(f64::INFINITY, f64::min);
        Self {
            clock,
            look,
            last: clock(),
            spent: [0.0; 3],
        }
    }

    /// What has been done since the last look was of this part.
    pub(crate) fn end(&mut self, part: Part) {
        let now = (self.clock)();
        self.spent[part as usize] += now - self.last - self.look;
        self.last = now;
    }

    /// Seconds that a part has taken so far.
    pub(crate) fn spent(&self, part: Part) -> f64 {
        self.spent[part as usize].max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    thread_local!(static TIME: Cell<f64> = const { Cell::new(0.0) });

    /// A clock that goes on by a second at each look.
    fn by_looks() -> f64 {
        TIME.set(TIME.get() + 1.0);
        TIME.get()
    }

    #[test]
    fn looks_at_the_clock_are_left_out() {
        let mut laps = Laps::new(by_looks);
        for part in [Part::Broad, Part::Narrow, Part::Broad, Part::Rest] {
            TIME.set(TIME.get() + if part == Part::Broad { 5.0 } else { 0.5 });
            laps.end(part);
        }
        assert_eq!(
            [Part::Broad, Part::Narrow, Part::Rest].map(|part| laps.spent(part)),
            [10.0, 0.5, 0.5]
        );
        assert_eq!(Laps::new(by_looks).spent(Part::Rest), 0.0);
    }
}
