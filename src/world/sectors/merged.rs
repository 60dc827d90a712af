//! The collisions of all sectors, merged and counted.

use super::super::World;
use super::board::Board;
use super::record::Record;
use crate::event::BodyId;
use crate::motion::OwnMotion;
use std::sync::MutexGuard;

impl World {
    /// Counts and sums the collisions of the last confirmed window, in the total order, and stores
    /// their events. Returns their number.
    pub(super) fn count_window_in_order(&mut self, board: &Board) -> usize {
        let mut lists: Vec<MutexGuard<'_, Vec<Record>>> = (0..board.count()).map(|sector| board.confirmed(sector)).collect();
        let mut heads: Vec<std::slice::Iter<'_, Record>> = lists.iter().map(|list| list.iter()).collect();
        let mut first: Vec<Option<&Record>> = heads.iter_mut().map(Iterator::next).collect();
        let mut count = 0;
        loop {
            let mut earliest: Option<(usize, &Record)> = None;
            for (sector, record) in first.iter().enumerate() {
                if let Some(record) = *record
                    && earliest.is_none_or(|(_, other)| record.goes_before(other))
                {
                    earliest = Some((sector, record));
                }
            }
            let Some((sector, record)) = earliest else { break };
            first[sector] = heads[sector].next();
            self.count_record(record);
            count += 1;
        }
        self.lanes.count(count);
        lists.iter_mut().for_each(|list| list.clear());
        count
    }

    /// Counts and sums a collision as [the loop of one thread](Self::execute_in_balls) does.
    #[inline]
    fn count_record(&mut self, record: &Record) {
        self.clock.advance_to(record.time);
        // An instant with so many events that it counts as stalled is not for sectors.
        let _ = self.clock.instant_mut().count_event(u64::MAX);
        self.count_collision(&record.collision);
        let parties = record.collision.event.parties;
        for (number, (party, change)) in parties.iter().zip(&record.collision.changes).enumerate() {
            if let (Some(id), true) = (party.body(), change.inverse_mass > 0.0) {
                self.ledger.counters_mut().motion_changes += 1;
                self.clock.instant_mut().note_collided(id.index);
                if let Some(motions) = &record.motions {
                    self.record_motion(id, &motions[number]);
                }
            }
        }
    }

    /// Records the new motion of a ball.
    fn record_motion(&mut self, id: BodyId, motion: &OwnMotion) {
        let Some(balls) = self.lanes.home_mut().as_it_is() else {
            return;
        };
        let species = self.bodies.species_by_number(balls.kind(balls.slot(id.index)));
        self.ledger.record(id, &species.piece(motion));
    }
}
