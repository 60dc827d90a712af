//! Copies of balls in further lanes, each of which advances a part of the balls.
//!
//! A lane of copies has the cells that all balls together would have. Predictions are functions of
//! two motions, so it finds the same collisions, wherever it has all balls that take part. Its
//! balls can go back to earlier motions.

use super::ball::Ball;
use super::cell_grid::CellGrid;
use super::constants::{ROOM, SAME_PLACE};
use super::grid_plan::GridPlan;
use super::lane::BallLane;
use crate::domain::{ImageOffset, offset_of_shift};
use crate::motion::{Flight, Path, Spin};
use crate::response::CollisionHistory;
use nalgebra::Vector3;

/// The cells of a whole lane.
#[derive(Debug)]
pub(super) struct WholeGrid {
    grid: CellGrid,
    slack: f64,
    has_lists: bool,
}

/// A copy of a ball.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BallCopy {
    pub(crate) ball: Ball,
    pub(crate) past: CollisionHistory,
    pub(crate) lengths_gone: ImageOffset,
}

/// The motion of a ball that does not swell, and what is recorded of its past.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BallState {
    pub(crate) flight: Flight,
    /// Without meaning if the ball does not turn.
    pub(crate) spin: Spin,
    pub(crate) past: CollisionHistory,
}

impl BallState {
    /// Whether the motion of another one is the same, to the bit.
    pub(crate) fn has_motion_of(&self, other: &Self) -> bool {
        let is_same = |one: &[f64], other: &[f64]| one.iter().zip(other).all(|(one, other)| one.to_bits() == other.to_bits());
        let (flight, spin) = (&self.flight, &self.spin);
        is_same(&[flight.epoch], &[other.flight.epoch])
            && is_same(flight.velocity.as_slice(), other.flight.velocity.as_slice())
            && is_same(flight.position.as_slice(), other.flight.position.as_slice())
            && is_same(spin.angular_velocity.as_slice(), other.spin.angular_velocity.as_slice())
            && is_same(spin.orientation.coords.as_slice(), other.spin.orientation.coords.as_slice())
    }
}

impl WholeGrid {
    /// The same cells for a part of the balls.
    pub(super) fn plan(&self) -> GridPlan {
        GridPlan {
            grid: self.grid.clone(),
            slack: self.slack,
            has_lists: self.has_lists,
        }
    }
}

impl BallLane {
    /// A lane without balls, with the cells of a whole lane, for copies of some of its balls.
    pub(crate) fn part_of(whole: &Self) -> Self {
        let cells = WholeGrid {
            grid: whole.grid.clone(),
            slack: whole.filing.slack(),
            has_lists: whole.lists.is_some(),
        };
        let mut part = Self::new(*whole.grid.space());
        part.whole = Some(Box::new(cells));
        part
    }

    /// Whether lanes of copies can advance the balls: none swells, and a periodic domain is so wide that
    /// only the nearest images meet.
    pub(crate) fn is_divisible(&self) -> bool {
        !self.balls.any_swells()
            && self.overlaps.is_none()
            && !self.zones.any()
            && !self.grid.levels().any(|level| level.has_few_cells())
    }

    /// A copy of a ball, with all that a lane knows of it.
    pub(crate) fn copy(&self, name: u32) -> BallCopy {
        let slot = self.balls.slot(name);
        let event = self.balls.event(slot);
        let ball = Ball {
            id: event.id,
            serial: event.serial,
            kind: event.kind,
            species: *self.balls.species(slot),
            motion: self.own_motion_in(slot as u32),
        };
        BallCopy {
            ball,
            past: self.past(name),
            lengths_gone: self.lengths_gone(name),
        }
    }

    /// Inserts a copy of a ball of another lane.
    pub(crate) fn insert_copy(&mut self, copy: &BallCopy, now: f64) {
        self.insert(&copy.ball, now);
        let name = copy.ball.id.index;
        self.balls.restore_past(self.balls.slot(name), copy.past);
        self.set_lengths_gone(name, copy.lengths_gone);
    }

    /// The names and the paths of all balls, in the order of their slots.
    pub(crate) fn paths(&self) -> impl Iterator<Item = (u32, Path)> {
        self.balls
            .occupied()
            .map(|slot| (self.balls.name(slot), self.balls.path(slot)))
    }

    /// The slot of a ball.
    #[inline]
    pub(crate) fn slot(&self, name: u32) -> u32 {
        self.balls.slot(name) as u32
    }

    /// The flight of the ball in a slot.
    #[inline]
    pub(crate) fn flight_in(&self, slot: u32) -> &Flight {
        self.balls.flight(slot as usize)
    }

    /// The motion of the ball in a slot, and its past.
    #[inline]
    pub(crate) fn state_in(&self, slot: u32) -> BallState {
        let slot = slot as usize;
        BallState {
            flight: *self.balls.flight(slot),
            spin: self.balls.spin(slot),
            past: self.balls.past(slot),
        }
    }

