//! Where rests and links begin and end. The forces are computed when the motions that changed are
//! predicted again.

use super::context::Rests;
use super::island::pairs_in_order;
use super::lasting::record_rest_end;
use super::resting::ContactId;
use super::wall_bits::{wall_bit, walls_in};
use crate::domain::Wall;
use crate::event::Party;
use crate::lane::pairs::{Pair, lengths_between};
use nalgebra::Vector3;

impl Rests<'_> {
    /// Begins a rest of a pair. The normal replaces those of its rest, or joins them.
    pub(crate) fn rest_pair(&mut self, place: u32, normal: &Vector3<f64>) {
        let now = self.clock.now();
        self.pairs.keep_contact(place);
        let (bodies, pair) = (&*self.bodies, &mut self.pairs[place]);
        let [a, b] = pair.bodies().map(|body| &bodies[body]);
        let lengths = lengths_between(a, b, pair.image());
        let placement = || bodies.pair_view_at(a, b, &lengths).relative_placement(now);
        let begins = self.contacts.begin_pair(pair, |pair| pair.press(normal, placement));
        self.count_begin(place, begins);
    }

    /// Begins or continues the rest of a pair along a normal, with its other normals.
    pub(super) fn continue_rest(&mut self, place: u32, normal: &Vector3<f64>) {
        self.pairs.keep_contact(place);
        let begins = self
            .contacts
            .begin_pair(&mut self.pairs[place], |pair| pair.add_normal(normal));
        self.count_begin(place, begins);
    }

    fn count_begin(&mut self, place: u32, begins: bool) {
        self.ledger.counters_mut().rests += u64::from(begins);
        self.restart_pair(place);
    }

    /// Begins a rest of a body on a wall, or continues it.
    pub(crate) fn rest_on_wall(&mut self, index: u32, wall: Wall) {
        let begins = self.contacts.begin_wall(self.bodies.contacts_mut(index), wall);
        self.ledger.counters_mut().rests += u64::from(begins);
        self.motions().restart(index);
    }

    /// Ends a slide: the two stop sliding, or slide in another direction.
    pub(crate) fn end_slide(&mut self, place: u32) {
        self.restart_pair(place);
    }

    /// Ends the rest of a pair along all normals: its support ends, or its motion is about to
    /// change.
    pub(crate) fn end_rest(&mut self, place: u32) {
        self.pairs.keep_contact(place);
        // First: it keeps what the two bodies are like, if that is asked for.
        self.restart_pair(place);
        if self.contacts.end_pair(&mut self.pairs[place]) {
            self.record_rest_end(ContactId::Pair(place));
        }
    }

    /// Ends a rest along one normal.
    pub(super) fn end_normal(&mut self, id: ContactId, normal: &Vector3<f64>) {
        self.keep(id);
        let ends = match id {
            ContactId::Pair(place) => self.contacts.end_normal(&mut self.pairs[place], normal),
            ContactId::Wall(index, wall) => self.contacts.end_wall(self.bodies.contacts_mut(index), wall),
        };
        if ends {
            self.record_rest_end(id);
        }
    }

    /// Ends all rests and links of a body that changes its position or is removed. The bodies that
    /// rested on it begin new pieces.
    pub(crate) fn end_rests_of(&mut self, index: u32) {
        let of = self.bodies.contacts_mut(index);
        let walls = self.contacts.end_walls(of);
        of.clear_wall_links();
        for wall in walls_in(walls) {
            self.record_rest_end(ContactId::Wall(index, wall));
        }
        for place in pairs_in_order(self.bodies, self.pairs, index, Pair::has_rested) {
            self.pairs.keep_contact(place);
            self.pairs[place].clear_links();
            if self.pairs[place].is_at_rest() {
                self.end_rest(place);
            }
        }
    }

    /// Begins new pieces of a body and of the bodies that it shares rests with, so that their
    /// forces are computed again.
    pub(crate) fn restart_rests_of(&mut self, index: u32) {
        if self.contacts.is_empty() {
            return;
        }
        for place in pairs_in_order(self.bodies, self.pairs, index, Pair::is_at_rest) {
            self.restart_pair(place);
        }
        if self.bodies[index].contact().wall_rests() != 0 {
            self.motions().restart(index);
        }
    }

    /// Adds a link: the contact transmits impulses until time advances.
    pub(super) fn add_link(&mut self, id: ContactId, normal: &Vector3<f64>) {
        self.clock.instant_mut().note_link();
        self.keep(id);
        match id {
            ContactId::Pair(place) => self.pairs[place].add_link(self.clock.now(), normal),
            ContactId::Wall(index, wall) => {
                let of = self.bodies.contacts_mut(index);
                of.set_wall_links(of.wall_links() | wall_bit(wall));
            }
        }
    }

    /// Removes a link, if there is one.
    pub(super) fn remove_link(&mut self, id: ContactId, normal: &Vector3<f64>) {
        self.keep(id);
        match id {
            ContactId::Pair(place) => self.pairs[place].remove_link(normal),
            ContactId::Wall(index, wall) => {
                let of = self.bodies.contacts_mut(index);
                of.set_wall_links(of.wall_links() & !wall_bit(wall));
            }
        }
    }

    /// Keeps a contact that is about to change, if that is asked for. (That of a body with a wall is kept with its motion.)
    fn keep(&mut self, id: ContactId) {
        if let ContactId::Pair(place) = id {
            self.pairs.keep_contact(place);
        }
    }

    /// Begins new pieces of the two bodies of a pair.
    fn restart_pair(&mut self, place: u32) {
        for index in self.pairs[place].bodies() {
            self.motions().restart(index);
        }
    }

    /// Counts the end of a rest, and stores it as a lasting contact of bodies that may hop.
    fn record_rest_end(&mut self, id: ContactId) {
        self.ledger.counters_mut().rest_ends += 1;
        let parties = match id {
            ContactId::Pair(place) => self.pairs[place].bodies().map(|body| Party::Body(self.bodies.id(body))),
            ContactId::Wall(index, wall) => [Party::Body(self.bodies.id(index)), Party::Wall(wall)],
        };
        record_rest_end(self.bodies, parties, self.clock.now());
    }
}
