//! The search for candidate pairs among the bodies of the lane of pairs.

use super::Method;
use crate::broad::{BroadPhase, CandidateChange, SwapQueue};
use crate::domain::{Domain, ImageOffset};
use crate::motion::bounds::Bounds;

/// The broad phase, the time that it has reached, and its changes that have not been applied.
pub(super) struct Search {
    broad: Box<dyn BroadPhase>,
    /// The method of that broad phase: never `Auto`.
    method: Method,
    /// The time that the broad phase has reached: later than the present after a search ahead.
    reached: f64,
    /// Changes of candidate pairs that have not been applied.
    changes: Vec<CandidateChange>,
    /// Half-spaces: too large for a broad phase, they are candidates with every body.
    half_spaces: Vec<u32>,
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

    /// The search of a restored world: without bodies but for these half-spaces.
    pub(super) fn restore_half_spaces(&mut self, half_spaces: Vec<u32>) {
        self.half_spaces = half_spaces;
    }

    /// The broad phase, for queries.
    #[inline]
    pub(super) fn broad(&self) -> &dyn BroadPhase {
        &*self.broad
    }

    #[inline]
    pub(super) fn method(&self) -> Method {
        self.method
    }

    /// Sets the method of the next [restart](Self::restart).
    pub(super) fn set_method(&mut self, method: Method) {
        self.method = method;
    }

    /// The time that the search has reached, in seconds.
    #[inline]
    pub(super) fn reached(&self) -> f64 {
        self.reached
    }

    /// The next time at which candidate pairs can begin or end.
    #[inline]
    pub(super) fn next_time(&self) -> f64 {
        self.broad.next_time()
    }

    /// Inserts bodies with their bounds.
    pub(super) fn insert(&mut self, bodies: &[(u32, Bounds)], now: f64) {
        self.broad.insert(bodies, now, &mut self.changes);
    }

    /// Removes a body.
    pub(super) fn remove(&mut self, body: u32, now: f64) {
        self.broad.remove(body, now, &mut self.changes);
    }

    /// Gives a body new bounds, counted from an image offset.
    pub(super) fn update(&mut self, body: u32, offset: &ImageOffset, bounds: &Bounds, now: f64) {
        self.broad.shift_image(body, offset);
        self.broad.update(body, bounds, now, &mut self.changes);
    }

    /// Gives a body bounds of another shape: all its pairs begin again.
    pub(super) fn reinsert(&mut self, body: u32, offset: &ImageOffset, bounds: &Bounds, now: f64) {
        self.broad.shift_image(body, offset);
        self.broad.reinsert(body, bounds, now, &mut self.changes);
    }

    /// Advances to a time, by at most this many steps; `usize::MAX`: to its next changes.
    #[inline]
    pub(super) fn advance(&mut self, until: f64, steps: usize) {
        let reached = match steps {
            usize::MAX => self.broad.advance(until, &mut self.changes),
            steps => self.broad.advance_some(until, steps, &mut self.changes),
        };
        self.reached = reached.max(self.reached);
    }

    /// Moves the search to the present: back from a search ahead.
    pub(super) fn sync(&mut self, now: f64) {
        if self.reached > now {
            self.broad.rewind(now, &mut self.changes);
            self.reached = now;
        }
        self.broad.refresh(now, &mut self.changes);
    }

    /// The search is at the present: [synced](Self::sync), and other bodies come in there.
    pub(super) fn catch_up(&mut self, now: f64) {
        self.reached = self.reached.max(now);
    }

    /// Goes back to an earlier time, also to before changes of motion: new bounds follow of all bodies that have changed
    /// since.
    pub(super) fn go_back(&mut self, now: f64) {
        self.broad.go_back(now, &mut self.changes);
        self.reached = now;
    }

    /// The changes of candidate pairs that have not been applied.
    #[inline]
    pub(super) fn changes(&self) -> &[CandidateChange] {
        &self.changes
    }

    /// Adds changes of candidate pairs.
    pub(super) fn add_changes(&mut self, changes: impl IntoIterator<Item = CandidateChange>) {
        self.changes.extend(changes);
    }

    /// Removes the changes of candidate pairs, to apply them. The memory is
    /// [reused](Self::reuse).
    #[inline]
    pub(super) fn take_changes(&mut self) -> Vec<CandidateChange> {
        std::mem::take(&mut self.changes)
    }

    /// Takes back the memory of changes that have been applied.
    #[inline]
    pub(super) fn reuse(&mut self, mut applied: Vec<CandidateChange>) {
        if self.changes.is_empty() {
            applied.clear();
            self.changes = applied;
        }
    }

    /// Half-spaces are candidates with every body.
    #[inline]
    pub(super) fn half_spaces(&self) -> &[u32] {
        &self.half_spaces
    }

    pub(super) fn add_half_space(&mut self, body: u32) {
        self.half_spaces.push(body);
    }

    pub(super) fn remove_half_space(&mut self, body: u32) {
        self.half_spaces.retain(|other| *other != body);
    }
}
