//! Balls in the lane of balls: those with pairs have their full state here, the others a compact
//! one.

use super::state::BodyRef;
use super::{Bodies, Stored};
use crate::domain::ImageOffset;
use crate::motion::OwnMotion;
use crate::response::CollisionHistory;

/// The part of a ball's state that the lane of balls stores.
pub(crate) struct CompactBall {
    pub(crate) motion: OwnMotion,
    pub(crate) past: CollisionHistory,
    /// See [`State::lengths_gone`](super::State::lengths_gone).
    pub(crate) lengths_gone: ImageOffset,
}

impl Bodies {
    /// Moves a ball from the lane of pairs to the lane of balls. Returns the number of its species.
    pub(crate) fn join_balls(&mut self, index: u32) -> u32 {
        let stored = &mut self.places[index as usize].stored;
        let Stored::Full(state) = std::mem::take(stored) else {
            panic!("it is in the lane of pairs")
        };
        let species = self.species_table.add(&state);
        *stored = Stored::Near { state, species };
        species
    }

    /// Moves a ball with its full state here to the lane of pairs.
    pub(crate) fn leave_balls(&mut self, index: u32) {
        let stored = &mut self.places[index as usize].stored;
        let Stored::Near { state, species } = std::mem::take(stored) else {
            panic!("it is in the lane of balls, and its state is stored")
        };
        *stored = Stored::Full(state);
        self.species_table.release(species);
    }

    /// Updates the species of a ball in the lane of balls after a possible change of its constants.
    /// Returns its number.
    pub(crate) fn update_species(&mut self, index: u32) -> u32 {
        let Stored::Near { state, species } = &mut self.places[index as usize].stored else {
            panic!("it is in the lane of balls, and its state is stored")
        };
        let before = std::mem::replace(species, self.species_table.add(state));
        self.species_table.release(before);
        *species
    }

    /// Stores a ball in the lane of balls in compact form.
    pub(crate) fn compact(&mut self, index: u32) {
        let stored = &mut self.places[index as usize].stored;
        if let Stored::Near { state, species } = stored {
            debug_assert!(state.pairs().is_empty(), "what has pairs is not compact");
            if let Some(name) = state.identity_mut().name.take() {
                self.names.insert(index, name);
            }
            if state.identity().tag != 0 {
                self.tags.insert(index, state.identity().tag);
            }
            let (serial, species) = (state.serial(), *species);
            *stored = Stored::Compact { serial, species };
        }
    }

    /// Expands a compact ball to its full state. Returns whether it was compact.
    pub(crate) fn expand(&mut self, index: u32, compact: impl FnOnce() -> CompactBall) -> bool {
        let Stored::Compact { species, .. } = self.places[index as usize].stored else {
            return false;
        };
        if let BodyRef::Expanded(state) = self.body_ref(index, compact) {
            self.places[index as usize].stored = Stored::Near { state, species };
        }
        self.names.remove(&index);
        self.tags.remove(&index);
        true
    }
}
