//! The interface behind which every broad phase stands: it tells which pairs to look at, early rather than late.
//!
//! A broad phase knows bodies by dense indices and sees of them their [`Bounds`] alone. What it reports are *candidate pairs*: a
//! superset, at every time, of the pairs whose tight boxes overlap. What then happens to a pair, and when, is computed from its
//! motion pieces (see `impact`), so all broad phases lead to the same events to the bit.

use crate::bounds::Bounds;
use std::fmt::Debug;

/// A pair that begins or ends to be a candidate. The order of the two bodies has no meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairChange {
    /// From now on, look at this pair.
    Begin(u32, u32),
    /// From now on, this pair can be left alone.
    End(u32, u32),
}

/// What every broad phase does. Times never go back except by [`rewind`](Self::rewind).
pub(crate) trait BroadPhase: Debug + Send {
    /// Adds bodies at time `now`.
    fn insert(&mut self, bodies: &[(u32, Bounds)], now: f64, changes: &mut Vec<PairChange>);

    /// Takes a body out; its pairs end.
    fn remove(&mut self, body: u32, now: f64, changes: &mut Vec<PairChange>);

    /// Gives a body new bounds from time `now` on, which may be anywhere.
    fn update(&mut self, body: u32, bounds: &Bounds, now: f64, changes: &mut Vec<PairChange>);

    /// The time of the next thing to do: no pair changes before. Infinite if nothing is left to do.
    fn next_time(&self) -> f64;

    /// Does what is to be done up to `until`, in order of time, and returns early once pairs have changed. Returns the time
    /// reached: `until` if no pair changed.
    fn advance(&mut self, until: f64, changes: &mut Vec<PairChange>) -> f64;

    /// Goes back to the earlier time `now`, as if it had never gone on.
    fn rewind(&mut self, now: f64, changes: &mut Vec<PairChange>);

    /// Makes sure that all pairs that overlap at time `now` are known, before bodies come or change their motion; what was done up
    /// to then by [`advance`](Self::advance) may have left out pairs that were known not to meet.
    fn wake(&mut self, _now: f64, _changes: &mut Vec<PairChange>) {}

    /// The counters of this broad phase, by name.
    fn counters(&self) -> Vec<(&'static str, u64)>;

    /// Rebuilds what it knows from scratch and compares.
    fn audit(&self, now: f64) -> Result<(), String>;
}

/// No pruning: every pair is a candidate for as long as both bodies are there.
#[derive(Debug, Default)]
pub(crate) struct AllPairs {
    /// The bodies, sorted.
    bodies: Vec<u32>,
}

impl BroadPhase for AllPairs {
    fn insert(&mut self, bodies: &[(u32, Bounds)], _now: f64, changes: &mut Vec<PairChange>) {
        for (body, _) in bodies {
            changes.extend(self.bodies.iter().map(|other| PairChange::Begin(*other, *body)));
            let at = self.bodies.partition_point(|other| other < body);
            self.bodies.insert(at, *body);
        }
    }

    fn remove(&mut self, body: u32, _now: f64, changes: &mut Vec<PairChange>) {
        self.bodies.retain(|other| *other != body);
        changes.extend(self.bodies.iter().map(|other| PairChange::End(*other, body)));
    }

    fn update(&mut self, _body: u32, _bounds: &Bounds, _now: f64, _changes: &mut Vec<PairChange>) {}

    fn next_time(&self) -> f64 {
        f64::INFINITY
    }

    fn advance(&mut self, until: f64, _changes: &mut Vec<PairChange>) -> f64 {
        until
    }

    fn rewind(&mut self, _now: f64, _changes: &mut Vec<PairChange>) {}

    fn counters(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }

    fn audit(&self, _now: f64) -> Result<(), String> {
        Ok(())
    }
}
