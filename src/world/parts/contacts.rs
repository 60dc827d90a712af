//! The contacts of pairs: they go to other parts with bodies, back to the begin of a window, and home.

use super::super::World;
use super::division::Division;
use super::part::Part;
use crate::lane::pairs::{KeptContact, Pair, PairContact, lengths_between};

impl Part {
    /// The contacts of a body that is or was at rest on others, for another part.
    pub(super) fn contacts_of(&self, body: u32) -> impl Iterator<Item = KeptContact> {
        let places = self.world.bodies[body].pairs().iter();
        places.filter_map(|place| self.world.contact_to_send(*place))
    }

    /// The contacts of the pairs that belong to this part, which are or were at rest: of which the first body that moves
    /// freely is an own one. O(pairs).
    pub(super) fn own_contacts(&self) -> impl Iterator<Item = (u32, KeptContact)> {
        let world = &self.world;
        let is_own = move |bodies: [u32; 2]| {
            let mut bodies = bodies.into_iter().filter(|body| world.bodies[*body].is_dynamic());
            bodies.next().is_some_and(|body| self.marks.owns(body))
        };
        let pairs = world.pairs.iter().filter(move |(_, pair)| is_own(pair.bodies()));
        pairs.filter_map(|(place, _)| Some((place, world.contact_to_send(place)?)))
    }
}

impl Division {
    /// The contacts of all pairs that are or were at rest. O(pairs).
    pub(super) fn contacts(&self) -> Vec<KeptContact> {
        let of_parts = self.parts.iter().flat_map(Part::own_contacts);
        of_parts.map(|(_, kept)| kept).collect()
    }
}

impl World {
    /// The contacts of all pairs that are or were at rest, for parts. O(pairs).
    pub(super) fn contacts_to_send(&self) -> Vec<KeptContact> {
        let places = self.pairs.iter().map(|(place, _)| place);
        places.filter_map(|place| self.contact_to_send(place)).collect()
    }

    /// Calls a function for the pairs that are or were at rest, in the worlds of the parts, if these have left the world
    /// without candidate pairs. O(pairs).
    pub(in crate::world) fn for_pairs_at_rest_in_parts(&self, mut use_pair: impl FnMut(&World, &Pair)) {
        for part in self.parts.division.iter().flat_map(|division| &division.parts) {
            for (place, _) in part.own_contacts() {
                use_pair(&part.world, &part.world.pairs[place]);
            }
        }
    }

    /// The contact of a pair, if it is or was at rest, by the domain lengths between the two.
    fn contact_to_send(&self, place: u32) -> Option<KeptContact> {
        let pair = Some(&self.pairs[place]).filter(|pair| pair.has_rested())?;
        let [a, b] = pair.bodies().map(|body| &self.bodies[body]);
        Some(KeptContact::of(pair, lengths_between(a, b, pair.image())))
    }

    /// Gives a pair that begins the contact that waits for it, if one does.
    #[inline]
    pub(in crate::world) fn take_waiting_contact(&mut self, place: u32) {
        if !self.parts.waiting.is_empty()
            && let Some(contact) = self.waiting_contact(place)
        {
            self.contacts.exchange_pair(&mut self.pairs[place], contact);
        }
    }

    fn waiting_contact(&mut self, place: u32) -> Option<PairContact> {
        let pair = &self.pairs[place];
        let [a, b] = pair.bodies().map(|body| &self.bodies[body]);
        let lengths = lengths_between(a, b, pair.image());
        self.parts.waiting.remove(&(pair.bodies(), lengths))
    }

    /// Contacts wait for their pairs.
    pub(super) fn await_pairs(&mut self, contacts: Vec<KeptContact>) {
        let of_pairs = contacts.into_iter();
        self.parts.waiting = of_pairs.map(|kept| ((kept.bodies, kept.image), kept.contact)).collect();
    }

    /// Gives the pairs of bodies that are set right the contacts that wait for them, and none to the others. They are not
    /// predicted again before the conditions of the bodies are [followed](Self::follow_conditions).
    pub(super) fn set_contacts_of(&mut self, bodies: impl Iterator<Item = u32> + Clone) {
        let places = |world: &Self| -> Vec<u32> {
            let of_bodies = bodies.clone().flat_map(|body| world.bodies[body].pairs());
            of_bodies.copied().collect()
        };
        for place in places(self) {
            if self.pairs[place].has_rested() {
                self.contacts.exchange_pair(&mut self.pairs[place], PairContact::default());
            }
        }
        for place in places(self) {
            self.take_waiting_contact(place);
        }
    }

    /// Gives all pairs their contacts of the begin of a window. The bodies have their motions of it.
    pub(super) fn revert_contacts(&mut self) {
        for kept in self.pairs.take_former_contacts().into_iter().rev() {
            let found = self.pairs.find(&self.bodies, kept.bodies, &kept.image);
            if let Some(place) = found.or_else(|| self.insert_again(&kept)) {
                self.contacts.exchange_pair(&mut self.pairs[place], kept.contact);
            }
        }
    }

    /// Inserts a pair that was dropped in the window. It is predicted with what has moved: its bodies may not have, and the
    /// broad phase finds no pair that there is.
    fn insert_again(&mut self, kept: &KeptContact) -> Option<u32> {
        let relation = self.relation_of(kept.bodies)?;
        for body in kept.bodies {
            if self.bodies[body].is_dynamic() && !self.bodies.has_moved(body) {
                self.bodies.note_moved(body);
            }
        }
        Some(self.pairs.insert(&mut self.bodies, kept.bodies, kept.image, relation))
    }
}
