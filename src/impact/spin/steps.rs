//! Steps of a search, and its outcome.

use super::constants::{DEEP_OVERLAP, PASSED_CONTACT_DEPTH, SINKING};

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
    /// what slides out of it gets deeper by a small share of its depth at most, and by that never deeper than
    /// [`DEEP_OVERLAP`].
    pub(super) fn past_contact(touching_gap: f64, steps: i32, gap: f64, extent: f64) -> Self {
        let most = PASSED_CONTACT_DEPTH * extent;
        let depth = (-gap).max(0.0);
        let left = most - depth;
        let to_deepest = (DEEP_OVERLAP * extent - depth).max(0.0);
        Self {
            gap: (touching_gap * 2f64.powi(steps)).min(left.max(touching_gap)),
            depth: if left < 0.0 { (SINKING * depth).min(to_deepest) } else { 0.0 },
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

#[cfg(test)]
mod tests {
    use super::super::constants::{DEEP_OVERLAP, PASSED_CONTACT_DEPTH, SINKING};
    use super::Slack;

    #[test]
    fn only_what_lasting_contact_leaves_sinks() {
        let (touching_gap, extent) = (4e-13, 2.0);
        let allowed = |depth: f64| Slack::past_contact(touching_gap, 60, -depth, extent).added_to(-depth);
        // A contact just passed: the depths of all steps together are bounded.
        let passed = PASSED_CONTACT_DEPTH * extent;
        assert!(allowed(0.0) <= passed && allowed(0.25 * passed) <= passed);
        // A depth of an island.
        assert_eq!(allowed(50.0 * passed), SINKING * 50.0 * passed);
        let mut depth = 50.0 * passed;
        for _ in 0..100_000 {
            depth += allowed(depth);
        }
        assert!(depth <= DEEP_OVERLAP * extent * (1.0 + 1e-12), "{depth}");
        // One that the user has placed.
        assert_eq!(allowed(0.1), 0.0);
    }
}
