//! What a run records: counts of events, and the log.

use crate::Failure;
use crate::event_log::EventLog;
use crate::runner::Record;
use kinesweep::log::{LogLine, LoggedPiece};
use std::collections::BTreeMap;

/// How many events of each kind there were.
pub(super) type Counts = BTreeMap<&'static str, u64>;

/// Counts events and writes records to the log, up to a number of events.
pub(super) struct Recorder<'a> {
    pub(super) names: &'a [String],
    pub(super) log: Option<EventLog<'a>>,
    pub(super) counts: Counts,
    /// Events still to record, at most.
    pub(super) left: u64,
}

impl Recorder<'_> {
    pub(super) fn record(&mut self, batch: &[Record]) -> Result<(), Failure> {
        for record in batch {
            let line = match record {
                // A frame reports all of its events at once.
                Record::Event(_) if self.left == 0 => continue,
                Record::Event(event) => {
                    self.left -= 1;
                    *self.counts.entry(event.kind.name()).or_default() += 1;
                    self.log.is_some().then(|| LogLine::of_event(event, self.names))
                }
                Record::Piece(body, piece) => Some(LogLine::Piece(LoggedPiece {
                    body: self.names[*body].clone(),
                    piece: *piece,
                })),
            };
            if let (Some(log), Some(line)) = (&mut self.log, line) {
                log.line(line)?;
            }
        }
        Ok(())
    }
}
