//! Bodies of an island that have come to rest while others of it still move.
//!
//! A body is *still* while it is slow and stays within five thousandths of its radius of a place. It *settles* when
//! it has been still for some renewals, and what touches it is still: then it does not move, and the next renewals
//! leave it as it is. For the others of its island it is a fixed body, as long as it would not move:
//!
//! - It is stirred if what touches it moves, or if its own motion has changed.
//! - It is *probed* if a renewal finds that what touches it presses on it otherwise than when it was found to be
//!   held, by 15 % of all that presses on it. A renewal that only examines it has it among the bodies that
//!   impulses move, and, each time that this happens, more layers of bodies around it: a push that
//!   comes through many bodies reaches all of them at once. A probed body that would move is stirred, and then the
//!   renewal begins again. If none would, it goes on as it was, with the probed bodies as fixed bodies.
//!
//! So what a renewal costs is in proportion to the bodies that move. A part of which all have settled sleeps.

use super::constants::{CALM, PAYS, SETTLES_AFTER, SETTLES_IN, SLOW, STAYS};
use super::links::Stillness;
use super::loaded::Problem;
use super::present;
use crate::bodies::State;
use crate::contact::context::Rests;
use nalgebra::Vector3;

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
        self.contacts.islands().graph.stillness(body).renewals > 0 && self.is_slower_now(body, SLOW)
    }

    /// Whether a body hardly moves at present, or is fixed.
    pub(super) fn is_calm(&self, body: u32) -> bool {
        !self.bodies[body].is_dynamic() || self.is_slower_now(body, CALM)
    }

    fn is_slower_now(&self, body: u32, limit: f64) -> bool {
        let (state, now) = (&self.bodies[body], self.clock.now());
        let spin = present::spin(state.piece(), now);
        is_slower(state, &state.piece().velocity_at(now), &spin, limit)
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
    pub(super) fn touching_parties(&self, body: u32) -> impl Iterator<Item = u32> {
        let graph = &self.contacts.islands().graph;
        let touches = graph.touches_of(body).iter();
        touches.filter_map(move |touch| graph.touch(*touch).bodies().find(|other| *other != body))
    }

    /// Ends the motion of some bodies, and records what presses on them.
    fn settle(&mut self, number: u32, bodies: &[u32]) {
        if self.contacts.islands().graph.island(number).pulled <= 0.0 {
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
            self.hold_as_now(*body);
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
        // (The order of the touches of a fixed body does not matter elsewhere.)
        around.sort_unstable_by_key(|body| self.bodies.serial(*body));
        for body in around {
            self.stir(body);
        }
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
}

/// Whether a body is slow.
fn is_slow(state: &State, velocity: &Vector3<f64>, angular_velocity: &Vector3<f64>) -> bool {
    is_slower(state, velocity, angular_velocity, SLOW)
}

/// Whether a body is slower than a limit in units of the root of its radius times what pulls it.
fn is_slower(state: &State, velocity: &Vector3<f64>, angular_velocity: &Vector3<f64>, limit: f64) -> bool {
    let radius = state.shape_radius();
    let speed = velocity.norm() + angular_velocity.norm() * radius;
    let pull = state.free_acceleration().norm();
    pull > 0.0 && speed * speed <= limit * limit * radius * pull
}
