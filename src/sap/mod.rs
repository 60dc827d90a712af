//! Frame-based broad phases: which of many boxes overlap, frame after frame.

mod aabb;
mod octree;
pub mod one_shot;
mod scalar;
mod sort_and_sweep;
mod store;

pub use aabb::Aabb;
pub use octree::Octree;
pub use scalar::{MAX_ID, Scalar};
pub use store::{Batch, Pair, Store, Toggle};

pub(crate) use sort_and_sweep::{StillBox, sort_and_sweep};
#[allow(unused_imports)]
pub(crate) use store::pair;