    /// The motion of a ball, and its past.
    pub(crate) fn state(&self, name: u32) -> BallState {
        self.state_in(self.slot(name))
    }

    /// How far apart the centres of two balls are at most that touch, up to rounding, in metres.
    pub(crate) fn touching_distance(&self) -> f64 {
        2.0 * self.grid.largest() * ROOM
    }

    /// The acceleration of a ball.
    pub(crate) fn acceleration(&self, name: u32) -> Vector3<f64> {
        self.balls.acceleration(self.balls.slot(name))
    }

    /// At least the greatest acceleration of a ball.
    pub(crate) fn greatest_acceleration(&self) -> f64 {
        self.balls.greatest_acceleration()
    }

    /// Whether two balls with these motions may touch between two times: rather too often than too
    /// rarely.
    pub(crate) fn may_touch(&self, names: [u32; 2], states: [&BallState; 2], from: f64, to: f64) -> bool {
        let slots = names.map(|name| self.balls.slot(name));
        let [a, b] = [0, 1].map(|number| states[number].flight.under(self.balls.acceleration(slots[number])));
        let apart = self.grid.nearest(b.at(from) - a.at(from));
        let velocity = b.velocity_at(from) - a.velocity_at(from);
        let passed = to - from;
        // Where they would be nearest without acceleration.
        let nearest = -apart.dot(&velocity) / velocity.norm_squared();
        let nearest = if nearest > 0.0 { nearest.min(passed) } else { 0.0 };
        let bend = 0.5 * (b.acceleration - a.acceleration).norm() * passed * passed;
        let range = (self.balls.radius(slots[0]) + self.balls.radius(slots[1])) * ROOM;
        (apart + velocity * nearest).norm() <= range + bend
    }

    /// Gives a ball the motion before or after its present one, from an event at which both meet,
    /// and the past that belongs to it. Its next event is predicted by the next
    /// [flush](Self::flush).
    pub(crate) fn restore(&mut self, name: u32, state: &BallState, now: f64) {
        self.changes += 1;
        let slot = self.balls.slot(name);
        let present = self.balls.path(slot);
        let path = state.flight.under(self.balls.acceleration(slot));
        let mut off = path.at(now) - present.at(now);
        if self.grid.is_periodic() {
            // Where they meet, both are at the same place, or at images of it.
            let meeting = state.flight.epoch.max(present.flight.epoch);
            let there = path.at(meeting) - present.at(meeting);
            let by = there - self.grid.nearest(there);
            if by != Vector3::zeros() {
                self.shift_image(slot, &by);
                let lengths = offset_of_shift(&by, &self.grid.space().lengths());
                let gone = self.balls.lengths_gone(name);
                self.balls
                    .set_lengths_gone(name, std::array::from_fn(|axis| gone[axis] - lengths[axis]));
                off -= by;
            }
        }
        self.store_flight(slot, state.flight);
        if path.velocity_at(now).norm_squared() > self.balls.speed_squared() {
            // It was not so fast when the motion began.
            self.clear.invalidate();
        }
        self.balls.set_spin(slot, state.spin);
        self.balls.restore_past(slot, state.past);
        // With lists a ball that is outside of its lease gets a new one at once, as the lease has
        // expired.
        if self.lists.is_none() && off.amax() > SAME_PLACE * self.grid.grid().least_width() {
            self.refile(slot, now);
        }
    }

    /// Goes back to the earlier time `now`, at which balls with later motions were
    /// [restored](Self::restore).
    pub(crate) fn go_back(&mut self, now: f64) {
        if self.balls.any_falls() {
            // The bounds are those of the later motions.
            self.clear.invalidate();
        }
        self.rewind(now);
        self.flush(now);
    }

    /// Sets the square of the greatest speed, where those of other lanes count.
    pub(crate) fn set_greatest_speed_squared(&mut self, speed_squared: f64) {
        self.balls.allow_speed_squared(speed_squared);
        self.clear.invalidate();
    }

    /// The square of the greatest speed so far, of balls without acceleration.
    pub(crate) fn greatest_speed_squared(&self) -> f64 {
        self.balls.speed_squared()
    }

    /// The largest radius for which there are cells.
    pub(crate) fn largest_radius(&self) -> f64 {
        self.grid.largest()
    }

    /// The number of changes from outside so far: of the balls, their constants and their motions,
    /// but for collisions.
    pub(crate) fn changes(&self) -> u64 {
        self.changes
    }

    /// A lane with the same balls and valid cells, for queries at present. It has no predictions.
    pub(crate) fn filed(&self, now: f64) -> Self {
        let mut filed = Self::part_of(self);
        filed.reserve(self.len());
        for name in self.names() {
            filed.insert_copy(&self.copy(name), now);
        }
        filed.refit(now);
        filed
    }
}

#[cfg(test)]
mod tests;
