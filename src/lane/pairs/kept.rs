//! The contacts of pairs before they changed, to go back, or for the same pairs in another world.

use super::{Pair, PairContact, Pairs};
use crate::domain::ImageOffset;

/// The contact of a pair.
#[derive(Clone, Debug)]
pub(crate) struct KeptContact {
    /// Places of the two bodies, in scene order.
    pub(crate) bodies: [u32; 2],
    /// The image of the second body: that of the [pair](Pair::image), or in another world the domain lengths
    /// [between](super::lengths_between) the two.
    pub(crate) image: ImageOffset,
    pub(crate) contact: PairContact,
}

impl Pairs {
    /// Begins a window: keeps from now on what contacts are like before they change.
    pub(crate) fn keep_contacts(&mut self) {
        self.former_contacts.get_or_insert_default().clear();
    }

    /// Keeps the contact of a pair, which is about to change, if that is asked for.
    pub(crate) fn keep_contact(&mut self, place: u32) {
        if let Some(mut formers) = self.former_contacts.take() {
            formers.push(KeptContact::of(&self[place], *self[place].image()));
            self.former_contacts = Some(formers);
        }
    }

    /// Takes the contacts that have changed in the window, in order. The first one of a pair is that of the begin.
    pub(crate) fn take_former_contacts(&mut self) -> Vec<KeptContact> {
        self.former_contacts.as_mut().map(std::mem::take).unwrap_or_default()
    }
}

impl KeptContact {
    /// The contact of a pair, by an image.
    pub(crate) fn of(pair: &Pair, image: ImageOffset) -> Self {
        Self {
            bodies: pair.bodies(),
            image,
            contact: pair.contact().clone(),
        }
    }
}
