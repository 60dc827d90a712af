//! Tolerances and limits of this folder.

/// The rounding of positions that a prediction tolerates, as a share of the body's size. A piece
/// with coarser positions is counted in `Counters::coarse`.
pub(super) const MAX_GRAIN: f64 = 1e-6;
