//! A window is undone: all bodies go back to its begin.

use super::super::World;
use crate::bodies::Condition;
use crate::clock::{Clock, Instant};
use crate::contact::IslandCopy;
use hashbrown::HashMap;

impl World {
    /// Goes back to the begin of a window.
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

    /// Gives all bodies their motions of the begin of a window, all pairs their contacts, and islands what they had.
    pub(super) fn revert(&mut self) {
        let formers = self.bodies.take_formers();
        let islands = self.take_former_islands(&formers);
        for (body, former) in formers {
            self.set_condition(body, &former);
        }
        for island in islands {
            self.contacts.islands_mut().install(island, &self.bodies);
        }
        self.revert_contacts();
    }

    /// Drops the islands that have changed in a window, and takes what they were like at its begin. The bodies that have
    /// changed were like `formers` then.
    fn take_former_islands(&mut self, formers: &[(u32, Condition)]) -> Vec<IslandCopy> {
        let stamps: HashMap<u32, u32> = formers.iter().map(|(body, former)| (*body, former.stamp())).collect();
        let bodies = &self.bodies;
        let stamp = |body: u32| {
            let former = stamps.get(&body).copied();
            former.or_else(|| bodies.is_occupied(body).then(|| bodies[body].stamp()))
        };
        self.contacts.islands_mut().take_formers(stamp)
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
