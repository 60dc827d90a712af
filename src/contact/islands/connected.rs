//! The renewal of bodies that touches connect.

use super::constants::{FALLS_ASLEEP, REPEATS, STAYS_WEDGED, width_of_gaps};
use super::loaded::Problem;
use super::measure::Measured;
use super::probes::Stage;
use super::pull::Pull;
use super::solution::Judge;
use super::split::Part;
use super::terms::Terms;
use crate::contact::context::Rests;
use nalgebra::Vector3;

/// The least share of the planned time until the next renewal.
const LEAST_SHARE: f64 = 0.125;

/// How many times as long as the last one of a wedged island a step is at most, if that is not shorter than a share
/// of what it would be.
const LONGER: f64 = 4.0;
const SHORTEST: f64 = 1e-4;

/// The most times that a renewal adds touches of bodies that would meet with their new velocities.
const ROUNDS: usize = 4;

impl Rests<'_> {
    /// Gives bodies that touches connect new velocities, or examines those that have settled.
    pub(super) fn renew_connected(&mut self, part: Part, stage: Stage) {
        let Part {
            number,
            members,
            mut measured,
            mut nearby,
        } = part;
        let (settled, members): (Vec<u32>, Vec<u32>) = members.into_iter().partition(|member| self.is_settled(*member));
        let (now, members) = (self.clock.now(), members.as_slice());
        let whole = self.step_of(members, &measured);
        if whole == f64::INFINITY {
            // Nothing moves, and nothing pulls.
            let step = self.contacts.islands().graph.island(number).step;
            self.conclude(number, members, step, None, now);
            return;
        }
        // What has got deeper in a step that had to be short is mended in one that is as short.
        let last = self.contacts.islands().graph.island(number).wedged_step;
        let mut step = match last > 0.0 {
            true => whole.min((LONGER * last).max(SHORTEST * whole)),
            false => whole,
        };
        let mut problem = Problem::of_bodies(self, members);
        let was_still = self.is_still(&problem, step);
        let pull = Pull::on(self, members, step, stage);
        pull.add_to(&mut problem.movers);
        let (falls, pulled) = (!pull.is_none(), pull.longest());
        let pulled_before = self.contacts.islands().graph.island(number).pulled;
        let was_wedged = self.is_wedged(number);
        let mut terms = Terms {
            time: step,
            whole,
            probes: matches!(stage, Stage::Probe(_)),
            ..self.terms_of(number, members, measured.len(), &pull, pulled_before)
        };
        problem.before = problem.movers.clone();
        problem.add_all(self, &measured, &terms);
        if terms.exact {
            problem.stop_opened(&measured, self.contacts.islands().graph.island(number).step, terms.width);
        }
        problem.start();
        let judge = Judge {
            pull: &pull,
            step,
            stage,
        };
        problem.find(self, &measured, &mut terms, &judge);
        let is_wedged = terms.wedged;
        let first_begun = measured.len();
        for _ in 0..ROUNDS {
            let velocity = |rests: &Rests<'_>, body: u32, point: &Vector3<f64>| problem.velocity_of(rests, body, point);
            let begun = self.begin_approaching(&mut nearby, step, velocity);
            if begun.is_empty() {
                break;
            }
            problem.add_all(self, &begun, &terms);
            measured.extend(begun);
            problem.improve(is_wedged, &judge);
        }
        problem.lower_bounces_without_gain(is_wedged, &judge);
        if terms.probes {
            if !self.probe(number, &problem, pulled, step, stage) {
                self.store_pushes(number, &problem, pulled);
                self.end_probes(&problem, pulled);
            }
            self.remove_touches(&measured[first_begun..]);
            return;
        }
        if !falls {
            problem.take_gain(self);
        }
        if self.probe(number, &problem, pulled, step, stage) && !settled.iter().all(|body| self.is_settled(*body)) {
            self.remove_touches(&measured[first_begun..]);
            return self.renew(number, Stage::Last);
        }
        let safe = problem.safe_time(step);
        let anticipated = now + 0.5 * step;
        if safe < step && !is_wedged {
            self.ledger.counters_mut().unresolved += 1;
            step = safe.max(LEAST_SHARE * step);
        }
        self.store_pushes(number, &problem, pulled);
        let is_quiet = self.is_quiet(&problem);
        let island = self.contacts.islands_mut().graph.island_mut(number);
        island.quiet = if is_quiet { island.quiet + 1 } else { 0 };
        let quiet = island.quiet;
        let is_balanced = was_still && self.is_still(&problem, step);
        let sleeps = (is_balanced || quiet >= FALLS_ASLEEP) && self.is_supported(&measured);
        self.contacts.islands_mut().graph.island_mut(number).sleeps = sleeps;
        if sleeps {
            problem.movers.velocities.fill(Vector3::zeros());
            problem.movers.angular_velocities.fill(Vector3::zeros());
        }
        self.note_still(&problem);
        self.apply(&problem);
        // What nothing pulls goes on for ever if it is solved exactly and does not close.
        let is_wedged = is_wedged && !sleeps;
        if is_wedged {
            step = self.step_of_wedged(&problem, &measured, step);
        }
        let goes_on = !falls && terms.exact && problem.kept_open(self, f64::INFINITY).all(|kept| kept.stays);
        let renews = is_wedged || !sleeps && !goes_on;
        let time = if renews { step } else { f64::INFINITY };
        self.keep_open(&problem, time, is_wedged);
        self.keep_apart(members, &nearby, &problem, time);
        let due = renews.then_some(now + step);
        let planned = if is_wedged || last > 0.0 { whole } else { step };
        self.conclude(number, members, planned, due, anticipated);
        let island = self.contacts.islands_mut().graph.island_mut(number);
        island.wedged_step = if is_wedged { step } else { 0.0 };
        if is_wedged {
            match problem.has_conflict() {
                true if problem.has_few_loads() && !was_wedged => island.repeats = REPEATS + STAYS_WEDGED,
                true => {}
                false => island.repeats = 0,
            }
        }
    }

    /// What is asked of the gaps of an island with so many touches, but for the times. `pulled_before`: how long it was
    /// pulled at its last renewal, in seconds.
    fn terms_of(&self, number: u32, members: &[u32], touches: usize, pull: &Pull, pulled_before: f64) -> Terms {
        let (falls, wedged) = (!pull.is_none(), self.is_wedged(number));
        // What nothing pulls stops only as well as it is solved. (But not before nothing disturbs it.)
        let exact = !falls && !self.is_disturbed(number);
        // Without a pull the impulses are those of changes by the user, which may be repeated.
        // (Impulses of what is wedged are against each other, and grow.)
        let warm = if wedged {
            0.0
        } else if falls && pulled_before > 0.0 {
            (pull.longest() / pulled_before).min(2.0)
        } else {
            1.0
        };
        let turns = |member: &u32| self.bodies[*member].constants().inverse_inertia > 0.0;
        Terms {
            time: 0.0,
            whole: 0.0,
            pulled: falls,
            exact,
            opens: (if falls { pulled_before > 0.0 } else { !exact })
                && !wedged
                && self.contacts.islands().graph.island(number).quiet == 0,
            wedged,
            warm,
            width: if members.iter().any(turns) {
                width_of_gaps(touches)
            } else {
                1.0
            },
            probes: false,
        }
    }

    fn remove_touches(&mut self, measured: &[Measured]) {
        for one in measured {
            self.contacts.islands_mut().graph.remove_touch(one.touch);
        }
    }
}
