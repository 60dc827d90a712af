//! What a search reads of all neighbours of a ball, in a quarter of a cache line each.

use super::watch::OverlapWatch;
use crate::lane::balls::store::BallStore;

/// See the [module](self).
#[derive(Clone, Copy, Debug)]
pub(super) struct BallView {
    /// The ball is predicted again by this time: at its next meeting, or before.
    pub(super) until: f64,
    pub(super) name: u32,
    /// Its number in scene order.
    pub(super) serial: u32,
}

impl BallView {
    pub(super) fn of(balls: &BallStore, slot: usize) -> Self {
        let event = balls.event(slot);
        Self {
            until: event.hit,
            name: event.id.index,
            serial: event.serial,
        }
    }
}

impl OverlapWatch {
    /// Takes over the slots of all balls, which have changed.
    pub(in crate::lane::balls) fn follow_slots(&mut self, balls: &BallStore) {
        self.views.clear();
        self.views.extend((0..balls.slots()).map(|slot| BallView::of(balls, slot)));
    }
}
