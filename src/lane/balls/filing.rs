//! The balls in their cells, and what the cells were made for.

use super::cell_grid::CellGrid;
use super::cells::Cells;
use super::constants::FEW_CELLS;
use super::level::Level;
use super::store::BallStore;

/// The cells, and what they were made for.
#[derive(Debug)]
pub(super) struct Filing {
    cells: Cells,
    /// Whether the cells do not fit the balls any more. They are not kept up to date then.
    is_outdated: bool,
    /// The number of balls for which the cells were made.
    balls: usize,
    /// How far a ball of level 0 may be outside of its cell; without meaning with lists.
    slack: f64,
    /// The balls are put in order in memory after so many crossings.
    order_after: u64,
}

impl Filing {
    pub(super) fn new() -> Self {
        Self {
            cells: Cells::default(),
            is_outdated: true,
            balls: 0,
            slack: 0.0,
            order_after: 0,
        }
    }

    /// Makes the filing that fits the balls.
    pub(super) fn renew(&mut self, balls: &BallStore, slack: f64) {
        self.is_outdated = false;
        self.balls = balls.len();
        self.slack = slack;
    }

    /// Files all balls. No slot may be vacant.
    pub(super) fn file_all(&mut self, grid: &CellGrid, balls: &BallStore) {
        self.cells.reset(grid.cells());
        for slot in 0..balls.slots() {
            self.cells.add(balls.cell_index(grid, slot), slot as u32);
        }
    }

    #[inline(always)]
    pub(super) fn cells(&self) -> &Cells {
        &self.cells
    }

    /// Moves a ball of a level between cells. The caller sets its tag.
    #[inline(always)]
    pub(super) fn refile(&mut self, level: &Level, slot: usize, before: [u32; 3], after: [u32; 3]) {
        self.cells.remove(level.grid().index(before), slot as u32);
        self.cells.add(level.grid().index(after), slot as u32);
    }

    /// Adds a ball to the cell of its tag.
    pub(super) fn add(&mut self, grid: &CellGrid, balls: &BallStore, slot: usize) {
        self.cells.add(balls.cell_index(grid, slot), slot as u32);
    }

    /// Removes a ball from its cell.
    pub(super) fn remove(&mut self, grid: &CellGrid, balls: &BallStore, slot: usize) {
        self.cells.remove(balls.cell_index(grid, slot), slot as u32);
    }

    #[inline(always)]
    pub(super) fn is_outdated(&self) -> bool {
        self.is_outdated
    }

    pub(super) fn outdate(&mut self) {
        self.is_outdated = true;
    }

    /// Whether the cells do not fit any more with a new ball, of so many in all.
    pub(super) fn is_outdated_by(&self, grid: &CellGrid, reach: f64, balls: usize) -> bool {
        reach > grid.largest() || balls > 2 * self.balls.max(FEW_CELLS)
    }

    /// The number of balls for which the cells were made.
    pub(super) fn balls(&self) -> usize {
        self.balls
    }

    #[inline(always)]
    pub(super) fn slack(&self) -> f64 {
        self.slack
    }

    #[inline(always)]
    pub(super) fn order_after(&self) -> u64 {
        self.order_after
    }

    /// Sets the number of crossings after which the balls are put in order in memory; 0: at once.
    pub(super) fn set_order_after(&mut self, crossings: u64) {
        self.order_after = crossings;
    }
}
