//! A grid of cells, each a store of boxes: Multi-SAP (Terdiman 2007, part II), subdivision (Tracy,
//! Buss and Woods 2009, section 3.1).
//!
//! 1. A box is in each cell that it touches. While it stays in the same cells, its moves are
//!    recorded there; when it migrates, it is removed from some cells and inserted into others.
//! 2. The changes of a cell are collected, and then applied at once, cell by cell or by several
//!    threads (feature `parallel`).
//! 3. Each cell reports which pairs began and ceased to overlap; witness counts combine the reports
//!    of all cells into one change.
//! 4. The size of the cells is chosen from the boxes, and again when their number or their mean
//!    occupancy has changed much.
//!
//! Where we differ: there are levels. A box is in the finest level with cells twice as wide as
//! itself, so in at most two cells an axis; the coarsest level is one cell without bounds. So a
//! floor, or an infinite box, is not entered in the cells of all other boxes. Pairs of boxes in
//! different levels are found directly ([`cross_level`]). With boxes of about one size there is one
//! level.

mod cell;
mod check;
mod constants;
mod cross_level;
mod level;
mod moves;
mod placement;
mod plan;
mod region;
mod witnesses;

#[cfg(test)]
mod tests;

use super::{Aabb, Batch, PairChange, Scalar, Store, SweepSap};
pub use cell::CellStore;
use constants::{GROWTH, MOST_FIXED, MOST_SHARE, OCCUPANCY_GROWTH, POPULATION, UNBOUNDED_MARGIN};
use level::Level;
use placement::{NO_LEVEL, Placement, Slot, Slots};
use plan::Tiling;
use witnesses::Witnesses;

/// The layout of the cells of a [`Grid`]. A side that is not above zero or not finite gives the
/// default layout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Layout<S, const D: usize> {
    /// Hashed cells, of such a size that a box shares its cell with about this many boxes; planned
    /// again when the boxes have changed much.
    Population(usize),
    /// Hashed cells with sides of this length.
    Side(f64),
    /// An array of cells with sides of this length over a region; boxes outside belong to the cells
    /// at its border.
    Fixed {
        /// Length of a cell's side.
        side: f64,
        /// The region of the array. It takes 4 bytes a cell, full or empty. With more than 2^28
        /// cells the cells are hashed instead.
        region: Aabb<S, D>,
    },
}

impl<S, const D: usize> Default for Layout<S, D> {
    fn default() -> Self {
        Self::Population(POPULATION)
    }
}

impl<S: Scalar, const D: usize> Layout<S, D> {
    /// The layout itself if it is usable, else its replacement.
    fn usable(self) -> Self {
        // Keys are computed with the reciprocal of the side, in the scalar of the boxes. No
        // comparison here holds for a NaN.
        let is_length = |side: f64| side > 0.0 && S::from_f64(1.0 / side).to_f64() > 0.0;
        match self {
            Self::Side(side) | Self::Fixed { side, .. } if !is_length(side) => Self::default(),
            Self::Fixed { side, region } => {
                let lengths = (0..D).map(|axis| region.max[axis].to_f64() - region.min[axis].to_f64());
                let cells: f64 = lengths.map(|length| (length / side).ceil().max(1.0)).product();
                if cells <= MOST_FIXED { self } else { Self::Side(side) }
            }
            Self::Population(_) | Self::Side(_) => self,
        }
    }
}

/// The state of the boxes for which the cells were planned.
#[derive(Clone, Copy, Debug, Default)]
struct Planned {
    len: usize,
    occupancy: f64,
    unbounded: usize,
}

/// The recommended store: a grid of cells, each sorted along one axis.
pub type GridSap<S, const D: usize> = Grid<S, D, SweepSap<S, D>>;

/// A grid of cells, each a store of boxes.
#[derive(Debug)]
pub struct Grid<S, const D: usize, C> {
    layout: Layout<S, D>,
    /// From the finest to the cell without bounds.
    levels: Vec<Level<S, D, C>>,
    placements: Vec<Placement<D>>,
    slots: Vec<Slots>,
    /// The present boxes, indexed by id.
    boxes: Vec<Aabb<S, D>>,
    witnesses: Witnesses,
    /// Scratch: the toggles of the cells in a batch.
    cell_toggles: Vec<PairChange>,
    /// Scratch: the batch of one cell.
    work: Batch<S, D>,
    len: usize,
    /// The number of levels with boxes.
    levels_in_use: usize,
    is_serial: bool,
    planned: Planned,
}

impl<S: Scalar, const D: usize, C: CellStore<S, D>> Default for Grid<S, D, C> {
    fn default() -> Self {
        Self::new(Layout::default())
    }
}

impl<S: Scalar, const D: usize, C: CellStore<S, D>> Grid<S, D, C> {
    /// An empty grid.
    pub fn new(layout: Layout<S, D>) -> Self {
        const { assert!(D >= 1 && D <= 8, "a grid has between one and eight dimensions") };
        let mut grid = Self {
            layout: layout.usable(),
            levels: Vec::new(),
            placements: Vec::new(),
            slots: Vec::new(),
            boxes: Vec::new(),
            witnesses: Witnesses::default(),
            cell_toggles: Vec::new(),
            work: Batch::default(),
            len: 0,
            levels_in_use: 0,
            is_serial: false,
            planned: Planned::default(),
        };
        grid.levels = grid.plan(&Batch::default());
        grid
    }

