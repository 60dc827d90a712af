//! The ends of contacts that a call of the user causes.

use super::World;
use crate::event::EventKind;

/// The end of a contact or an overlap that a call of the user causes.
pub(super) struct End {
    /// The pair, in scene order.
    serials: [u32; 2],
    kind: EventKind,
}

impl World {
    /// Ends the contact of a pair, if it has one. The caller [reports](Self::report_ends) the
    /// event.
    pub(super) fn end_of_contact(&mut self, place: u32) -> Option<End> {
        let pair = &mut self.pairs[place];
        let (indices, had) = (pair.bodies(), pair.set_in_contact(false));
        let bodies = indices.map(|body| self.bodies.id(body));
        had.then(|| self.end(indices, EventKind::ContactEnd { bodies }))
    }

    /// The same for the overlap of the boxes of a pair.
    pub(super) fn end_of_overlap(&mut self, place: u32) -> Option<End> {
        let pair = &mut self.pairs[place];
        let (indices, had) = (pair.bodies(), pair.set_in_overlap(false));
        let bodies = indices.map(|body| self.bodies.id(body));
        had.then(|| self.end(indices, EventKind::OverlapEnd { bodies }))
    }

    fn end(&self, indices: [u32; 2], kind: EventKind) -> End {
        let serials = indices.map(|body| self.bodies.serial(body));
        End { serials, kind }
    }

    /// Reports the ends that a call of the user causes, at the present time and in order.
    pub(super) fn report_ends(&mut self, mut ends: Vec<End>) {
        ends.sort_by_key(|end| (matches!(end.kind, EventKind::OverlapEnd { .. }), end.serials));
        let time = self.clock.now();
        for End { kind, .. } in ends {
            self.ledger.push(time, kind);
        }
    }
}
