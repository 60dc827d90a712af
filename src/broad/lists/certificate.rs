//! Certificates: for neighbours (left, right) on an axis, the proof that left <= right, and the time at which it fails.

use crate::motion::bounds::Endpoint;
use crate::roots::{first_negative_linear, first_negative_quadratic};

/// An endpoint in its list: its motion, from its epoch, and which endpoint it is. Everything a certificate needs lies here, so
/// that a swap touches neighbours in memory.
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

    /// How fast it goes.
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

/// The first time from `now` on at which `right - left` turns negative; infinite if it never does.
///
/// The difference is re-based at `now`, so an old epoch costs no precision beyond that of the positions themselves. By the rules
/// of [`roots`](crate::roots) a pair that has just swapped is not found again at the same root.
#[inline]
pub(super) fn failure_time(left: &Node, right: &Node, now: f64) -> f64 {
    let (dl, dr) = (now - left.epoch, now - right.epoch);
    let (l, r) = (&left.motion, &right.motion);
    let gap = r.at(dr) - l.at(dl);
    let curve = r.half_acceleration - l.half_acceleration;
    let rate = (r.velocity - l.velocity) + 2.0 * (r.half_acceleration * dr - l.half_acceleration * dl);
    now + if curve == 0.0 {
        first_negative_linear(gap, rate)
    } else {
        first_negative_quadratic(gap, rate, curve)
    }
}
