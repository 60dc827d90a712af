//! The prediction of a ball's next event.

use super::constants::{BLOCK, PREFETCH_FROM};
use super::gather::{fill_up, gather, gather_ahead};
use super::grid::Step;
use super::lane::BallLane;
use super::next_event::{Earliest, FIRST_WALL};
use super::overlaps::Neighbours;
use crate::impact::{Extents, first_impact_of_box_on_walls};

impl BallLane {
    /// Predicts the next event of a ball from all of its neighbours.
    pub(super) fn predict(&mut self, slot: usize, now: f64) {
        let mut best = Earliest::NONE;
        if self.lists.is_some() {
            self.scan_list(slot, now, &mut best);
        } else if self.balls.level(slot) > 0 {
            self.scan_around_larger(slot, now, &mut best);
        } else {
            self.scan_neighbours(slot, now, &mut best);
        }
        self.test_walls(slot, &mut best);
        self.store_event(slot, best, now);
    }

    /// Predicts the next events of two balls with lists and the prefilter.
    pub(super) fn predict_two<const PERIODIC: bool>(&mut self, slots: [usize; 2], now: f64) {
        self.renew_prefilter(now);
        let (Some(prefilter), Some(lists)) = (&self.prefilter, &self.lists) else {
            return;
        };
        let near = [lists.near_at_least::<BLOCK>(slots[0]), lists.near_at_least::<BLOCK>(slots[1])];
        let (best, unclear) = prefilter.scan_two::<PERIODIC>(&self.pairs(), slots, near, now);
        self.counters.scanned += (lists.near(slots[0]).len() + lists.near(slots[1]).len()) as u64;
        self.counters.unclear += unclear;
        for (slot, mut best) in [(slots[0], best[0]), (slots[1], best[1])] {
            self.test_walls(slot, &mut best);
            self.store_event(slot, best, now);
        }
    }

    /// Stores the next event of a ball, which meets its partner unless it leaves its cell or lease
    /// before, and inserts it into the calendar.
    #[inline]
    pub(super) fn store_event(&mut self, slot: usize, best: Earliest, now: f64) {
        let (crossing, direction) = self.leaving(slot, now);
        let partner = self.balls.motions().get(best.partner as usize);
        let partner_stamp = partner.map_or_else(Default::default, |ball| ball.stamp());
        let event = self.balls.event_mut(slot);
        self.counters.late += u64::from(best.time < now);
        event.hit = best.time.max(now);
        event.partner = best.partner;
        event.partner_stamp = partner_stamp;
        event.set_crossing(crossing.max(now), direction);
        self.schedule_event(slot);
    }

    /// Stores the next event of a ball that has crossed into another cell. Its meeting was `before`
    /// and is now `best`.
    #[inline]
    pub(super) fn store_event_after_crossing(&mut self, slot: usize, before: Earliest, best: Earliest, now: f64) {
        if best != before {
            return self.store_event(slot, best, now);
        }
        // The stamp of the partner stays as it is: the partner's motion may have changed since.
        let (crossing, direction) = self.leaving_cell(slot, now);
        self.balls.event_mut(slot).set_crossing(crossing.max(now), direction);
        self.schedule_event(slot);
    }

    /// Inserts the next event of a ball into the calendar, unless that will be rebuilt.
    #[inline]
    fn schedule_event(&mut self, slot: usize) {
        if self.balls.event(slot).due < f64::INFINITY && !self.schedule.is_stale() {
            let (schedule, due) = self.schedule();
            schedule.calendar_mut().insert(slot as u32, &due);
        }
    }

    /// Scans the balls in the neighbouring cells of a ball.
    #[inline]
    fn scan_neighbours(&mut self, slot: usize, now: f64, best: &mut Earliest) {
        let mut list = std::mem::take(&mut self.list);
        if self.grid.has_few_cells() {
            let cells = self.filing.cells();
            let scanned = self.pairs().scan_images(cells, slot, None, &mut list, best);
            self.counters.scanned += scanned;
            self.watch(slot, Neighbours::All, best.time, now);
        } else {
            let cell = self.balls.motion(slot).tag.cell();
            let count = gather(self.grid.finest(), self.filing.cells(), cell, &mut list, 0);
            let count = self.footprints.collect_larger(&self.grid, cell, &mut list, count);
            self.counters.scanned += count as u64;
            let count = fill_up(&mut list, 0, count, slot as u32);
            self.counters.unclear += self.fetch_and_scan(slot, &list[..count], now, best);
            self.watch(slot, Neighbours::All, best.time, now);
        }
        self.list = list;
    }

