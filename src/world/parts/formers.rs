//! What bodies were like before the events of a window, to go back.

use super::super::World;
use super::super::next::Source;
use crate::bodies::{Bodies, Condition};
use crate::clock::{Clock, Instant};
use crate::lane::order::Due;

/// The bodies that have changed in a window, as they were at its begin.
#[derive(Debug, Default)]
pub(super) struct Formers {
    kept: Vec<(u32, Condition)>,
    /// By the places of bodies: whether one is kept.
    marks: Vec<bool>,
}

impl Formers {
    /// Begins a window.
    pub(super) fn restart(&mut self) {
        for (body, _) in self.kept.drain(..) {
            self.marks[body as usize] = false;
        }
    }

    /// Keeps what a body is like, if it has not changed before in the window.
    fn keep(&mut self, body: u32, bodies: &Bodies) {
        let place = body as usize;
        if self.marks.len() <= place {
            self.marks.resize(bodies.places() as usize, false);
        }
        if !std::mem::replace(&mut self.marks[place], true) {
            self.kept.push((body, bodies[body].condition()));
        }
    }

    /// What a body was like, if it has changed.
    pub(super) fn of(&self, body: u32) -> Option<&Condition> {
        let is_kept = self.marks.get(body as usize).copied().unwrap_or(false);
        let found = || {
            self.kept
                .iter()
                .find(|(kept, _)| *kept == body)
                .map(|(_, condition)| condition)
        };
        is_kept.then(found).flatten()
    }

    /// Takes all of them.
    pub(super) fn take(&mut self) -> Vec<(u32, Condition)> {
        for (body, _) in &self.kept {
            self.marks[*body as usize] = false;
        }
        std::mem::take(&mut self.kept)
    }
}

impl World {
    /// Begins to write down an event, which is executed next. (Without contacts of pairs that last, it changes no body but
    /// its own.)
    pub(in crate::world) fn begin_entry(&mut self, due: &Due, source: &Source) {
        let bodies = match source {
            Source::Pair(place) => self.pairs[*place].bodies().map(Some),
            Source::Wall(body, _) | Source::Wrap(body) => [Some(*body), None],
            Source::Schedule | Source::Expiry(_) | Source::Renewal(_) => [None; 2],
        };
        for body in bodies.into_iter().flatten() {
            if self.bodies[body].is_dynamic() {
                self.parts.formers.keep(body, &self.bodies);
            }
        }
        self.ledger.begin_entry(*due, bodies);
    }

    /// Goes back to the begin of a window, in which nothing has come to rest but on walls.
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

    /// Gives all bodies their motions of the begin of a window.
    pub(super) fn revert(&mut self) {
        for (body, former) in self.parts.formers.take() {
            self.set_condition(body, &former);
        }
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
