//! Tuning constants of the uniform grid.

/// Greatest number of cells that a box is entered in. Boxes that touch more are handled by a sweep.
/// In three dimensions a box of four cells a side is below it.
pub(super) const MOST_CELLS: f64 = 128.0;

/// Greatest number of dimensions in which cells are used: marks fit into half a word. In more, the
/// sweep handles all boxes.
pub(super) const MOST_AXES: usize = 30;

/// Greatest number of cells of a dense grid: this many per box plus `CELLS_MORE`. With more,
/// clearing the cells dominates the cost.
pub(super) const CELLS_PER_BOX: f64 = 4.0;

/// Added to the greatest number of cells of a dense grid, for few boxes.
pub(super) const CELLS_MORE: f64 = 4096.0;

/// Total bits of the coordinates of a cell.
pub(super) const KEY_BITS: u32 = 60;

/// Cost model: nanoseconds to create an entry (measured, order of magnitude).
pub(super) const ENTRY_NS: f64 = 8.0;

/// Cost model: nanoseconds to compare two entries of a cell (measured, order of magnitude).
pub(super) const COMPARISON_NS: f64 = 2.5;

/// Cost model: nanoseconds for one step of the sweep for large boxes (measured, order of
/// magnitude).
pub(super) const SWEEP_STEP_NS: f64 = 0.5;

/// Number of boxes from which a spatial sort beforehand is faster (measured).
pub(super) const ORDER_FROM: usize = 5_000;

/// Size of the sample of boxes for the cost model.
pub(super) const MODEL_SAMPLE: usize = 32;

/// Number of candidates for the size of a cell; consecutive candidates differ by the factor
/// sqrt(2).
pub(super) const SIZE_CANDIDATES: i32 = 48;

/// When the cost is this many times the least one, smaller cells are not tried.
pub(super) const STOP_FACTOR: f64 = 3.0;

/// Bits of the smallest table.
pub(super) const LEAST_BITS: u32 = 6;
