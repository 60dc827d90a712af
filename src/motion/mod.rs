//! Motion in closed form: pieces of trajectories, changes of motion, and the moving boxes that
//! bound bodies.
//!
//! A trajectory is a sequence of [`MotionPiece`]s, each with its own epoch. [`Bounds`] are the box
//! of a body; each of its six [`Endpoint`]s has its own motion. A [`Lease`] is bounds that are
//! valid until they expire.
//!
//! ```
//! use kinesweep::MotionPiece;
//! use nalgebra::Vector3;
//!
//! let thrown = MotionPiece {
//!     velocity: Vector3::new(3.0, 10.0, 0.0),
//!     acceleration: Vector3::y() * -10.0,
//!     ..MotionPiece::at_rest()
//! };
//! assert_eq!(thrown.position_at(2.0), Vector3::x() * 6.0);
//! ```

pub(crate) mod bounds;
mod change;
mod flight;
mod inertia;
mod piece;
mod rotation;

pub use bounds::{Bounds, Endpoint, Lease};
pub use change::MotionChange;
pub(crate) use flight::{Flight, Growth, OwnMotion, Path, Spin};
pub use inertia::Inertia;
pub use piece::MotionPiece;
pub(crate) use rotation::{PreparedRotation, Rotation};
