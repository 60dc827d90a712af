//! Tuning constants of the sorted arrays.

/// Percentage of moved boxes from which a global sort is faster, with no insertions and removals.
/// Measured with 300 and 3000 unit cubes at 5 % density that move 0.1 a step, in any direction: the
/// two take the same time at about 80. (Boxes that all move the same way pass no other box in a
/// global sort, and each other twice in a local one.)
pub(super) const GLOBAL_SORT_PERCENT: usize = 80;

/// Percentage of inserted and removed boxes up to which a patch of the lists is faster. Measured
/// with 300 and 3000 such cubes: from about 10 the two take the same time.
pub(super) const PATCH_PERCENT: usize = 10;

/// A backward pass widens the gap by as much as it inserts, so that the next pass can go forward,
/// but by no more than one part in this many of the list: a list that is loaded once must not keep
/// a gap as long as itself. One part in eight costs at most 6 bytes a box in three dimensions of
/// `f32`.
pub(super) const WIDEST_GAP_SHARE: usize = 8;
