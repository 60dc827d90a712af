//! New cells, and the order of the balls in memory.

use super::constants::{CROSSINGS_PER_ORDERING, FEW_CELLS, PREFETCH_FROM};
use super::grid_plan::{GridPlan, plan};
use super::lane::BallLane;
use super::prefilter::F32Prefilter;

impl BallLane {
    /// Makes new cells if the present ones do not fit the balls any more; all balls are dirty then.
    /// Otherwise puts the balls in order in memory now and then.
    #[inline]
    pub(crate) fn refit(&mut self, now: f64) {
        if self.balls.foreseen_until() <= now {
            self.filing.outdate();
        }
        if self.filing.is_outdated() {
            self.make_cells(now);
        } else if self.counters.crossings >= self.filing.order_after() {
            self.put_in_order();
            self.schedule.make_stale();
        }
    }

    /// Makes new cells when balls have grown as far as was foreseen, if that is no later than
    /// `limit`. Returns whether it did. They are for that time, so going [back](Self::rewind) to
    /// the present makes them once more.
    #[cold]
    pub(super) fn make_cells_ahead(&mut self, limit: f64) -> bool {
        let until = self.balls.foreseen_until();
        if until > limit {
            return false;
        }
        self.lookahead.record_cells(until);
        self.flush(until);
        true
    }

    /// Makes new cells, and puts the balls in order in memory. O(n log n).
    fn make_cells(&mut self, now: f64) {
        // The zones are still those of the former cells.
        self.zones.note_all(&self.balls, &self.grid);
        self.lists = None;
        if self.balls.vacant() > 0 {
            let occupied: Vec<u32> = self.balls.occupied().map(|slot| slot as u32).collect();
            self.balls.reorder(&occupied);
        }
        self.balls.compare_balls();
        self.balls.foresee(now);
        let plan = match &self.whole {
            Some(whole) => whole.plan(),
            None => plan(*self.grid.space(), &self.balls),
        };
        self.follow_plan(plan, now);
    }

    /// Files the balls in a new grid, and puts them in order in memory. No slot is vacant.
    pub(super) fn follow_plan(&mut self, plan: GridPlan, now: f64) {
        let GridPlan { grid, slack, has_lists } = plan;
        let balls = self.balls.len();
        self.grid = grid;
        self.footprints.reset(&self.grid);
        for slot in 0..balls {
            self.locate(slot, now);
        }
        let alike = self.balls.common_acceleration().is_some() && !self.balls.any_swells();
        self.prefilter = (has_lists && alike && balls < PREFETCH_FROM).then(F32Prefilter::default);
        self.put_in_order();
        self.begin_footprints(now);
        if has_lists {
            self.remake_lists(now);
        }
        self.filing.renew(&self.balls, slack);
        self.balls.make_all_dirty();
        self.schedule.make_stale();
        self.zones.remake(&self.balls, &self.grid);
    }

    /// Puts the balls in the order of their cells along a space-filling curve, level by level, and
    /// files them. Vacant slots vanish.
    fn put_in_order(&mut self) {
        let crossings = CROSSINGS_PER_ORDERING * self.balls.len() as u64 + FEW_CELLS as u64;
        self.filing.set_order_after(self.counters.crossings + crossings + 1);
        let place = |slot: usize| (self.balls.level(slot), along_curve(self.balls.motion(slot).tag.cell()));
        let occupied = self.balls.occupied();
        let mut order: Vec<((u8, u64), u32)> = occupied.map(|slot| (place(slot), slot as u32)).collect();
        order.sort_unstable();
        let order: Vec<u32> = order.into_iter().map(|(_, slot)| slot).collect();
        let to = self.balls.reorder(&order);
        if let Some(watch) = &mut self.overlaps {
            watch.follow_slots(&self.balls);
        }
        if let Some(lists) = &mut self.lists {
            *lists = lists.reordered(&order, &to);
        }
        self.prefilter = self.prefilter.take().map(|_| F32Prefilter::default());
        self.filing.file_all(&self.grid, &self.balls);
        self.footprints.follow_slots(&self.grid, &self.balls);
    }
}

/// The place of a cell on the Morton curve: the bits of its three numbers interleaved.
fn along_curve(cell: [u32; 3]) -> u64 {
    let spread = |number: u32| (0..16).map(|bit| u64::from(number >> bit & 1) << (3 * bit)).sum::<u64>();
    spread(cell[0]) | spread(cell[1]) << 1 | spread(cell[2]) << 2
}
