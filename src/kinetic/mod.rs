//! Broad phase by kinetic sorted lists.

mod certificate;
mod membership;
mod sweep;
#[cfg(test)]
mod tests;

pub use sweep::KineticSweep;

use crate::bounds::Bounds;
use crate::broad_phase::{BroadPhase, PairChange};

impl BroadPhase for KineticSweep {
    fn insert(&mut self, bodies: &[(u32, Bounds)], now: f64, changes: &mut Vec<PairChange>) {
        self.insert(bodies, now, changes);
    }

    fn remove(&mut self, body: u32, now: f64, changes: &mut Vec<PairChange>) {
        self.remove(body, now, changes);
    }

    fn update(&mut self, body: u32, bounds: &Bounds, now: f64, changes: &mut Vec<PairChange>) {
        self.update(body, bounds, now, changes);
    }

    fn next_time(&self) -> f64 {
        self.next_time()
    }

    fn advance(&mut self, until: f64, changes: &mut Vec<PairChange>) -> f64 {
        self.advance(until, changes)
    }

    fn rewind(&mut self, now: f64, changes: &mut Vec<PairChange>) {
        self.rewind(now, changes);
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("swaps", self.swaps()), ("certificates", self.certificates())]
    }

    fn audit(&self, now: f64) -> Result<(), String> {
        self.sanity_check(now)
    }
}