    /// Scans the balls in the cells that have become neighbours of a ball by a crossing.
    #[inline]
    pub(super) fn scan_ahead(&mut self, slot: usize, axis: usize, ahead: Step, now: f64, best: &mut Earliest) {
        let mut list = std::mem::take(&mut self.list);
        if self.grid.has_few_cells() {
            let cells = self.filing.cells();
            let scanned = self.pairs().scan_images(cells, slot, Some((axis, ahead)), &mut list, best);
            self.counters.scanned += scanned;
            self.watch(slot, Neighbours::New, best.time, now);
        } else {
            let cell = self.balls.motion(slot).tag.cell();
            let count = gather_ahead(
                self.grid.finest(),
                self.filing.cells(),
                cell,
                (axis, ahead.cell),
                &mut list,
                0,
            );
            let count = self.footprints.collect_larger(&self.grid, cell, &mut list, count);
            self.counters.scanned += count as u64;
            let count = fill_up(&mut list, 0, count, slot as u32);
            self.counters.unclear += self.fetch_and_scan(slot, &list[..count], now, best);
            self.watch(slot, Neighbours::New, best.time, now);
        }
        self.list = list;
    }

    /// Scans the list of a ball.
    #[inline]
    fn scan_list(&mut self, slot: usize, now: f64, best: &mut Earliest) {
        self.renew_prefilter(now);
        let Some(lists) = &self.lists else { return };
        self.counters.scanned += lists.near(slot).len() as u64;
        let list = lists.near_filled_up(slot);
        self.counters.unclear += match (&self.prefilter, self.grid.is_periodic()) {
            (None, _) => {
                self.fetch(list);
                self.scan_motions(slot, list, now, best)
            }
            (Some(prefilter), false) => prefilter.scan::<false>(&self.pairs(), slot, list, now, best),
            (Some(prefilter), true) => prefilter.scan::<true>(&self.pairs(), slot, list, now, best),
        };
    }

    /// Scans a list that is [filled up](fill_up), and returns the number of pairs that needed the
    /// general test.
    #[inline]
    pub(super) fn fetch_and_scan(&mut self, slot: usize, list: &[u32], now: f64, best: &mut Earliest) -> u64 {
        self.fetch(list);
        self.scan_fetched(slot, list, now, best)
    }

    /// Requests the motions of all balls in a list from memory at once. The scan alone would
    /// request few at a time.
    #[inline]
    pub(super) fn fetch(&self, list: &[u32]) {
        if self.balls.slots() >= PREFETCH_FROM {
            let motions = self.balls.motions();
            let read = list
                .iter()
                .fold(0, |read, ball| read ^ motions[*ball as usize].tag.revision());
            std::hint::black_box(read);
        }
    }

    /// Scans a list of balls that have been [fetched](Self::fetch); for overlaps, too, if they are
    /// reported.
    #[inline(always)]
    pub(super) fn scan_fetched(&mut self, slot: usize, list: &[u32], now: f64, best: &mut Earliest) -> u64 {
        match self.overlaps.is_some() {
            true => self.scan_with_boxes(slot, list, now, best),
            false => self.scan_motions(slot, list, now, best),
        }
    }

    /// Scans a list and leaves the neighbours behind for [`watch`](Self::watch). No ball swells.
    #[inline(never)]
    fn scan_with_boxes(&mut self, slot: usize, list: &[u32], now: f64, best: &mut Earliest) -> u64 {
        let Some(mut watch) = self.overlaps.take() else { return 0 };
        let fresh = self.balls.flight(slot).epoch == now;
        let (pairs, near) = (self.pairs(), &mut watch.near);
        let unclear = match (fresh, self.grid.is_periodic(), self.balls.any_falls()) {
            (true, false, false) => pairs.scan::<true, false, false, false, true>(slot, list, now, best, near),
            (false, false, false) => pairs.scan::<false, false, false, false, true>(slot, list, now, best, near),
            (true, true, false) => pairs.scan::<true, true, false, false, true>(slot, list, now, best, near),
            (false, true, false) => pairs.scan::<false, true, false, false, true>(slot, list, now, best, near),
            (_, false, true) => pairs.scan::<false, false, true, false, true>(slot, list, now, best, near),
            (_, true, true) => pairs.scan::<false, true, true, false, true>(slot, list, now, best, near),
        };
        self.overlaps = Some(watch);
        unclear
    }

