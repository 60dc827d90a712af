//! The review of lanes at the end of an instant.

use super::super::World;
use super::choose::LaneChange;

impl World {
    /// Opens or closes the lane of balls, if that is due, and moves the reviewed bodies into it
    /// that it covers now. Only after the last event of the present time: pairs that are formed
    /// again report no begin at it.
    pub(in crate::world) fn review_lanes(&mut self) {
        let change = match self.lanes.countdown {
            0 => self.choose_lanes(),
            _ => LaneChange::None,
        };
        if matches!(change, LaneChange::None) && (!self.lanes.balls.is_open() || self.lanes.review.is_empty()) {
            self.lanes.review.clear();
            return;
        }
        self.sync_broad_phase();
        self.finish_search();
        match change {
            LaneChange::Open(space) => self.open_balls(space),
            LaneChange::Close => self.close_balls(),
            LaneChange::None => {}
        }
        if !self.lanes.balls.is_open() {
            self.lanes.review.clear();
            return;
        }
        let mut review = std::mem::take(&mut self.lanes.review);
        review.sort_unstable();
        review.dedup();
        review.retain(|index| self.bodies.is_occupied(*index) && !self.bodies.in_balls(*index) && self.is_for_balls(*index));
        if review.is_empty() {
            return;
        }
        let was_empty = self.lanes.occupied().is_none();
        for index in &review {
            self.enter_balls(*index);
        }
        self.hand_over_ended_overlaps();
        if was_empty {
            self.renew_all_zones();
        }
        self.flush_balls();
        self.apply_rezoned(false);
        for index in review {
            self.compact(index);
        }
    }
}
