//! The balls in a range of slots, to give them other motions while others do so with other ranges.

use super::{BallStore, SpeciesTable};
use crate::domain::ImageOffset;
use crate::lane::balls::copies::BallState;
use crate::lane::balls::motion::BallMotion;
use crate::lane::balls::next_event::NextEvent;
use crate::motion::Spin;
use crate::response::CollisionHistory;

/// See the [module](self).
pub(in crate::lane::balls) struct StorePart<'a> {
    first: usize,
    motions: &'a mut [BallMotion],
    /// As far as there are any.
    spins: &'a mut [Spin],
    pasts: &'a mut [CollisionHistory],
    /// Of all slots.
    events: &'a [NextEvent],
    species: &'a SpeciesTable,
    lengths_gone: &'a [ImageOffset],
}

impl BallStore {
    /// All slots, in parts of so many.
    pub(in crate::lane::balls) fn parts(&mut self, size: usize) -> Vec<StorePart<'_>> {
        let (mut spins, mut pasts) = (self.spins.as_mut_slice(), self.pasts.as_mut_slice());
        let motions = self.motions.chunks_mut(size).enumerate();
        let parts = motions.map(|(number, motions)| StorePart {
            first: number * size,
            motions,
            spins: first_of(&mut spins, size),
            pasts: first_of(&mut pasts, size),
            events: &self.events,
            species: &self.species,
            lengths_gone: &self.lengths_gone,
        });
        parts.collect()
    }
}

/// Splits the first values off a list, as far as there are so many.
fn first_of<'a, T>(list: &mut &'a mut [T], most: usize) -> &'a mut [T] {
    let all = std::mem::take(list);
    let (first, rest) = all.split_at_mut(most.min(all.len()));
    *list = rest;
    first
}

impl StorePart<'_> {
    /// Gives a ball another motion, where all is predicted again later. Returns whether it has got it: not if that
    /// changes what the parts share.
    pub(in crate::lane::balls) fn adopt(&mut self, name: u32, slot: usize, state: &BallState, lengths_gone: ImageOffset) -> bool {
        let number = slot - self.first;
        let gone = self.lengths_gone.get(name as usize).copied().unwrap_or_default();
        // (Where all are free, their events are not read.)
        let turns = !self.species.all_free() && self.species.get(self.events[slot].kind).turns;
        let has_past = self.pasts.is_empty() && state.past != CollisionHistory::default();
        if gone != lengths_gone || has_past || turns && self.spins.len() <= number {
            return false;
        }
        let ball = &mut self.motions[number];
        ball.tag = ball.tag.next_revision();
        ball.flight = state.flight;
        if turns {
            self.spins[number] = state.spin;
        }
        if let Some(past) = self.pasts.get_mut(number) {
            *past = state.past;
        }
        true
    }
}
