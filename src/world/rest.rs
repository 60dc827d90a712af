//! Contact that goes on: bodies pressed together by acceleration, without closing.
//!
//! Two that touch, do not close, and accelerate towards each other are at rest on each other: the accelerations change by equal
//! and opposite forces so that the gap no longer closes, as velocities change at a collision. Several contacts of one body, or a
//! pile, settle by doing this pair after pair at the same instant until none is pressed (a Gauss-Seidel iteration; its residual
//! falls geometrically). Any other change of motion of one of the two frees both, and all that rests on them, and what is still
//! pressed settles anew. A rest also ends where its support does: at the edge of a table.
//!
//! Simplifications: no friction while at rest (a body on a slope slides), and on curved surfaces a sliding contact becomes a
//! series of very short hops.

use super::{StepError, World};
use crate::impact::approach_noise;
use crate::scene::{Wall, Zeno};
use nalgebra::Vector3;

/// The share by which the force is too large, so that rounding leaves the two parting rather than pressed again.
const OVERSHOOT: f64 = 4.0 * f64::EPSILON;

impl World {
    /// Lays a pair that is pressed together to rest.
    pub(super) fn press_pair(&mut self, place: u32, normal: &Vector3<f64>) -> Result<(), StepError> {
        let bodies = self.pairs[place].bodies;
        if self.settings.zeno == Zeno::Error {
            return Err(StepError::Zeno {
                time: self.now,
                names: bodies.map(|body| self.name_of(body)),
            });
        }
        for index in bodies {
            self.go_on_in_new_piece(index);
        }
        self.rest_pair(place, normal);
        Ok(())
    }

    /// Takes the closing part of a pair's relative acceleration away.
    pub(super) fn rest_pair(&mut self, place: u32, normal: &Vector3<f64>) {
        let [a, b] = self.pairs[place].bodies;
        let press = normal.dot(&(self.bodies[a].piece.acceleration - self.bodies[b].piece.acceleration));
        if press <= 0.0 {
            return;
        }
        let inverse_sum = self.bodies[a].inverse_mass + self.bodies[b].inverse_mass;
        let force = press * (1.0 + OVERSHOOT) / inverse_sum;
        for (index, sign) in [(a, -1.0), (b, 1.0)] {
            let state = &mut self.bodies[index];
            state.piece.acceleration += normal * (sign * force * state.inverse_mass);
        }
        if self.pairs[place].resting.replace(*normal).is_none() {
            self.rests += 1;
            self.counters.rests += 1;
        }
    }

    /// Lays a body that is pressed against a wall of the domain to rest on it.
    pub(super) fn press_on_wall(&mut self, index: u32, wall: Wall) -> Result<(), StepError> {
        if self.settings.zeno == Zeno::Error {
            return Err(StepError::Zeno {
                time: self.now,
                names: [self.name_of(index), wall.to_string()],
            });
        }
        self.go_on_in_new_piece(index);
        self.rest_on_wall(index, wall);
        Ok(())
    }

    /// Takes the part of a body's acceleration away that presses it against a wall, and what is left of its speed that way.
    pub(super) fn rest_on_wall(&mut self, index: u32, wall: Wall) {
        let sign = wall.normal()[wall.axis()];
        let state = &mut self.bodies[index];
        let axis = wall.axis();
        if state.piece.acceleration[axis] * sign <= 0.0 {
            return;
        }
        state.piece.acceleration[axis] = 0.0;
        if state.piece.velocity[axis].abs() <= approach_noise(state.piece.velocity.norm()) {
            state.piece.velocity[axis] = 0.0;
        }
        if state.wall_rests & 1 << wall as u8 == 0 {
            state.wall_rests |= 1 << wall as u8;
            self.rests += 1;
            self.counters.rests += 1;
        }
    }

    /// The support of a rest ends: both bodies are free.
    pub(super) fn end_rest(&mut self, place: u32) {
        for index in self.pairs[place].bodies {
            if self.bodies[index].is_dynamic() {
                let velocity = self.bodies[index].piece.velocity_at(self.now);
                self.begin_piece(index, velocity);
            }
        }
    }

    /// Frees all that rests on a body, or on what rests on it, and so on; the body itself is about to get a new piece.
    pub(super) fn free_rests_of(&mut self, index: u32) {
        if self.rests == 0 {
            return;
        }
        let mut open = vec![index];
        while let Some(body) = open.pop() {
            let walls = std::mem::take(&mut self.bodies[body].wall_rests).count_ones();
            self.rests -= walls as usize;
            self.counters.rest_ends += u64::from(walls);
            for number in 0..self.bodies[body].pairs.len() {
                let place = self.bodies[body].pairs[number];
                if self.pairs[place].resting.take().is_none() {
                    continue;
                }
                self.rests -= 1;
                self.counters.rest_ends += 1;
                let bodies = self.pairs[place].bodies;
                let other = if bodies[0] == body { bodies[1] } else { bodies[0] };
                if self.bodies[other].is_dynamic() {
                    let now = self.now;
                    let state = &mut self.bodies[other];
                    state.begin_piece(now, state.piece.velocity_at(now));
                    self.mark_moved(other);
                    open.push(other);
                }
            }
        }
    }

    /// A new piece of the same motion, supports included: what was predicted from the old one has been dealt with.
    fn go_on_in_new_piece(&mut self, index: u32) {
        if self.bodies[index].is_dynamic() {
            let state = &mut self.bodies[index];
            state.piece = state.piece.rebased(self.now);
            state.stamp = state.stamp.wrapping_add(1);
            self.mark_moved(index);
        }
    }
}
