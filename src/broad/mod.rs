//! Broad phases: each reports, early rather than late, which pairs of bodies may meet.
//!
//! All stand behind one interface ([`BroadPhase`]), see of a body its moving bounds alone, and are
//! independent of each other:
//!
//! | module | method |
//! |---|---|
//! | `all_pairs` | every pair, always: the reference |
//! | `lists` | kinetic sorted lists of moving endpoints |
//! | `leases` | boxes that hold a body for a limited time, in a grid |
//! | `swept` | boxes swept over frames, in a grid |
//!
//! `method` chooses one of them.

mod all_pairs;
mod broad_phase;
mod change;
pub(crate) mod leases;
mod lists;
mod method;
mod swept;

pub(crate) use all_pairs::AllPairs;
pub(crate) use broad_phase::BroadPhase;
pub(crate) use change::CandidateChange;
pub use change::PairChange;
pub use lists::{KineticLists, KineticSweep, SwapQueue, kinetic_lists};
pub use method::Method;
