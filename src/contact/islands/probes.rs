//! What presses on bodies that have [settled](super::settled), and whether they stay where they are.

use super::constants::{LEAST_PULL, OVERLOAD, PROBES, UNBALANCED};
use super::loaded::Problem;
use super::measure::Measured;
use super::touch::{Other, Push, Touch, Wrench};
use crate::bodies::State;
use crate::contact::context::Rests;
use nalgebra::Vector3;
use std::collections::BTreeSet;

/// One of the renewals of an island at the same time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Stage {
    /// The first, with the bodies that have settled as fixed bodies.
    First,
    /// The first, second, and so on, of those that only examine whether settled bodies stay where they are.
    Probe(u32),
    /// The one after these, if they have stirred bodies. No other is probed.
    Last,
}

impl Stage {
    /// The next one, if bodies are to be probed, with the number of layers around these. `at_once`: whether it is all of
    /// them.
    fn next(self, at_once: bool) -> Option<(Self, usize)> {
        let probe = match self {
            Self::First | Self::Probe(0..PROBES) if at_once => PROBES,
            Self::First => 0,
            Self::Probe(probe) => probe,
            Self::Last => return None,
        };
        let layers = if probe < PROBES { 2 << (2 * probe) } else { usize::MAX };
        (probe <= PROBES).then_some((Self::Probe(probe + 1), layers))
    }
}

