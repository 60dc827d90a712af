//! The domain with its grid, and the nearest images in it.

use super::constants::CELLS_FOR_ONE_IMAGE;
use super::grid::Grid;
use super::neighbours::NeighbourCells;
use super::space::Space;
use crate::domain::shift_to_nearest_if_far;
use nalgebra::Vector3;

/// The domain, cut into cells.
#[derive(Debug)]
pub(super) struct CellGrid {
    space: Space,
    grid: Grid,
    /// By axis and number.
    neighbours: [Vec<NeighbourCells>; 3],
    few_cells: bool,
    half_lengths: [f64; 3],
}

impl CellGrid {
    /// The domain as one cell.
    pub(super) fn new(space: Space) -> Self {
        Self::with_cells(space, f64::INFINITY, f64::INFINITY, 1)
    }

    /// Cells of about this width, at least `least` wide, and no more than `most` in all.
    pub(super) fn with_cells(space: Space, width: f64, least: f64, most: usize) -> Self {
        let grid = Grid::new(&space, width, least, most);
        Self {
            space,
            neighbours: [0, 1, 2].map(|axis| NeighbourCells::all(&grid, axis)),
            few_cells: space.periodic && grid.counts().iter().any(|count| *count < CELLS_FOR_ONE_IMAGE),
            half_lengths: (0.5 * space.lengths()).into(),
            grid,
        }
    }

    #[inline(always)]
    pub(super) fn space(&self) -> &Space {
        &self.space
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

    #[inline(always)]
    pub(super) fn is_periodic(&self) -> bool {
        self.space.periodic
    }

    /// Whether the domain is periodic with few cells on an axis, so that a ball can meet several
    /// images of another.
    #[inline(always)]
    pub(super) fn has_few_cells(&self) -> bool {
        self.few_cells
    }

    /// The difference of two positions, to the nearest image of the second.
    #[inline(always)]
    pub(super) fn nearest(&self, mut apart: Vector3<f64>) -> Vector3<f64> {
        if self.space.periodic {
            apart += self.to_nearest(&apart);
        }
        apart
    }

    /// The shift that makes a difference of positions in a periodic domain that of the nearest
    /// images.
    #[inline(always)]
    pub(super) fn to_nearest(&self, apart: &Vector3<f64>) -> Vector3<f64> {
        shift_to_nearest_if_far(apart, self.grid.lengths(), &self.half_lengths)
    }
}
