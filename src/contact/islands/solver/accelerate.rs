//! Sweeps over impulses, accelerated.

/// Sweeps from one check of all loads to the next.
const SWEEPS_PER_CHECK: usize = 4;

/// A sweep with a square that is greater than that of the last by this factor has gone on too far. (Plain sweeps get
/// shorter, but for friction that gives way: less than this would stop for that.)
const LONGER: f64 = 1.5;

/// The same of the shortest sweep since they have gone on: growth that stays below the factor above, sweep after sweep,
/// ends here.
const LONGEST: f64 = 4.0;

/// Impulses that sweeps improve, with the velocities of the bodies that they act on.
pub(super) trait Sweeps {
    /// Improves the impulse of one load after the other.
    fn sweep(&mut self) -> Swept;

    /// Whether all rates are as they should be within their slack.
    fn is_solved(&mut self) -> bool;

    /// Goes back to the state after the sweep before the last.
    fn take_back(&mut self);

    /// Records the state after a sweep, and then changes all impulses by a share of their change by it, within
    /// their limits.
    fn go_on(&mut self, share: f64);
}

/// Whether something holds for all of so many rows. `failing`: the first one that is looked at. If it does not hold for
/// one, that is the first the next time: as a rule, what is not as it should be is not so after a few more sweeps.
#[inline]
pub(super) fn holds_for_all(count: usize, failing: &mut usize, holds: impl Fn(usize) -> bool) -> bool {
    let mut all = (*failing..count).chain(0..*failing);
    let found = all.find(|row| !holds(*row));
    *failing = found.unwrap_or(0);
    found.is_none()
}

/// What a sweep has done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Swept {
    /// Whether friction and moments have changed no sliding by more than they may.
    pub(super) is_steady: bool,
    /// The product of the changes of the impulses by the sweep and since the sweep before, in joules: positive
    /// if the sweep has changed them the other way than they went on.
    pub(super) turned: f64,
    /// The square of the changes of the impulses by the sweep, in joules.
    pub(super) length: f64,
}

/// Sweeps until all is solved, at most so many times. Returns whether it is.
///
/// Between two sweeps all impulses go on by a part of their last change, which grows from sweep to
/// sweep (Nesterov, "A method of solving a convex programming problem with convergence rate O(1/k²)",
/// 1983), and is 0 again after a sweep that has changed them the other way (O'Donoghue and Candès,
/// "Adaptive restart for accelerated gradient schemes", 2015; for contact forces see Mazhar, Heyn,
/// Negrut and Tasora, "Using Nesterov's method to accelerate multibody dynamics with friction and
/// contact", 2015), or has to change them by much more than one before. One that has to change them by much more
/// than the last is taken back. (With friction no cost is a measure of how far to go: the sweeps alone make it higher
/// as well.)
pub(super) fn accelerate(rows: &mut impl Sweeps, sweeps: usize) -> bool {
    let (mut last, mut shortest) = (f64::INFINITY, f64::INFINITY);
    let (mut goes_on, mut pace) = (false, 1.0f64);
    for sweep in 1..=sweeps {
        let swept = rows.sweep();
        if goes_on && !(swept.length <= LONGER * last) {
            rows.take_back();
            (goes_on, pace) = (false, 1.0);
            continue;
        }
        if sweep % SWEEPS_PER_CHECK == 0 && swept.is_steady && rows.is_solved() {
            return true;
        }
        let share = if swept.turned > 0.0 || swept.length > LONGEST * shortest {
            (pace, shortest) = (1.0, swept.length);
            0.0
        } else {
            let next = 0.5 + (0.25 + pace * pace).sqrt();
            let share = (pace - 1.0) / next;
            (pace, shortest) = (next, shortest.min(swept.length));
            share
        };
        last = swept.length;
        goes_on = share > 0.0 && sweep < sweeps;
        rows.go_on(if goes_on { share } else { 0.0 });
    }
    false
}

#[cfg(test)]
mod tests {
    use super::holds_for_all;

    #[test]
    fn the_row_that_failed_is_looked_at_first() {
        let mut failing = 0;
        assert!(!holds_for_all(5, &mut failing, |row| row != 3));
        assert_eq!(failing, 3);
        // An earlier one is found as well, after the others.
        assert!(!holds_for_all(5, &mut failing, |row| row != 1));
        assert_eq!(failing, 1);
        assert!(holds_for_all(5, &mut failing, |_| true));
        assert_eq!(failing, 0);
        assert!(holds_for_all(0, &mut failing, |_| false));
    }
}
