//! Certificates: for neighbours (left, right) on an axis, the proof that left <= right, and the
//! time at which it fails.

use crate::motion::bounds::Endpoint;
use crate::roots::{first_negative_linear, first_negative_quadratic};

/// An endpoint in its list: its epoch, its motion, and its id. It holds all that a certificate
/// needs, so that a swap reads neighbours in memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) epoch: f64,
    pub(super) motion: Endpoint,
    /// Body, axis and side in one: `6 * body + 2 * axis + side`, side 1 for a max.
    pub(super) id: u32,
}

impl Node {
    #[inline]
    pub(super) fn at(&self, t: f64) -> f64 {
        self.motion.at(t - self.epoch)
    }

    /// Rate of change at a time.
    #[inline]
    pub(super) fn rate_at(&self, t: f64) -> f64 {
        self.motion.velocity + 2.0 * self.motion.half_acceleration * (t - self.epoch)
    }

    #[inline]
    pub(super) fn body(&self) -> u32 {
        self.id / 6
    }

    /// Whether this is a max endpoint: ids alternate min, max.
    #[inline]
    pub(super) fn is_max(&self) -> bool {
        self.id & 1 == 1
    }
}

/// The first time from `now` on at which `right - left` becomes negative; infinite if it never
/// does.
///
/// The difference is re-based at `now`, so an old epoch costs no precision beyond that of the
/// positions themselves. By the rules of [`roots`](crate::roots) a pair that has just swapped is
/// not found again at the same root.
#[inline]
pub(super) fn failure_time(left: &Node, right: &Node, now: f64) -> f64 {
    let [gap, rate, curve] = difference(left, right, now);
    now + first_negative(gap, rate, curve)
}

/// The same of a pair that has just swapped: it opens, so a rate below 0 is rounding. (Two that move alike to
/// rounding would swap at one instant for ever.)
#[inline]
pub(super) fn next_failure_time(left: &Node, right: &Node, now: f64) -> f64 {
    let [gap, rate, curve] = difference(left, right, now);
    now + first_negative(gap, rate.max(0.0), curve)
}

/// `right - left` from `now` on: the coefficients of a polynomial, constant first.
#[inline]
fn difference(left: &Node, right: &Node, now: f64) -> [f64; 3] {
    let (dl, dr) = (now - left.epoch, now - right.epoch);
    let (l, r) = (&left.motion, &right.motion);
    let gap = r.at(dr) - l.at(dl);
    let curve = r.half_acceleration - l.half_acceleration;
    let rate = (r.velocity - l.velocity) + 2.0 * (r.half_acceleration * dr - l.half_acceleration * dl);
    [gap, rate, curve]
}

#[inline]
fn first_negative(gap: f64, rate: f64, curve: f64) -> f64 {
    if curve == 0.0 {
        first_negative_linear(gap, rate)
    } else {
        first_negative_quadratic(gap, rate, curve)
    }
}
