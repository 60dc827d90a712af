//! Logs: the events of a run and, on request, its motion pieces, one JSON object a line, in order
//! of time. The format of a line is documented at [`Log`].

mod line;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use line::{LogLine, LoggedEvent, LoggedKind, LoggedPiece};
pub use read::{Log, LogError};
