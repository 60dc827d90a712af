//! The results of a run: events, counters, sums, recorded motions.

use super::Counters;
use crate::event::{BodyId, Event, EventKind};
use crate::motion::MotionPiece;
use crate::running_sums::RunningSums;
use std::collections::VecDeque;

/// Events and measurements of a run.
pub(super) struct Ledger {
    /// Events that have happened and were not returned.
    pub(super) outbox: VecDeque<Event>,
    /// The events that the last advance returned.
    pub(super) delivered: Vec<Event>,
    pub(super) counters: Counters,
    pub(super) sums: RunningSums,
    /// New motion pieces since they were last taken, if they are recorded.
    pub(super) recorded: Option<Vec<(BodyId, MotionPiece)>>,
}

impl Ledger {
    /// An empty ledger of a run from a time on.
    pub(super) fn new(start: f64, records_motion: bool) -> Self {
        let mut sums = RunningSums::default();
        sums.restart(start);
        Self {
            outbox: VecDeque::new(),
            delivered: Vec::new(),
            counters: Counters::default(),
            sums,
            recorded: records_motion.then(Vec::new),
        }
    }

    /// Adds an event.
    pub(super) fn push(&mut self, time: f64, kind: EventKind) {
        self.outbox.push_back(Event { time, kind });
    }

    /// Records a new motion piece, if these are recorded.
    #[inline]
    pub(super) fn record(&mut self, body: BodyId, piece: &MotionPiece) {
        if let Some(pieces) = &mut self.recorded {
            pieces.push((body, *piece));
        }
    }
}
