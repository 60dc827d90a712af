//! What a renewal leaves behind: when the next one is due, what stays open until then, and the impulses.

use super::constants::{HASTE, PENETRATION, REPEATS, STAYS_WEDGED};
use super::kept_open::Kept;
use super::loaded::Problem;
use super::parties::last_push;
use super::touch::Push;
use crate::contact::context::Rests;
use nalgebra::Vector3;
use smallvec::SmallVec;

impl Rests<'_> {
    /// Sets when an island is renewed next, and up to which time its velocities include the
    /// accelerations.
    pub(super) fn conclude(&mut self, number: u32, members: &[u32], step: f64, due: Option<f64>, anticipated: f64) {
        let (now, bodies) = (self.clock.now(), &*self.bodies);
        let falls = |member: &u32| *bodies[*member].free_acceleration() != Vector3::zeros();
        // (What nothing pulls gets slower at each renewal, and so it gets on if time does.)
        let haste = if members.iter().any(falls) { HASTE } else { 0.0 };
        let islands = self.contacts.islands_mut();
        for member in members {
            islands.graph.set_anticipated(*member, anticipated);
        }
        let island = islands.graph.island_mut(number);
        island.repeats = match now - island.renewed <= haste * island.step {
            true if island.repeats + 1 >= REPEATS => REPEATS + STAYS_WEDGED,
            true => island.repeats + 1,
            false => island.repeats.saturating_sub(1),
        };
        (island.renewed, island.step, island.hits) = (now, step, 0);
        islands.set_due(number, due, |body| bodies.serial(body));
    }

    /// Notes which touches stay open for some time (all, if `all` is set). Where that has changed with the same
    /// motions, the bodies are predicted again.
    pub(super) fn keep_open(&mut self, problem: &Problem, time: f64, all: bool) {
        // (Where normals differ from place to place, no plane parts the two for certain.)
        let stays = |kept: Kept| {
            let stays = all || kept.stays && (!kept.is_tilted || self.is_apart_until(kept.touch, time));
            (kept.touch, stays)
        };
        let touches: Vec<(u32, bool)> = problem.kept_open(self, time).map(stays).collect();
        for (number, stays) in &touches {
            let touch = self.contacts.islands().graph.touch(*number);
            if touch.is_kept_open(self.bodies) != *stays {
                let moves = touch.bodies().find(|body| self.bodies[*body].is_dynamic());
                self.motions().restart(moves.expect("one of a touch moves"));
            }
        }
        for (number, stays) in touches {
            let stamps = self.contacts.islands().graph.touch(number).stamps(self.bodies);
            self.contacts.islands_mut().graph.touch_mut(number).open = stays.then_some(stamps);
        }
    }

    /// Whether the parties of a touch overlap by no more than is accepted up to a time, with their new motions.
    fn is_apart_until(&self, number: u32, time: f64) -> bool {
        let parties = self.contacts.islands().graph.touch(number).parties();
        time < f64::INFINITY && self.gaps_stay(&parties, -PENETRATION * self.size_of(&parties), time)
    }

    /// Predicts the parties of a touch again that is kept open, before that ends.
    pub(super) fn predict_again_if_kept_open(&mut self, number: u32) {
        let touch = self.contacts.islands().graph.touch(number);
        if touch.is_kept_open(self.bodies) {
            let moves = touch.bodies().find(|body| self.bodies[*body].is_dynamic());
            self.motions().restart(moves.expect("one of a touch moves"));
        }
    }

    /// Stores the impulses of a problem with their touches, and with these and the island for how long it was pulled, in
    /// seconds.
    ///
    /// What nothing pulls may be pressed together by the user in each frame, while others hit it in between. The impulses
    /// of a hit are added to those with which its renewal did not begin: the next frame begins with the sum, since what
    /// has hit is pressed as well from now on. (Few are found from any start.)
    pub(super) fn store_pushes(&mut self, number: u32, problem: &Problem, pulled: f64) {
        let graph = &mut self.contacts.islands_mut().graph;
        graph.island_mut(number).pulled = pulled;
        let unused = match pulled > 0.0 || problem.has_few_loads() {
            true => 0.0,
            false => problem.unused,
        };
        let (mut last, mut before) = (None, SmallVec::<[Push; 1]>::new());
        for (touch, mut push) in problem.pushes() {
            let stored = graph.touch_mut(touch);
            if last.replace(touch) != Some(touch) {
                if unused > 0.0 {
                    before.clone_from(&stored.pushes);
                }
                stored.pushes.clear();
                stored.pulled = pulled;
            }
            if unused > 0.0
                && let Some(kept) = last_push(&before, &push.normal, &push.arm)
            {
                push.add(kept, unused);
            }
            stored.pushes.push(push);
        }
    }
}
