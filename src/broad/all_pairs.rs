//! No pruning: the reference that every other broad phase is compared with.

use super::broad_phase::BroadPhase;
use super::change::CandidateChange;
use crate::motion::bounds::Bounds;
use crate::sap::Aabb;

/// Every pair is a candidate for as long as both bodies are present.
#[derive(Debug, Default)]
pub(crate) struct AllPairs {
    /// The bodies, sorted.
    bodies: Vec<u32>,
}

impl AllPairs {
    /// Reports the pairs of all bodies present with another one.
    fn report(&self, body: u32, begins: bool, changes: &mut Vec<CandidateChange>) {
        changes.extend(self.bodies.iter().map(|other| CandidateChange {
            bodies: [*other, body],
            image: [0; 3],
            begins,
        }));
    }
}

impl BroadPhase for AllPairs {
    fn insert(&mut self, bodies: &[(u32, Bounds)], _now: f64, changes: &mut Vec<CandidateChange>) {
        for (body, _) in bodies {
            self.report(*body, true, changes);
            let at = self.bodies.partition_point(|other| other < body);
            self.bodies.insert(at, *body);
        }
    }

    fn remove(&mut self, body: u32, _now: f64, changes: &mut Vec<CandidateChange>) {
        self.bodies.retain(|other| *other != body);
        self.report(body, false, changes);
    }

    fn update(&mut self, _body: u32, _bounds: &Bounds, _now: f64, _changes: &mut Vec<CandidateChange>) {}

    fn next_time(&self) -> f64 {
        f64::INFINITY
    }

    fn advance(&mut self, until: f64, _changes: &mut Vec<CandidateChange>) -> f64 {
        until
    }

    fn rewind(&mut self, _now: f64, _changes: &mut Vec<CandidateChange>) {}

    fn candidates_in(&self, _region: &Aabb<f64, 3>, _now: f64, found: &mut Vec<u32>) {
        found.extend(&self.bodies);
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }

    fn audit(&self, _now: f64) -> Result<(), String> {
        Ok(())
    }
}
