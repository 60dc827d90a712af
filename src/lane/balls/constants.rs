//! Tolerances and tuning constants of the lane of balls.

use crate::domain::MAX_LENGTHS_PER_PIECE;

// Cells.

/// Factor by which cells are wider than the largest ball, so that rounding never decides.
pub(super) const ROOM: f64 = 1.0 + 1e-6;

/// Factor by which the radius of a ball may exceed what was foreseen: rounding, far less than `ROOM`.
pub(super) const REACH_ROUNDING: f64 = 1.0 + 1e-9;

/// How far the radius that grows fastest may grow, as a part of the mean radius, before the cells are
/// made anew.
pub(super) const GROWTH_AHEAD: f64 = 0.03;

/// How far a ball may be outside of its cell, as a part of what cells are wider than the largest
/// ball. Two balls share that width, and rounding must not decide: so it is a little less than a
/// half.
pub(super) const SLACK_PART: f64 = 0.499;

/// The most cells for each ball, and a number of cells that even few balls may have.
pub(super) const MOST_CELLS_PER_BALL: usize = 16;
pub(super) const FEW_CELLS: usize = 64;

/// Volume of a cell in a dilute system, as a part of the volume for each ball. Measured: at packing
/// 0.1 the narrowest cells are the best, at 0.01 and less these.
pub(super) const CELL_VOLUME: f64 = 0.25;

/// The same for discs, of areas. Measured at area fractions from 0.02 to 0.5.
pub(super) const CELL_AREA: f64 = 0.7;

/// The most lengths of the domain by which the image of a ball may be away: more than it travels in one motion
/// piece.
pub(super) const MOST_IMAGES: i16 = 128;

/// A ball that is so many lengths away may begin a new piece before it leaves its cell or its lease.
pub(super) const FAR_IMAGES: i16 = MAX_LENGTHS_PER_PIECE as i16 - 2;

/// With so many cells on each axis, of all images of a ball in neighbouring cells only the nearest
/// can be met: images in neighbouring cells are apart by less than half of the domain, with room
/// for rounding.
pub(super) const CELLS_FOR_ONE_IMAGE: u32 = 5;

/// Positions that differ by less than this part of a cell's width count as the same.
pub(super) const SAME_PLACE: f64 = 1e-9;

// Levels.

/// How far a ball of a coarser level may go in its lease, in widths of the finest cells, and at most
/// in radii of the largest ball of its level: then balls in neighbouring cells are apart by less
/// than half of a domain with `CELLS_FOR_ONE_IMAGE`.
pub(super) const LARGER_MARGIN: f64 = 0.25;
pub(super) const MOST_LARGER_MARGIN: f64 = 0.5;

/// The least part of the usual margin with which a larger ball gets narrower cells, and the part of
/// a width by which these are narrower than what fits, so that rounding does not decide.
pub(super) const LEAST_LARGER_MARGIN: f64 = 0.5;
pub(super) const CELL_ROUNDING: f64 = 1e-9;

/// The most levels.
pub(super) const MOST_LEVELS: usize = 8;

/// Part of the estimated cost that one more level must save.
pub(super) const LEAST_SAVING: f64 = 0.08;

/// Radii in a class for the estimate differ by at most this factor; by more if there were more than
/// so many classes.
pub(super) const SIZE_CLASS_FACTOR: f64 = 1.1;
pub(super) const MOST_SIZE_CLASSES: usize = 32;

/// In dense systems with radii up to this multiple of the mean, all balls share a level, and have
/// lists.
pub(super) const MOST_LISTED_FACTOR: f64 = 2.0;

/// Speed of balls at rest for the estimate, as a part of the mean speed of all.
pub(super) const LEAST_SPEED: f64 = 0.1;

/// Part of half of a length by which balls of different levels that could touch may be apart at
/// most, so that their nearest images alone can touch, whatever rounding does.
pub(super) const PART_OF_HALF_LENGTH: f64 = 0.999;

// Order in memory.

/// Crossings for each ball after which the balls are put in order in memory again.
pub(super) const CROSSINGS_PER_ORDERING: u64 = 8;

/// Slots that may be vacant before the balls are put in order: this number, and one for so many
/// balls.
pub(super) const MOST_VACANT: usize = 64;
pub(super) const BALLS_PER_VACANT: usize = 4;

/// Number of balls from which on data of events due soon is prefetched. Fewer balls are in the
/// cache anyway: each takes 128 bytes and its cells.
pub(super) const PREFETCH_FROM: usize = 12_000;

// Neighbour lists.

/// Packing fraction from which on the balls have neighbour lists: below it they leave their leases
/// too often.
pub(super) const DENSE_PACKING: f64 = 0.42;

/// The same for discs, an area fraction. Nine cells are scanned nearly as fast as a list: at 0.6
/// they are 10 % faster, at 0.7 lists are 5 % faster, and 13 % with 64 000 discs.
pub(super) const DENSE_AREA: f64 = 0.65;

