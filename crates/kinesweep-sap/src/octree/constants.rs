//! Tuning constants of the octree.

/// Share of boxes outside the cube of the tree above which it is rebuilt.
pub(super) const MAX_OUTSIDE_SHARE: f64 = 0.25;

/// The cube of a new tree is this many times as wide as the extent of the boxes, as room for
/// motion.
pub(super) const ROOM: f64 = 1.25;

/// Boxes in a leaf before it splits (measured on unit cubes at a density of 5 %: flat from 12 to
/// 48).
pub(super) const CAPACITY: usize = 24;

/// Greatest number of levels below the root. Splitting ends earlier where the middle equals a
/// border of its node.
pub(super) const MAX_DEPTH: u32 = 24;

/// Children are joined when their lists together hold at most this share of a leaf's capacity, so
/// that the next split is not immediate.
pub(super) const JOIN_SHARE: f64 = 0.5;

/// Greatest number of dimensions in which nodes are split: a bit for each child fits into a word.
/// In more dimensions all boxes are in one list.
pub(super) const MOST_AXES: usize = 5;
