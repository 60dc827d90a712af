//! Footprints: for each ball of a coarser level, the cells of the finer levels from which a ball
//! could touch it while it is in its lease.
//!
//! The ball is registered in these cells. A smaller ball tests the larger ones that are registered
//! in its cell when it enters the cell, and when its motion changes. A larger one tests the balls
//! in its footprint when it gets another, and when its motion changes.
//!
//! A domain has coarser levels only if it is so wide that of all images of a pair the nearest alone
//! can touch.

use super::cell_grid::{CellGrid, lease_rounding};
use super::cells::Cells;
use super::footprint_cells::{LeasedBall, append_footprint};
use super::lease;
use super::store::BallStore;
use nalgebra::Vector3;
use std::collections::BTreeMap;

/// The footprints of all balls of coarser levels.
#[derive(Debug, Default)]
pub(super) struct Footprints {
    /// The larger balls that are registered in each cell, by slot.
    registered: Cells,
    by_name: BTreeMap<u32, Footprint>,
}

/// The lease of a ball, and its footprint.
#[derive(Debug)]
struct Footprint {
    centre: Vector3<f64>,
    cells: Vec<u32>,
}

impl Footprints {
    /// Forgets all footprints, and prepares for the cells of a new grid.
    pub(super) fn reset(&mut self, grid: &CellGrid) {
        self.by_name.clear();
        self.registered.reset(if grid.has_levels() { grid.cells() } else { 0 });
    }

    /// Gives a ball of a coarser level a lease about a position inside the domain, in place of its
    /// former one.
    pub(super) fn begin(&mut self, grid: &CellGrid, balls: &BallStore, slot: usize, centre: &Vector3<f64>) {
        let level = balls.level(slot);
        let former = self.by_name.remove(&balls.name(slot));
        let mut cells = former.map_or_else(Vec::new, |former| former.cells);
        for cell in cells.drain(..) {
            self.registered.remove(cell as usize, slot as u32);
        }
        let ball = LeasedBall {
            radius: balls.reach(slot),
            centre: *centre,
            margin: grid.level(level).size().margin,
            rounding: lease_rounding(grid.space()),
            with_box: grid.space().with_boxes,
        };
        for finer in grid.levels().take(usize::from(level)) {
            append_footprint(finer, &ball, &mut cells);
        }
        for cell in &cells {
            self.registered.add(*cell as usize, slot as u32);
        }
        let footprint = Footprint { centre: *centre, cells };
        self.by_name.insert(balls.name(slot), footprint);
    }

    /// Removes the footprint of a ball that is removed, if it has one.
    pub(super) fn end(&mut self, balls: &BallStore, slot: usize) {
        if let Some(footprint) = self.by_name.remove(&balls.name(slot)) {
            for cell in footprint.cells {
                self.registered.remove(cell as usize, slot as u32);
            }
        }
    }

    /// Registers all balls again, as their slots have changed.
    pub(super) fn follow_slots(&mut self, grid: &CellGrid, balls: &BallStore) {
        if self.by_name.is_empty() {
            return;
        }
        self.registered.reset(grid.cells());
        for (name, footprint) in &self.by_name {
            let slot = balls.slot(*name) as u32;
            for cell in &footprint.cells {
                self.registered.add(*cell as usize, slot);
            }
        }
    }

    /// Appends to `list` the larger balls that are registered in a cell, and returns the place
    /// after them.
    #[inline(always)]
    pub(super) fn collect(&self, cell: usize, list: &mut Vec<u32>, at: usize) -> usize {
        self.registered.collect(cell, list, at)
    }

    /// Appends to `list` the larger balls that are registered in a cell of level 0, if there are
    /// coarser levels, and returns the place after them.
    #[inline(always)]
    pub(super) fn collect_larger(&self, grid: &CellGrid, cell: [u32; 3], list: &mut Vec<u32>, at: usize) -> usize {
        match grid.has_levels() {
            true => self.collect(grid.grid().index(cell), list, at),
            false => at,
        }
    }

    /// The cells in the footprint of a ball.
    pub(super) fn cells(&self, name: u32) -> &[u32] {
        self.by_name.get(&name).map_or(&[], |footprint| &footprint.cells)
    }

    /// Checks that each ball of a coarser level has a footprint, and that exactly these balls are
    /// registered in exactly the cells of their footprints.
    pub(super) fn audit(&self, grid: &CellGrid, balls: &BallStore) -> Result<(), String> {
        let larger = balls.occupied().filter(|slot| balls.level(*slot) > 0);
        let mut names: Vec<u32> = larger.map(|slot| balls.name(slot)).collect();
        names.sort_unstable();
        if !names.iter().eq(self.by_name.keys()) {
            return Err("the footprints are not those of the larger balls".to_owned());
        }
        let mut expected: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (name, footprint) in &self.by_name {
            for cell in &footprint.cells {
                expected.entry(*cell).or_default().push(balls.slot(*name) as u32);
            }
        }
        let mut list = Vec::new();
        for cell in 0..if grid.has_levels() { grid.cells() } else { 0 } {
            let count = self.registered.collect(cell, &mut list, 0);
            list[..count].sort_unstable();
            let mut expected = expected.remove(&(cell as u32)).unwrap_or_default();
            expected.sort_unstable();
            if list[..count] != expected {
                return Err(format!(
                    "other balls are registered in cell {cell} than those with it in their footprint"
                ));
            }
        }
        Ok(())
    }

    /// When a ball of a coarser level leaves its lease; with an acceleration, a time no later than
    /// that.
    pub(super) fn expiry(&self, grid: &CellGrid, balls: &BallStore, slot: usize, now: f64) -> f64 {
        let centre = self.by_name[&balls.name(slot)].centre;
        let margin = grid.level(balls.level(slot)).size().margin;
        lease::expiry(&balls.path(slot), now, margin, |place| grid.nearest(place - centre))
    }
}

#[cfg(test)]
mod tests;
