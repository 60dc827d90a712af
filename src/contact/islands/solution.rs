//! How the impulses of a renewal are found, and what is tried if sweeps do not find them.

use super::bounce;
use super::constants::{EXACT_SWEEPS_IN_ALL, MOST_SWEEPS, SWEEPS, SWEEPS_IN_ALL};
use super::loaded::Problem;
use super::measure::Measured;
use super::probes::Stage;
use super::pull::Pull;
use super::terms::Terms;
use crate::contact::context::Rests;

/// How often more bodies keep their gaps, before all do. (By trial: two rounds leave one in seven of such
/// islands.)
const LOCAL_ROUNDS: usize = 2;

/// What impulses of a problem are judged by, besides the rates of its gaps.
pub(super) struct Judge {
    pub(super) pull: Pull,
    /// The time until the next renewal, in seconds.
    pub(super) step: f64,
    pub(super) stage: Stage,
}

impl Problem {
    /// Computes the impulses, from those with which it has been started. `measured`: the touches, all of which have
    /// been added. `terms`: what was asked for, and afterwards what has been possible.
    pub(super) fn find(&mut self, rests: &Rests<'_>, measured: &[Measured], terms: &mut Terms, judge: &Judge) {
        if terms.exact && !terms.wedged {
            self.solve_exactly((EXACT_SWEEPS_IN_ALL / (self.loads.len() + 1)).min(MOST_SWEEPS));
        }
        let mut is_solved = !terms.wedged && self.is_found(judge);
        if !is_solved && terms.opens {
            // Gaps of what fits into a slot cannot all open. They stay as they are: first those of the bodies there. (Rates
            // that must be as exact as gaps that are kept need many times as many sweeps.)
            let kept = Terms { opens: false, ..*terms };
            let begins_again = self.gains() || self.has_few_loads();
            let mut rounds = if begins_again { 0 } else { LOCAL_ROUNDS };
            while !is_solved && rounds > 0 && self.keep_gaps_that_close(measured, &kept) {
                is_solved = self.is_found(judge);
                rounds -= 1;
            }
            if !is_solved {
                *terms = kept;
                match begins_again || self.gains() {
                    true => self.begin_again(rests, measured, terms),
                    false => self.keep_gaps(measured, terms),
                }
                is_solved = self.is_found(judge);
            }
        }
        if is_solved {
            return;
        }
        if !terms.wedged && self.has_few_loads() {
            terms.wedged = true;
            self.begin_again(rests, measured, terms);
        }
        self.improve(terms.wedged, judge);
    }

    /// Improves the impulses, from the present ones unless the island is wedged.
    pub(super) fn improve(&mut self, is_wedged: bool, judge: &Judge) {
        if is_wedged || !self.is_found(judge) && self.gains() {
            self.solve_wedged();
        }
    }

    /// Lets all bounce by less, as long as the impulses add energy.
    pub(super) fn lower_bounces_without_gain(&mut self, is_wedged: bool, judge: &Judge) {
        for halvings in 1..=bounce::HALVINGS + 1 {
            if !self.bounces_too_high() {
                break;
            }
            self.lower_bounces(if halvings > bounce::HALVINGS {
                0.0
            } else {
                0.5f64.powi(halvings as i32)
            });
            self.improve(is_wedged, judge);
        }
    }

    /// Improves the impulses from the present ones. Returns whether they are found. What only examines bodies takes
    /// them as good as they are, and so do so many touches that sweeps are few, if no gap closes by them until the next
    /// renewal.
    fn is_found(&mut self, judge: &Judge) -> bool {
        // Few touches are cheap to solve well.
        let sweeps = (SWEEPS_IN_ALL / (self.loads.len() + 1)).clamp(SWEEPS, MOST_SWEEPS);
        let are_few = sweeps == SWEEPS;
        let is_good = |problem: &Self| are_few && !problem.gains() && problem.is_safe(judge.step);
        let is_solved = self.solve(sweeps) || is_good(self);
        // (Without a pull, what has been added is taken away again if it can be.)
        let levers = self.levers(&judge.pull, judge.step) && (!judge.pull.is_none() || self.gains_too_much());
        is_solved && !levers || matches!(judge.stage, Stage::Probe(_))
    }
}
