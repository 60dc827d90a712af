//! How wide the cells are, and the order of the balls in memory.

use super::cell_grid::CellGrid;
use super::constants::{
    CELL_VOLUME, CROSSINGS_PER_ORDERING, DENSE_PACKING, FEW_CELLS, LEASE_MARGIN, MOST_CELLS_PER_BALL, PREFETCH_FROM, ROOM,
    SLACK_PART,
};
use super::lane::BallLane;
use super::lists::NeighbourLists;
use super::prefilter::F32Prefilter;
use crate::portable;

impl BallLane {
    /// Makes new cells if the present ones do not fit the balls any more; all balls are dirty then.
    /// Otherwise puts the balls in order in memory now and then.
    #[inline]
    pub(crate) fn refit(&mut self, now: f64) {
        if self.filing.is_outdated() {
            self.make_cells(now);
        } else if self.counters.crossings >= self.filing.order_after() {
            self.put_in_order();
            self.schedule.make_stale();
        }
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
        let largest = self.balls.radii().iter().copied().fold(0.0, f64::max);
        let space = *self.grid.space();
        let volume: f64 = space.lengths().product();
        let ball_volume = |r: &f64| 4.0 / 3.0 * std::f64::consts::PI * r * r * r;
        let filled: f64 = self.balls.radii().iter().map(ball_volume).sum();
        let margin = LEASE_MARGIN * largest;
        let dense = filled > DENSE_PACKING * volume && NeighbourLists::fit(&space, largest, margin);
        let contact = 2.0 * largest * ROOM;
        let least = contact + if dense { 2.0 * margin * ROOM } else { 0.0 };
        let balls = self.balls.len();
        let width = portable::cbrt(CELL_VOLUME * volume / balls.max(1) as f64);
        let most = MOST_CELLS_PER_BALL * balls + FEW_CELLS;
        self.grid = CellGrid::with_cells(space, if dense { least } else { width }, least, most);
        for slot in 0..balls {
            let place = self.balls.path(slot).at(now);
            let (cell, image) = self.grid.grid().locate(&place);
            self.balls.set_filing(slot, cell, image);
        }
        let alike = self.balls.common_acceleration().is_some();
        self.prefilter = (dense && alike && balls < PREFETCH_FROM).then(F32Prefilter::default);
        self.put_in_order();
        if dense {
            self.remake_lists(largest, margin, now);
        }
        let slack = SLACK_PART * (self.grid.grid().least_width() - contact);
        self.filing
            .renew(&self.grid, &self.balls, largest, slack, dense.then_some(margin));
        self.balls.make_all_dirty();
        self.schedule.make_stale();
        self.zones.remake(&self.balls, &self.grid, &self.filing);
    }

    /// Puts the balls in the order of their cells along a space-filling curve, and files them.
    /// Vacant slots vanish.
    fn put_in_order(&mut self) {
        let crossings = CROSSINGS_PER_ORDERING * self.balls.len() as u64 + FEW_CELLS as u64;
        self.filing.set_order_after(self.counters.crossings + crossings + 1);
        let cell = |slot: usize| self.balls.motion(slot).tag.cell();
        let occupied = self.balls.occupied();
        let mut order: Vec<(u64, u32)> = occupied.map(|slot| (along_curve(cell(slot)), slot as u32)).collect();
        order.sort_unstable();
        let order: Vec<u32> = order.into_iter().map(|(_, slot)| slot).collect();
        let to = self.balls.reorder(&order);
        if let Some(lists) = &mut self.lists {
            *lists = lists.reordered(&order, &to);
            self.prefilter = self.prefilter.take().map(|_| F32Prefilter::default());
        }
        self.filing.file_all(&self.grid, &self.balls);
    }
}

/// The place of a cell on the Morton curve: the bits of its three numbers interleaved.
fn along_curve(cell: [u32; 3]) -> u64 {
    let spread = |number: u32| (0..16).map(|bit| u64::from(number >> bit & 1) << (3 * bit)).sum::<u64>();
    spread(cell[0]) | spread(cell[1]) << 1 | spread(cell[2]) << 2
}
