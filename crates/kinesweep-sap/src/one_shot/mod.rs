//! One-shot box intersection: all overlaps of boxes that stand still, in one set (*complete*) or between two (*bipartite*).
//!
//! Nothing is kept from one question to the next but memory. The methods, behind one [`Method`] each:
//!
//! | method | idea | work |
//! |---|---|---|
//! | brute force | every box with every other | n^2 |
//! | [`Sweep`] | sorted along one axis, compared in lanes | n log n + pairs that overlap on it |
//! | [`BoxPruning`] | the same, as published: one comparison at a time | the same, at several times the price |
//! | [`Grid`] | boxes that share a cell are compared | n + pairs that share cells; fails where sizes differ much |
//! | [`SegmentTree`] | streamed segment tree | n log^d n + pairs: the only one with a bound |
//!
//! Which is fastest depends on number and kind of boxes: the bench `boxes` measures it. Each has a form that calls back for
//! each pair ([`Sweep::complete`] and so on) and one that gives them sorted ([`overlaps`], [`Finder`]).
//!
//! Boxes are closed: those that touch overlap. Sides may be zero or infinite. There are at most [`MAX_ID`](super::MAX_ID)
//! boxes, two sets together.

mod box_pruning;
mod brute_force;
mod grid;
pub(crate) mod kernel;
mod method;
mod order;
mod sample;
mod segment_tree;
mod sieve;
mod sweep;

pub use box_pruning::BoxPruning;
pub use grid::{Grid, GridKind};
pub use method::{Finder, Method, overlaps, overlaps_between};
pub(crate) use order::sort_pairs;
pub use segment_tree::SegmentTree;
pub use sweep::Sweep;

#[cfg(test)]
mod tests;
