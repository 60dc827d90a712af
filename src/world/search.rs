//! The search for candidate pairs in the lane of pairs.

use super::Method;
use crate::broad::{BroadPhase, CandidateChange, SwapQueue};
use crate::domain::Domain;

/// The broad phase and the time that it has reached.
pub(super) struct Search {
    pub(super) broad: Box<dyn BroadPhase>,
    /// The method of that broad phase: never `Auto`.
    pub(super) method: Method,
    /// The time that the broad phase has reached: later than the present after a search ahead.
    pub(super) reached: f64,
    /// Changes of candidate pairs that have not been applied.
    pub(super) changes: Vec<CandidateChange>,
    /// Half-spaces: too large for a broad phase, they are candidates with every body.
    pub(super) half_spaces: Vec<u32>,
}

impl Search {
    /// The search by a method, without bodies, from a time on.
    pub(super) fn new(method: Method, start: f64, domain: &Domain, queue: SwapQueue) -> Self {
        Self {
            broad: method.broad_phase(start, domain, queue),
            method,
            reached: start,
            changes: Vec::new(),
            half_spaces: Vec::new(),
        }
    }

    /// Replaces the broad phase by a new one of the same method, without bodies.
    pub(super) fn restart(&mut self, now: f64, domain: &Domain, queue: SwapQueue) {
        self.broad = self.method.broad_phase(now, domain, queue);
        self.reached = now;
    }
}
