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
    /// Of the depth.
    depth: f64,
    /// A step is long enough without slack if they can move by this in it.
    way: f64,
}

impl Slack {
    /// For the `steps`-th step in a row. In total no deeper than [`PASSED_CONTACT_DEPTH`], so that a
    /// thousand bounces are no deeper than one. Bodies in lasting contact may overlap by more than that.
    /// What slides out of an overlap gets deeper by a small share of its depth at most: up to that bound,
    /// or up to [`DEEP_OVERLAP`] from beyond it.
    pub(super) fn past_contact(touching_gap: f64, steps: i32, gap: f64, extent: f64) -> Self {
        let depth = (-gap).max(0.0);
        let [left, to_deepest] = [PASSED_CONTACT_DEPTH, DEEP_OVERLAP].map(|most| most * extent - depth);
        let way = touching_gap * 2f64.powi(steps);
        Self {
            gap: way.min(left.max(touching_gap)),
            // Half of what is left: rounding takes them past no bound.
            depth: (SINKING * depth).min(if left < 0.0 { to_deepest.max(0.0) } else { 0.5 * left }),
            way,
        }
    }

    /// Whether a step of `apart` from s, in which they come no nearer, is too short, so that the slack is used. The
    /// least length doubles with each step in a row: steps that are a little longer than a fixed one
    /// could go on for ever.
    pub(super) fn is_due(&self, apart: f64, speed: f64, s: f64) -> bool {
        apart < self.way / speed || s + apart <= s
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
        let mut depth = 0.25 * passed;
        for _ in 0..100_000 {
            depth += allowed(depth);
        }
        assert!(depth <= passed, "{depth}");
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

    #[test]
    fn what_slides_gets_on_at_every_depth() {
        let (touching_gap, extent) = (4e-13, 2.0);
        for number in 0..1000 {
            let share = (f64::from(number) + 0.5) / 1000.0;
            for most in [PASSED_CONTACT_DEPTH, DEEP_OVERLAP] {
                let depth = share * most * extent;
                let allowed = Slack::past_contact(touching_gap, 60, -depth, extent).added_to(-depth);
                assert!(allowed >= touching_gap.min(0.9 * SINKING * depth), "{depth}");
            }
        }
    }

    #[test]
    fn steps_without_slack_double() {
        let (touching_gap, extent, speed, s) = (4e-13, 2.0, 0.5, 0.25);
        let is_due = |steps, apart| Slack::past_contact(touching_gap, steps, 0.0, extent).is_due(apart, speed, s);
        let first = touching_gap / speed;
        for steps in 0..60 {
            let bound = first * 2f64.powi(steps);
            assert!(is_due(steps, 0.9 * bound) && !is_due(steps, 1.1 * bound), "{steps}");
        }
        // No row of steps is too long to be counted.
        assert!(is_due(20_000, 1e300) && !is_due(20_000, f64::INFINITY));
        // A step that is lost in rounding.
        assert!(is_due(0, 0.0) && Slack::past_contact(0.0, 0, 0.0, extent).is_due(0.1 * f64::EPSILON * s, speed, s));
    }
}
