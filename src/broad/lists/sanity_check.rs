//! The invariants of kinetic lists.

use super::certificate::{Node, failure_time};
use super::constants::VALUE_ROUNDINGS;
use super::sweep::KineticSweep;
use crate::queue::{EventQueue, Time};

impl<Q: EventQueue<Key = Time> + Default> KineticSweep<Q> {
    /// Checks the invariants at time `now` between two swaps: positions are the inverse of the
    /// lists, the lists are sorted up to rounding, a certificate is in the queue if and only if it
    /// will fail, and never in the past. O(n).
    ///
    /// # Errors
    /// The invariant that does not hold, and where: the lists have a bug, or bounds are not finite.
    pub fn sanity_check(&self, now: f64) -> Result<(), String> {
        for axis in 0..3 {
            let list = &self.lists[axis];
            for (position, node) in list.iter().enumerate() {
                if self.positions[node.id as usize] as usize != position {
                    return Err(format!("axis {axis}: endpoint {} is not at its position", node.id));
                }
                let Some(right) = list.get(position + 1) else {
                    if self.queue.key(node.id).is_some() {
                        return Err(format!("axis {axis}: the last endpoint has a certificate"));
                    }
                    continue;
                };
                let (low, high) = (node.at(now), right.at(now));
                if low - high > rounding(node, now) + rounding(right, now) {
                    return Err(format!("axis {axis}: {low} stands before {high} at time {now}"));
                }
                let (queued, fresh) = (self.queue.key(node.id), failure_time(node, right, now));
                if queued.is_some_and(|time| time.0 < now) {
                    return Err(format!("axis {axis}: a certificate that failed in the past is in the queue"));
                }
                // A gap and a rate that rounding makes positive or negative may come out either
                // way; a clear approach may not, unless it ends where the two just touch.
                let closing = -(right.at(fresh.min(now + 1.0)) - node.at(fresh.min(now + 1.0)) - (high - low));
                let is_clear = closing > rounding(node, now) + rounding(right, now);
                if queued.is_none() && fresh < f64::INFINITY && is_clear && crosses(node, right, fresh) {
                    return Err(format!(
                        "axis {axis}: a certificate that will fail at {fresh} is not in the queue"
                    ));
                }
            }
        }
        Ok(())
    }
}

/// A generous bound on the rounding of a node's value.
fn rounding(node: &Node, now: f64) -> f64 {
    let (dt, m) = (now - node.epoch, &node.motion);
    let time = now.abs().max(node.epoch.abs());
    let speed = m.velocity.abs() + 2.0 * m.half_acceleration.abs() * dt.abs();
    VALUE_ROUNDINGS * f64::EPSILON * (m.position.abs() + speed * (dt.abs() + time))
}

/// Whether the gap of two nodes, which becomes negative at a time, is ever negative by more than
/// rounding from then on.
fn crosses(left: &Node, right: &Node, time: f64) -> bool {
    let curve = right.motion.half_acceleration - left.motion.half_acceleration;
    let rate = right.rate_at(time) - left.rate_at(time);
    if curve <= 0.0 {
        return true;
    }
    let least = time + (-0.5 * rate / curve).max(0.0);
    left.at(least) - right.at(least) > rounding(left, least) + rounding(right, least)
}