impl Rests<'_> {
    /// Probes the settled bodies on which a solution presses otherwise than before, if there are any. Returns whether
    /// there are. (In a small part of a step the impulses are mostly what is not exact about them.)
    pub(super) fn probe(&mut self, part: u32, problem: &Problem, pulled: f64, step: f64, stage: Stage) -> bool {
        let members = self.contacts.islands().graph.island(part).members.len();
        // If most of them are renewed already, each layer more would cost as much as all.
        let at_once = 2 * problem.bodies.len() > members;
        let Some((stage, layers)) = stage.next(at_once).filter(|_| pulled >= LEAST_PULL * step && pulled > 0.0) else {
            return false;
        };
        let is_overloaded = self.probe_overloaded(problem, pulled, layers);
        if is_overloaded {
            // Each begins where the one before has ended.
            self.store_pushes(part, problem, pulled);
            self.renew(part, stage);
        }
        is_overloaded
    }

    /// Records what presses on a body, by the last impulses.
    pub(super) fn hold_as_now(&mut self, body: u32) {
        for number in self.contacts.islands().graph.touches_of(body).to_vec() {
            let touch = self.contacts.islands().graph.touch(number);
            let side = usize::from(touch.first != body);
            let mut held = Wrench::default();
            for push in touch.pushes.iter().filter(|_| touch.pulled > 0.0) {
                held += self.wrenches(touch, push, touch.pulled)[side];
            }
            self.contacts.islands_mut().graph.touch_mut(number).held[side] = held;
        }
    }

    /// Records what presses on the settled bodies that have been found to be held though a problem presses on them
    /// otherwise than before, so that it is not examined again while it stays as it is.
    pub(super) fn hold_as_in(&mut self, problem: &Problem, pulled: f64) {
        let bodies: BTreeSet<u32> = self.overloaded(problem, pulled).into_iter().collect();
        let mut last = None;
        for (number, push) in problem.pushes() {
            let touch = self.contacts.islands().graph.touch(number);
            let (new, parties) = (self.wrenches(touch, &push, pulled), touch.bodies().enumerate());
            let is_next = last.replace(number) != Some(number);
            for (side, _) in parties.filter(|(_, body)| bodies.contains(body)) {
                let held = &mut self.contacts.islands_mut().graph.touch_mut(number).held[side];
                *held = if is_next { new[side] } else { *held + new[side] };
            }
        }
        debug_assert!(self.overloaded(problem, pulled).is_empty(), "it would be examined again");
    }

    /// Some bodies that have settled with those that touch them and have settled, and so on: by so many steps.
    fn with_layers(&self, bodies: Vec<u32>, layers: usize) -> Vec<u32> {
        let mut known: BTreeSet<u32> = bodies.iter().copied().collect();
        let (mut all, mut from) = (bodies, 0);
        for _ in 0..layers {
            let to = all.len();
            for at in from..to {
                let others = self.touching_parties(all[at]).filter(|other| self.is_settled(*other));
                let new: Vec<u32> = others.filter(|other| known.insert(*other)).collect();
                all.extend(new);
            }
            if all.len() == to {
                break;
            }
            from = to;
        }
        all
    }

    /// Probes the settled bodies on which the impulses of a problem press otherwise than before, with so many layers
    /// around them. Returns whether there are any. `pulled`: the time of which the impulses are, in seconds.
    fn probe_overloaded(&mut self, problem: &Problem, pulled: f64, layers: usize) -> bool {
        let overloaded = self.with_layers(self.overloaded(problem, pulled), layers);
        for body in &overloaded {
            let stillness = self.contacts.islands_mut().graph.stillness_mut(*body);
            (stillness.settled, stillness.probed) = (false, true);
        }
        !overloaded.is_empty()
    }

    /// Ends the probe of the bodies of a problem, of which the impulses have been stored: those that would move are
    /// stirred, and others are held. `width`: that of the gaps, in those of small islands: impulses are as exact.
    pub(super) fn end_probes(&mut self, problem: &Problem, pulled: f64, width: f64) {
        let probes = problem.results().filter(|(body, ..)| self.is_probed(*body));
        let probes: Vec<(u32, bool)> = probes
            .map(|(body, v, w)| (body, self.is_held(body, v, w, width * pulled)))
            .collect();
        for (body, is_held) in probes {
            let stillness = self.contacts.islands_mut().graph.stillness_mut(body);
            (stillness.settled, stillness.probed) = (true, false);
            match is_held {
                true => self.hold_as_now(body),
                false => self.stir(body),
            }
        }
    }

    /// Whether the present renewal examines whether a body stays where it is.
    pub(super) fn is_probed(&self, body: u32) -> bool {
        self.contacts.islands().graph.stillness(body).probed
    }

    /// Whether all that acts on a body gives it hardly any motion in a time.
    fn is_held(&self, body: u32, velocity: &Vector3<f64>, angular_velocity: &Vector3<f64>, time: f64) -> bool {
        let state = &self.bodies[body];
        let speed = velocity.norm() + angular_velocity.norm() * state.shape_radius();
        speed <= UNBALANCED * state.free_acceleration().norm() * time
    }

    fn overloaded(&self, problem: &Problem, pulled: f64) -> Vec<u32> {
        let graph = &self.contacts.islands().graph;
        let mut changes: Vec<(u32, Wrench)> = Vec::new();
        let mut last = None;
        for (number, push) in problem.pushes() {
            let touch = graph.touch(number);
            let is_next = last.replace(number) != Some(number);
            if !touch.bodies().any(|body| self.is_settled(body)) {
                continue;
            }
            let new = self.wrenches(touch, &push, pulled);
            for (side, body) in touch.bodies().enumerate().filter(|(_, body)| self.is_settled(*body)) {
                if is_next {
                    changes.push((body, -touch.held[side]));
                }
                changes.push((body, new[side]));
            }
        }
        changes.sort_by_key(|(body, _)| *body);
        let changes = changes.chunk_by(|one, other| one.0 == other.0).map(|of_one| {
            let mut sum = Wrench::default();
            of_one.iter().for_each(|(_, change)| sum += *change);
            (of_one[0].0, sum)
        });
        changes
            .filter(|(body, change)| self.is_overload(*body, change))
            .map(|(body, _)| body)
            .collect()
    }

    /// Stirs the settled bodies for which it matters that touches have parted. Returns whether there are any.
    pub(super) fn stir_all_relieved(&mut self, measured: &[Measured]) -> bool {
        let mut is_relieved = false;
        for parted in measured.iter().filter(|one| one.near.is_empty()) {
            is_relieved |= self.stir_relieved(parted.touch);
        }
        is_relieved
    }

    /// The same of one touch.
    fn stir_relieved(&mut self, number: u32) -> bool {
        let touch = self.contacts.islands().graph.touch(number);
        let sides = touch.bodies().zip(touch.held);
        let relieved = sides.filter(|(body, held)| self.is_settled(*body) && self.is_overload(*body, held));
        let relieved: Vec<u32> = relieved.map(|(body, _)| body).collect();
        for body in &relieved {
            self.stir(*body);
        }
        !relieved.is_empty()
    }

    /// Whether a change of what presses on a settled body matters: beside its weight and all that it holds. (The
    /// forces at many touches are not determined, and none of them is exact.)
    fn is_overload(&self, body: u32, change: &Wrench) -> bool {
        let (state, graph) = (&self.bodies[body], &self.contacts.islands().graph);
        let touches = graph.touches_of(body).iter().map(|touch| graph.touch(*touch));
        let held = touches.map(|touch| touch.held[usize::from(touch.first != body)].force.norm());
        let weight = state.free_acceleration().norm() / state.constants().inverse_mass;
        let most = OVERLOAD * (weight + held.sum::<f64>());
        let may_turn = state.constants().inverse_inertia > 0.0;
        !(change.force.norm() <= most) || may_turn && !(change.moment.norm() <= most * narrowest(state))
    }

    /// What a touch exerts on its two sides by an impulse in a time.
    fn wrenches(&self, touch: &Touch, push: &Push, pulled: f64) -> [Wrench; 2] {
        let force = (push.normal * push.impulse + push.friction) / pulled;
        let second_arm = match touch.second {
            Other::Body(second) => {
                let lengths = touch.parties().lengths(self.bodies, second);
                let states = [&self.bodies[touch.first], &self.bodies[second]];
                let shift = self.bodies.pair_view_at(states[0], states[1], &lengths).shift();
                let [first, second] = states.map(|state| state.piece().position_at(self.clock.now()));
                first + push.arm - (second + shift)
            }
            Other::Wall(_) => Vector3::zeros(),
        };
        let couple = push.moment / pulled;
        let on_second = |arm: &Vector3<f64>| Wrench {
            force,
            moment: arm.cross(&force) + couple,
        };
        [-on_second(&push.arm), on_second(&second_arm)]
    }
}

/// Half the smallest side of the box around a body at its present orientation, in metres.
fn narrowest(state: &State) -> f64 {
    let extents = state.extents();
    0.5 * (extents.max - extents.min).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_layers_are_probed_each_time_or_all_at_once() {
        let by_layers: Vec<usize> = std::iter::successors(Stage::First.next(false), |(stage, _)| stage.next(false))
            .map(|(_, layers)| layers)
            .collect();
        assert_eq!(by_layers, [2, 8, usize::MAX]);
        for stage in [Stage::First, Stage::Probe(1), Stage::Probe(PROBES)] {
            let (all, layers) = stage.next(true).unwrap();
            assert_eq!((layers, all.next(true), all.next(false)), (usize::MAX, None, None));
        }
        assert_eq!((Stage::Last.next(false), Stage::Last.next(true)), (None, None));
    }
}
