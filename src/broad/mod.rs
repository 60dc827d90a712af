//! Broad phases: each reports, early rather than late, which pairs of bodies may meet.
//!
//! All stand behind one interface ([`BroadPhase`]), see of a body its moving bounds alone, and are
//! independent of each other:
//!
//! | module | method |
//! |---|---|
//! | `all_pairs` | every pair, always: the reference |
//! | `lists` | kinetic sorted lists of moving endpoints |
//! | `leases` | boxes that hold a body for a while, in a grid |
//! | `swept` | boxes swept over frames, in a grid |

mod all_pairs;
mod broad_phase;
pub(crate) mod leases;
mod lists;
mod swept;

pub(crate) use all_pairs::AllPairs;
pub use broad_phase::PairChange;
pub(crate) use broad_phase::{BroadPhase, Candidacy, Image};
pub(crate) use leases::Leases;
pub use lists::{KineticSweep, SwapQueue};
pub(crate) use swept::SweptFrames;