    /// Scans a list for the earliest meeting.
    #[inline(always)]
    fn scan_motions(&self, slot: usize, list: &[u32], now: f64, best: &mut Earliest) -> u64 {
        let fresh = self.balls.flight(slot).epoch == now;
        let (pairs, none) = (self.pairs(), &mut Vec::new());
        let falls = self.balls.any_falls();
        if self.balls.any_swells() {
            return self.scan_swelling(slot, list, now, best);
        }
        match (fresh, self.grid.is_periodic(), falls) {
            (true, false, false) => pairs.scan::<true, false, false, false, false>(slot, list, now, best, none),
            (false, false, false) => pairs.scan::<false, false, false, false, false>(slot, list, now, best, none),
            (true, true, false) => pairs.scan::<true, true, false, false, false>(slot, list, now, best, none),
            (false, true, false) => pairs.scan::<false, true, false, false, false>(slot, list, now, best, none),
            (_, false, true) => pairs.scan::<false, false, true, false, false>(slot, list, now, best, none),
            (_, true, true) => pairs.scan::<false, true, true, false, false>(slot, list, now, best, none),
        }
    }

    /// The same if balls swell.
    #[inline(never)]
    fn scan_swelling(&self, slot: usize, list: &[u32], now: f64, best: &mut Earliest) -> u64 {
        let fresh = self.balls.flight(slot).epoch == now;
        let (pairs, none) = (self.pairs(), &mut Vec::new());
        let falls = self.balls.any_falls();
        match (fresh, self.grid.is_periodic(), falls) {
            (true, false, false) => pairs.scan::<true, false, false, true, false>(slot, list, now, best, none),
            (false, false, false) => pairs.scan::<false, false, false, true, false>(slot, list, now, best, none),
            (true, true, false) => pairs.scan::<true, true, false, true, false>(slot, list, now, best, none),
            (false, true, false) => pairs.scan::<false, true, false, true, false>(slot, list, now, best, none),
            (_, false, true) => pairs.scan::<false, false, true, true, false>(slot, list, now, best, none),
            (_, true, true) => pairs.scan::<false, true, true, true, false>(slot, list, now, best, none),
        }
    }

    /// Improves `best` to the meeting with a wall, if the ball is in a cell at the border.
    #[inline]
    pub(super) fn test_walls(&self, slot: usize, best: &mut Earliest) {
        if self.grid.is_periodic() || self.balls.is_fixed(slot) {
            return;
        }
        let ball = self.balls.motion(slot);
        let (cell, grid) = (ball.tag.cell(), self.grid.level(self.balls.level(slot)).grid());
        let counts = grid.counts();
        // A ball leaves its cell before it meets a wall that the cell is not at.
        let at_border = std::array::from_fn(|axis| axis < grid.axes() && (cell[axis] == 0 || cell[axis] + 1 == counts[axis]));
        if at_border == [false; 3] {
            return;
        }
        let (extents, piece) = (Extents::cube(self.balls.radius(slot)), self.balls.piece(slot));
        let space = self.grid.space();
        if let Some((time, wall)) = first_impact_of_box_on_walls(&extents, &piece, &space.min, &space.max, at_border) {
            let partner = FIRST_WALL + wall as u32;
            if self.pairs().wall_is_earlier(slot, time, partner, best) {
                *best = Earliest { time, partner };
            }
        }
    }

    /// Converts all motions for the prefilter, if it is not valid at a time.
    #[inline(always)]
    fn renew_prefilter(&mut self, now: f64) {
        if let Some(prefilter) = &mut self.prefilter
            && !prefilter.is_valid_at(now)
        {
            prefilter.renew(&self.balls, &self.grid, now);
        }
    }
}
