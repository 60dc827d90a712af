//! The extent of a lease: chosen for each body when its lease expires, from the cost of the last
//! one.
//!
//! A short lease expires often. A long one holds many others: each that begins or ends to overlap
//! it is work, and so is each at every change of motion. So the cost of the last lease while it was
//! valid is compared with that of its expiry: the next one is longer if it was cheap, and shorter
//! if it was expensive.

use super::constants::{
    EXPIRIES_TO_DOUBLE, EXPIRY, FIRST_EXTENT, FREE_GROWTH, GROWTH, INDIFFERENCE, LEAST_EXTENT, MOST_EXTENT, MOST_OF_DOMAIN,
    PREDICTION, SHARE, SHRINKAGE,
};
use crate::portable;

/// The extent of a body's lease, and what it follows from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LeaseExtent {
    /// The distance along the motion and the margins together, in metres.
    length: f64,
    /// Whether that is the least length: the next lease would be no shorter.
    is_least: bool,
    /// Changes of motion in the present lease.
    changes: u32,
    /// Changes of motion in a lease, as a running mean.
    mean_changes: f64,
    /// Expiries since the motion last changed.
    expiries: u32,
    /// Pairs that began or ended with the present lease.
    exchanged: u32,
}

impl LeaseExtent {
    /// The first extent of a body of this width.
    pub(super) fn new(width: f64) -> Self {
        Self {
            length: FIRST_EXTENT * width,
            is_least: false,
            changes: 0,
            mean_changes: 0.0,
            expiries: 0,
            exchanged: 0,
        }
    }

    /// The distance along the motion, in metres.
    pub(super) fn distance(&self) -> f64 {
        self.length / (1.0 + self.mean_changes)
    }

    /// The margin on every side, in metres: it grows with the changes of motion in a lease: their
    /// directions are not predictable.
    pub(super) fn margin(&self) -> f64 {
        0.5 * (self.length - self.distance())
    }

    /// Shortens it so that with the body, which is half as wide as the domain at most, it is no
    /// longer than a domain of that length.
    pub(super) fn limit(&mut self, domain: f64) {
        self.length = self.length.min(MOST_OF_DOMAIN * domain);
    }

    /// Counts a change of motion.
    pub(super) fn note_change(&mut self) {
        self.changes += 1;
        self.expiries = 0;
    }

    /// Sets the number of pairs that began or ended with the present lease.
    pub(super) fn note_exchanged(&mut self, pairs: u32) {
        self.exchanged = pairs;
    }

    /// Whether the present lease of a body in so many pairs has cost so much that a shorter one is
    /// better now.
    pub(super) fn is_expensive(&self, pairs: u32) -> bool {
        !self.is_least && self.cost(pairs) > INDIFFERENCE * fair_cost(pairs)
    }

    /// The cost of the present lease, in pairs that begin or end.
    fn cost(&self, pairs: u32) -> f64 {
        f64::from(self.exchanged) + PREDICTION * f64::from(self.changes) * f64::from(pairs)
    }

    /// Chooses the extent of the next lease of a body of this width in so many pairs.
    pub(super) fn renew(&mut self, width: f64, pairs: u32) {
        self.expiries += 1;
        let (cost, fair) = (self.cost(pairs), fair_cost(pairs));
        if cost == 0.0 {
            self.length *= FREE_GROWTH;
        } else if cost <= fair {
            self.length *= GROWTH;
        } else if cost > INDIFFERENCE * fair {
            // The number of pairs grows about as the length to the third. A higher root does not
            // overshoot.
            let excess = cost / (INDIFFERENCE * fair);
            self.length *= SHRINKAGE / excess.sqrt().sqrt();
        }
        let least = LEAST_EXTENT * width * portable::exp2(f64::from(self.expiries / EXPIRIES_TO_DOUBLE));
        self.is_least = self.length <= least;
        self.length = self.length.max(least).min(MOST_EXTENT);
        self.mean_changes = 0.5 * (self.mean_changes + f64::from(self.changes));
        self.changes = 0;
    }
}

/// The fair cost of a lease of a body in so many pairs: that of its expiry.
fn fair_cost(pairs: u32) -> f64 {
    EXPIRY + SHARE * f64::from(pairs)
}