/// How far a ball may go in its lease, in radii of the largest ball.
pub(super) const LEASE_MARGIN: f64 = 0.6;

/// The same for discs, which have fewer neighbours: a longer list costs less than an expiry.
pub(super) const LEASE_MARGIN_OF_DISCS: f64 = 0.9;

/// With lists, the grid is made anew when one of so many balls is gone.
pub(super) const BALLS_PER_LOSS: usize = 4;

/// Part of the longest range by which lists include more than the leases need, and roundings of the
/// longest coordinate for which they do.
pub(super) const LIST_SLACK: f64 = 1e-5;
pub(super) const LIST_ROUNDINGS: f64 = 16.0;

/// First length of a list with its count. Lists grow where it is too short.
pub(super) const FIRST_STRIDE: usize = 20;

/// Numbers of 32 bits in a cache line.
pub(super) const WORDS_PER_LINE: usize = 16;

/// Part of the longest side of the domain by which the centres of leases are rounded, which are
/// stored in single precision.
pub(super) const LEASE_ROUNDING: f64 = 1e-6;

// Scans of neighbours.

/// Balls tested side by side. Lists are filled up to a multiple of it.
pub(super) const LANES: usize = 4;

/// The most scans that are prepared together, so that their lists stay in the cache.
pub(super) const SCANS_PER_BATCH: usize = 64;

/// Factors by which the first tests of a scan allow for rounding: no meeting may seem later or less
/// likely than it is.
pub(super) const SCAN_TIME_FACTOR: f64 = 1.0 - 1e-9;
pub(super) const SCAN_ROUNDING: f64 = 1e-12;

/// Factor by which boxes are wider in the first test of their overlap, so that rounding never decides.
pub(super) const BOX_ROOM: f64 = 1.0 + 1e-6;

/// Partners in overlap for which a ball has places: as many as fit into a cache line with the rest. In
/// dense systems some balls have more.
pub(super) const OVERLAP_PARTNERS: usize = 8;

// The single-precision prefilter.

/// How many cell widths the fastest ball may go until all motions are converted again.
pub(super) const PREFILTER_SPAN: f64 = 12.0;

/// Speeds that the prefilter allows for, in units of the greatest speed at the time of conversion.
pub(super) const PREFILTER_SPEED_ROOM: f64 = 1.25;

/// Half a unit in the last place of 1 in single precision.
pub(super) const HALF_ULP: f64 = 0.5 * f32::EPSILON as f64;

/// Rounding of velocities in the discriminant, as a part of the square of the ball's own speed. It
/// decides for two balls that move nearly alike.
pub(super) const VELOCITY_NOISE: f32 = 4e-5;

/// Longer than any wait that counts, while its products are finite.
pub(super) const LONGEST_WAIT: f64 = 1e18;

/// Factor that covers the rounding of a wait.
pub(super) const WAIT_ROUNDING: f64 = 1.0 + 1e-5;

/// Balls tested in one block: nearly all lists are no longer, and loops of constant length are
/// faster.
pub(super) const BLOCK: usize = 4 * LANES;

// Queries.

/// Width of a query region that costs least for what it contains, in cell widths. A cell has
/// about one ball.
pub(super) const QUERY_CELLS: f64 = 4.0;

/// Rounding of a position that is up to `MOST_IMAGES` lengths away, in units of `f64::EPSILON`
/// times a length.
pub(super) const IMAGE_ROUNDINGS: f64 = 1024.0;

// The calendar queue.

/// The width of a bucket comes from the earliest so many due times.
pub(super) const SAMPLE: usize = 384;

/// How often each body would be due in a span if all were as frequent as the sample. As half of the
/// bodies wait longer where meetings are random, the span is about four times as long as the mean
/// wait.
pub(super) const DUE_PER_SPAN: f64 = 2.76;

/// Buckets in a group: few enough that an insertion into one of them stays in the cache, enough
/// that few bodies are inserted twice.
pub(super) const BUCKETS_PER_GROUP: usize = 1024;

/// A bucket with more entries than this many times the intended number makes the calendar rebuild
/// with narrower buckets.
pub(super) const CROWD: usize = 64;

/// After so many insertions for each body, and some more, the calendar is rebuilt to drop the
/// outdated ones.
pub(super) const INSERTIONS_PER_BODY: usize = 16;
pub(super) const MORE_INSERTIONS: usize = 4096;

/// The least width of a bucket in units of the last place of the time: narrower ones could not be
/// distinguished.
pub(super) const LEAST_BUCKET_ULPS: f64 = 1024.0;

/// Bodies in a bucket where they are densest: few enough to sort, enough that a bucket is worth its
/// overhead. Without lists much of a bucket is executed as a batch, and larger ones are better.
pub(super) const BODIES_PER_BUCKET: usize = 12;
pub(super) const BODIES_PER_BATCHED_BUCKET: usize = 24;
