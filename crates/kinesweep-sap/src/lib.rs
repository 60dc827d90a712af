//! Frame-based broad phases: which of many boxes overlap, frame after frame. The crate needs no
//! bodies or shapes, only boxes.
//!
//! ```text
//! your boxes -> Tracked -> one Batch a frame -> a Store -> Toggles -> pairs begun, pairs ended, all pairs
//!               checks,    removed, moved,      GridSap,   changes
//!               coalesces  inserted             ...        only
//! ```
//!
//! ```
//! use kinesweep_sap::{Aabb, GridSap, Tracked};
//! let cube = |x: f32| Aabb { min: [x, 0.0, 0.0], max: [x + 1.0, 1.0, 1.0] };
//! let mut boxes = Tracked::<f32, 3, GridSap<f32, 3>>::default();
//! for id in 0..100 {
//!     boxes.insert(id, cube(2.0 * id as f32))?;
//! }
//! assert!(boxes.commit().begun.is_empty());
//! boxes.update(7, cube(15.5))?;
//! let changes = boxes.commit();
//! assert_eq!((&changes.begun[..], &changes.ended[..]), (&[(7, 8)][..], &[][..]));
//! # Ok::<(), kinesweep_sap::BoxError>(())
//! ```
//!
//! # Which store
//!
//! All stores give the same pairs; all are generic over the scalar (`f32`, `f64`) and the
//! dimension. Bytes a box are in three dimensions with `f32`, scratch included.
//!
//! | store | what it is | when | bytes a box |
//! |---|---|---|---|
//! | [`GridSap`] | a [`Grid`] of levels, its cells [`SweepSap`]s | always, unless measured otherwise | 190 to 250 |
//! | [`Grid`] of [`SegmentedSap`] or [`ArraySap`] | a grid of sorted lists on all axes, as published | to compare | 300 to 600 |
//! | [`SweepSap`] | boxes sorted along one axis | up to some hundreds of boxes | 40 |
//! | [`SegmentedSap`] | sorted lists in chunks, on all axes | one list for long thin worlds; many sizes, few movers | 250 to 350 |
//! | [`ArraySap`] | sorted arrays, on all axes | the same, hardly any insertion | 72 to 106 |
//! | [`Octree`] | boxes in the leaves of a tree, all pairs in every frame | as a baseline | |
//!
//! For boxes that do not move, see [`one_shot`]. Sets are closed: boxes that touch overlap. At
//! equal value a min sorts before a max; further ties sort by id.
//!
//! # Sources
//!
//! D. J. Tracy, S. R. Buss, B. M. Woods, *Efficient large-scale sweep and prune methods with AABB
//! insertion and removal*, IEEE Virtual Reality (2009). P. Terdiman, *Sweep-and-prune* (2007). A.
//! Zomorodian, H. Edelsbrunner, *Fast software for box intersections*, Int. J. Comput. Geom. Appl.
//! 12 (2002).

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod aabb;
mod arrays;
#[cfg(feature = "boxed")]
pub mod boxed;
mod grid;
mod moving_boxes;
mod octree;
pub mod one_shot;
mod pair_manager;
mod scalar;
mod segmented;
mod store;
mod sweep;
#[cfg(test)]
mod tests;
mod tracked;

pub use aabb::Aabb;
pub use arrays::ArraySap;
pub use grid::{CellStore, Grid, GridSap, Layout};
pub use moving_boxes::{MovingBoxes, MovingBoxesKind, MovingBoxesRecipe};
pub use octree::Octree;
pub use pair_manager::{OverlapChanges, PairManager};
pub use scalar::{MAX_ID, Scalar};
pub use segmented::{CHUNK_CAPACITY, SegmentedSap};
pub use store::{Batch, Pair, PairChange, Store, difference};
pub use sweep::SweepSap;
pub use tracked::{BoxError, Tracked};

/// Compiles and runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
