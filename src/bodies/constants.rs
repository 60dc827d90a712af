//! Tolerances and limits of this folder.

/// The largest number of insertions in the life of a world. The serial numbers above it are the
/// six walls.
pub(crate) const MAX_SERIALS: u32 = u32::MAX - 8;

/// The rounding of positions that a prediction tolerates, as a share of the body's size. A piece
/// with coarser positions is counted in `Counters::coarse`.
pub(super) const MAX_GRAIN: f64 = 1e-6;
