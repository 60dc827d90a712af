//! A renewal of bodies that touches connect, while its impulses are found.

use super::approaching::Nearby;
use super::constants::width_of_gaps;
use super::loaded::Problem;
use super::measure::Measured;
use super::probes::Stage;
use super::pull::Pull;
use super::solution::Judge;
use super::terms::Terms;
use crate::contact::context::Rests;
use nalgebra::Vector3;

/// How many times as long as the last one of a wedged island a step is at most, if that is not shorter than a share
/// of what it would be.
const LONGER: f64 = 4.0;
const SHORTEST: f64 = 1e-4;

/// The most times that a renewal adds touches of bodies that would meet with their new velocities.
const ROUNDS: usize = 4;

/// The renewal of an island, or of a part of one.
pub(super) struct Renewal {
    pub(super) number: u32,
    /// The bodies that have not settled.
    pub(super) members: Vec<u32>,
    /// What the impulses are judged by, with the time until the next renewal.
    pub(super) judge: Judge,
    /// The last step, if the island was wedged; otherwise 0.
    pub(super) last_wedged: f64,
    pub(super) problem: Problem,
    pub(super) terms: Terms,
    pub(super) was_still: bool,
    pub(super) was_wedged: bool,
}

impl Renewal {
    /// The problem of some bodies, started from their last impulses. `whole`: the time until the next renewal if they
    /// are not wedged, in seconds.
    pub(super) fn begin(
        rests: &mut Rests<'_>,
        number: u32,
        members: Vec<u32>,
        whole: f64,
        measured: &[Measured],
        stage: Stage,
    ) -> Self {
        let (last_wedged, last_step, pulled_before) = {
            let island = rests.contacts.islands().graph.island(number);
            (island.wedged_step, island.step, island.pulled)
        };
        // What has got deeper in a step that had to be short is mended in one that is as short.
        let step = match last_wedged > 0.0 {
            true => whole.min((LONGER * last_wedged).max(SHORTEST * whole)),
            false => whole,
        };
        let mut problem = Problem::of_bodies(rests, &members);
        let was_still = rests.is_still(&problem, step);
        let pull = Pull::on(rests, &members, step, stage);
        pull.add_to(&mut problem.movers);
        let terms = Terms {
            time: step,
            whole,
            probes: matches!(stage, Stage::Probe(_)),
            ..rests.terms_of(number, &members, measured.len(), &pull, pulled_before)
        };
        problem.before.copy(&problem.movers);
        problem.add_all(rests, measured, &terms);
        if terms.exact {
            problem.stop_opened(measured, last_step, terms.width);
        }
        problem.start();
        Self {
            number,
            members,
            judge: Judge { pull, step, stage },
            last_wedged,
            problem,
            terms,
            was_still,
            was_wedged: rests.is_wedged(number),
        }
    }

    /// Whether something pulls the bodies.
    pub(super) fn falls(&self) -> bool {
        !self.judge.pull.is_none()
    }

    /// For how long the bodies are pulled, in seconds.
    pub(super) fn pulled(&self) -> f64 {
        self.judge.pull.mean_time()
    }

    /// Finds the impulses. All touches are measured.
    pub(super) fn find(&mut self, rests: &Rests<'_>, measured: &[Measured]) {
        self.problem.find(rests, measured, &mut self.terms, &self.judge);
    }

    /// Begins touches of bodies that would meet with their new velocities, and finds the impulses again. Returns the
    /// touches.
    pub(super) fn begin_approaching(&mut self, rests: &mut Rests<'_>, nearby: &mut Vec<Nearby>) -> Vec<Measured> {
        let mut all = Vec::new();
        for _ in 0..ROUNDS {
            let problem = &self.problem;
            let velocity = |rests: &Rests<'_>, body: u32, point: &Vector3<f64>| problem.velocity_of(rests, body, point);
            let begun = rests.begin_approaching(nearby, self.judge.step, velocity);
            if begun.is_empty() {
                break;
            }
            self.problem.add_all(rests, &begun, &self.terms);
            all.extend(begun);
            self.problem.improve(self.terms.wedged, &self.judge);
        }
        all
    }

    /// Lets all bounce by less, as long as the impulses add energy.
    pub(super) fn lower_bounces(&mut self) {
        self.problem.lower_bounces_without_gain(self.terms.wedged, &self.judge);
    }
}

impl Rests<'_> {
    /// What is asked of the gaps of an island with so many touches, but for the times. `pulled_before`: how long it was
    /// pulled at its last renewal, in seconds.
    fn terms_of(&self, number: u32, members: &[u32], touches: usize, pull: &Pull, pulled_before: f64) -> Terms {
        let (falls, wedged) = (!pull.is_none(), self.is_wedged(number));
        // What nothing pulls stops only as well as it is solved. (But not before nothing disturbs it.)
        let exact = !falls && !self.is_disturbed(number);
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
            pull_time: pull.mean_time(),
            width: width_of_gaps(touches, members.iter().any(turns), falls),
            probes: false,
        }
    }
}
