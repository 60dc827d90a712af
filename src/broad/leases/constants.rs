//! Tuning constants and limits of leases. The tuning constants were measured by `benches/rings` on
//! rings, mixed shapes, falling bodies, balls of four sizes, and bullets.

use crate::limits::{MAX_MAGNITUDE, MIN_SIZE};

// The box of a lease.

/// Least margin on each side, as a part of the body's mean width: a body that turns does not leave
/// its lease at once.
pub(super) const LEAST_MARGIN: f64 = 0.02;

/// Least duration of a lease, in units in the last place of the present: a lease that ends sooner
/// would be renewed for ever at the same time.
pub(super) const LEAST_ULPS: f64 = 1024.0;

/// Least duration of a lease, in seconds: in it the fastest body moves by the smallest size. It is
/// for bodies without size, at the origin and at time 0, where nothing is rounded.
pub(super) const LEAST_TIME: f64 = MIN_SIZE / MAX_MAGNITUDE;

/// From this duration on, in seconds, a lease never expires, and is infinite on the sides to which
/// the body moves: some 10^22 years.
pub(super) const FOREVER: f64 = 1e30;

/// Longest duration of a lease in a periodic domain, in seconds: no lease is infinite there.
pub(super) const LONGEST_TIME: f64 = 1e29;

// Leases that are renewed together: see `together`.

/// The most leases that are renewed together: one of so many bodies, and no more than so many in all. By trial: with 256
/// bodies for one, 100 000 rings take the same time within a twentieth.
pub(super) const BODIES_FOR_ONE: usize = 64;
pub(super) const MOST_TOGETHER: usize = 1024;

/// A lease is renewed before it expires by no more than this share of its duration: so many more renewals are the most
/// that it costs.
pub(super) const SOON: f64 = 1.0 / 16.0;

// The extent of a lease: see `extent`.

/// Factor of the extent after a lease that was cheap.
pub(super) const GROWTH: f64 = 1.5;

/// Factor of the extent after a lease that cost nothing, as of a fast body that is alone.
pub(super) const FREE_GROWTH: f64 = 2.0;

/// Largest factor of the extent after a lease that was expensive.
pub(super) const SHRINKAGE: f64 = 0.7;

/// Cost of an expiry without its pairs, in pairs that begin or end. The best of 0.7 to 6: up to 1.5
/// within a tenth, at 6 twice as slow.
pub(super) const EXPIRY: f64 = 1.0;

/// Part of its pairs that a body may exchange at an expiry in addition: a large body has many,
/// whatever its lease. 0.05 and 0.1 are alike, 0.25 is worse.
pub(super) const SHARE: f64 = 0.05;

/// Cost of a pair at a change of motion, in pairs that begin or end. A fourth to one are alike.
pub(super) const PREDICTION: f64 = 1.0;

/// From this multiple of the fair cost on a lease is expensive. 1.4 is worse.
pub(super) const INDIFFERENCE: f64 = 2.0;

/// Least extent, as a part of the body's width. Up to 0.2 alike.
pub(super) const LEAST_EXTENT: f64 = 0.05;

/// After each so many expiries without a change of motion the least extent doubles, whatever that
/// costs, so that a body that flies freely expires O(log t) times.
pub(super) const EXPIRIES_TO_DOUBLE: u32 = 64;

/// Largest extent, in metres: its square is finite still.
pub(super) const MOST_EXTENT: f64 = 1e60;

/// Largest extent in a periodic domain, as a part of the shortest side: a body is at most half as
/// wide, and there are least margins and rounding in addition.
pub(super) const MOST_OF_DOMAIN: f64 = 0.4;

/// The first extent of a body, as a part of its width.
pub(super) const FIRST_EXTENT: f64 = 0.5;

// The search for idle times: see `idle`.

/// Expiries per body, without a change of any motion, before the first search. Each search that
/// finds a pair too soon doubles them.
pub(super) const EXPIRIES_TO_SEARCH: u64 = 64;
