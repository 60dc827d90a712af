//! The grid that fits the balls: its levels, how wide their cells are, and whether balls have
//! neighbour lists.

use super::cell_grid::{CellGrid, lease_rounding};
use super::constants::{
    CELL_AREA, CELL_ROUNDING, CELL_VOLUME, DENSE_AREA, DENSE_PACKING, FEW_CELLS, LARGER_MARGIN, LEASE_MARGIN,
    LEASE_MARGIN_OF_DISCS, LEAST_LARGER_MARGIN, MOST_CELLS_PER_BALL, MOST_LARGER_MARGIN, MOST_LISTED_FACTOR, PART_OF_HALF_LENGTH,
    ROOM, SLACK_PART,
};
use super::grid::Grid;
use super::level::{Level, LevelSize};
use super::lists::NeighbourLists;
use super::size_levels;
use super::space::Space;
use super::store::BallStore;
use crate::portable;

/// A new grid, and what it is for.
pub(super) struct GridPlan {
    pub(super) grid: CellGrid,
    /// How far a ball of level 0 may be outside of its cell; without meaning with lists.
    pub(super) slack: f64,
    pub(super) has_lists: bool,
}

/// The grid that fits the balls. No slot may be vacant.
pub(super) fn plan(space: Space, balls: &BallStore) -> GridPlan {
    let speeds = balls.motions().iter().map(|ball| ball.flight.velocity.norm());
    let sizes = match largest_with_lists(&space, balls) {
        Some(largest) => vec![largest],
        None => size_levels::choose(balls.reaches().iter().copied().zip(speeds), &space),
    };
    plan_of_sizes(space, balls, sizes)
}

/// The grid with levels up to these radii, or with fewer levels if the domain is too narrow.
pub(super) fn plan_of_sizes(space: Space, balls: &BallStore, mut sizes: Vec<f64>) -> GridPlan {
    loop {
        let (plan, conflict) = of_sizes(space, balls, &sizes);
        match conflict {
            // The balls of one level share the next, or all share one.
            Some(0) => drop(sizes.drain(..sizes.len() - 1)),
            Some(level) => drop(sizes.remove(level)),
            None => return plan,
        }
    }
}

/// The grid with levels up to these radii, and a level that must not be one of its own, if there is
/// one.
fn of_sizes(space: Space, balls: &BallStore, sizes: &[f64]) -> (GridPlan, Option<usize>) {
    let largest = sizes.first().copied().unwrap_or(0.0);
    let counts = counts(balls, sizes);
    let volume = space.volume();
    let [small, large] = filled(&space, balls, largest);
    let free = (volume - large).max(0.0);
    let margin = lease_margin(&space) * largest;
    // Boxes overlap farther away than lists reach.
    let may_have_lists = sizes.len() == 1 && !space.with_boxes;
    let has_lists = may_have_lists && small > dense_packing(&space) * free && NeighbourLists::fit(&space, largest, margin);
    let contact = 2.0 * largest * ROOM;
    let rounding = lease_rounding(&space);
    let most = |count: usize| MOST_CELLS_PER_BALL * count + FEW_CELLS;
    let new = |width: f64, least: f64, count: usize, first: usize| Grid::new(&space, width, least, most(count), first);
    if has_lists {
        let width = contact + 2.0 * margin * ROOM;
        let leeway = margin * ROOM + rounding;
        let size = LevelSize { largest, margin, leeway };
        let finest = Level::new(new(width, width, counts[0], 0), &space, size);
        let grid = CellGrid::with_levels(space, finest, Vec::new());
        let plan = GridPlan {
            grid,
            slack: 0.0,
            has_lists,
        };
        return (plan, None);
    }
    let width = width_of_cells(&space, free / counts[0].max(1) as f64);
    let grid = new(width, contact, counts[0], 0);
    let (width, mut first) = (grid.least_width(), grid.cells());
    let slack = SLACK_PART * (width - contact);
    let size = LevelSize {
        largest,
        margin: 0.0,
        leeway: slack + rounding,
    };
    let finest = Level::new(grid, &space, size);
    let coarser = sizes.iter().zip(&counts).skip(1).map(|(largest, count)| {
        let margin = margin_of(*largest, width, &space);
        let width = 2.0 * (largest + margin) * ROOM;
        let grid = new(width, width, *count, first);
        first += grid.cells();
        let leeway = margin * ROOM + rounding;
        let largest = *largest;
        Level::new(grid, &space, LevelSize { largest, margin, leeway })
    });
    let coarser = coarser.collect();
    let grid = CellGrid::with_levels(space, finest, coarser);
    let conflict = conflict(&grid);
    let plan = GridPlan { grid, slack, has_lists };
    (plan, conflict)
}

