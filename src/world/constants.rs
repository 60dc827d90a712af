//! The tolerances and limits of this folder.

use crate::limits::MAX_MAGNITUDE;

/// The last time that a world reaches, in seconds. Later events never happen. A world may start at
/// any allowed time and then runs for at least as long again.
pub(super) const LAST_TIME: f64 = 2.0 * MAX_MAGNITUDE;

/// The overlap that is allowed at an insertion, as a share of the body's size. Decimal input and
/// positions that a user computes are off by less where touching is meant.
pub(super) const TOUCH_TOLERANCE: f64 = 1e-9;

/// Resumed searches per pair, of thousands of radians each, after which a step without a limit
/// stops.
pub(super) const MAX_RESUMED_SEARCHES: u64 = 16;

/// Hops per body after which a step without a limit stops. A body hops at least a thousand times
/// a second.
pub(super) const MAX_HOPS_PER_BODY: u64 = 2048;

/// The largest number of frames of the swept method that are searched ahead for the next event.
/// They take some milliseconds.
pub(super) const MAX_FRAMES_AHEAD: u32 = 10_000;

/// Swaps, expiries or cell crossings that count as one step of a budget: some microseconds of
/// work, as for most events.
pub(super) const PORTION: usize = 32;

/// The largest number of events at one time is this base plus a number for each body. No
/// simultaneous collisions explain more.
pub(super) const STALL_BASE: u64 = 100_000;
/// See [`STALL_BASE`].
pub(super) const STALL_PER_BODY: u64 = 10_000;

/// Domain lengths that a body travels without any event before a step without a limit stops.
pub(super) const MAX_IDLE_LENGTHS: f64 = 1e4;

/// The largest share of the domain that a body may travel in the shortest time of a lease. A
/// faster body meets images at times that floats cannot resolve.
pub(super) const MAX_SHARE_PER_LEASE: f64 = 0.25;
