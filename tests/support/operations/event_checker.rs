//! Checks that begins and ends of contacts and overlaps alternate, that bodies rest and wake in turn,
//! and that times do not decrease.

use kinesweep::{BodyId, Event, EventKind};
use std::collections::BTreeSet;

/// The open contacts and overlaps.
pub(super) struct EventChecker {
    contacts: BTreeSet<[BodyId; 2]>,
    overlaps: BTreeSet<[BodyId; 2]>,
    at_rest: BTreeSet<BodyId>,
    last: f64,
}

impl EventChecker {
    pub(super) fn new(start: f64) -> Self {
        Self {
            contacts: BTreeSet::new(),
            overlaps: BTreeSet::new(),
            at_rest: BTreeSet::new(),
            last: start,
        }
    }

    pub(super) fn check(&mut self, event: &Event, context: &dyn Fn() -> String) {
        assert!(event.time >= self.last, "{event:?} after {}: {}", self.last, context());
        self.last = event.time;
        let (is_right, what) = match event.kind {
            EventKind::ContactBegin(touch) => (self.contacts.insert(touch.bodies), "begins twice"),
            EventKind::ContactEnd { bodies } => (self.contacts.remove(&bodies), "ends without having begun"),
            EventKind::OverlapBegin { bodies } => (self.overlaps.insert(bodies), "begins twice"),
            EventKind::OverlapEnd { bodies } => (self.overlaps.remove(&bodies), "ends without having begun"),
            EventKind::Rest { body } => (self.at_rest.insert(body), "rests twice"),
            EventKind::Wake { body } => (self.at_rest.remove(&body), "wakes without having been at rest"),
            EventKind::Collision(hit) => {
                let is_unit = (hit.normal.norm() - 1.0).abs() < 1e-12;
                (hit.closing_speed > 0.0 && hit.impulse >= 0.0 && is_unit, "is not a collision")
            }
            _ => (true, ""),
        };
        assert!(is_right, "{what}: {event:?}: {}", context());
    }

    /// Checks, after the removal of all bodies, that none is open.
    pub(super) fn check_closed(&self, label: &str) {
        assert!(
            self.contacts.is_empty() && self.overlaps.is_empty(),
            "{label}: {:?} {:?}",
            self.contacts,
            self.overlaps
        );
    }
}
