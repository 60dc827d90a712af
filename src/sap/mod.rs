//! Frame-based broad phases: which of many boxes overlap, frame after frame.

mod aabb;
mod drift;
mod scalar;
mod sort_and_sweep;
mod store;

pub use aabb::Aabb;
pub use drift::{Drift, DriftKind, DriftRecipe};
pub use scalar::{MAX_ID, Scalar};
pub use store::{Batch, Pair, Store, Toggle};

pub(crate) use sort_and_sweep::{StillBox, sort_and_sweep};
#[allow(unused_imports)]
pub(crate) use store::pair;
