//! The impulses with which a problem begins: those of the last renewal, as far as they fit.

use super::loaded::Problem;
use super::measure::Measured;
use super::solver::Load;
use super::terms::Terms;
use crate::contact::context::Rests;

/// The greatest share of the last impulses with which a renewal begins. (Steps differ by less, as a rule; in what was
/// pulled for far shorter, little is a force.)
const MOST: f64 = 32.0;

impl Terms {
    /// The share of the last impulses of a touch with which it begins. `pulled`: for how long the bodies were pulled by
    /// them, in seconds. (Without a pull the impulses are those of changes by the user, which may be repeated. Those of
    /// what is wedged are against each other, and grow.)
    pub(super) fn warm(&self, pulled: f64) -> f64 {
        if self.wedged {
            0.0
        } else if self.pulled && pulled > 0.0 {
            (self.pull_time / pulled).min(MOST)
        } else {
            1.0
        }
    }
}

impl Problem {
    /// Applies the impulses that the loads begin with. If they make the bodies faster, they do not fit any more: it
    /// begins with the share of them after which the bodies are slowest.
    pub(super) fn start(&mut self) {
        self.unused = 0.0;
        let start = self.movers.clone();
        self.apply_all();
        let (energy, before) = (self.movers.energy(), start.energy());
        if energy <= before {
            return;
        }
        // The energy of a share s of the changes is `before + b s + c s^2`.
        let of_changes = self.movers.since(&start).energy();
        let share = 0.5 * (before + of_changes - energy) / of_changes;
        self.unused = 1.0 - share.max(0.0);
        self.movers = start;
        match share > 0.0 {
            true => self.loads.iter_mut().for_each(|load| load.scale(share)),
            false => self.loads.iter_mut().for_each(Load::forget),
        }
        self.apply_all();
    }

    fn apply_all(&mut self) {
        for load in &self.loads {
            load.start(&mut self.movers);
        }
    }

    /// Begins again with some touches, on other terms.
    pub(super) fn begin_again(&mut self, rests: &Rests<'_>, measured: &[Measured], terms: &Terms) {
        self.movers = self.before.clone();
        self.loads.clear();
        self.places.clear();
        self.add_all(rests, measured, terms);
        self.start();
    }

    /// Begins again without any impulse.
    pub(super) fn forget(&mut self) {
        self.movers = self.before.clone();
        for load in &mut self.loads {
            load.forget();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::response::InverseInertia;
    use nalgebra::Vector3;

    #[test]
    fn impulses_that_make_bodies_faster_begin_with_the_share_that_stops_them_best() {
        // A ball of 2 kg that falls with 1 m/s: 2 N s stop it.
        for (impulse, begun, unused) in [(1.0, 1.0, 0.0), (3.0, 3.0, 0.0), (8.0, 2.0, 0.75), (-1.0, 0.0, 1.0)] {
            let mut problem = Problem::default();
            let still = problem.movers.add_still();
            let ball = problem
                .movers
                .add(-Vector3::y(), Vector3::zeros(), 0.5, InverseInertia::default());
            problem.loads.push(Load {
                impulse,
                ..Load::smooth([still, ball], Vector3::y())
            });
            problem.start();
            assert_eq!(problem.loads[0].impulse, begun, "{impulse}");
            assert_eq!(problem.movers.velocities[1], Vector3::y() * (0.5 * begun - 1.0), "{impulse}");
            assert_eq!(problem.unused, unused, "{impulse}");
        }
    }

    #[test]
    fn each_touch_begins_by_the_time_of_its_own_impulses() {
        let terms = Terms::of_pulled(0.5);
        assert_eq!([1.0, 0.5, 0.125, 0.0].map(|pulled| terms.warm(pulled)), [0.5, 1.0, 4.0, 1.0]);
        assert_eq!(terms.warm(1e-9), MOST);
        assert_eq!(Terms { pulled: false, ..terms }.warm(0.1), 1.0);
        assert_eq!(Terms { wedged: true, ..terms }.warm(0.1), 0.0);
    }
}
