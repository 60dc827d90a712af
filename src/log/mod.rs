//! Logs: the events of a run and, on request, its motion pieces, one JSON object a line, in order of time.
//!
//! Every line has `time` (seconds), `kind` and `bodies` (names, in scene order, a wall of the domain last), and by kind:
//!
//! | kind | besides |
//! |---|---|
//! | `collision` | `point`, `normal` (unit, from the first to the second), `closing_speed`, `impulse` |
//! | `contact-begin` | `point`, `normal`, `closing_speed` |
//! | `contact-end`, `overlap-begin`, `overlap-end`, `motion-change`, `bounds-expired` | |
//! | `scheduled` | `token` |
//! | `motion-piece` | what [`MotionPiece`](crate::MotionPiece) holds: `position`, `quaternion` (i, j, k, w), `velocity`, `acceleration`, `angular_velocity`, `swell`, `growth`; `time` is its epoch |
//!
//! Numbers are written so that they read back to the same bits.

mod line;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use line::{LogLine, LoggedEvent, LoggedKind, LoggedPiece};
pub use read::{Log, LogError};
