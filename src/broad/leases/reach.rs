//! How far a lease goes: chosen for each body anew when its lease expires, from what the last one cost.
//!
//! A short lease expires often; a long one holds many others, of which each that begins or ends to be near is work, and so
//! is each at every change of motion. So what the last lease cost while it was valid is compared with what its expiry
//! costs: it goes farther next time if it was cheap, and less far if it was dear.

use crate::portable;

/// What a lease goes farther by than the last one, if that was cheap; and if it cost nothing, as where what is fast is alone.
const GROWTH: f64 = 1.5;
const FREE_GROWTH: f64 = 2.0;

/// What it goes less far by, at least, if the last one was dear.
const SHRINKAGE: f64 = 0.7;

/// What an expiry costs besides its pairs, in pairs that begin or end. Of 0.7 to 6 the best on rings, mixed shapes, falling
/// ones, balls of four sizes, and bullets (`benches/rings`): up to 1.5 within a tenth, twice as slow at 6.
const EXPIRY: f64 = 1.0;

/// A part of its pairs that a body may exchange at an expiry besides: one that is large has many, whatever its lease. 0.05
/// and 0.1 are alike there, 0.25 is worse.
const SHARE: f64 = 0.05;

/// What a pair costs at a change of motion, in pairs that begin or end. A fourth to one are alike.
const PREDICTION: f64 = 1.0;

/// How many times as much as is fair a lease costs that is dear. 1.4 is worse.
const INDIFFERENCE: f64 = 2.0;

/// The least reach, as a part of the body's width. Up to 0.2 alike.
const LEAST: f64 = 0.05;

/// After so many expiries without a change of motion the least reach is doubled, whatever that costs, so that what flies freely
/// expires O(log t) times.
const PATIENCE: u32 = 64;

/// The most that a lease goes, in metres: so far that squares are finite still.
const MOST: f64 = 1e60;

/// The most that it goes in a periodic domain, as a part of the shortest side: a body is half as wide, and besides there
/// are least margins and what is rounded.
const MOST_OF_DOMAIN: f64 = 0.4;

/// The first lease of a body goes as far as this part of its width.
const FIRST: f64 = 0.5;

/// How far the lease of a body goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Reach {
    /// The way along the motion and the margins together, in metres.
    length: f64,
    /// Changes of motion in the present lease.
    changes: u32,
    /// Changes of motion in a lease, as a running mean.
    usual_changes: f64,
    /// Expiries since the motion last changed.
    expiries: u32,
    /// Pairs that began or ended with the present lease.
    exchanged: u32,
}

impl Reach {
    /// Of a body so wide that comes new.
    pub(super) fn new(width: f64) -> Self {
        Self {
            length: FIRST * width,
            changes: 0,
            usual_changes: 0.0,
            expiries: 0,
            exchanged: 0,
        }
    }

    /// The way along the motion, in metres.
    pub(super) fn way(&self) -> f64 {
        self.length / (1.0 + self.usual_changes)
    }

    /// The margin on every side, in metres: where motions change within a lease, nobody knows where to.
    pub(super) fn margin(&self) -> f64 {
        0.5 * (self.length - self.way())
    }

    /// Makes it so short that with the body, which is half as wide as the domain at most, it is no longer than a domain of
    /// that length.
    pub(super) fn limit(&mut self, domain: f64) {
        self.length = self.length.min(MOST_OF_DOMAIN * domain);
    }

    /// The motion has changed.
    pub(super) fn note_change(&mut self) {
        self.changes += 1;
        self.expiries = 0;
    }

    /// So many pairs began or ended with the lease that was made last.
    pub(super) fn note_exchanged(&mut self, pairs: usize) {
        self.exchanged = pairs as u32;
    }

    /// Whether the present lease has cost so much, of a body in so many pairs, that a shorter one had better be made now.
    pub(super) fn is_dear(&self, pairs: u32) -> bool {
        self.cost(pairs) > INDIFFERENCE * fair(pairs)
    }

    /// What the present lease has cost, in pairs that begin or end.
    fn cost(&self, pairs: u32) -> f64 {
        f64::from(self.exchanged) + PREDICTION * f64::from(self.changes) * f64::from(pairs)
    }

    /// The lease has expired, of a body that is so wide and in so many pairs.
    pub(super) fn renew(&mut self, width: f64, pairs: u32) {
        self.expiries += 1;
        let (cost, fair) = (self.cost(pairs), fair(pairs));
        if cost == 0.0 {
            self.length *= FREE_GROWTH;
        } else if cost <= fair {
            self.length *= GROWTH;
        } else if cost > INDIFFERENCE * fair {
            // Pairs are as many as fit into a lease: about as its length to the third. Not to overshoot, a root of more.
            let excess = cost / (INDIFFERENCE * fair);
            self.length *= SHRINKAGE / excess.sqrt().sqrt();
        }
        let least = LEAST * width * portable::exp2(f64::from(self.expiries / PATIENCE));
        self.length = self.length.max(least).min(MOST);
        self.usual_changes = 0.5 * (self.usual_changes + f64::from(self.changes));
        self.changes = 0;
    }
}

/// What a lease of a body in so many pairs may cost: as much as its expiry.
fn fair(pairs: u32) -> f64 {
    EXPIRY + SHARE * f64::from(pairs)
}
