//! The renewal of bodies that touches connect.

use super::approaching::Around;
use super::constants::{FALLS_ASLEEP, REPEATS, STAYS_WEDGED};
use super::gain::Course;
use super::measure::Measured;
use super::probes::Stage;
use super::renewal::Renewal;
use super::split::Part;
use crate::contact::context::Rests;
use nalgebra::Vector3;

/// The least share of the planned time until the next renewal.
const LEAST_SHARE: f64 = 0.125;

impl Rests<'_> {
    /// Gives bodies that touches connect new velocities, or examines those that have settled.
    pub(super) fn renew_connected(&mut self, part: Part, stage: Stage) {
        let Part {
            number,
            members,
            mut measured,
            mut around,
        } = part;
        let (settled, members): (Vec<u32>, Vec<u32>) = members.into_iter().partition(|member| self.is_settled(*member));
        let whole = self.step_of(&members, &measured, &around.near);
        if whole == f64::INFINITY {
            // Nothing moves, and nothing pulls.
            let step = self.contacts.islands().graph.island(number).step;
            self.conclude(number, &members, step, None, self.clock.now());
            return;
        }
        let mut renewal = Renewal::begin(self, number, members, whole, &measured, stage);
        self.carry_out(&mut renewal, &settled, &mut measured, &mut around);
        self.contacts.islands_mut().spare.keep(renewal.problem, measured, around);
    }

    /// Finds the impulses of a renewal, and lets the bodies move by them. `settled`: the members that have settled.
    fn carry_out(&mut self, renewal: &mut Renewal, settled: &[u32], measured: &mut Vec<Measured>, around: &mut Around) {
        let (number, stage) = (renewal.number, renewal.judge.stage);
        renewal.find(self, measured);
        let first_begun = measured.len();
        measured.extend(renewal.begin_approaching(self, &mut around.near));
        renewal.lower_bounces();
        let (pulled, step) = (renewal.pulled(), renewal.judge.step);
        if renewal.terms.probes {
            if settled.is_empty() || !self.probe(number, &renewal.problem, pulled, step, stage) {
                self.store_pushes(number, &renewal.problem, pulled);
                self.end_probes(&renewal.problem, pulled, renewal.terms.width);
            }
            self.remove_touches(&measured[first_begun..]);
            return;
        }
        let course = Course {
            is_alone: settled.is_empty(),
            is_hasty: self.contacts.islands().graph.island(number).repeats > 0,
        };
        renewal.problem.take_gain(&renewal.judge.pull, step, &course);
        let was_probed = !settled.is_empty() && self.probe(number, &renewal.problem, pulled, step, stage);
        if was_probed && !settled.iter().all(|body| self.is_settled(*body)) {
            self.remove_touches(&measured[first_begun..]);
            return self.renew(number, Stage::Last);
        }
        // (With probed bodies that give way a little, impulses are less against each other: the next renewal begins with
        // those.)
        match was_probed {
            true => self.hold_as_in(&renewal.problem, pulled),
            false => self.store_pushes(number, &renewal.problem, pulled),
        }
        let anticipated = self.clock.now() + 0.5 * step;
        let sleeps = self.move_on(renewal, measured);
        self.plan_next(renewal, measured, around, sleeps, anticipated);
    }

    /// Gives the bodies their velocities, or stops them if the island falls asleep, which is returned. The step is
    /// shortened where a gap would close in it.
    fn move_on(&mut self, renewal: &mut Renewal, measured: &[Measured]) -> bool {
        let (number, problem) = (renewal.number, &mut renewal.problem);
        let safe = problem.safe_time(renewal.judge.step);
        if safe < renewal.judge.step && !renewal.terms.wedged {
            self.ledger.count_unresolved();
            renewal.judge.step = safe.max(LEAST_SHARE * renewal.judge.step);
        }
        let is_quiet = self.is_quiet(problem);
        let island = self.contacts.islands_mut().graph.island_mut(number);
        island.quiet = if is_quiet { island.quiet + 1 } else { 0 };
        let quiet = island.quiet;
        let is_balanced = renewal.was_still && self.is_still(problem, renewal.judge.step);
        let rests = is_balanced || quiet >= FALLS_ASLEEP && self.stay_where_nothing_slows(problem);
        let sleeps = rests && self.is_supported(measured);
        self.contacts.islands_mut().graph.island_mut(number).sleeps = sleeps;
        if sleeps {
            problem.movers.velocities.fill(Vector3::zeros());
            problem.movers.angular_velocities.fill(Vector3::zeros());
        }
        self.note_still(problem);
        self.apply(problem);
        sleeps
    }

    /// Plans the next renewal, and notes what stays as it is until then.
    fn plan_next(&mut self, renewal: &Renewal, measured: &[Measured], around: &Around, sleeps: bool, anticipated: f64) {
        let (number, problem) = (renewal.number, &renewal.problem);
        // What nothing pulls goes on for ever if it is solved exactly and does not close.
        let is_wedged = renewal.terms.wedged && !sleeps;
        let step = match is_wedged {
            true => self.step_of_wedged(problem, measured, renewal.judge.step),
            false => renewal.judge.step,
        };
        let goes_on = !renewal.falls() && renewal.terms.exact && problem.kept_open(self, f64::INFINITY).all(|kept| kept.stays);
        let renews = is_wedged || !sleeps && !goes_on;
        let time = if renews { step } else { f64::INFINITY };
        self.keep_open(problem, time, is_wedged);
        self.keep_apart(&renewal.members, around, problem, time);
        let due = renews.then_some(self.clock.now() + step);
        let planned = if is_wedged || renewal.last_wedged > 0.0 {
            renewal.terms.whole
        } else {
            step
        };
        self.conclude(number, &renewal.members, planned, due, anticipated);
        let island = self.contacts.islands_mut().graph.island_mut(number);
        island.wedged_step = if is_wedged { step } else { 0.0 };
        if is_wedged {
            match problem.has_conflict() {
                true if problem.has_few_loads() && !renewal.was_wedged => island.repeats = REPEATS + STAYS_WEDGED,
                true => {}
                false => island.repeats = 0,
            }
        }
    }

    fn remove_touches(&mut self, measured: &[Measured]) {
        for one in measured {
            self.contacts.islands_mut().graph.remove_touch(one.touch);
        }
    }
}
