//! Frame-based broad phases: which of many boxes overlap, frame after frame.

mod aabb;
mod arrays;
mod pair_manager;
mod scalar;
mod sort_and_sweep;
mod store;
#[cfg(test)]
mod tests;
mod tracked;

pub use aabb::Aabb;
pub use arrays::ArraySap;
pub use pair_manager::{OverlapChanges, PairManager};
pub use scalar::{MAX_ID, Scalar};
pub use store::{Batch, Pair, Store, Toggle};
pub use tracked::{BoxError, Tracked};

pub(crate) use sort_and_sweep::{StillBox, sort_and_sweep};
#[allow(unused_imports)]
pub(crate) use store::pair;
