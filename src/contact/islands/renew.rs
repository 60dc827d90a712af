//! The renewal of an island.

use super::approaching::Nearby;
use super::bounce;
use super::constants::{
    ALONE, EXACT_SWEEPS_IN_ALL, FALLS_ASLEEP, MOST_SWEEPS, PROBES, REPEATS, STAYS_WEDGED, SWEEPS, SWEEPS_IN_ALL, width_of_gaps,
};
use super::loaded::Problem;
use super::measure::{Measured, may_turn};
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
    /// Renews an island: ends the touches that have parted, splits it where it falls apart, and gives
    /// its bodies new velocities.
    ///
    /// The next renewal is due before a body has fallen by a hundredth of its radius from rest, slid over
    /// another by a quarter, or turned by 0.06 radians (0.09 in large islands). So a body has at most
    /// sqrt(a / (0.02 r)) + v / (0.25 r) + 17 w renewals a second, where a is the greatest acceleration of
    /// a body in its island, v the greatest speed of two that touch, w the greatest angular speed and r the
    /// least radius; and eight times as many while the problem is not solved well enough. On a rim at an angle b
    /// to its plane it has 17 w / sin b, until it counts as flush.
    ///
    /// Bodies that have [settled](super::settled) are not renewed.
    ///
    /// Cost: of the others, a distance for each touch, some sweeps over them, and the predictions of the bodies;
    /// distances and sweeps up to five times where settled bodies are probed.
    pub(crate) fn renew_island(&mut self, number: u32) {
        self.ledger.counters_mut().renewals += 1;
        self.renew(number, 0);
    }

    /// The same, if the renewal has begun again so many times as bodies were [probed](super::settled).
    fn renew(&mut self, number: u32, probes: u32) {
        let members = self.contacts.islands().graph.island(number).members.clone();
        if probes == 0 {
            self.stir_and_settle(number, &members);
        }
        let mut renewed = self.renewed_of(&members);
        let mut measured = self.measured_of(&renewed);
        let mut is_relieved = false;
        for parted in measured.iter().filter(|one| one.near.is_empty()) {
            is_relieved |= self.stir_relieved(parted.touch);
        }
        if is_relieved {
            renewed = self.renewed_of(&members);
            measured = self.measured_of(&renewed);
        }
        for parted in measured.iter().filter(|one| one.near.is_empty()) {
            self.predict_again_if_kept_open(parted.touch);
            self.contacts.islands_mut().graph.remove_touch(parted.touch);
        }
        measured.retain(|one| !one.near.is_empty());
        let settled: Vec<u32> = members.iter().copied().filter(|member| self.is_settled(*member)).collect();
        let mut nearby = self.find_nearby(&renewed, &settled, &measured);
        let ahead = self.time_ahead(&renewed, measured.len());
        let velocity = |rests: &Rests<'_>, body: u32, _: &Vector3<f64>| rests.velocity_ahead(body, ahead);
        measured.extend(self.begin_approaching(&mut nearby, ahead, velocity));
        for part in self.split(number, &members, measured, nearby) {
            let moves = part.members.iter().any(|member| !self.is_settled(*member));
            match part.measured.is_empty() {
                _ if !moves => self.let_sleep(part.number),
                true => part.members.iter().for_each(|member| self.release(*member)),
                false if self.stays_alone(&part) => self.release_from_face(part.members[0], &part.measured[0]),
                false => self.renew_connected(part, probes),
            }
        }
    }

    /// Begins new pieces for some bodies of an island, but for those that are probed, and measures what they touch.
    fn measured_of(&mut self, renewed: &[u32]) -> Vec<Measured> {
        for member in renewed {
            if !self.is_probed(*member) {
                self.contacts.islands_mut().graph.links[*member as usize].apart.clear();
                self.motions().restart(*member);
            }
        }
        self.measure_touches(renewed)
    }

    fn remove_touches(&mut self, measured: &[Measured]) {
        for one in measured {
            self.contacts.islands_mut().graph.remove_touch(one.touch);
        }
    }

    /// An island falls asleep of which all bodies have settled.
    fn let_sleep(&mut self, number: u32) {
        let (now, bodies) = (self.clock.now(), &*self.bodies);
        let islands = self.contacts.islands_mut();
        let island = islands.graph.island_mut(number);
        (island.sleeps, island.hits, island.renewed) = (true, 0, now);
        islands.set_due(number, None, |body| bodies.serial(body));
    }

    /// Whether a part has been a lone ball for some renewals. (One that leaves others is among them again
    /// soon, as a rule.)
    fn stays_alone(&mut self, part: &Part) -> bool {
        let is_alone = self.is_lone_ball(part);
        let island = self.contacts.islands_mut().graph.island_mut(part.number);
        island.alone = if is_alone { island.alone + 1 } else { 0 };
        island.alone > ALONE
    }

    /// Whether a part is one ball that touches nothing but one face of what does not move. It goes on
    /// exactly, as a ball does that bounces, slides or rolls alone.
    fn is_lone_ball(&self, part: &Part) -> bool {
        let ([member], [one]) = (part.members.as_slice(), part.measured.as_slice()) else {
            return false;
        };
        let [near] = one.near.as_slice() else { return false };
        near.face.is_some()
            && !part.nearby.iter().any(Nearby::is_near)
            && !may_turn(&self.bodies[*member])
            && self.is_supported(&part.measured)
    }

    fn renew_connected(&mut self, part: Part, probes: u32) {
        let Part {
            number,
            mut members,
            mut measured,
            mut nearby,
        } = part;
        members.retain(|member| !self.is_settled(*member));
        let (now, members) = (self.clock.now(), members.as_slice());
        let free: Vec<Vector3<f64>> = members
            .iter()
            .map(|member| *self.bodies[*member].free_acceleration())
            .collect();
        let turn = members
            .iter()
            .any(|member| self.bodies[*member].constants().inverse_inertia > 0.0);
        let falls = free.iter().any(|free| *free != Vector3::zeros());
        let mut step = self.step_of(members, &measured);
        if step == f64::INFINITY {
            // Nothing moves, and nothing pulls.
            let step = self.contacts.islands().graph.island(number).step;
            self.conclude(number, members, step, None, now);
            return;
        }
        let was_wedged = self.is_wedged(number);
        let mut is_wedged = was_wedged;
        // What has got deeper in a step that had to be short is mended in one that is as short.
        let whole = step;
        let last = self.contacts.islands().graph.island(number).wedged_step;
        if last > 0.0 {
            step = step.min((LONGER * last).max(SHORTEST * step));
        }
        // What nothing pulls stops only as well as it is solved. (But not before nothing disturbs it.)
        let is_exact = !falls && !self.is_disturbed(number);
        let mut problem = Problem::of_bodies(self, members);
        let was_still = self.is_still(&problem, step);
        let mut pulled = 0.0f64;
        for (at, (member, free)) in members.iter().zip(&free).enumerate() {
            let time = match self.is_probed(*member) {
                true => step,
                false => now + 0.5 * step - self.contacts.islands().graph.anticipated(*member),
            };
            problem.movers.velocities[at + 1] += free * time;
            pulled = pulled.max(time);
        }
        let pulled_before = std::mem::replace(&mut self.contacts.islands_mut().graph.island_mut(number).pulled, pulled);
        // Without a pull the impulses are those of changes by the user, which may be repeated.
        // (Impulses of what is wedged are against each other, and grow.)
        let warm = if is_wedged {
            0.0
        } else if falls && pulled_before > 0.0 {
            (pulled / pulled_before).min(2.0)
        } else {
            1.0
        };
        let mut terms = Terms {
            time: step,
            whole,
            pulled: falls,
            exact: is_exact,
            opens: (if falls { pulled_before > 0.0 } else { !is_exact })
                && !is_wedged
                && self.contacts.islands().graph.island(number).quiet == 0,
            wedged: is_wedged,
            warm,
            width: if turn { width_of_gaps(measured.len()) } else { 1.0 },
            probes: probes > 0,
        };
        problem.before = problem.movers.clone();
        problem.add_all(self, &measured, &terms);
        if is_exact {
            problem.stop_opened(&measured, self.contacts.islands().graph.island(number).step, terms.width);
        }
        problem.start();
        // Few touches are cheap to solve well.
        let sweeps = (SWEEPS_IN_ALL / (problem.loads.len() + 1)).clamp(SWEEPS, MOST_SWEEPS);
        let solve = |problem: &mut Problem| problem.solve(sweeps) && !(falls && problem.levers(&free, step));
        let improve = |problem: &mut Problem, is_wedged: bool| {
            if is_wedged || !solve(problem) && problem.gains() {
                problem.solve_wedged();
            }
        };
        if is_exact && !is_wedged {
            problem.solve_exactly((EXACT_SWEEPS_IN_ALL / (problem.loads.len() + 1)).min(MOST_SWEEPS));
        }
        let mut is_solved = !is_wedged && solve(&mut problem);
        if !is_solved && terms.opens {
            // Gaps of what fits into a slot cannot all open. They stay as they are.
            terms.opens = false;
            problem.begin_again(self, &measured, &terms);
            is_solved = solve(&mut problem);
        }
        if !is_solved {
            if !is_wedged && problem.has_few_loads() {
                (is_wedged, terms.wedged) = (true, true);
                problem.begin_again(self, &measured, &terms);
            }
            improve(&mut problem, is_wedged);
        }
        let first_begun = measured.len();
        for _ in 0..ROUNDS {
            let velocity = |rests: &Rests<'_>, body: u32, point: &Vector3<f64>| problem.velocity_of(rests, body, point);
            let begun = self.begin_approaching(&mut nearby, step, velocity);
            if begun.is_empty() {
                break;
            }
            problem.add_all(self, &begun, &terms);
            measured.extend(begun);
            improve(&mut problem, is_wedged);
        }
        for halvings in 1..=bounce::HALVINGS + 1 {
            if !problem.bounces_too_high() {
                break;
            }
            problem.lower_bounces(if halvings > bounce::HALVINGS {
                0.0
            } else {
                0.5f64.powi(halvings as i32)
            });
            improve(&mut problem, is_wedged);
        }
        if !falls {
            problem.take_gain(self);
        }
        let layers = if probes < PROBES { 2 << (2 * probes) } else { usize::MAX };
        if pulled > 0.0 && probes <= PROBES && self.probe_overloaded(&problem, pulled, layers) {
            self.remove_touches(&measured[first_begun..]);
            self.contacts.islands_mut().graph.island_mut(number).pulled = pulled_before;
            return self.renew(number, probes + 1);
        }
        if members.iter().any(|member| self.is_probed(*member)) {
            self.store_pushes(&problem);
            self.end_probes(&problem, pulled);
            self.remove_touches(&measured[first_begun..]);
            return self.renew(number, u32::MAX);
        }
        let safe = problem.safe_time(step);
        let anticipated = now + 0.5 * step;
        if safe < step && !is_wedged {
            self.ledger.counters_mut().unresolved += 1;
            step = safe.max(LEAST_SHARE * step);
        }
        self.store_pushes(&problem);
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
        let renews =
            is_wedged || !sleeps && (falls || !is_exact || !problem.kept_open(self, f64::INFINITY).all(|kept| kept.stays));
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
}
