//! Opening and closing of the lane of balls.

use super::super::World;
use super::constants::{CLOSING_RATIO, MIN_COUNTDOWN, OPENING_RATIO};
use super::usual::UsualBalls;
use crate::bodies::State;
use crate::lane::balls::{BallLane, Space};

/// A change of the lane of balls.
pub(super) enum LaneChange {
    None,
    Open(Space),
    Close,
}

/// Whether the covered ones of all bodies are at least so many for each other one.
fn outnumber(covered: usize, all: usize, ratio: usize) -> bool {
    covered >= ratio * (all - covered)
}

impl World {
    /// Decides whether to open or close the lane of balls, by the number of bodies that it covers.
    /// O(n).
    pub(super) fn choose_lanes(&mut self) -> LaneChange {
        let bodies = self.bodies.len();
        self.lanes.countdown = bodies.max(MIN_COUNTDOWN);
        let Ok(space) = self.space_of_balls() else {
            // Until a setting changes.
            self.lanes.countdown = usize::MAX;
            return match self.lanes.balls.is_open() {
                true => LaneChange::Close,
                false => LaneChange::None,
            };
        };
        let is_open = self.lanes.balls.is_open();
        if !is_open {
            self.choose_usual();
        }
        let covered = self.covered();
        let ratio = if is_open { CLOSING_RATIO } else { OPENING_RATIO };
        match (is_open, outnumber(covered, bodies, ratio)) {
            (true, false) => LaneChange::Close,
            (false, true) => LaneChange::Open(space),
            _ => LaneChange::None,
        }
    }

    /// The number of bodies that the lane of balls covers, whether they are in it now or wait for it:
    /// which ones wait depends on its cells. O(n).
    fn covered(&self) -> usize {
        let is_covered = |index: u32| self.bodies.in_balls(index) || self.is_for_balls(index);
        self.bodies.in_order().iter().filter(|index| is_covered(**index)).count()
    }

    /// Opens or closes the lane of balls before an insertion.
    pub(in crate::world) fn choose_lanes_for(&mut self, states: &[State]) {
        let is_new = self.bodies.len() == 0;
        if is_new {
            self.close_balls();
            self.lanes.countdown = states.len().max(MIN_COUNTDOWN);
            self.lanes.usual = UsualBalls::among(states.iter());
        }
        let coming = states.len();
        let covered = states.iter().filter(|state| self.lanes.takes(state)).count();
        if is_new {
            if let Ok(space) = self.space_of_balls()
                && outnumber(covered, coming, OPENING_RATIO)
            {
                let mut balls = self.new_balls(space);
                balls.reserve(covered);
                self.lanes.balls.open(balls);
            }
        } else if let Some(balls) = self.lanes.balls.get() {
            let all = self.bodies.len() + coming;
            // Those inside are counted already: others count only where these are too few.
            let are_enough = |inside: usize| outnumber(inside + covered, all, CLOSING_RATIO);
            if !are_enough(balls.len()) && !are_enough(self.covered()) {
                self.close_balls();
            }
        }
    }

    /// An empty lane of balls. The parts of the run are not separable in it.
    fn new_balls(&mut self, space: Space) -> BallLane {
        self.ledger.drop_stopwatch();
        BallLane::new(space)
    }

    /// Finds out what nearly all balls have in common. All bodies are in the lane of pairs.
    fn choose_usual(&mut self) {
        let order = self.bodies.in_order().iter();
        self.lanes.usual = UsualBalls::among(order.map(|index| &self.bodies[*index]));
    }

    /// Opens the lane of balls for a world that is restored, in which there are no pairs, if it would not
    /// be closed again. Returns whether it is open: a snapshot does not say so, since events do not depend
    /// on it.
    pub(in crate::world) fn reopen_balls(&mut self) -> bool {
        let Ok(space) = self.space_of_balls() else { return false };
        self.choose_usual();
        if !outnumber(self.covered(), self.bodies.len(), CLOSING_RATIO) {
            return false;
        }
        self.open_balls(space);
        true
    }

    /// Moves all bodies that the lane of balls covers into a new one. O(n log n).
    pub(super) fn open_balls(&mut self, space: Space) {
        let order = self.bodies.in_order().iter().copied();
        let covered: Vec<u32> = order.filter(|index| self.is_for_balls(*index)).collect();
        let balls = self.new_balls(space);
        self.lanes.balls.open(balls);
        self.lanes.zones.clear();
        for index in covered {
            self.drop_free_pairs(index);
            self.agenda.set_wall(index, None);
            self.move_to_balls(index);
            self.hand_over_overlaps(index);
        }
        self.hand_over_ended_overlaps();
        self.rebuild_broad_phase();
        self.renew_all_zones();
        self.flush_balls();
        self.apply_rezoned(false);
        self.compact_all();
    }

    /// Moves all balls into the lane of pairs, and closes the lane of balls. O(n log n).
    pub(in crate::world) fn close_balls(&mut self) {
        if !self.lanes.balls.is_open() {
            return;
        }
        self.sync_broad_phase();
        let mut left = Vec::new();
        for at in 0..self.bodies.len() {
            let index = self.bodies.in_order()[at];
            self.expand(index);
            if self.bodies.in_balls(index) {
                self.bodies.leave_balls(index);
                left.push(index);
            }
        }
        if let Some(balls) = self.lanes.balls.close() {
            self.lanes.work.add(&balls.counters());
            for pair in balls.overlapping_pairs() {
                self.begin_pair_in_overlap(pair, false);
            }
        }
        self.lanes.zones.clear();
        self.lanes.review.clear();
        self.lanes.countdown = self.bodies.len().max(MIN_COUNTDOWN);
        self.rebuild_broad_phase();
        self.pair_with_half_spaces(&left);
        for index in left {
            self.predict_walls(index);
        }
    }
}
