//! How far the sectors have come, and where the next window ends.

use super::board::Board;
use super::fastest::Fastest;
use super::slabs::Slabs;
use super::window_sizes::WindowSizes;

/// Part of the slack that a single window may use.
const PART_OF_SLACK: f64 = 0.98;

/// The time that all sectors have reached, and how deep their ghosts are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    now: f64,
    /// When the ghosts were chosen.
    chosen: f64,
    /// How far ghosts are from their sectors at most, in metres.
    depth: f64,
    /// Up to which depth they may touch balls of the sector before the next choice.
    most_inner: f64,
    pub(super) window_sizes: WindowSizes,
}

/// The end of the next window.
pub(super) enum NextEnd {
    At(f64),
    /// The ghosts must be chosen again before.
    Choose,
    /// Time cannot advance: by rounding.
    Never,
}

impl Progress {
    /// The progress of sectors that begin now, with balls up to this speed and acceleration.
    pub(super) fn new(now: f64, slabs: &Slabs, window_sizes: WindowSizes, fastest: &Fastest) -> Self {
        let mut progress = Self {
            now,
            chosen: now,
            depth: 0.0,
            most_inner: 0.0,
            window_sizes,
        };
        progress.choose(slabs, fastest);
        progress
    }

    pub(super) fn now(&self) -> f64 {
        self.now
    }

    /// How far ghosts are from their sectors at most, in metres.
    pub(super) fn depth(&self) -> f64 {
        self.depth
    }

    /// The ghosts are chosen now.
    pub(super) fn choose(&mut self, slabs: &Slabs, fastest: &Fastest) {
        self.chosen = self.now;
        self.most_inner = slabs.reach() + self.window_sizes.slack(fastest, slabs.mean_width());
        self.depth = self.most_inner + self.window_sizes.beyond() * slabs.reach();
    }

    /// Whether each ball that touches a ball of a sector up to a time is in that sector: two balls that
    /// touch have been no farther apart when the ghosts were chosen than both have gone since.
    pub(super) fn has_enough_ghosts(&self, time: f64, board: &Board) -> bool {
        board.slabs.reach() + 2.0 * board.fastest().way(time - self.chosen) <= self.most_inner
    }

    /// The end of the next window, at most `end`.
    pub(super) fn next_end(&self, end: f64, board: &Board) -> NextEnd {
        let mut to = end.min(self.now + self.window_sizes.width());
        if !self.has_enough_ghosts(to, board) {
            if self.chosen < self.now {
                return NextEnd::Choose;
            }
            let slack = PART_OF_SLACK * (self.most_inner - board.slabs.reach());
            to = to.min(self.now + board.fastest().time(0.5 * slack));
        }
        match to > self.now {
            true => NextEnd::At(to),
            false => NextEnd::Never,
        }
    }

    /// A window up to this time was right. Returns its width.
    pub(super) fn advance_to(&mut self, time: f64) -> f64 {
        let width = time - self.now;
        self.now = time;
        width
    }
}