/// The packing from which on the balls have neighbour lists.
fn dense_packing(space: &Space) -> f64 {
    match space.flat {
        true => DENSE_AREA,
        false => DENSE_PACKING,
    }
}

/// How far a ball with a neighbour list may go in its lease, in radii of the largest.
fn lease_margin(space: &Space) -> f64 {
    match space.flat {
        true => LEASE_MARGIN_OF_DISCS,
        false => LEASE_MARGIN,
    }
}

/// The width of cells in a dilute system with so much space for each ball.
pub(super) fn width_of_cells(space: &Space, each: f64) -> f64 {
    match space.flat {
        true => (CELL_AREA * each).sqrt(),
        false => portable::cbrt(CELL_VOLUME * each),
    }
}

/// The largest radius, if all balls are to share a level whatever that costs: if their radii are
/// equal, or differ little in a dense system, where lists save more than levels.
fn largest_with_lists(space: &Space, balls: &BallStore) -> Option<f64> {
    if let Some(reach) = balls.common_reach() {
        return Some(reach);
    }
    let largest = balls.reaches().iter().copied().fold(0.0, f64::max);
    let mean = balls.reaches().iter().sum::<f64>() / balls.len() as f64;
    let is_dense = filled(space, balls, largest)[0] > dense_packing(space) * space.volume();
    (is_dense && !space.with_boxes && largest <= MOST_LISTED_FACTOR * mean).then_some(largest)
}

/// The margin of the leases of balls up to a radius, where the finest cells have this width. It is
/// less than usual if one cell more fits into the domain then.
fn margin_of(largest: f64, finest: f64, space: &Space) -> f64 {
    let usual = (LARGER_MARGIN * finest).min(MOST_LARGER_MARGIN * largest);
    let side = space.least_length();
    let fitting = |margin: f64| side / (2.0 * (largest + margin) * ROOM);
    let cells = fitting(usual).floor() + 1.0;
    let less = (side / cells * (1.0 - CELL_ROUNDING)) / (2.0 * ROOM) - largest;
    if less >= LEAST_LARGER_MARGIN * usual { less } else { usual }
}

/// The number of balls in each level.
fn counts(balls: &BallStore, sizes: &[f64]) -> Vec<usize> {
    let mut counts = vec![0; sizes.len()];
    for radius in balls.reaches() {
        counts[sizes.partition_point(|largest| largest < radius)] += 1;
    }
    counts
}

/// The volume of the balls up to a radius, and of the others.
fn filled(space: &Space, balls: &BallStore, largest: f64) -> [f64; 2] {
    let mut filled = [0.0; 2];
    for r in balls.reaches() {
        filled[usize::from(*r > largest)] += space.volume_of_ball(*r);
    }
    filled
}

/// A level with balls that could touch several images of a larger one. The cells of a footprint then do
/// not determine the image.
fn conflict(grid: &CellGrid) -> Option<usize> {
    let space = grid.space();
    if !space.periodic || !grid.has_levels() {
        return None;
    }
    if grid.has_few_cells() {
        return Some(0);
    }
    let half = PART_OF_HALF_LENGTH * 0.5 * space.least_length();
    let levels: Vec<&Level> = grid.levels().collect();
    let meets_images = |at: usize| {
        let finer = levels[at];
        let size = finer.size();
        levels[at + 1..].iter().any(|coarser| {
            let (radius, margin) = (coarser.size().largest, coarser.size().margin);
            let range = (radius + margin + size.largest) * ROOM + lease_rounding(space);
            range + 2.0 * size.leeway + finer.grid().most_width() + margin > half
        })
    };
    (0..levels.len()).rev().find(|at| meets_images(*at))
}
