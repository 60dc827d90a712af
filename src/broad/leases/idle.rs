//! Idle times: where bodies have moved freely for long, as a fleet does that flies together, one
//! search of all pairs finds the first time at which two boxes could meet. Until then leases may
//! expire and are not renewed.

use super::constants::EXPIRIES_TO_SEARCH;
use super::leased::Leased;
use crate::motion::bounds::{Bounds, Endpoint};
use crate::roots::first_negative_quadratic;

/// The time until which leases need not be renewed.
#[derive(Clone, Copy, Debug)]
pub(super) struct IdleUntil {
    /// No two boxes that are apart meet before this time.
    until: f64,
    /// When a motion last changed.
    since: f64,
    /// Expiries since then.
    expiries: u64,
    /// Expiries before the next search; 0 if not set.
    enough: u64,
}

impl Default for IdleUntil {
    fn default() -> Self {
        Self {
            until: f64::NEG_INFINITY,
            since: f64::INFINITY,
            expiries: 0,
            enough: 0,
        }
    }
}

impl IdleUntil {
    /// Ends the idle time: a motion has changed, or time goes back.
    pub(super) fn reset(&mut self, now: f64) {
        *self = Self {
            since: now,
            ..Self::default()
        };
    }

    /// The time before which nothing is to be done.
    pub(super) fn until(&self) -> f64 {
        self.until
    }

    /// Counts expiries, and searches after many. O(n²) then, but only after O(n) expiries, and the
    /// search ends at the first pair that may meet before twice the time has passed.
    pub(super) fn note_expiries(&mut self, count: u64, bodies: &[Option<Leased>], now: f64) {
        self.expiries += count;
        if self.enough == 0 {
            self.enough = EXPIRIES_TO_SEARCH * bodies.len() as u64;
        }
        if self.expiries >= self.enough {
            self.enough *= 2;
            let soon = now + (now - self.since);
            self.until = next_approach(bodies, now, soon);
        }
    }
}

/// A time before which no two boxes meet that are apart now; minus infinity if they may by the time
/// `soon`.
fn next_approach(bodies: &[Option<Leased>], now: f64, soon: f64) -> f64 {
    let mut first = f64::INFINITY;
    for (number, a) in bodies.iter().enumerate() {
        let Some(a) = a else { continue };
        for b in bodies[number + 1..].iter().flatten() {
            let time = approach(&a.bounds, &b.bounds, now);
            // Written so that NaN counts as too soon.
            if !(time > soon) {
                return f64::NEG_INFINITY;
            }
            first = first.min(time);
        }
    }
    first
}

/// A time before which two boxes do not begin to overlap, on the axis on which that takes longest;
/// infinite if they overlap now, and so are candidates already.
fn approach(a: &Bounds, b: &Bounds, now: f64) -> f64 {
    let (of_a, of_b) = (now - a.epoch, now - b.epoch);
    // Negative as long as no axis separates them.
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
