//! Limits of tracked boxes and of their error messages.

/// Default bound of ids. Memory grows with the largest id: a wrong one is refused, so it does not
/// cost gigabytes. 2^24 boxes of three `f32` sides take 0.5 GB here and 1.2 GB in a store on
/// arrays. See [`Tracked::with_id_bound`](super::Tracked::with_id_bound).
pub(super) const DEFAULT_ID_BOUND: u32 = 1 << 24;

/// Greatest number of missing and of surplus pairs in the message of a failed audit, to keep it
/// readable.
pub(super) const MAX_SHOWN_PAIRS: usize = 5;

/// Characters of an `f64` of usual magnitude, sign and point included.
pub(super) const MAX_PLAIN_DIGITS: usize = 20;
