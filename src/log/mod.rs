//! Logs: the events of a run and, on request, its motion pieces, one JSON object a line, in order
//! of time. The format of a line is documented at [`Log`].
//!
//! ```
//! use kinesweep::MotionPiece;
//! use kinesweep::log::{LogLine, LoggedPiece};
//! let piece = MotionPiece::at_rest();
//! let line = LogLine::Piece(LoggedPiece { body: "comet".to_owned(), piece });
//! assert_eq!(line.to_string().parse::<LogLine>()?, line);
//! # Ok::<(), kinesweep::log::LogError>(())
//! ```

mod line;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use line::{LogLine, LoggedEvent, LoggedKind, LoggedPiece};
pub use read::{Log, LogError};
