//! Tuning constants of the grid.

/// Greatest number of cells of an array: 1 GB.
pub(super) const MOST_FIXED: f64 = (1_u32 << 28) as f64;

/// Mean occupancy of a cell, over the boxes. Measured on 1 000 to 100 000 unit cubes at 5 %
/// density: from 100 to 600 the times differ by a fifth. (With sorted lists on three axes, the
/// paper finds about 300.)
pub(super) const POPULATION: usize = 256;

/// Cells are planned again when the number of boxes has grown or shrunk by this factor.
pub(super) const GROWTH: usize = 2;

/// Cells are planned again when their mean occupancy has grown by this factor.
pub(super) const OCCUPANCY_GROWTH: f64 = 4.0;

/// Cells are planned again when the cell without bounds has more than twice as many boxes as then,
/// plus this number.
pub(super) const UNBOUNDED_MARGIN: usize = 16;

/// If all but at most one box in this many move, moves are not recorded one by one.
pub(super) const MOST_SHARE: usize = 8;

/// Cells of a level are at least this many times as wide as the boxes in it, so that few boxes
/// touch more than one.
pub(super) const CELL_TO_BOX_RATIO: f64 = 2.0;

/// Cells of a coarser level are at least this many times as wide as those of the finer one.
pub(super) const LEVEL_RATIO: f64 = 4.0;

/// Greatest number of levels with bounds.
pub(super) const MAX_LEVELS: usize = 6;

/// Number of boxes in the sample from which the mean occupancy is estimated.
pub(super) const SAMPLE: usize = 4096;

/// Up to this many boxes go to the cell without bounds: to compare them with all boxes is cheaper
/// than another level.
pub(super) const FEW_BOXES: usize = 4;

/// Steps of bisection: the exponent of two of the side is accurate to a thousandth.
pub(super) const BISECTION_STEPS: usize = 16;

/// The region is wider than the boxes by this share of a cell on either side, so that boxes at its
/// border do not leave it at once.
pub(super) const MARGIN: f64 = 1.0 / 64.0;

/// The region gets one more, smaller, cell on an axis where the remainder is less than this share
/// of a cell short of a whole one.
pub(super) const SHRINK: f64 = 0.25;

/// Fewer cells than this run on the calling thread: waking other threads takes longer.
#[cfg(feature = "parallel")]
pub(super) const PARALLEL_FROM_CELLS: usize = 8;
