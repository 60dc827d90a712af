//! Steps of a search, and its outcome.

use super::constants::{PASSED_CONTACT_DEPTH, SINKING};

/// The end of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Outcome {
    /// They meet first at s. If several parts meet then, the lowest part numbers.
    Met { s: f64, leaves: [u32; 2] },
    /// They do not meet in the window.
    Apart,
    /// The step limit was reached: they do not meet up to s.
    StepLimit(f64),
}

/// How much nearer two parts that touch without closing may come until the next step. (Where no plane
/// gives a step, the step is the time for which they certainly overlap: closest points are exact to
/// rounding, but the plane between them only to the square root of that.)
#[derive(Clone, Copy, Debug)]
pub(super) struct Slack {
    /// Of the gap.
    gap: f64,
    /// Of the depth, if that is greater than any that a search has let them come to.
    depth: f64,
}

impl Slack {
    /// For the `steps`-th step in a row. In total no deeper than [`PASSED_CONTACT_DEPTH`], so that a
    /// thousand bounces are no deeper than one. Bodies in lasting contact may overlap by more than that:
    /// what slides out of it gets deeper by a small share of its depth at most.
    pub(super) fn past_contact(touching_gap: f64, steps: i32, gap: f64, extent: f64) -> Self {
        let most = PASSED_CONTACT_DEPTH * extent;
        let left = most + gap.min(0.0);
        Self {
            gap: (touching_gap * 2f64.powi(steps)).min(left.max(touching_gap)),
            depth: if -gap > most { SINKING * -gap } else { 0.0 },
        }
    }

    /// The way that they may come nearer from a gap, by which they overlap if it is below zero.
    pub(super) fn added_to(&self, gap: f64) -> f64 {
        (gap + self.gap).max(self.depth)
    }
}

/// The least time in which two points move by `distance` towards or away from each other, at most
/// at this relative speed and acceleration.
pub(super) fn least_time(distance: f64, speed: f64, pull: f64) -> f64 {
    2.0 * distance / (speed + (speed * speed + 2.0 * pull * distance).sqrt())
}
