//! One-shot box intersection: all overlaps of boxes that do not move, within one set (*complete*)
//! or between two sets (*bipartite*).
//!
//! Calls share nothing but scratch memory. The methods, each with a variant of [`Method`]:
//!
//! | method | idea | work |
//! |---|---|---|
//! | brute force | comparison of all pairs | n^2 |
//! | [`Sweep`] | sorted along one axis, compared in lanes | n log n + pairs that overlap on it |
//! | [`BoxPruning`] | the same, as published: one comparison at a time | the same, at several times the cost |
//! | [`Grid`] | boxes that share a cell are compared | n + pairs that share cells; fails where sizes differ much |
//! | [`SegmentTree`] | streamed segment tree | n log^d n + pairs: the only one with a bound |
//!
//! The number and kind of the boxes determine which method is fastest: the bench `boxes` measures
//! it. Each method has a form that calls back for each pair ([`Sweep::complete`] and so on) and one
//! that returns sorted pairs ([`overlaps`], [`Finder`]).
//!
//! Boxes are closed: boxes that touch overlap. Sides may be zero or infinite. The number of boxes,
//! of two sets together, is at most [`MAX_ID`](super::MAX_ID).

mod box_pruning;
mod brute_force;
mod constants;
mod grid;
pub(crate) mod kernel;
mod method;
mod order;
mod prefilter;
mod sample;
mod segment_tree;
mod sweep;

pub use box_pruning::BoxPruning;
pub use grid::{Grid, GridKind};
pub use method::{Finder, Method, overlaps, overlaps_between};
pub(crate) use order::sort_pairs;
pub use segment_tree::SegmentTree;
pub use sweep::Sweep;

#[cfg(test)]
mod tests;
