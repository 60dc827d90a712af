//! Bodies of an island that have come to rest while others of it still move.
//!
//! A body is *still* while it is slow and stays within five thousandths of its radius of a place. It *settles* when it has
//! been still for some renewals, and what touches it is still: then it does not move, and the next renewals leave it as it
//! is. For the others of its island it is a fixed body, with the restriction that it bears what it bore before:
//!
//! - It is stirred if what touches it moves, or if its own motion has changed.
//! - It is *probed* if a renewal finds that what touches it presses on it otherwise than when it was found to be
//!   held, by a small part of all that presses on it. The renewal then begins again with it among the bodies that
//!   impulses move, and, each time that this happens, with more layers of bodies around it: a push that
//!   comes through many bodies reaches all of them at once. A probed body that would move is stirred. Another one is
//!   held, and the renewal begins again with it as a fixed body.
//!
//! So what a renewal costs is in proportion to the bodies that move. A part of which all have settled sleeps.

use super::constants::{OVERLOAD, PAYS, SETTLES_AFTER, SETTLES_IN, SLOW, STAYS, UNBALANCED};
use super::links::Stillness;
use super::loaded::Problem;
use super::present;
use super::touch::{Other, Push, Touch, Wrench};
use crate::bodies::State;
use crate::contact::context::Rests;
use nalgebra::Vector3;
use std::collections::BTreeSet;

