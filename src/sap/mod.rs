//! Frame-based broad phases: boxes that stand still, sorted and swept.

mod sort_and_sweep;
mod swept;

pub(crate) use sort_and_sweep::{StillBox, sort_and_sweep};
pub(crate) use swept::SweptFrames;
