//! The scan of balls of coarser levels, which have leases and footprints.

use super::gather::{fill_up, gather};
use super::lane::BallLane;
use super::next_event::Earliest;
use super::overlaps::Neighbours;

impl BallLane {
    /// Scans all balls that a ball of a coarser level could touch in its lease: those in the
    /// neighbouring cells of its level, the smaller ones in its footprint, and the larger ones that
    /// are registered in its cell.
    pub(super) fn scan_around_larger(&mut self, slot: usize, now: f64, best: &mut Earliest) {
        let mut list = std::mem::take(&mut self.list);
        let (level, cell) = (self.grid.level(self.balls.level(slot)), self.balls.motion(slot).tag.cell());
        let cells = self.filing.cells();
        let mut count = 0;
        if level.has_few_cells() {
            self.counters.scanned += self.pairs().scan_images(cells, slot, None, &mut list, best);
        } else {
            count = gather(level, cells, cell, &mut list, 0);
        }
        for cell in self.footprints.cells(self.balls.name(slot)) {
            count = cells.collect(*cell as usize, &mut list, count);
        }
        count = self.footprints.collect(level.grid().index(cell), &mut list, count);
        self.counters.scanned += count as u64;
        let count = fill_up(&mut list, 0, count, slot as u32);
        self.counters.unclear += self.fetch_and_scan(slot, &list[..count], now, best);
        self.watch(slot, Neighbours::All, best.time, now);
        self.list = list;
    }
}
