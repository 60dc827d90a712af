//! A level of the grid: cells for balls up to a size.
//!
//! Balls of one size need a single level. Where there are much larger ones, these are filed in a
//! level of their own, with wider cells, and the cells of the others stay narrow.

use super::constants::{CELLS_FOR_ONE_IMAGE, ROOM};
use super::grid::Grid;
use super::neighbours::NeighbourCells;
use super::space::Space;

/// The cells of a level, and what they were made for.
#[derive(Clone, Debug)]
pub(super) struct Level {
    grid: Grid,
    /// By axis and number.
    neighbours: [Vec<NeighbourCells>; 3],
    few_cells: bool,
    size: LevelSize,
}

/// What the cells of a level are made for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LevelSize {
    /// The largest radius.
    pub(super) largest: f64,
    /// How far a ball may go in its lease; 0 for balls without leases.
    pub(super) margin: f64,
    /// How far the centre of a ball may be outside of its cell, with rounding: for balls with
    /// leases as far as these allow.
    pub(super) leeway: f64,
}

impl Level {
    pub(super) fn new(grid: Grid, space: &Space, size: LevelSize) -> Self {
        Self {
            neighbours: [0, 1, 2].map(|axis| NeighbourCells::all(&grid, axis)),
            few_cells: space.periodic && grid.counts()[..grid.axes()].iter().any(|count| *count < CELLS_FOR_ONE_IMAGE),
            grid,
            size,
        }
    }

    #[inline(always)]
    pub(super) fn grid(&self) -> &Grid {
        &self.grid
    }

    /// By axis and number.
    #[inline(always)]
    pub(super) fn neighbours(&self) -> &[Vec<NeighbourCells>; 3] {
        &self.neighbours
    }

    /// The neighbours on an axis of the cells with one number.
    #[inline(always)]
    pub(super) fn neighbours_on(&self, axis: usize, number: u32) -> &NeighbourCells {
        &self.neighbours[axis][number as usize]
    }

    /// Whether the domain is periodic with few cells on an axis, so that a ball can meet several
    /// images of another.
    #[inline(always)]
    pub(super) fn has_few_cells(&self) -> bool {
        self.few_cells
    }

    /// How far a ball may extend beyond its cell: by its radius, and by how far its centre may be
    /// outside.
    pub(super) fn extent(&self) -> f64 {
        self.size.largest * ROOM + self.size.leeway
    }

    #[inline(always)]
    pub(super) fn size(&self) -> &LevelSize {
        &self.size
    }
}
