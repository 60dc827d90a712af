//! Reports which bodies come to rest, and which begin to move.

use super::World;
use crate::bodies::State;
use crate::event::EventKind;
use nalgebra::Vector3;

impl World {
    /// Reports the changes of the bodies with new pieces, in scene order, if that is asked for.
    pub(super) fn report_rests_of_moved(&mut self) {
        if !self.config.reports_rests() {
            return;
        }
        let mut changed: Vec<(u32, u32, bool)> = Vec::new();
        for index in self.bodies.moved() {
            let state = &self.bodies[*index];
            let rests = self.is_at_rest(state);
            if rests != state.contact().is_at_rest() {
                changed.push((state.serial(), *index, rests));
            }
        }
        changed.sort_unstable();
        changed.dedup();
        for (_, index, rests) in changed {
            self.bodies.contacts_mut(index).set_at_rest(rests);
            let body = self.bodies.id(index);
            let kind = match rests {
                true => EventKind::Rest { body },
                false => EventKind::Wake { body },
            };
            self.ledger.push(self.clock.now(), kind);
        }
    }

    /// Whether a body neither moves nor turns, in contact with others.
    fn is_at_rest(&self, state: &State) -> bool {
        let (piece, zero) = (state.piece(), Vector3::zeros());
        let is_still = piece.velocity == zero && piece.acceleration == zero && !piece.spins();
        is_still
            && state.is_dynamic()
            && (state.is_in_island()
                || state.contact().wall_rests() != 0
                || state.pairs().iter().any(|place| self.pairs[*place].is_at_rest()))
    }
}
