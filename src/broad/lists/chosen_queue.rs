//! Kinetic lists on any queue behind one interface, for the measurements of the command.

use super::{KineticSweep, SwapQueue};
use crate::broad::PairChange;
use crate::motion::bounds::Bounds;
use crate::queue::{AuxiliaryTwoPass, EventQueue, PairingHeap, Time, TwoPass};

/// [`KineticSweep`] on any queue. This crate compiles it for each queue once, so that a caller
/// measures this crate's optimisation, not its own.
pub trait KineticLists {
    /// As [`KineticSweep::insert`].
    fn insert(&mut self, bodies: &[(u32, Bounds)], now: f64, changes: &mut Vec<PairChange>);
    /// As [`KineticSweep::update`].
    fn update(&mut self, body: u32, bounds: &Bounds, now: f64, changes: &mut Vec<PairChange>);
    /// As [`KineticSweep::advance`].
    fn advance(&mut self, until: f64, changes: &mut Vec<PairChange>) -> f64;
    /// As [`KineticSweep::swaps`].
    fn swaps(&self) -> u64;
}

impl<Q: EventQueue<Key = Time> + Default> KineticLists for KineticSweep<Q> {
    fn insert(&mut self, bodies: &[(u32, Bounds)], now: f64, changes: &mut Vec<PairChange>) {
        self.insert(bodies, now, changes);
    }

    fn update(&mut self, body: u32, bounds: &Bounds, now: f64, changes: &mut Vec<PairChange>) {
        self.update(body, bounds, now, changes);
    }

    fn advance(&mut self, until: f64, changes: &mut Vec<PairChange>) -> f64 {
        self.advance(until, changes)
    }

    fn swaps(&self) -> u64 {
        self.swaps()
    }
}

/// Lists without bodies, on a queue.
pub fn kinetic_lists(queue: SwapQueue) -> Box<dyn KineticLists> {
    match queue {
        SwapQueue::Dary => Box::new(KineticSweep::new()),
        SwapQueue::PairingTwoPass => Box::new(KineticSweep::with_queue(PairingHeap::<Time, TwoPass>::new())),
        SwapQueue::PairingAuxiliary => Box::new(KineticSweep::with_queue(PairingHeap::<Time, AuxiliaryTwoPass>::new())),
    }
}
