//! The tolerances and tuning constants of spatial queries.

/// The longest ray in a periodic domain, as a multiple of its shortest side. The ray passes
/// through one image after the other.
pub(super) const MAX_SIDES: f64 = 1000.0;

/// The rounding of a widened region, in units of the magnitudes that enter.
pub(super) const REGION_ROUNDING: f64 = 64.0 * f64::EPSILON;

/// The rounding of the region of a ray's segment, in units of the magnitudes that enter. It exceeds
/// the rounding of the boxes that the ray enters.
pub(super) const SEGMENT_ROUNDING: f64 = 512.0 * f64::EPSILON;

/// After a segment with at least this many bodies the next one is shorter.
pub(super) const MANY: usize = 128;

/// After a segment with at most this many bodies the next one is longer.
pub(super) const FEW: usize = 16;

/// The largest number of segments of a ray. The rest of the ray is one segment.
pub(super) const MAX_SEGMENTS: u32 = 16_384;

/// The longest segment in a periodic domain, in shortest sides. Few images of a body are then near
/// it.
pub(super) const LONGEST: f64 = 0.5;

/// A ray of at most this many cell widths is not clipped to the occupied region: that would cost
/// more than it saves.
pub(super) const UNCLIPPED: f64 = 8.0;
