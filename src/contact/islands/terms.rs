//! What a renewal asks of the gaps of an island.

use super::constants::{CLOSED, FLOOR, FLOOR_OF_CALM, MENDING, MENDING_OF_WEDGED, NARROW, OPENING, PROBING, ROOM, SKIN, SLACK};

/// What the impulses of a renewal are to do.
pub(super) struct Terms {
    /// The time in which no gap may close, in seconds: until the next renewal.
    pub(super) time: f64,
    /// The same if the island were not wedged: gaps open, and impulses are as exact, as within that time. (In a
    /// short time they would add energy.)
    pub(super) whole: f64,
    /// Whether something pulls the bodies.
    pub(super) pulled: bool,
    /// Whether all gaps are kept as exactly as the solver can.
    pub(super) exact: bool,
    /// Whether gaps open that are narrow.
    pub(super) opens: bool,
    /// Whether bodies are wedged: no velocities part all that touch.
    pub(super) wedged: bool,
    /// For how long the bodies are pulled, in seconds.
    pub(super) pull_time: f64,
    /// How many times as wide as in a small island gaps are that it keeps.
    pub(super) width: f64,
    /// Whether bodies that have settled are probed: impulses are then more exact.
    pub(super) probes: bool,
}

#[cfg(test)]
impl Terms {
    /// Those of a small island that is pulled for this time, until the next renewal, and opens its gaps.
    pub(super) fn of_pulled(time: f64) -> Self {
        Self {
            time,
            whole: time,
            pulled: true,
            exact: false,
            opens: true,
            wedged: false,
            pull_time: time,
            width: 1.0,
            probes: false,
        }
    }
}

/// What is asked of a gap, in metres per second.
pub(super) struct Rates {
    /// The least rate.
    pub(super) least: f64,
    /// How far below it the rate may stay.
    pub(super) slack: f64,
    /// How much friction may change the sliding in the last sweep.
    pub(super) steady: f64,
}

impl Terms {
    /// The part of a gap by which it may close by turning, in metres: where something pulls, gaps are kept.
    pub(super) fn room(&self, gap: f64) -> f64 {
        if self.pulled { 0.0 } else { ROOM * gap.max(0.0) }
    }

    /// What is asked of a gap of `gap` metres between two parties of which the smaller has a radius of `size` metres.
    /// `are_calm`: whether they hardly move, and have friction or may turn.
    pub(super) fn rates(&self, gap: f64, size: f64, are_calm: bool) -> Rates {
        let (skin, floor, closed) = (SKIN * self.width * size, FLOOR * self.width * size, CLOSED * size);
        let opened = if are_calm { FLOOR_OF_CALM * floor } else { floor };
        let opens = gap < opened && self.opens;
        let least = if gap > skin {
            skin - gap
        } else if opens {
            OPENING * (opened - gap) * (self.time / self.whole)
        } else if gap < closed {
            let mending = if self.wedged { MENDING_OF_WEDGED } else { MENDING };
            mending * (closed - gap)
        } else if self.wedged && gap < NARROW * size {
            // It may close, so that what is wedged can turn back.
            closed - gap
        } else {
            0.0
        };
        let loose = SLACK * if self.probes { PROBING * floor } else { floor };
        let slack = match self.exact {
            true => closed,
            // (Of what opens, it may take as much as of the gap.)
            false => (SLACK * gap).clamp(closed, loose) + if opens { SLACK * least } else { 0.0 },
        };
        Rates {
            least: least / self.time,
            slack: slack / self.whole,
            steady: if self.opens { loose } else { slack } / self.whole,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rough_bodies_that_hardly_move_open_less_far() {
        let terms = Terms::of_pulled(0.5);
        for (share, opens) in [(0.1, [true; 2]), (0.5, [true, false]), (1.5, [false; 2])] {
            let least = [false, true].map(|are_calm| terms.rates(share * FLOOR, 1.0, are_calm).least);
            assert_eq!(least.map(|least| least > 0.0), opens, "{share}");
        }
    }
}
