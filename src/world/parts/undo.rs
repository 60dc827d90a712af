//! A window is undone: all bodies go back to its begin.

use super::super::World;
use super::super::next::Source;
use crate::bodies::Condition;
use crate::clock::{Clock, Instant};
use crate::lane::order::Due;

impl World {
    /// Begins to write down an event, which is executed next. (Other bodies that it changes begin new pieces.)
    pub(in crate::world) fn begin_entry(&mut self, due: &Due, source: &Source) {
        let bodies = match source {
            Source::Pair(place) => self.pairs[*place].bodies().map(Some),
            Source::Wall(body, _) | Source::Wrap(body) => [Some(*body), None],
            Source::Schedule | Source::Expiry(_) | Source::Renewal(_) => [None; 2],
        };
        for body in bodies.into_iter().flatten() {
            if self.bodies[body].is_dynamic() {
                self.bodies.keep_former(body);
            }
        }
        self.ledger.begin_entry(*due, bodies);
    }

    /// Goes back to the begin of a window, in which no island has begun.
    pub(super) fn go_back_to(&mut self, begin: f64) {
        self.revert();
        self.clock = Clock::restored(begin, Instant::default());
        self.search.go_back(begin);
        self.follow_conditions();
    }

    /// Predicts again what depends on conditions that were [set](Self::set_condition). What was due before now has
    /// happened.
    pub(super) fn follow_conditions(&mut self) {
        self.apply_pair_changes(false);
        let moved = self.bodies.take_moved();
        for index in &moved {
            let (bounds, offset) = (self.bodies[*index].bounds(), *self.bodies[*index].image_offset());
            self.search.update(*index, &offset, &bounds, self.clock.now());
        }
        self.apply_pair_changes(false);
        for index in &moved {
            self.find_pairs_again(*index);
            self.predict_walls(*index);
        }
        self.bodies.reuse_moved(moved);
    }

    /// Predicts the pairs of a body again, of which what was due before now has happened.
    pub(super) fn find_pairs_again(&mut self, index: u32) {
        for at in 0..self.bodies[index].pairs().len() {
            let place = self.bodies[index].pairs()[at];
            self.pairs[place].forecast_mut().forget();
            self.predictor().predict(place, false);
        }
    }

    /// Gives all bodies their motions of the begin of a window, and all pairs their contacts.
    pub(super) fn revert(&mut self) {
        for (body, former) in self.bodies.take_formers() {
            self.set_condition(body, &former);
        }
        self.revert_contacts();
    }

    /// Gives a body the motion and the contacts with walls of a copy. Its pairs are not predicted again before
    /// that is [followed](Self::follow_conditions).
    pub(super) fn set_condition(&mut self, body: u32, of_copy: &Condition) {
        let before = self.bodies[body].contact().wall_rests();
        self.contacts.exchange_walls(before, of_copy.contacts().wall_rests());
        self.bodies.set_condition(body, of_copy);
        if !self.bodies.has_moved(body) {
            self.bodies.note_moved(body);
        }
    }
}
