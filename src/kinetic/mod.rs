//! Broad phase by kinetic sorted lists.

mod certificate;
mod lists;
mod membership;
mod region;
mod swap_queue;
mod sweep;
#[cfg(test)]
mod tests;

pub use lists::{KineticLists, kinetic_lists};
pub use swap_queue::SwapQueue;
pub use sweep::KineticSweep;

use crate::bounds::Bounds;
use crate::broad_phase::{BroadPhase, Candidacy, PairChange};
use crate::queue::{EventQueue, Time};
use crate::sap::Aabb;
use std::fmt::Debug;

impl<Q: EventQueue<Key = Time> + Default + Debug + Send + Sync> BroadPhase for KineticSweep<Q> {
    fn insert(&mut self, bodies: &[(u32, Bounds)], now: f64, changes: &mut Vec<Candidacy>) {
        told(changes, |pairs| self.insert(bodies, now, pairs));
    }

    fn remove(&mut self, body: u32, now: f64, changes: &mut Vec<Candidacy>) {
        told(changes, |pairs| self.remove(body, now, pairs));
    }

    fn update(&mut self, body: u32, bounds: &Bounds, now: f64, changes: &mut Vec<Candidacy>) {
        told(changes, |pairs| self.update(body, bounds, now, pairs));
    }

    fn next_time(&self) -> f64 {
        self.next_time()
    }

    fn advance(&mut self, until: f64, changes: &mut Vec<Candidacy>) -> f64 {
        told(changes, |pairs| self.advance(until, pairs))
    }

    fn advance_some(&mut self, until: f64, steps: usize, changes: &mut Vec<Candidacy>) -> f64 {
        told(changes, |pairs| self.advance_some(until, steps, pairs))
    }

    fn rewind(&mut self, now: f64, changes: &mut Vec<Candidacy>) {
        told(changes, |pairs| self.rewind(now, pairs));
    }

    fn strays(&self, now: f64, found: &mut Vec<u32>) {
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

/// Passes on what the lists tell as it is told to a world.
fn told<T>(changes: &mut Vec<Candidacy>, does: impl FnOnce(&mut Vec<PairChange>) -> T) -> T {
    // Nothing is allocated where nothing is told.
    let mut pairs = Vec::new();
    let result = does(&mut pairs);
    changes.extend(pairs.into_iter().map(Candidacy::from));
    result
}
