//! When a ball leaves its cell or its lease, or outgrows the domain.

use super::constants::FAR_IMAGES;
use super::exit::time_to_exit;
use super::lane::BallLane;
use super::next_event::Direction;
use crate::domain::{outgrown_at, wrap_time};

impl BallLane {
    /// When a ball leaves its cell or its lease, or begins a new motion piece as it has travelled far, and in which
    /// direction.
    #[inline(always)]
    pub(super) fn leaving(&self, slot: usize, now: f64) -> (f64, Direction) {
        if self.balls.any_swells() {
            return self.leaving_or_outgrowing(slot, now);
        }
        let (time, direction) = self.leaving_by_motion(slot, now);
        (time.min(self.wraps_at(slot)), direction)
    }

    /// The same for a ball without a lease.
    #[inline(always)]
    pub(super) fn leaving_cell(&self, slot: usize, now: f64) -> (f64, Direction) {
        if self.balls.any_swells() {
            return self.leaving_or_outgrowing(slot, now);
        }
        let (time, direction) = self.crossing(slot, now);
        (time.min(self.wraps_at(slot)), direction)
    }

    #[inline(always)]
    fn leaving_by_motion(&self, slot: usize, now: f64) -> (f64, Direction) {
        match &self.lists {
            Some(lists) => (
                lists.expiry(slot, &self.balls.path(slot), now, |apart| self.grid.nearest(apart)),
                Direction::default(),
            ),
            None if self.balls.level(slot) > 0 => (
                self.footprints.expiry(&self.grid, &self.balls, slot, now),
                Direction::default(),
            ),
            None => self.crossing(slot, now),
        }
    }

    /// When a ball that may swell leaves its cell or its lease, or outgrows the domain.
    #[inline(never)]
    fn leaving_or_outgrowing(&self, slot: usize, now: f64) -> (f64, Direction) {
        let (time, direction) = self.leaving_by_motion(slot, now);
        (time.min(self.outgrown_at(slot)).min(self.wraps_at(slot)), direction)
    }

    /// When a ball in a periodic domain begins a new motion piece, as it has travelled far; infinite if that is not
    /// soon.
    #[inline(always)]
    pub(super) fn wraps_at(&self, slot: usize) -> f64 {
        match self.balls.filing(slot).1.iter().any(|image| image.abs() >= FAR_IMAGES) {
            true => self.far_wraps_at(slot),
            false => f64::INFINITY,
        }
    }

    #[cold]
    fn far_wraps_at(&self, slot: usize) -> f64 {
        let path = self.balls.path(slot);
        let flight = &path.flight;
        wrap_time(
            &self.grid.space().lengths(),
            flight.epoch,
            &flight.velocity,
            &path.acceleration,
        )
    }

    /// When a ball outgrows a periodic domain.
    #[inline(always)]
    pub(super) fn outgrown_at(&self, slot: usize) -> f64 {
        match self.balls.any_swells() {
            true => self.swelling_outgrown_at(slot),
            false => f64::INFINITY,
        }
    }

    #[cold]
    fn swelling_outgrown_at(&self, slot: usize) -> f64 {
        if !self.grid.is_periodic() {
            return f64::INFINITY;
        }
        let growth = self.balls.growth(slot);
        let (epoch, radius) = (self.balls.flight(slot).epoch, self.balls.radius(slot) + growth.swell);
        outgrown_at(&self.grid.space().lengths(), epoch, radius, growth.rate)
    }

    /// When a ball leaves its cell, and in which direction.
    #[inline]
    fn crossing(&self, slot: usize, now: f64) -> (f64, Direction) {
        if self.balls.any_falls() {
            return self.crossing_under_acceleration(slot, now);
        }
        let flight = self.balls.flight(slot);
        let (cell, image) = self.balls.filing(slot);
        let (mut first, mut direction) = (f64::INFINITY, Direction::default());
        // Without branches on the signs of velocities, which are unpredictable.
        for axis in 0..3 {
            let velocity = flight.velocity[axis];
            let up = velocity > 0.0;
            let end = self.grid.neighbours_on(axis, cell[axis]).ends()[usize::from(up)];
            let end = end + f64::from(image[axis]) * self.grid.grid().lengths()[axis];
            let wait = (end - flight.position[axis]) / velocity;
            let wait = if velocity != 0.0 { wait } else { f64::INFINITY };
            let sooner = wait < first;
            first = if sooner { wait } else { first };
            direction = if sooner {
                Direction { axis: axis as u8, up }
            } else {
                direction
            };
        }
        (flight.epoch + first, direction)
    }

    /// The same where balls have accelerations: from now on, as a ball can leave a cell twice.
    #[inline(never)]
    fn crossing_under_acceleration(&self, slot: usize, now: f64) -> (f64, Direction) {
        let path = self.balls.path(slot);
        let (place, velocity) = (path.at(now), path.velocity_at(now));
        let (cell, image) = self.balls.filing(slot);
        let (mut first, mut direction) = (f64::INFINITY, Direction::default());
        for axis in 0..3 {
            let ends = self.grid.neighbours_on(axis, cell[axis]).ends();
            let (from, velocity, acceleration) = (place[axis], velocity[axis], path.acceleration[axis]);
            for up in [false, true] {
                let end = ends[usize::from(up)] + f64::from(image[axis]) * self.grid.grid().lengths()[axis];
                let wait = match up {
                    true => time_to_exit(end - from, velocity, acceleration),
                    false => time_to_exit(from - end, -velocity, -acceleration),
                };
                if wait < first {
                    first = wait;
                    direction = Direction { axis: axis as u8, up };
                }
            }
        }
        (now + first, direction)
    }
}
