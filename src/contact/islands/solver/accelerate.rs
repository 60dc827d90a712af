//! Sweeps over impulses, accelerated.

/// Sweeps from one check of all loads to the next.
const SWEEPS_PER_CHECK: usize = 4;

/// A cost is as exact as this, as a share of the energy.
const ROUNDING: f64 = 1e-12;

/// Impulses that sweeps improve, with the velocities of the bodies that they act on.
pub(super) trait Sweeps {
    /// Improves the impulse of one load after the other.
    fn sweep(&mut self) -> Swept;

    /// What a solution without friction makes least, in joules.
    fn cost(&self) -> f64;

    /// The kinetic energy, in joules.
    fn energy(&self) -> f64;

    /// Whether all rates are as they should be within their slack.
    fn is_solved(&self) -> bool;

    /// Goes back to the state after the sweep before the last.
    fn take_back(&mut self);

    /// Records the state after a sweep, and then changes all impulses by a share of their change by it, within
    /// their limits.
    fn go_on(&mut self, share: f64);
}

/// What a sweep has done.
pub(super) struct Swept {
    /// Whether friction and moments have changed no sliding by more than they may.
    pub(super) is_steady: bool,
    /// The product of the changes of the impulses by the sweep and since the sweep before, in joules: positive
    /// if the sweep has changed them the other way than they went on.
    pub(super) turned: f64,
}

/// Sweeps until all is solved, at most so many times. Returns whether it is.
///
/// Between two sweeps all impulses go on by a part of their last change, which grows from sweep to
/// sweep (Nesterov, "A method of solving a convex programming problem with convergence rate O(1/k²)",
/// 1983), and is 0 again after a sweep that has changed them the other way (O'Donoghue and Candès,
/// "Adaptive restart for accelerated gradient schemes", 2015; for contact forces see Mazhar, Heyn,
/// Negrut and Tasora, "Using Nesterov's method to accelerate multibody dynamics with friction and
/// contact", 2015). A sweep from there that makes the cost higher than the last is taken back.
pub(super) fn accelerate(rows: &mut impl Sweeps, sweeps: usize) -> bool {
    let (mut last_cost, mut goes_on, mut pace) = (rows.cost(), false, 1.0f64);
    for sweep in 1..=sweeps {
        let Swept { is_steady, turned } = rows.sweep();
        let cost = rows.cost();
        if goes_on && !(cost <= last_cost + ROUNDING * rows.energy()) {
            rows.take_back();
            (goes_on, pace) = (false, 1.0);
            continue;
        }
        if sweep % SWEEPS_PER_CHECK == 0 && is_steady && rows.is_solved() {
            return true;
        }
        last_cost = cost;
        let next = 0.5 + (0.25 + pace * pace).sqrt();
        let share = if turned > 0.0 { 0.0 } else { (pace - 1.0) / next };
        pace = if turned > 0.0 { 1.0 } else { next };
        goes_on = share > 0.0 && sweep < sweeps;
        rows.go_on(if goes_on { share } else { 0.0 });
    }
    false
}
