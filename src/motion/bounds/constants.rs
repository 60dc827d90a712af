//! Roundings of moving boxes.

/// Outward rounding of a bound, relative to the magnitudes that enter it (no unit): 256 units in
/// the last place.
///
/// A swap is found at a rounded time, from rounded positions, after up to a few dozen operations;
/// so is, by other operations, the time at which the tight boxes of a pair begin to overlap. The
/// outward rounding is larger than both errors together, so a pair is always a candidate before
/// anything can be predicted to happen to it.
pub(super) const OUTWARD: f64 = 256.0 * f64::EPSILON;

/// Roundings in the width of a box, in units of `f64::EPSILON` times the terms that it is the sum
/// of. A width that is negative by no more counts as 0: the broad phase widens boxes by far more.
pub(super) const WIDTH_ROUNDINGS: f64 = 16.0;