    /// Runs all cells on the calling thread, also with the feature `parallel`. The results are the
    /// same, their order included.
    #[must_use]
    pub fn serial(mut self) -> Self {
        self.is_serial = true;
        self
    }

    /// The number of non-empty cells in each level, the finest first; the last is the cell without
    /// bounds.
    pub fn cells(&self) -> Vec<usize> {
        self.levels
            .iter()
            .map(|level| level.cells.iter().filter(|cell| cell.len > 0).count())
            .collect()
    }

    fn unbounded(&self) -> &Level<S, D, C> {
        self.levels.last().expect("there is the level without bounds")
    }

    /// Plans levels for the present boxes or, if there are none, for those that a batch inserts.
    fn plan(&self, batch: &Batch<S, D>) -> Vec<Level<S, D, C>> {
        let mut levels = match &self.layout {
            Layout::Population(population) => {
                let tilings = if self.len == 0 {
                    plan::tilings(batch.inserted.iter().map(|(_, aabb)| aabb), *population, C::STRETCH)
                } else {
                    let present = self
                        .placements
                        .iter()
                        .zip(&self.boxes)
                        .filter(|(placement, _)| placement.level != NO_LEVEL);
                    plan::tilings(present.map(|(_, aabb)| aabb), *population, C::STRETCH)
                };
                tilings.iter().map(Level::hashed).collect()
            }
            Layout::Side(side) => vec![Level::hashed(&Tiling {
                corner: [0.0; D],
                sides: [*side; D],
            })],
            Layout::Fixed { side, region } => vec![Level::fixed(*side, region)],
        };
        levels.push(Level::unbounded());
        levels
    }

    /// Whether the boxes have changed so much since the last plan that another one is due.
    fn needs_new_plan(&self) -> bool {
        let Layout::Population(population) = self.layout else {
            return false;
        };
        let occupancy = |level: &Level<S, D, C>| level.mean_occupancy();
        let unbounded = self.unbounded().boxes;
        self.len.max(population) > GROWTH * self.planned.len.max(population)
            || self.len.max(population) < self.planned.len.max(population) / GROWTH
            || (self.levels.len() > 1
                && occupancy(&self.levels[0]) > OCCUPANCY_GROWTH * self.planned.occupancy.max(population as f64))
            || (self.levels.len() > 1 && unbounded > UNBOUNDED_MARGIN + 2 * self.planned.unbounded)
    }

    /// Plans the cells again and moves all boxes to their new cells. No overlap changes.
    fn rebuild(&mut self) {
        self.levels = self.plan(&Batch::default());
        self.witnesses.clear();
        let placements = self.placements.clone();
        self.placements.fill(Placement::default());
        (self.len, self.levels_in_use) = (0, 0);
        for (id, placement) in placements.into_iter().enumerate() {
            if placement.level != NO_LEVEL {
                let aabb = self.boxes[id];
                self.enter(id as u32, &aabb);
            }
        }
        self.run_cells(&mut Vec::new());
        self.record_plan();
    }

    fn record_plan(&mut self) {
        self.planned = Planned {
            len: self.len,
            occupancy: self.levels[0].mean_occupancy(),
            unbounded: self.unbounded().boxes,
        };
    }

    /// Runs the cells and appends the net changes.
    fn run_cells(&mut self, toggles: &mut Vec<PairChange>) {
        for level in &mut self.levels {
            level.run(self.is_serial, &self.boxes, &mut self.work, &mut self.cell_toggles);
        }
        self.witnesses.net(&mut self.cell_toggles, toggles);
    }
}

impl<S: Scalar, const D: usize, C: CellStore<S, D>> Store<S, D> for Grid<S, D, C> {
    /// O(moved + migrated log cell + changed log changed), plus the cost of the cells. Each pair
    /// occurs at most once; the toggles are sorted.
    fn apply(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<PairChange>) {
        let is_new = self.len == 0;
        if is_new {
            self.levels = self.plan(batch);
        } else if self.needs_new_plan() {
            self.rebuild();
        }
        for id in &batch.removed {
            self.leave(*id);
        }
        if batch.moved.len() * MOST_SHARE >= self.len * (MOST_SHARE - 1) && self.all_cells_refresh() {
            self.record_all_moves(&batch.moved);
        } else {
            for (id, aabb) in &batch.moved {
                self.move_box(*id, aabb);
            }
        }
        for (id, aabb) in &batch.inserted {
            self.enter(*id, aabb);
        }
        self.run_cells(toggles);
        if is_new {
            self.record_plan();
        }
    }

    fn len(&self) -> usize {
        self.len
    }

    fn memory(&self) -> usize {
        let placements = self.placements.capacity() * size_of::<Placement<D>>()
            + self.slots.capacity() * size_of::<Slots>()
            + self.boxes.capacity() * size_of::<Aabb<S, D>>();
        let spilled = self
            .slots
            .iter()
            .filter(|slots| slots.spilled())
            .map(|slots| slots.capacity())
            .sum::<usize>();
        placements
            + spilled * size_of::<Slot>()
            + self.levels.iter().map(Level::memory).sum::<usize>()
            + self.witnesses.memory()
            + self.cell_toggles.capacity() * size_of::<PairChange>()
    }

    fn sanity_check(&self) -> Result<(), String> {
        self.check()
    }
}
