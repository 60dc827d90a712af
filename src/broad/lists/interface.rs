//! Kinetic lists behind the interface of all broad phases.

use super::sweep::KineticSweep;
use crate::broad::broad_phase::BroadPhase;
use crate::broad::change::{CandidateChange, PairChange};
use crate::motion::bounds::Bounds;
use crate::queue::{EventQueue, Time};
use crate::sap::Aabb;
use std::fmt::Debug;

impl<Q: EventQueue<Key = Time> + Default + Debug + Send + Sync> BroadPhase for KineticSweep<Q> {
    fn insert(&mut self, bodies: &[(u32, Bounds)], now: f64, changes: &mut Vec<CandidateChange>) {
        converted(changes, |pairs| self.insert(bodies, now, pairs));
    }

    fn remove(&mut self, body: u32, now: f64, changes: &mut Vec<CandidateChange>) {
        converted(changes, |pairs| self.remove(body, now, pairs));
    }

    fn update(&mut self, body: u32, bounds: &Bounds, now: f64, changes: &mut Vec<CandidateChange>) {
        converted(changes, |pairs| self.update(body, bounds, now, pairs));
    }

    fn next_time(&self) -> f64 {
        self.next_time()
    }

    fn advance(&mut self, until: f64, changes: &mut Vec<CandidateChange>) -> f64 {
        converted(changes, |pairs| self.advance(until, pairs))
    }

    fn advance_some(&mut self, until: f64, steps: usize, changes: &mut Vec<CandidateChange>) -> f64 {
        converted(changes, |pairs| self.advance_some(until, steps, pairs))
    }

    fn rewind(&mut self, now: f64, changes: &mut Vec<CandidateChange>) {
        converted(changes, |pairs| self.rewind(now, pairs));
    }

    fn displaced(&self, now: f64, found: &mut Vec<u32>) {
        if !self.is_sorted_for(now) {
            found.extend(self.bodies());
        }
    }

    fn candidates_in(&self, region: &Aabb<f64, 3>, now: f64, found: &mut Vec<u32>) {
        if self.is_sorted_for(now) {
            self.overlapping(region, now, found);
        }
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("swaps", self.swaps()), ("certificates", self.certificates())]
    }

    fn audit(&self, now: f64) -> Result<(), String> {
        self.sanity_check(now)
    }
}

/// Appends the changes of pairs that a function reports.
fn converted<T>(changes: &mut Vec<CandidateChange>, report: impl FnOnce(&mut Vec<PairChange>) -> T) -> T {
    // An empty vector allocates nothing.
    let mut pairs = Vec::new();
    let result = report(&mut pairs);
    changes.extend(pairs.iter().map(CandidateChange::from));
    result
}
