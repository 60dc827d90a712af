//! Tolerances of the separating axis test: value, unit, reason.

/// Sine below which two edge directions count as parallel: their cross product is then mostly
/// rounding. Omitting it moves the contact by at most this times the size of the shapes.
pub(super) const PARALLEL_EDGES: f64 = 1e-12;

/// Sine below which a cross product, with a direction error of `f64::EPSILON` over the sine, is
/// made orthogonal to both edges again.
pub(super) const NEARLY_PARALLEL_EDGES: f64 = 1e-3;

/// Sine below which the normals of the edges of two flat polytopes are added as axes: without them
/// the rim of their difference would be uncertain by `f64::EPSILON` over the sine times their size.
pub(super) const NEARLY_PARALLEL_PLANES: f64 = 1e-4;

/// Squared sine below which two faces are parallel and have no edge in common.
pub(super) const PARALLEL_FACES_SQUARED: f64 = 1e-24;

/// Greatest height of one polytope over the plane of the other for parallel planes, in roundings of
/// a length. Enough for two normals that were rotated separately; a polytope that rises higher
/// crosses the other's plane for long enough to be detected.
pub(super) const PARALLEL_PLANE_ROUNDINGS: f64 = 16.0;

/// Most instants tested: the planes can coincide twice, and the side changes each time.
pub(super) const MAX_PLANE_CROSSINGS: u32 = 3;
