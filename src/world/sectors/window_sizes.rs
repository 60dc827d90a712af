//! How long windows are, and how deep ghosts: from what happens in the simulation, never from a
//! clock.

use super::constants::{
    COST_OF_CHOICE, DEPTH_STEP, FEW_MISMATCHES, GROWING, LEAST_BEYOND, LEAST_WINDOW, LEAST_WINDOWS, MOST_MISMATCHES, SHRINKING,
    WINDOWS_PER_DEPTH, WINDOWS_PER_RATE,
};
use super::fastest::Fastest;
use super::tuning::Tuning;

/// The width of windows, and the depth of ghosts.
#[derive(Clone, Copy, Debug)]
pub(super) struct WindowSizes {
    balls: f64,
    /// Collisions in a window, for each ball.
    window: f64,
    /// Collisions per second.
    rate: f64,
    /// The present width, as a part of the usual one.
    part: f64,
    /// How far ghosts reach beyond those that may touch balls of a sector, in diameters.
    beyond: f64,
    windows: u32,
    mismatches: u32,
}

impl WindowSizes {
    /// For so many sectors.
    pub(super) fn new(tuning: &Tuning, balls: usize, count: usize, rate: f64) -> Self {
        let most = tuning.of_sector * count as f64 / balls as f64;
        Self {
            balls: balls as f64,
            window: tuning.window.min(most),
            rate,
            part: 1.0,
            beyond: tuning.beyond,
            windows: 0,
            mismatches: 0,
        }
    }

    /// Collisions per second.
    pub(super) fn rate(&self) -> f64 {
        self.rate
    }

    /// The width of the next window, in seconds.
    pub(super) fn width(&self) -> f64 {
        self.part * self.usual_width()
    }

    fn usual_width(&self) -> f64 {
        self.window * self.balls / self.rate
    }

    /// How far ghosts reach beyond those that may touch balls of a sector, in diameters of the largest ball.
    pub(super) fn beyond(&self) -> f64 {
        self.beyond
    }

    /// For how much relative way the ghosts suffice that are chosen now, in metres, if no ball is
    /// faster than this and slabs have this width: so that the ghosts cost as much as their choice.
    pub(super) fn slack(&self, fastest: &Fastest, width: f64) -> f64 {
        let least_time = LEAST_WINDOWS * self.usual_width();
        let least = 2.0 * fastest.way(least_time);
        let relative = least / least_time;
        let best = (COST_OF_CHOICE * relative * width * self.balls / (2.0 * self.rate)).sqrt();
        best.max(least)
    }

    /// A window was right, with so many collisions in this time.
    pub(super) fn note_right(&mut self, collisions: usize, width: f64) {
        // Windows without collisions count, too: where many happen at once, the others are empty.
        let rate = collisions as f64 / width;
        let part = (width / self.usual_width()).min(1.0);
        if rate.is_finite() {
            self.rate += (rate - self.rate) * part / WINDOWS_PER_RATE;
        }
        self.part = (self.part * GROWING).min(1.0);
        self.count_window();
    }

    /// A window was wrong. Returns whether a shorter one may be right.
    pub(super) fn note_mismatch(&mut self) -> bool {
        self.part *= SHRINKING;
        self.mismatches += 1;
        self.count_window();
        self.part >= LEAST_WINDOW
    }

    fn count_window(&mut self) {
        self.windows += 1;
        if self.mismatches > MOST_MISMATCHES {
            self.beyond += DEPTH_STEP;
        } else if self.windows < WINDOWS_PER_DEPTH {
            return;
        } else if self.mismatches < FEW_MISMATCHES && self.beyond > LEAST_BEYOND {
            self.beyond = (self.beyond - DEPTH_STEP).max(LEAST_BEYOND);
        }
        (self.windows, self.mismatches) = (0, 0);
    }
}
