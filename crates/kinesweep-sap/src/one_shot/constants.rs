//! Tuning constants of the one-shot methods; those of the uniform grid are in `grid`.

/// Number of boxes from which the prefilter is faster: below it, its construction costs more than
/// it saves (measured).
pub(super) const PREFILTER_FROM: usize = 1_500;

/// Sets smaller than this are scanned. Measured with 10 000 and 100 000 boxes, cubes and mixed
/// sizes; flat within a factor of two.
pub(super) const CUTOFF: usize = 3_000;

/// Size of the sample of points; its median splits a node: the halves are equal within some 15 per
/// cent.
pub(super) const MEDIAN_OF: usize = 33;

/// Number of keys from which a radix sort replaces a comparison sort (measured: equal at about
/// 1 000).
pub(super) const RADIX_FROM: usize = 1_000;

/// Bits of a digit of the radix sort: 2 048 counters of 4 bytes fit into the first-level cache
/// together with the data.
pub(super) const DIGIT_BITS: u32 = 11;

/// Pairs per box from which a counting sort is used.
pub(super) const COUNTING_FROM: usize = 1;

/// Greatest number of boxes in a sample: its quantiles are accurate to a few per cent, and it costs
/// a few microseconds.
pub(super) const SAMPLE_SIZE: usize = 256;

/// The share of the lower ends below the range of an axis, and the share above it, so that outliers
/// do not widen the range.
pub(super) const OUTLIER_SHARE: f64 = 0.02;

/// A box moves up to this many places by exchanges with its neighbours; farther, the boxes between
/// are rotated at once.
pub(super) const MAX_EXCHANGES: usize = 16;
