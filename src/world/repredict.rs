//! The last step of the loop: all that depends on changed motions is computed again.

use super::World;
use super::predictor::is_up_to_date;
use crate::stopwatch::Part;
use smallvec::SmallVec;

impl World {
    /// Updates everything that depends on the changed motions, in this order: contacts that last,
    /// bounds, lanes, candidate pairs, predictions of pairs and of walls.
    pub(super) fn repredict_moved(&mut self) {
        if self.bodies.moved().is_empty() {
            return;
        }
        self.rests().count_disturbances();
        self.rests().solve_contacts();
        self.report_rests_of_moved();
        let mut leaving: SmallVec<[u32; 2]> = SmallVec::new();
        for at in 0..self.bodies.moved().len() {
            let index = self.bodies.moved()[at];
            self.ledger.record(self.bodies.id(index), self.bodies[index].piece());
            if self.bodies.in_balls(index) {
                match self.is_for_balls(index) {
                    true => self.send_motion_to_balls(index),
                    false => leaving.push(index),
                }
            } else {
                if !self.bodies[index].is_half_space() {
                    let bounds = self.bodies[index].bounds();
                    let offset = self.bodies[index].image_offset();
                    let now = self.clock.now();
                    self.ledger
                        .time(Part::Broad, || self.search.update(index, offset, &bounds, now));
                }
                self.update_lane_of(index);
            }
        }
        self.apply_pair_changes(true);
        for index in leaving {
            self.leave_balls(index, true);
        }
        self.flush_balls();
        self.apply_rezoned(true);
        for at in 0..self.bodies.moved().len() {
            let index = self.bodies.moved()[at];
            self.predict_pairs_of(index);
            if !self.bodies.in_balls(index) {
                self.predict_walls(index);
            }
        }
        let moved = self.bodies.take_moved();
        for index in &moved {
            self.compact(*index);
        }
        self.bodies.reuse_moved(moved);
    }

    /// Predicts the pairs of a body again.
    pub(super) fn predict_pairs_of(&mut self, index: u32) {
        let (bodies, pairs) = (&self.bodies, &self.pairs);
        // All are looked at before one is predicted: their memory is waited for at once.
        let all = bodies[index].pairs();
        let stale: SmallVec<[u32; 16]> = all
            .iter()
            .copied()
            .filter(|place| !is_up_to_date(bodies, &pairs[*place]))
            .collect();
        self.ledger.counters_mut().predictions_reused += (all.len() - stale.len()) as u64;
        let mut predictor = self.predictor();
        for place in stale {
            predictor.predict(place, true);
        }
    }
}
