//! Tuning constants of the sweep.

/// Up to this many boxes are inserted or removed one by one, each moving all boxes behind it; more
/// of them in one pass.
pub(super) const FEW_CHANGES: usize = 8;

/// All boxes are swept if more than one box in this many changes.
pub(super) const SWEPT_SHARE: usize = 2;

/// An insertion sort stops after this many exchanges a box: the boxes jumped. A full sort costs
/// about as much as this many exchanges of each box.
pub(super) const EXCHANGES_PER_BOX: usize = 8;

/// Nearly sorted boxes are sorted when their mean disorder exceeds this share of their mean width.
pub(super) const MAX_DISORDER: f64 = 0.25;
