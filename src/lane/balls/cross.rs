//! Cell crossings and expired leases.

use super::constants::MOST_IMAGES;
use super::grid::Step;
use super::lane::BallLane;
use super::next_event::{Earliest, NextEvent};
use super::upcoming::{Upcoming, UpcomingKind};

impl BallLane {
    /// Moves a ball into its next cell and scans the cells that become its neighbours; with lists,
    /// renews its lease. Returns an event if it cannot cross.
    pub(super) fn cross_cell(&mut self, slot: usize, now: f64) -> Option<Upcoming> {
        if self.outgrown_at(slot).min(self.wraps_at(slot)) <= now {
            let kind = UpcomingKind::Wrap(self.balls.name(slot));
            return Some(Upcoming { time: now, kind });
        }
        if self.has_lease(slot) {
            self.renew_lease(slot, now);
            self.predict(slot, now);
            return None;
        }
        let NextEvent {
            hit, partner, direction, ..
        } = *self.balls.event(slot);
        let step = self.step_into_next_cell(slot);
        let axis = usize::from(direction.axis);
        let before = Earliest { time: hit, partner };
        let mut best = before;
        if let Some(ahead) = self.grid.neighbours_on(axis, step.cell).next(step.image, direction.up) {
            self.scan_ahead(slot, axis, ahead, now, &mut best);
        }
        self.test_walls(slot, &mut best);
        self.store_event_after_crossing(slot, before, best, now);
        None
    }

    /// Files a ball in its next cell, which is returned.
    #[inline]
    pub(super) fn step_into_next_cell(&mut self, slot: usize) -> Step {
        let direction = self.balls.event(slot).direction;
        let axis = usize::from(direction.axis);
        let before = self.balls.filing(slot);
        let (mut cell, mut image) = before;
        let step = self.grid.neighbours_on(axis, cell[axis]).next(image[axis], direction.up);
        let step = step.expect("a ball that leaves its cell has a next one: it meets a wall before");
        debug_assert!(
            step.image.abs() <= MOST_IMAGES,
            "a ball that is farther away begins a new piece before"
        );
        self.counters.crossings += 1;
        (cell[axis], image[axis]) = (step.cell, step.image);
        self.filing.refile(self.grid.finest(), slot, before.0, cell);
        self.balls.set_filing(slot, cell, image);
        if self.zones.any() {
            self.zones.note_refiled(&self.balls, &self.grid, slot, before);
        }
        step
    }
}
