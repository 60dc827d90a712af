//! The events of a bucket that do not depend on each other are executed as a batch when it is
//! opened.
//!
//! - A ball that is to cross into another cell is filed there at once. Until its crossing it is
//!   outside of its cell by at most the *slack*, by which cells are wider than the largest ball on
//!   both sides. So balls that are neither in the same cell nor in neighbouring cells still cannot
//!   meet.
//! - A ball with a stale prediction is predicted again.

use super::ball::NO_BALL;
use super::batch::{Scan, ScanBatch};
use super::constants::SCANS_PER_BATCH;
use super::due_times::Entry;
use super::gather::{gather, gather_ahead};
use super::lane::BallLane;
use super::next_event::{CROSSING, Earliest, NextEvent};

impl BallLane {
    /// Executes what can be executed of the bucket that has just been opened. Its first event is at
    /// `first`.
    pub(super) fn begin_bucket(&mut self, first: f64) {
        if !self.clear.is_valid_at(first) {
            self.clear.renew(&mut self.balls, &self.grid, first);
        }
        if self.grid.has_few_cells() || self.lists.is_some() {
            return;
        }
        let until = (first + self.filing.slack() / self.clear.speed()).min(self.clear.until());
        let until = until.min(self.balls.foreseen_until());
        let Some(mut entries) = self.schedule.calendar_mut().opened().map(std::mem::take) else {
            return;
        };
        let mut batch = std::mem::take(&mut self.batch);
        entries.retain(|entry| !self.begin_entry(entry, until, &mut batch));
        self.lookahead.extend_to(first);
        if let Some(opened) = self.schedule.calendar_mut().opened() {
            *opened = entries;
        }
        self.scan_batch(&mut batch, first);
        self.batch = batch;
    }

    /// Predicts all balls with dirty motions.
    #[inline]
    pub(super) fn predict_dirty(&mut self, now: f64) {
        if let [first, second] = *self.balls.dirty()
            && self.prefilter.is_some()
        {
            self.balls.clear_dirty();
            let slots = [second as usize, first as usize];
            return match self.grid.is_periodic() {
                true => self.predict_two::<true>(slots, now),
                false => self.predict_two::<false>(slots, now),
            };
        }
        if self.grid.has_few_cells() || self.lists.is_some() {
            while let Some(slot) = self.balls.pop_dirty() {
                self.predict(slot as usize, now);
            }
            return;
        }
        let mut batch = std::mem::take(&mut self.batch);
        while let Some(slot) = self.balls.pop_dirty() {
            if self.balls.level(slot as usize) > 0 {
                self.predict(slot as usize, now);
                continue;
            }
            self.gather_all(slot, &mut batch);
            if batch.len() == SCANS_PER_BATCH {
                self.scan_batch(&mut batch, now);
            }
        }
        self.scan_batch(&mut batch, now);
        self.batch = batch;
    }

    /// Scans the neighbours of all balls of a batch, stores their next events, and empties the
    /// batch.
    fn scan_batch(&mut self, batch: &mut ScanBatch, now: f64) {
        self.fetch(batch.neighbours());
        for (scan, list) in batch.scans() {
            let Scan { slot, before, .. } = scan;
            let mut best = before;
            self.counters.unclear += self.scan_fetched(slot, list, now, &mut best);
            self.test_walls(slot, &mut best);
            self.watch(slot, scan.neighbours, best.time, now);
            match before.partner {
                NO_BALL => self.store_event(slot, best, now),
                _ => self.store_event_after_crossing(slot, before, best, now),
            }
        }
        batch.clear();
    }

    /// Adds a ball of level 0 with all of its neighbours to a batch.
    #[inline]
    fn gather_all(&mut self, slot: u32, batch: &mut ScanBatch) {
        let cell = self.balls.motion(slot as usize).tag.cell();
        let (grid, cells, footprints) = (&self.grid, self.filing.cells(), &self.footprints);
        self.counters.scanned += batch.add(slot, None, |list, at| {
            let at = gather(grid.finest(), cells, cell, list, at);
            footprints.collect_larger(grid, cell, list, at)
        });
    }

    /// Executes an entry, or begins to, if that is possible when its bucket is opened. Returns
    /// whether it was.
    #[inline]
    fn begin_entry(&mut self, entry: &Entry, until: f64, batch: &mut ScanBatch) -> bool {
        let slot = entry.body as usize;
        let event = *self.balls.event(slot);
        if event.due != entry.time {
            // It is in the bucket twice, and has been executed once.
            return true;
        }
        if event.level > 0 {
            return false;
        }
        let begins = match self.balls.motions().get(entry.partner as usize) {
            Some(partner) if partner.stamp() == event.partner_stamp => false,
            Some(_) => {
                self.counters.stale += 1;
                self.gather_all(entry.body, batch);
                true
            }
            None => entry.partner == CROSSING && entry.time <= until && self.begin_crossing(entry.body, &event, batch),
        };
        if begins {
            // Until the scan no entry of the ball is valid.
            self.balls.event_mut(slot).due = f64::INFINITY;
        }
        begins
    }

    /// Moves a ball into its next cell, and adds it to a batch with the balls that become
    /// neighbours.
    #[inline]
    fn begin_crossing(&mut self, body: u32, event: &NextEvent, batch: &mut ScanBatch) -> bool {
        let slot = body as usize;
        if self.outgrown_at(slot).min(self.wraps_at(slot)) <= event.due {
            return false;
        }
        let step = self.step_into_next_cell(slot);
        self.lookahead.record(event.id.index);
        let (axis, up) = (usize::from(event.direction.axis), event.direction.up);
        let ahead = self.grid.neighbours_on(axis, step.cell).next(step.image, up);
        let NextEvent { hit: time, partner, .. } = *event;
        let cell = self.balls.motion(slot).tag.cell();
        let (grid, cells, footprints) = (&self.grid, self.filing.cells(), &self.footprints);
        self.counters.scanned += batch.add(body, Some(Earliest { time, partner }), |list, at| {
            let at = match ahead {
                Some(ahead) => gather_ahead(grid.finest(), cells, cell, (axis, ahead.cell), list, at),
                None => at,
            };
            footprints.collect_larger(grid, cell, list, at)
        });
        true
    }
}

#[cfg(test)]
mod tests;