impl Rests<'_> {
    /// Whether a body has settled.
    #[inline]
    pub(super) fn is_settled(&self, body: u32) -> bool {
        self.contacts.islands().graph.stillness(body).settled
    }

    /// Whether a body is renewed with its island.
    #[inline]
    pub(super) fn is_renewed(&self, body: u32) -> bool {
        self.bodies[body].is_dynamic() && !self.is_settled(body)
    }

    /// The bodies of an island that are renewed.
    pub(super) fn renewed_of(&self, members: &[u32]) -> Vec<u32> {
        members.iter().copied().filter(|body| !self.is_settled(*body)).collect()
    }

    /// Stirs some bodies of an island, and lets others settle, by what the renewals before have found. If less than
    /// a quarter of them would have settled, none has: what still moves as a whole is not examined piece by piece.
    pub(super) fn stir_and_settle(&mut self, number: u32, members: &[u32]) {
        let (settled, others): (Vec<u32>, Vec<u32>) = members.iter().partition(|body| self.is_settled(**body));
        let stays = |body: &u32| self.has_rest(*body) && self.is_among_still(*body);
        let (staying, mut stirred): (Vec<u32>, Vec<u32>) = settled.into_iter().partition(stays);
        let settles = |body: &u32| self.has_been_still(*body) && self.is_among_still(*body);
        let settling: Vec<u32> = others.into_iter().filter(settles).collect();
        let pays = PAYS * (staying.len() + settling.len()) >= members.len();
        if !pays || self.is_wedged(number) {
            stirred.extend(staying);
            stirred.into_iter().for_each(|body| self.stir(body));
            return;
        }
        stirred.into_iter().for_each(|body| self.stir(body));
        self.settle(number, &settling);
    }

    /// Whether a body does not move at present.
    fn has_rest(&self, body: u32) -> bool {
        let piece = self.bodies[body].piece();
        piece.velocity == Vector3::zeros() && piece.acceleration == Vector3::zeros() && !piece.spins()
    }

    fn has_been_still(&self, body: u32) -> bool {
        let (state, stillness) = (&self.bodies[body], self.contacts.islands().graph.stillness(body));
        let pull = state.free_acceleration().norm();
        let time = SETTLES_IN * (state.shape_radius() / pull).sqrt();
        stillness.renewals >= SETTLES_AFTER && self.clock.now() - stillness.since >= time && self.is_body_still(body)
    }

    /// Whether a body is still after the last renewal, and slow at present.
    fn is_body_still(&self, body: u32) -> bool {
        let (state, now) = (&self.bodies[body], self.clock.now());
        let is_slow_now = || is_slow(state, &state.piece().velocity_at(now), &present::spin(state.piece(), now));
        self.contacts.islands().graph.stillness(body).renewals > 0 && is_slow_now()
    }

    /// Whether all that touches a body is still, or fixed and at rest.
    fn is_among_still(&self, body: u32) -> bool {
        let mut others = self.touching_parties(body);
        others.all(|other| match self.bodies[other].is_dynamic() {
            true => self.is_body_still(other),
            false => self.has_rest(other),
        })
    }

    /// The other bodies of the touches of a body.
    fn touching_parties(&self, body: u32) -> impl Iterator<Item = u32> {
        let graph = &self.contacts.islands().graph;
        let touches = graph.touches_of(body).iter();
        touches.filter_map(move |touch| graph.touch(*touch).bodies().find(|other| *other != body))
    }

    /// Ends the motion of some bodies, and records what presses on them.
    fn settle(&mut self, number: u32, bodies: &[u32]) {
        let pulled = self.contacts.islands().graph.island(number).pulled;
        if pulled <= 0.0 {
            return;
        }
        for body in bodies {
            self.contacts.islands_mut().graph.stillness_mut(*body).settled = true;
            self.motions().begin_piece(*body, Vector3::zeros());
            if self.bodies[*body].piece().spins() {
                self.set_spin(*body, Vector3::zeros());
            }
        }
        for body in bodies {
            self.hold_as_now(*body, pulled);
            // What does not move on what does not move stays where it is.
            for number in self.contacts.islands().graph.touches_of(*body).to_vec() {
                let touch = self.contacts.islands().graph.touch(number);
                if touch.bodies().all(|body| !self.is_renewed(body)) {
                    let stamps = touch.stamps(self.bodies);
                    self.contacts.islands_mut().graph.touch_mut(number).open = Some(stamps);
                }
            }
        }
    }

    /// Records what presses on a body, by the last impulses.
    fn hold_as_now(&mut self, body: u32, pulled: f64) {
        for number in self.contacts.islands().graph.touches_of(body).to_vec() {
            let touch = self.contacts.islands().graph.touch(number);
            let side = usize::from(touch.first != body);
            let mut held = Wrench::default();
            for push in &touch.pushes {
                held += self.wrenches(touch, push, pulled)[side];
            }
            self.contacts.islands_mut().graph.touch_mut(number).held[side] = held;
        }
    }

    /// A body has to be still again for some renewals, and is renewed from now on if it has settled.
    pub(super) fn stir(&mut self, body: u32) {
        let now = self.clock.now();
        let graph = &mut self.contacts.islands_mut().graph;
        let was_settled = std::mem::take(graph.stillness_mut(body)).settled;
        if was_settled {
            graph.set_anticipated(body, now);
            self.motions().restart(body);
        }
    }

    /// Stirs a body, and what touches it: something about it is changed by the user.
    pub(super) fn stir_around(&mut self, body: u32) {
        let mut around: Vec<u32> = self.touching_parties(body).collect();
        around.push(body);
        for body in around {
            self.stir(body);
        }
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

    /// Records which bodies of a problem are still.
    pub(super) fn note_still(&mut self, problem: &Problem) {
        let now = self.clock.now();
        for (body, velocity, angular_velocity) in problem.results() {
            let state = &self.bodies[body];
            let (place, orientation) = (state.piece().position_at(now), present::orientation(state.piece(), now));
            let radius = state.shape_radius();
            let stillness = self.contacts.islands().graph.stillness(body);
            let way = (place - stillness.place).norm();
            let turn = 2.0 * (stillness.orientation.inverse() * orientation).imag().norm() * radius;
            let stays = stillness.renewals > 0 && way + turn <= STAYS * radius;
            let next = match (is_slow(state, velocity, angular_velocity), stays) {
                (true, true) => Stillness {
                    renewals: stillness.renewals.saturating_add(1),
                    ..stillness
                },
                // It may be still from now on, if it does not move on.
                (true, false) => Stillness {
                    renewals: u32::from(stillness.renewals == 0),
                    since: now,
                    place,
                    orientation,
                    ..Stillness::default()
                },
                (false, _) => Stillness::default(),
            };
            *self.contacts.islands_mut().graph.stillness_mut(body) = next;
        }
    }

    /// Probes the settled bodies on which the impulses of a problem press otherwise than before, with so many layers
    /// around them. Returns whether there are any. `pulled`: the time of which the impulses are, in seconds.
    pub(super) fn probe_overloaded(&mut self, problem: &Problem, pulled: f64, layers: usize) -> bool {
        let overloaded = self.with_layers(self.overloaded(problem, pulled), layers);
        for body in &overloaded {
            let stillness = self.contacts.islands_mut().graph.stillness_mut(*body);
            (stillness.settled, stillness.probed) = (false, true);
        }
        !overloaded.is_empty()
    }

    /// Ends the probe of the bodies of a problem, of which the impulses have been stored: those that would move are
    /// stirred, and others are held.
    pub(super) fn end_probes(&mut self, problem: &Problem, pulled: f64) {
        let probes = problem.results().filter(|(body, ..)| self.is_probed(*body));
        let probes: Vec<(u32, bool)> = probes.map(|(body, v, w)| (body, self.is_held(body, v, w, pulled))).collect();
        for (body, is_held) in probes {
            let stillness = self.contacts.islands_mut().graph.stillness_mut(body);
            (stillness.settled, stillness.probed) = (true, false);
            match is_held {
                true => self.hold_as_now(body, pulled),
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
            let new = self.wrenches(touch, &push, pulled);
            let is_next = last.replace(number) != Some(number);
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

    /// Stirs the settled bodies for which the end of a touch matters. Returns whether there are any.
    pub(super) fn stir_relieved(&mut self, number: u32) -> bool {
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
                let lengths = touch.lengths(self.bodies, second);
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

/// Whether a body is slow, by the time in which it falls by its radius.
fn is_slow(state: &State, velocity: &Vector3<f64>, angular_velocity: &Vector3<f64>) -> bool {
    let radius = state.shape_radius();
    let speed = velocity.norm() + angular_velocity.norm() * radius;
    let pull = state.free_acceleration().norm();
    pull > 0.0 && speed * speed <= SLOW * SLOW * radius * pull
}
