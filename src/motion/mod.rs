//! Motion in closed form: pieces of trajectories, changes of motion, and the moving boxes that bound
//! bodies.

pub(crate) mod bounds;
mod change;
mod flight;
mod piece;

pub use change::MotionChange;
pub(crate) use flight::Flight;
pub use piece::MotionPiece;
