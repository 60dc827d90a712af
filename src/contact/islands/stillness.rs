//! Whether an island may fall asleep.

use super::constants::{LIFT, SETTLES_AFTER, STILL};
use super::loaded::Problem;
use super::measure::Measured;
use super::touch::{Other, Touch};
use crate::contact::context::Rests;
use nalgebra::Vector3;

impl Rests<'_> {
    /// Whether bodies of an island have collided since its last renewal, or it is renewed before its time.
    pub(super) fn is_disturbed(&self, number: u32) -> bool {
        let island = self.contacts.islands().graph.island(number);
        island.hits > 0 || island.renewed + island.step != self.clock.now()
    }

    /// Whether the speeds of all bodies are too low to matter.
    pub(super) fn is_quiet(&self, problem: &Problem) -> bool {
        problem.results().all(|(body, velocity, angular_velocity)| {
            let state = &self.bodies[body];
            let radius = state.shape_radius();
            let speed = velocity.norm() + angular_velocity.norm() * radius;
            speed * speed <= 2.0 * LIFT * radius * state.free_acceleration().norm()
        })
    }

    /// Whether all bodies have been [still](super::settled) for some renewals that nothing slows down: they slide on all
    /// that they touch without friction, or are round and roll on what is fixed without rolling friction.
    pub(super) fn stay_where_nothing_slows(&self, problem: &Problem) -> bool {
        let graph = &self.contacts.islands().graph;
        let is_round = |body: u32| {
            let constants = self.bodies[body].constants();
            constants.collider.ball_radius().is_some() || constants.shape.kind().axis_of_revolution().is_some()
        };
        let is_slowed = |body: u32| {
            let is_round = is_round(body);
            let slows = |number: &u32| {
                let touch = graph.touch(*number);
                let coefficients = self.coefficients_of(touch);
                let rolls = || is_round && coefficients.rolling == 0.0 && self.is_on_fixed(touch);
                coefficients.sliding > 0.0 && !rolls()
            };
            graph.touches_of(body).iter().any(slows)
        };
        // (What nothing pulls does not move at all in an island that is quiet.)
        let is_pulled = |body: u32| *self.bodies[body].free_acceleration() != Vector3::zeros();
        let is_still = |body: u32| graph.stillness(body).renewals >= SETTLES_AFTER || !is_pulled(body);
        problem.bodies.iter().all(|body| is_still(*body) || is_slowed(*body))
    }

    /// Whether a touch is of one body and something that is fixed.
    fn is_on_fixed(&self, touch: &Touch) -> bool {
        let moving = touch.bodies().filter(|body| self.bodies[*body].is_dynamic());
        moving.count() == 1
    }

    /// Whether no body goes anywhere in a time.
    pub(super) fn is_still(&self, problem: &Problem, time: f64) -> bool {
        problem.results().all(|(body, velocity, angular_velocity)| {
            let radius = self.bodies[body].shape_radius();
            (velocity.norm() + angular_velocity.norm() * radius) * time <= STILL * radius
        })
    }

    /// Whether an island touches a wall, or a fixed body that does not move, or has bodies that have settled.
    pub(super) fn is_supported(&self, measured: &[Measured]) -> bool {
        let mut supports = false;
        for one in measured {
            let touch = self.contacts.islands().graph.touch(one.touch);
            supports |= matches!(touch.second, Other::Wall(_)) || touch.bodies().any(|body| self.is_settled(body));
            for body in touch.bodies().filter(|body| !self.bodies[*body].is_dynamic()) {
                let piece = self.bodies[body].piece();
                if piece.velocity != Vector3::zeros() || piece.acceleration != Vector3::zeros() || piece.spins() {
                    return false;
                }
                supports = true;
            }
        }
        supports
    }
}
