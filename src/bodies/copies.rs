//! Copies of bodies: the same body in several worlds.

use super::{Bodies, BodyContacts, BodyMotion, Place, State, Stored};
use crate::event::BodyId;
use crate::motion::MotionPiece;

/// What changes about a body as it moves.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    motion: BodyMotion,
    contacts: BodyContacts,
}

impl Condition {
    /// Its motion piece.
    pub(crate) fn piece(&self) -> &MotionPiece {
        self.motion.piece()
    }

    /// The revision of that piece.
    pub(crate) fn stamp(&self) -> u32 {
        self.motion.stamp()
    }

    /// The contacts of the body alone.
    pub(crate) fn contacts(&self) -> &BodyContacts {
        &self.contacts
    }
}

impl State {
    /// A copy of the body for another world: without a name and without pairs.
    pub(crate) fn copy(&self) -> Self {
        let identity = super::Identity {
            serial: self.serial(),
            name: None,
            tag: self.identity().tag,
        };
        Self::new(
            identity,
            self.constants().clone(),
            self.motion().clone(),
            self.contact().clone(),
        )
    }

    /// Its motion and its contacts at present.
    pub(crate) fn condition(&self) -> Condition {
        Condition {
            motion: self.motion().clone(),
            contacts: self.contact().clone(),
        }
    }
}

impl Bodies {
    /// The same places without bodies, for copies of some of them.
    pub(crate) fn without_bodies(&self) -> Self {
        let vacant = |place: &Place| Place {
            generation: place.generation,
            stored: Stored::Vacant,
        };
        Self {
            places: self.places.iter().map(vacant).collect(),
            next_serial: self.next_serial,
            sides: self.sides,
            ..Self::default()
        }
    }

    /// Puts a copy at the place of its original, which is vacant here. O(1) after the last one in order, otherwise O(n).
    pub(crate) fn put_copy(&mut self, id: BodyId, copy: State) {
        let at = match self.in_order.last() {
            Some(last) if self.serial(*last) > copy.serial() => self.order_of(copy.serial()),
            _ => self.in_order.len(),
        };
        self.in_order.insert(at, id.index);
        self.places[id.index as usize].stored = Stored::Full(Box::new(copy));
    }

    /// Removes a copy. O(n).
    pub(crate) fn remove_copy(&mut self, index: u32) {
        let at = self.order_of(self.serial(index));
        self.in_order.remove(at);
        self.places[index as usize].stored = Stored::Vacant;
    }

    /// How many bodies come before this serial number.
    fn order_of(&self, serial: u32) -> usize {
        self.in_order.partition_point(|index| self.serial(*index) < serial)
    }

    /// Gives a body the motion and the contacts of a copy.
    pub(crate) fn set_condition(&mut self, index: u32, of_copy: &Condition) {
        self.motion_mut(index).take_over(&of_copy.motion);
        *self.contacts_mut(index) = of_copy.contacts.clone();
    }
}
