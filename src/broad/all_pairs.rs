//! No pruning: the reference that every other broad phase is compared with.

use super::broad_phase::{BroadPhase, Candidacy, PairChange};
use crate::motion::bounds::Bounds;
use crate::sap::Aabb;

/// No pruning: every pair is a candidate for as long as both bodies are there.
#[derive(Debug, Default)]
pub(crate) struct AllPairs {
    /// The bodies, sorted.
    bodies: Vec<u32>,
}

impl BroadPhase for AllPairs {
    fn insert(&mut self, bodies: &[(u32, Bounds)], _now: f64, changes: &mut Vec<Candidacy>) {
        for (body, _) in bodies {
            let begins = self.bodies.iter().map(|other| PairChange::Begin(*other, *body));
            changes.extend(begins.map(Candidacy::from));
            let at = self.bodies.partition_point(|other| other < body);
            self.bodies.insert(at, *body);
        }
    }

    fn remove(&mut self, body: u32, _now: f64, changes: &mut Vec<Candidacy>) {
        self.bodies.retain(|other| *other != body);
        let ends = self.bodies.iter().map(|other| PairChange::End(*other, body));
        changes.extend(ends.map(Candidacy::from));
    }

    fn update(&mut self, _body: u32, _bounds: &Bounds, _now: f64, _changes: &mut Vec<Candidacy>) {}

    fn next_time(&self) -> f64 {
        f64::INFINITY
    }

    fn advance(&mut self, until: f64, _changes: &mut Vec<Candidacy>) -> f64 {
        until
    }

    fn rewind(&mut self, _now: f64, _changes: &mut Vec<Candidacy>) {}

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
