//! Contacts of one body that last, and its last collisions.

use crate::response::{CollisionHistory, Way};

/// A lasting contact, as one of its bodies stores it. The names of the fields are part of the
/// snapshot format.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct LastingContact {
    /// Serial number of the other body or of the wall.
    pub(crate) with: u32,
    /// The last time at which the two were in contact, in seconds.
    pub(crate) time: f64,
}

/// Contacts of a body that last, and its last collisions.
#[derive(Clone, Debug, Default)]
pub(crate) struct BodyContacts {
    /// The walls on which it rests, one bit each.
    wall_rests: u8,
    /// The walls, one bit each, on which rests without force ended when the piece began.
    wall_links: u8,
    /// Whether it was reported to be at rest.
    is_at_rest: bool,
    /// Its last collisions, for the Zeno policy.
    past: CollisionHistory,
    /// Lasting contacts of bodies that rotate or grow. Ended ones may remain.
    lasting: Vec<LastingContact>,
}

impl BodyContacts {
    /// Contacts as a snapshot stores them.
    pub(crate) fn restored(wall_rests: u8, wall_links: u8, past: CollisionHistory, lasting: Vec<LastingContact>) -> Self {
        Self {
            wall_rests,
            wall_links,
            is_at_rest: false,
            past,
            lasting,
        }
    }

    /// No contacts that last, after these collisions.
    pub(crate) fn after(past: CollisionHistory) -> Self {
        Self { past, ..Self::default() }
    }

    /// The walls on which it rests, one bit each.
    #[inline]
    pub(crate) fn wall_rests(&self) -> u8 {
        self.wall_rests
    }

    /// The walls, one bit each, on which rests without force ended when the piece began: see
    /// [`Pair::normals_at`](crate::lane::pairs::Pair::normals_at).
    #[inline]
    pub(crate) fn wall_links(&self) -> u8 {
        self.wall_links
    }

    /// Whether it was reported to be at rest.
    pub(crate) fn is_at_rest(&self) -> bool {
        self.is_at_rest
    }

    /// Sets whether it was reported to be at rest.
    pub(crate) fn set_at_rest(&mut self, at_rest: bool) {
        self.is_at_rest = at_rest;
    }

    /// Its last collisions, for the Zeno policy.
    #[inline]
    pub(crate) fn past(&self) -> &CollisionHistory {
        &self.past
    }

    /// Lasting contacts, ended ones among them.
    pub(crate) fn lasting(&self) -> &[LastingContact] {
        &self.lasting
    }

    /// Sets the walls on which it rests. The count of rests is the caller's.
    pub(crate) fn set_wall_rests(&mut self, walls: u8) {
        self.wall_rests = walls;
    }

    pub(crate) fn set_wall_links(&mut self, walls: u8) {
        self.wall_links = walls;
    }

    pub(crate) fn clear_wall_links(&mut self) {
        self.wall_links = 0;
    }

    /// Records a collision at a time, in seconds, with the partner of this serial number. `way`: since
    /// the last one. `many_sides`: whether it may meet the same partner at another place.
    pub(crate) fn note_collision(&mut self, time: f64, partner: u32, way: Way, many_sides: bool) {
        self.past.note(time, partner, way, many_sides);
    }

    /// Forgets which of the last collisions were slight.
    pub(crate) fn forget_slight(&mut self) {
        self.past.forget_slight();
    }

    /// Copies the last collisions from the lane of balls.
    pub(crate) fn set_past(&mut self, past: CollisionHistory) {
        self.past = past;
    }

    /// Stores that it is in lasting contact with a party now. Drops contacts older than `lasts`, in
    /// seconds.
    pub(crate) fn note_lasting(&mut self, with: u32, now: f64, lasts: f64) {
        self.lasting.retain(|known| known.with != with && now - known.time <= lasts);
        self.lasting.push(LastingContact { with, time: now });
    }

    /// Removes all lasting contacts.
    pub(crate) fn clear_lasting(&mut self) {
        self.lasting.clear();
    }

    /// Removes the lasting contact with a party.
    pub(crate) fn forget_lasting(&mut self, with: u32) {
        self.lasting.retain(|known| known.with != with);
    }
}
