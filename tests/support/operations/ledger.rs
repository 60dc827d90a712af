//! What ends has begun, and what begins has not.

use kinesweep::{BodyId, Event, EventKind};
use std::collections::BTreeSet;

/// What has begun and not ended.
pub(super) struct Ledger {
    contacts: BTreeSet<[BodyId; 2]>,
    overlaps: BTreeSet<[BodyId; 2]>,
    last: f64,
}

impl Ledger {
    pub(super) fn from(start: f64) -> Self {
        Self {
            contacts: BTreeSet::new(),
            overlaps: BTreeSet::new(),
            last: start,
        }
    }

    pub(super) fn enter(&mut self, event: &Event, place: &dyn Fn() -> String) {
        assert!(event.time >= self.last, "{event:?} after {}: {}", self.last, place());
        self.last = event.time;
        let (is_right, what) = match event.kind {
            EventKind::ContactBegin(touch) => (self.contacts.insert(touch.bodies), "begins twice"),
            EventKind::ContactEnd { bodies } => (self.contacts.remove(&bodies), "ends without having begun"),
            EventKind::OverlapBegin { bodies } => (self.overlaps.insert(bodies), "begins twice"),
            EventKind::OverlapEnd { bodies } => (self.overlaps.remove(&bodies), "ends without having begun"),
            EventKind::Collision(hit) => {
                let is_unit = (hit.normal.norm() - 1.0).abs() < 1e-12;
                (hit.closing_speed > 0.0 && hit.impulse >= 0.0 && is_unit, "is none")
            }
            _ => (true, ""),
        };
        assert!(is_right, "{what}: {event:?}: {}", place());
    }

    /// At the end, when all bodies are gone.
    pub(super) fn close(&self, label: &str) {
        assert!(
            self.contacts.is_empty() && self.overlaps.is_empty(),
            "{label}: {:?} {:?}",
            self.contacts,
            self.overlaps
        );
    }
}
