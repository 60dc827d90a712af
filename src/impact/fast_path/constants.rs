//! Tolerances of the fast path for two convex parts: value, unit, reason.

/// Margin of an unambiguous case, in units of the parts' extent (lengths) or of the relative speed
/// (closing speeds): far above rounding and the tolerances of the general solvers, and so small
/// that few cases are left to them.
pub(super) const UNAMBIGUOUS: f64 = 1e-9;

/// The same in units of the rounding of a gap, for bodies far from the world's origin or from time
/// 0.
pub(super) const UNAMBIGUOUS_ROUNDINGS: f64 = 64.0;

/// Most parts of the distance function: each axis enters and leaves the box once, which makes
/// seven; rounding may split each in two.
pub(super) const MAX_DISTANCE_PARTS: usize = 14;

/// Square of the sine below which edges count as parallel: they add no axis.
pub(super) const PARALLEL_EDGES_SQUARED: f64 = 1e-24;

/// Square of the sine below which the product of two edges is too uncertain for an unambiguous
/// case.
pub(super) const NEARLY_PARALLEL_EDGES_SQUARED: f64 = 1e-6;

/// Most corners tried in either phase: several times the usual number; cases that take more have
/// many ties.
pub(super) const MAX_CORNERS: usize = 32;

/// Least distance by which a corner counts as farther out, in units of the difference's size and
/// distance: rounding of coordinates.
pub(super) const CORNER_ROUNDING: f64 = 8.0 * f64::EPSILON;

/// Least sine of the angle of incidence of an unambiguous case: below it the error of a time is
/// more than a million times that of a length.
pub(super) const MIN_INCIDENCE: f64 = 1e-6;
