//! What has been reported at the present time. An overlap that begins and ends at one time is found again by each
//! later search at that time.

use crate::lane::balls::motion::Stamp;
use std::collections::BTreeMap;

/// A ball by its [arrival](super::watch::OverlapWatch::arrivals), with its motion.
pub(super) type Moving = (u64, Stamp);

/// The overlaps that have ended at a time, and have been reported.
#[derive(Debug, Default)]
pub(super) struct Reported {
    at: f64,
    /// The motions of two balls, by their arrivals in order.
    pairs: BTreeMap<[u64; 2], [Stamp; 2]>,
}

impl Reported {
    /// Adds the overlap of two balls.
    pub(super) fn add(&mut self, at: f64, pair: [Moving; 2]) {
        if self.at != at {
            self.at = at;
            self.pairs.clear();
        }
        let (arrivals, stamps) = in_order(pair);
        self.pairs.insert(arrivals, stamps);
    }

    /// Whether it has the overlap of two balls.
    pub(super) fn has(&self, at: f64, pair: [Moving; 2]) -> bool {
        let (arrivals, stamps) = in_order(pair);
        self.at == at && self.pairs.get(&arrivals) == Some(&stamps)
    }
}

fn in_order([one, other]: [Moving; 2]) -> ([u64; 2], [Stamp; 2]) {
    match one.0 < other.0 {
        true => ([one.0, other.0], [one.1, other.1]),
        false => ([other.0, one.0], [other.1, one.1]),
    }
}
