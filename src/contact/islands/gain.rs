//! Energy that a renewal adds where something pulls.

use super::constants::{EXACT_SWEEPS_IN_ALL, MOST_SWEEPS};
use super::loaded::Problem;
use super::movers::Movers;
use super::pull::Pull;

/// Of what impulses add where something pulls, as much is left as this share of the energy before them, and this share
/// of that of a fall from rest until the next renewal. (What turns in contact gains and loses some millionths in turn,
/// and gaps that open raise bodies: with a tenth, what slides or rolls among these slows down; with a fifth, some walls
/// rock on. By trial.)
const LEFT: f64 = 1e-5;
const LEFT_OF_FALL: f64 = 0.18;

/// A body that touches what is fixed at one place rolls: it gains by the length of its steps while it rises, however
/// exact its impulse is. No more is left of that than this share of its energy, and this share of what is left otherwise.
/// (In steps of 0.06 radians the first is half a per cent in a quarter turn.)
const LEFT_OF_ROLLING: f64 = 2e-4;
const LEFT_AT_REST: f64 = 0.05;

/// Few impulses that have added more than this share of what is left are found more exactly. (By trial: a tower of heavy
/// bodies on light ones bobs with half of what is left.)
const EXAMINED: f64 = 0.2;

/// How much more exactly they are found then: no gap opens faster than it may close. (The solver is content with eight
/// times as much.)
const CLOSER: f64 = 8.0;

/// How the renewals of an island go.
pub(super) struct Course {
    /// Whether its bodies touch none that has settled.
    pub(super) is_alone: bool,
    /// Whether renewals have come [in haste](super::constants::HASTE): they are many, and soon mended.
    pub(super) is_hasty: bool,
}

impl Problem {
    /// Takes away the kinetic energy that the impulses have added. `step`: the time until the next renewal, in seconds.
    ///
    /// Impulses that part bodies because they turn against each other add energy until the next renewal,
    /// which the impulses at that do not take away to the last bit.
    pub(super) fn take_gain(&mut self, pull: &Pull, step: f64, course: &Course) {
        if self.is_driven() {
            return;
        }
        if pull.is_none() {
            return self.take_from_motion_within(self.gain());
        }
        // The velocities are those half way to the next renewal: in the middle of each step the energy is that of these,
        // and of the heights there, which are by the work of the pull in half a step from those at present.
        let energy = |movers: &Movers| movers.energy() - pull.work(movers, 0.5 * step);
        let last = pull.energy_before(&self.before, step);
        let left = self.gain_left(pull, step, course);
        let is_examined = self.has_few_loads() && energy(&self.movers) - last > EXAMINED * left;
        if is_examined && !course.is_hasty && !self.has_conflict() {
            self.solve_closely();
        }
        let gain = energy(&self.movers) - last - left;
        match self.touches_fixed() {
            true if gain > 0.0 => {
                let work = pull.work(&self.movers, 0.5 * step);
                slow_down(&mut self.movers, gain, work);
            }
            true => {}
            false => self.take_from_motion_within(gain),
        }
    }

    /// How much of what impulses add where something pulls is left, in joules.
    fn gain_left(&self, pull: &Pull, step: f64, course: &Course) -> f64 {
        let energy = self.before.energy();
        let left = LEFT * energy + 0.5 * LEFT_OF_FALL * pull.energy_of_fall(&self.movers, step);
        match self.loads.len() {
            1 if course.is_alone => left.min(LEFT_OF_ROLLING * energy + LEFT_AT_REST * left),
            _ => left,
        }
    }

    /// Improves the impulses with less slack, in few sweeps.
    fn solve_closely(&mut self) {
        self.loads.iter_mut().for_each(|load| load.slack /= CLOSER);
        self.solve((EXACT_SWEEPS_IN_ALL / (self.loads.len() + 1)).min(MOST_SWEEPS));
        self.loads.iter_mut().for_each(|load| load.slack *= CLOSER);
    }
}

/// Slows all motions down by one share, so that their energy less the work of a pull on them, in joules, gets less by so
/// much, as far as they do.
fn slow_down(movers: &mut Movers, by: f64, work: f64) {
    let energy = movers.energy();
    // With the share s of the velocities it is `energy s^2 - work s`. (It may not get so much less: then as little as it
    // can.)
    let square = (work * work + 4.0 * energy * (energy - work - by)).max(0.0);
    let share = ((work + square.sqrt()) / (2.0 * energy)).max(0.0);
    // Written so that a NaN leaves all as it is.
    if (0.0..1.0).contains(&share) {
        movers.velocities.iter_mut().for_each(|velocity| *velocity *= share);
        movers.angular_velocities.iter_mut().for_each(|velocity| *velocity *= share);
    }
}

#[cfg(test)]
mod tests {
    use super::super::solver::Load;
    use super::*;
    use crate::response::InverseInertia;
    use nalgebra::Vector3;

    #[test]
    fn what_impulses_have_added_against_a_pull_is_taken_away() {
        let step = 0.02;
        let pull = Pull::by(&[-Vector3::y() * 10.0], step);
        let course = Course {
            is_alone: true,
            is_hasty: false,
        };
        let cases = [(1.0, true), (0.5, true), (0.0, false), (-0.1, false)];
        for ((rises, is_slowed), loads) in cases.into_iter().flat_map(|case| [1, 2].map(|loads| (case, loads))) {
            let mut problem = Problem::default();
            let still = problem.movers.add_still();
            let ball = problem
                .movers
                .add(Vector3::x(), Vector3::zeros(), 0.5, InverseInertia::default());
            problem.centres.push(Vector3::zeros());
            problem.loads = vec![Load::smooth([still, ball], Vector3::y()); loads];
            pull.add_for(step, &mut problem.movers);
            problem.before.copy(&problem.movers);
            problem.movers.velocities[1] = Vector3::new(1.0, rises, 0.0);
            problem.take_gain(&pull, step, &course);
            let after = problem.movers.velocities[1];
            assert_eq!(after.y < rises, is_slowed, "{rises}: {after}");
            // With the velocities of the present, half of a step before.
            let at_present = |velocity: Vector3<f64>| (velocity + Vector3::y() * (10.0 * 0.5 * step)).norm_squared();
            let gain = at_present(after) - at_present(problem.before.velocities[1]);
            let energy = problem.before.energy();
            let mut allowed = LEFT_OF_FALL * (10.0 * step) * (10.0 * step) + LEFT * energy;
            if loads == 1 {
                allowed = allowed.min(LEFT_AT_REST * allowed + LEFT_OF_ROLLING * energy);
            }
            assert!(gain <= allowed + 1e-12, "{rises}: {gain} of {allowed}");
            assert!(!is_slowed || gain > 0.9 * allowed, "{rises}: {gain} of {allowed}");
        }
    }
}
