//! What has been reported at the present time. An overlap that begins and ends at one time is found again by each
//! later search at that time.

use crate::lane::balls::motion::Stamp;

/// A ball with its motion, by its [arrival](super::watch::OverlapWatch::arrivals).
pub(super) type Moving = (u64, Stamp);

/// The overlaps that have been reported at a time, and are over.
#[derive(Debug, Default)]
pub(super) struct Reported {
    at: f64,
    /// All between balls with arrivals up to this one.
    up_to: u64,
    /// Others.
    ended: Vec<[Moving; 2]>,
}

impl Reported {
    /// Forgets what was reported before a time.
    fn begin(&mut self, at: f64) {
        if self.at != at {
            (self.at, self.up_to) = (at, 0);
            self.ended.clear();
        }
    }

    /// Adds the overlap of two balls, which has ended.
    pub(super) fn add(&mut self, at: f64, pair: [Moving; 2]) {
        self.begin(at);
        self.ended.push(pair);
    }

    /// Adds all overlaps between balls with arrivals up to one.
    pub(super) fn add_all(&mut self, at: f64, up_to: u64) {
        self.begin(at);
        self.up_to = up_to;
    }

    /// Whether it has the overlap of two balls, in either order.
    pub(super) fn has(&self, at: f64, [a, b]: [Moving; 2]) -> bool {
        let are_all = a.0.max(b.0) <= self.up_to;
        self.at == at && (are_all || self.ended.contains(&[a, b]) || self.ended.contains(&[b, a]))
    }
}
