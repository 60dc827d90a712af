//! The balls in their cells, and what the cells were made for.

use super::ball::Ball;
use super::cell_grid::CellGrid;
use super::cells::Cells;
use super::constants::{FEW_CELLS, LEASE_ROUNDING, ROOM};
use super::store::BallStore;
use nalgebra::Vector3;

/// The cells, and what they were made for.
#[derive(Debug)]
pub(super) struct Filing {
    cells: Cells,
    /// Whether the cells do not fit the balls any more. They are not kept up to date then.
    is_outdated: bool,
    /// The number of balls for which the cells were made, and their largest radius.
    balls: usize,
    largest: f64,
    /// How far a ball may be outside of its cell; without meaning with lists.
    slack: f64,
    /// How far the centre of a ball may be outside of its cell, with rounding; with lists, as far
    /// as its lease allows.
    leeway: f64,
    /// The balls are put in order in memory after so many crossings.
    order_after: u64,
}

impl Filing {
    pub(super) fn new(grid: &CellGrid) -> Self {
        Self {
            cells: Cells::default(),
            is_outdated: true,
            balls: 0,
            largest: 0.0,
            slack: 0.0,
            leeway: lease_rounding(grid),
            order_after: 0,
        }
    }

    /// Makes the filing that fits the balls. `margin` is that of their leases, if they have lists.
    pub(super) fn renew(&mut self, grid: &CellGrid, balls: &BallStore, largest: f64, slack: f64, margin: Option<f64>) {
        self.is_outdated = false;
        self.balls = balls.len();
        self.largest = largest;
        self.slack = slack;
        self.leeway = margin.map_or(slack, |margin| margin * ROOM) + lease_rounding(grid);
    }

    /// Files all balls. No slot may be vacant.
    pub(super) fn file_all(&mut self, grid: &CellGrid, balls: &BallStore) {
        self.cells.reset(grid.grid().cells());
        for (slot, ball) in balls.motions().iter().enumerate() {
            self.cells.add(grid.grid().index(ball.tag.cell()), slot as u32);
        }
    }

    #[inline(always)]
    pub(super) fn cells(&self) -> &Cells {
        &self.cells
    }

    /// Moves a ball between cells. The caller sets its tag.
    #[inline(always)]
    pub(super) fn refile(&mut self, grid: &CellGrid, slot: usize, before: [u32; 3], after: [u32; 3]) {
        self.cells.remove(grid.grid().index(before), slot as u32);
        self.cells.add(grid.grid().index(after), slot as u32);
    }

    /// Adds a ball to the cell of its tag.
    pub(super) fn add(&mut self, grid: &CellGrid, balls: &BallStore, slot: usize) {
        self.cells.add(grid.grid().index(balls.motion(slot).tag.cell()), slot as u32);
    }

    /// Removes a ball from its cell.
    pub(super) fn remove(&mut self, grid: &CellGrid, balls: &BallStore, slot: usize) {
        self.cells
            .remove(grid.grid().index(balls.motion(slot).tag.cell()), slot as u32);
    }

    #[inline(always)]
    pub(super) fn is_outdated(&self) -> bool {
        self.is_outdated
    }

    pub(super) fn outdate(&mut self) {
        self.is_outdated = true;
    }

    /// Whether the cells do not fit any more with a new ball, of so many in all.
    pub(super) fn is_outdated_by(&self, ball: &Ball, balls: usize) -> bool {
        ball.species.radius > self.largest || balls > 2 * self.balls.max(FEW_CELLS)
    }

    /// The number of balls for which the cells were made.
    pub(super) fn balls(&self) -> usize {
        self.balls
    }

    /// The largest radius for which the cells were made.
    pub(super) fn largest(&self) -> f64 {
        self.largest
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

    /// How far a ball may extend beyond its cell: by its radius, and by how far its centre may be
    /// outside.
    pub(super) fn extent(&self) -> f64 {
        self.largest * ROOM + self.leeway
    }

    /// How far the centre of a ball may be outside of its cell.
    #[cfg(test)]
    pub(super) fn leeway(&self) -> f64 {
        self.leeway
    }
}

fn lease_rounding(grid: &CellGrid) -> f64 {
    LEASE_ROUNDING * Vector3::from(*grid.grid().lengths()).amax()
}
