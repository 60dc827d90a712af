//! Frame-based broad phases: which of many boxes overlap, frame after frame.

mod aabb;
mod arrays;
mod drift;
mod grid;
pub mod one_shot;
mod scalar;
mod segmented;
mod sort_and_sweep;
mod store;
mod sweep;
#[cfg(test)]
mod tests;

pub use aabb::Aabb;
pub use arrays::ArraySap;
pub use drift::{Drift, DriftKind, DriftRecipe};
pub use grid::{CellStore, Grid, Layout};
pub use scalar::{MAX_ID, Scalar};
pub use segmented::{CHUNK_CAPACITY, SegmentedSap};
pub use store::{Batch, Pair, Store, Toggle};
pub use sweep::SweepSap;

pub(crate) use sort_and_sweep::{StillBox, sort_and_sweep};
#[allow(unused_imports)]
pub(crate) use store::pair;
