//! Steps of a search, and its outcome.

use super::constants::PASSED_CONTACT_DEPTH;

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

/// How much nearer two parts that touch without closing may come until the next step, the
/// `steps`-th in a row: in total no deeper than [`PASSED_CONTACT_DEPTH`], so that a thousand
/// bounces are no deeper than one. (Where no plane gives a step, the step is the time for which
/// they certainly overlap: closest points are exact to rounding, but the plane between them only to
/// the square root of that.)
pub(super) fn slack_past_contact(touching_gap: f64, steps: i32, gap: f64, extent: f64) -> f64 {
    let left = PASSED_CONTACT_DEPTH * extent + gap.min(0.0);
    (touching_gap * 2f64.powi(steps)).min(left.max(touching_gap))
}

/// The least time in which two points move by `distance` towards or away from each other, at most
/// at this relative speed and acceleration.
pub(super) fn least_time(distance: f64, speed: f64, pull: f64) -> f64 {
    2.0 * distance / (speed + (speed * speed + 2.0 * pull * distance).sqrt())
}
