//! Broad phases: each reports, early rather than late, which pairs of bodies may meet.
//!
//! A world selects one by its [`Method`]. [`KineticSweep`] can be used without a world: it reports
//! the exact times at which moving boxes begin and cease to overlap.
//!
//! ```
//! use kinesweep::broad::{KineticSweep, PairChange};
//! use kinesweep::motion::Bounds;
//! use nalgebra::Vector3;
//!
//! let cube = |x: f64, speed: f64| {
//!     let (centre, half) = (Vector3::x() * x, Vector3::repeat(0.5));
//!     Bounds::moving(0.0, centre - half, centre + half, Vector3::x() * speed)
//! };
//! let (mut sweep, mut changes) = (KineticSweep::new(), Vec::new());
//! sweep.insert(&[(0, cube(0.0, 0.0)), (1, cube(5.0, -2.0))], 0.0, &mut changes);
//! assert_eq!(sweep.advance(10.0, &mut changes), 2.0);
//! assert_eq!(changes, [PairChange { pair: (0, 1), begins: true }]);
//! ```
//!
//! # Design
//!
//! All broad phases have one interface (the trait `BroadPhase`). Their input is the moving bounds
//! of bodies, not shapes. They are independent of each other:
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
pub(crate) mod lists;
mod method;
mod swept;
#[cfg(test)]
mod testing;

pub(crate) use broad_phase::BroadPhase;
pub(crate) use change::CandidateChange;
pub use change::PairChange;
pub use lists::{KineticSweep, SwapQueue};
pub use method::Method;
