//! The time between two renewals of an island.

use super::approaching::Nearby;
use super::constants::{SLIDE, TURN, fall_between, turn_between};
use super::measure::Measured;
use super::present;
use super::touch::{Other, Parties};
use super::turning::Turning;
use crate::bodies::State;
use crate::contact::context::Rests;
use nalgebra::Vector3;

/// The time in which a body may fall this far, as a share of its radius, in seconds; infinite if nothing pulls it.
pub(super) fn time_of_fall(state: &State, fall: f64) -> f64 {
    match state.free_acceleration().norm() {
        pull if pull > 0.0 => (2.0 * fall * state.shape_radius() / pull).sqrt(),
        _ => f64::INFINITY,
    }
}

impl Rests<'_> {
    /// The time until the next renewal, in seconds; infinite if nothing moves and nothing pulls. `nearby`: what the
    /// members do not touch, but may meet.
    pub(super) fn step_of(&self, members: &[u32], measured: &[Measured], nearby: &[Nearby]) -> f64 {
        let now = self.clock.now();
        let motion = |body: u32| {
            let piece = self.bodies[body].piece();
            [piece.velocity_at(now), present::spin(piece, now)]
        };
        let (fall, turn) = (fall_between(measured.len()), turn_between(measured.len()));
        let mut step = f64::INFINITY;
        for member in members {
            let state = &self.bodies[*member];
            step = step.min(time_of_fall(state, fall));
            if state.moving().rotates() {
                step = step.min(turn / present::spin(state.piece(), now).norm());
            }
        }
        for one in measured {
            let touch = self.contacts.islands().graph.touch(one.touch);
            step = step.min(self.step_beside(&touch.parties(), one.size, fall, turn));
            let bodies = touch.places();
            for near in &one.near {
                let velocity = |body: u32| present::velocity_of(self.bodies[body].piece(), now, &near.point);
                let first = velocity(touch.first);
                let second = match touch.second {
                    Other::Body(second) => velocity(second),
                    Other::Wall(_) => Vector3::zeros(),
                };
                let speed = (second - first).norm();
                if speed > 0.0 {
                    step = step.min(SLIDE * one.size / speed);
                }
                if near.rim.is_some() {
                    let turning = Turning::new(bodies, self.bodies, now, &one.shift, motion);
                    step = step.min(TURN / turning.rate_of_tangent(near));
                }
            }
        }
        for one in nearby {
            step = step.min(self.step_beside(&one.parties, one.measured.size, fall, turn));
        }
        step
    }

    /// The time in which the fixed ones of two parties turn by no more than an angle, and move as what is pulled does.
    fn step_beside(&self, parties: &Parties, size: f64, fall: f64, turn: f64) -> f64 {
        let mut step = f64::INFINITY;
        for body in parties.bodies().filter(|body| !self.bodies[*body].is_dynamic()) {
            let piece = self.bodies[body].piece();
            step = step.min(turn / piece.angular_velocity.norm());
            let acceleration = piece.acceleration.norm();
            if acceleration > 0.0 {
                step = step.min((2.0 * fall * size / acceleration).sqrt());
            }
        }
        step
    }
}
