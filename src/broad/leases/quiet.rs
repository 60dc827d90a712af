//! The quiet: when bodies have moved freely for long, as a fleet does that flies together, it pays to ask once, of all
//! pairs, when any could come near. Until then leases may expire and need not be renewed.

use super::Leased;
use crate::motion::bounds::{Bounds, Endpoint};
use crate::roots::first_negative_quadratic;

/// Expiries for each body, without a change of any motion, after which it is asked for the first time. Each time that the
/// answer is "soon" twice as many are let go by.
const PATIENCE: u64 = 64;

/// Whether, and until when, leases need not be renewed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quiet {
    /// No two boxes that are apart come near before this time.
    until: f64,
    /// When a motion last changed.
    since: f64,
    /// Expiries since then, and how many there must be for the question to be asked.
    expiries: u64,
    enough: u64,
}

impl Default for Quiet {
    fn default() -> Self {
        Self {
            until: f64::NEG_INFINITY,
            since: f64::INFINITY,
            expiries: 0,
            enough: 0,
        }
    }
}

impl Quiet {
    /// A motion has changed.
    pub(super) fn break_at(&mut self, now: f64) {
        *self = Self {
            since: now,
            ..Self::default()
        };
    }

    /// Until when there is nothing to do.
    pub(super) fn until(&self) -> f64 {
        self.until
    }

    /// Counts an expiry, and asks if there have been many. O(n²) then, but only after O(n) expiries, and it ends with the first
    /// pair that comes near before twice the time has passed.
    pub(super) fn note_expiry(&mut self, bodies: &[Option<Leased>], now: f64) {
        self.expiries += 1;
        if self.enough == 0 {
            self.enough = PATIENCE * bodies.len() as u64;
        }
        if self.expiries >= self.enough {
            self.enough *= 2;
            let soon = now + (now - self.since);
            self.until = next_approach(bodies, now, soon);
        }
    }
}

/// A time before which no two boxes come near that are apart now; minus infinity if that may be as soon as `soon`.
fn next_approach(bodies: &[Option<Leased>], now: f64, soon: f64) -> f64 {
    let mut first = f64::INFINITY;
    for (number, a) in bodies.iter().enumerate() {
        let Some(a) = a else { continue };
        for b in bodies[number + 1..].iter().flatten() {
            let time = approach(&a.bounds, &b.bounds, now);
            // Written so that a NaN is too soon as well.
            if !(time > soon) {
                return f64::NEG_INFINITY;
            }
            first = first.min(time);
        }
    }
    first
}

/// A time before which two boxes do not come to overlap, on the axis on which that takes longest; infinite if they overlap
/// now, for then they are known to.
fn approach(a: &Bounds, b: &Bounds, now: f64) -> f64 {
    let (of_a, of_b) = (now - a.epoch, now - b.epoch);
    // Negative as long as no axis parts them.
    let mut latest = -1.0f64;
    for axis in 0..3 {
        let gap = |lower: &Endpoint, dt: f64, upper: &Endpoint, other_dt: f64| {
            let gap = lower.at(dt) - upper.at(other_dt);
            (gap > 0.0).then(|| {
                let rate = lower.rate_at(dt) - upper.rate_at(other_dt);
                first_negative_quadratic(gap, rate, lower.half_acceleration - upper.half_acceleration)
            })
        };
        let closes = gap(&b.min[axis], of_b, &a.max[axis], of_a).or_else(|| gap(&a.min[axis], of_a, &b.max[axis], of_b));
        if let Some(time) = closes {
            latest = latest.max(time);
        }
    }
    if latest < 0.0 { f64::INFINITY } else { now + latest }
}
