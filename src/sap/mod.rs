//! Frame-based broad phases: which of many boxes overlap, frame after frame.

mod aabb;
mod arrays;
mod drift;
mod grid;
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
pub use drift::{Drift, DriftKind, DriftRecipe};
pub use grid::{CellStore, Grid, GridSap, Layout};
pub use octree::Octree;
pub use pair_manager::{OverlapChanges, PairManager};
pub use scalar::{MAX_ID, Scalar};
pub use segmented::{CHUNK_CAPACITY, SegmentedSap};
pub use store::{Batch, Pair, Store, Toggle};
pub use sweep::SweepSap;
pub use tracked::{BoxError, Tracked};
