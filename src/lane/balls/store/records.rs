//! What is recorded of the past of each ball.

use super::BallStore;
use crate::domain::ImageOffset;
use crate::response::{CollisionHistory, Way};

impl BallStore {
    /// When a ball collided last, as far as this is recorded.
    #[inline(always)]
    pub(in crate::lane::balls) fn past(&self, slot: usize) -> CollisionHistory {
        self.pasts.get(slot).copied().unwrap_or_default()
    }

    pub(in crate::lane::balls) fn set_past(&mut self, slot: usize, past: CollisionHistory) {
        if past != CollisionHistory::default() {
            *self.kept_past(slot) = past;
        }
    }

    /// Sets the record of a ball's last collisions to an earlier one.
    pub(in crate::lane::balls) fn restore_past(&mut self, slot: usize, past: CollisionHistory) {
        if self.pasts.is_empty() {
            return self.set_past(slot, past);
        }
        self.pasts[slot] = past;
    }

    /// The record of a ball's last collisions, where records are kept from now on.
    fn kept_past(&mut self, slot: usize) -> &mut CollisionHistory {
        if self.pasts.is_empty() {
            self.pasts.resize(self.motions.len(), CollisionHistory::default());
        }
        &mut self.pasts[slot]
    }

    /// Records that a ball has collided with the partner of this serial number. `way`: since its
    /// last collision.
    #[inline(always)]
    pub(in crate::lane::balls) fn record_collision(&mut self, slot: usize, now: f64, partner: u32, way: Way) {
        self.kept_past(slot).note(now, partner, way, false);
    }

    pub(in crate::lane::balls) fn lengths_gone(&self, name: u32) -> ImageOffset {
        self.lengths_gone.get(name as usize).copied().unwrap_or_default()
    }

    pub(in crate::lane::balls) fn set_lengths_gone(&mut self, name: u32, lengths: ImageOffset) {
        let name = name as usize;
        if self.lengths_gone.len() <= name {
            self.lengths_gone.resize(name + 1, [0; 3]);
        }
        self.lengths_gone[name] = lengths;
    }
}
