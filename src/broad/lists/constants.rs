//! Limits and tolerances of kinetic lists.

/// Bodies are numbered below this (no unit), so that the numbers of their six endpoints are handles
/// of every queue.
pub(super) const MOST_BODIES: u32 = u32::MAX / 6;

/// Marks an endpoint that is in no list, among positions in lists.
pub(super) const ABSENT: u32 = u32::MAX;

/// Where more than one body is inserted for each so many bodies present, sorting all lists again
/// costs less than inserting one by one.
pub(super) const REBUILD_SHARE: usize = 16;

/// Rounding of an endpoint's value, in units of `f64::EPSILON` times the magnitudes that enter:
/// some ten operations, and the times rounded at each of the swaps before.
pub(super) const VALUE_ROUNDINGS: f64 = 64.0;
