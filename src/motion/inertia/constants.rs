//! Tolerances and bounds of inertia: value, unit, reason.

/// Relative difference of two principal moments up to which they count as equal: some hundred
/// roundings, of sums over a surface and of the diagonalisation.
pub(super) const EQUAL_MOMENTS: f64 = 1e-13;

/// What a given tensor may lack in symmetry, and a pair of moments in the triangle inequality,
/// relative to the largest entry or moment: far above rounding, far below any measured digit.
pub(super) const TENSOR_TOLERANCE: f64 = 1e-9;

/// Smallest principal moment, in kg m²: the smallest mass at the smallest size.
pub(super) const MIN_MOMENT: f64 = 1e-90;

/// Largest principal moment, in kg m²: the largest mass at the largest size.
pub(super) const MAX_MOMENT: f64 = 1e90;

/// An entry off the diagonal counts as zero if its square is below this square times the product of
/// the two diagonal entries: it changes no bit of the eigenvalues, even of the smaller ones (Demmel
/// and Veselić 1992, doi:10.1137/0613074, section 3).
pub(super) const NEGLIGIBLE_ENTRY: f64 = f64::EPSILON / 16.0;

/// Most sweeps over the three entries off the diagonal. Convergence is quadratic: five to eight are
/// enough.
pub(super) const MAX_SWEEPS: usize = 32;
