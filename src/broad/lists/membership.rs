//! Bodies come and go: insertion of one or many, removal, and building everything anew.

use super::certificate::Node;
use super::sweep::{ABSENT, KineticSweep};
use crate::broad::PairChange;
use crate::motion::bounds::Bounds;
use crate::queue::{EventQueue, Time};
use std::cmp::Ordering;

/// Numbers of bodies are below this, so that those of their endpoints are handles of every queue.
pub(super) const MOST_BODIES: u32 = u32::MAX / 6;

/// Above this share of the bodies already there, sorting everything anew is cheaper than inserting one by one.
const REBUILD_SHARE: usize = 16;

impl<Q: EventQueue<Key = Time> + Default> KineticSweep<Q> {
    /// Adds bodies at time `now`; pairs that overlap then begin. O(n) for each of a few bodies, O(n log n) plus the pairs that
    /// overlap on x for many at once. All numbers of the bounds must be finite.
    ///
    /// At equal values a min comes before a max (boxes that touch overlap), and then the smaller body first.
    ///
    /// # Panics
    /// If a body is in the lists already, or given twice; if its number is 715 827 882 or more; or if `now` lies before the time
    /// reached or beyond the next swap.
    pub fn insert(&mut self, bodies: &[(u32, Bounds)], now: f64, changes: &mut Vec<PairChange>) {
        self.go_to(now);
        for (body, _) in bodies {
            assert!(*body < MOST_BODIES, "{body} is too large a number for a body");
            assert!(!self.contains(*body), "body {body} is in the lists already");
            let ids = 6 * *body as usize + 6;
            if self.positions.len() < ids {
                self.positions.resize(ids, ABSENT);
            }
            // Any place will do, so that a body that is given twice is seen: the true one follows.
            self.positions[ids - 6] = 0;
        }
        if bodies.len() * REBUILD_SHARE > self.len() {
            let fresh: Vec<u32> = bodies.iter().map(|(body, _)| *body).collect();
            for (body, bounds) in bodies {
                for axis in 0..3 {
                    self.lists[axis].extend(nodes(*body, axis, bounds));
                }
            }
            self.rebuild(now);
            self.tell_overlaps_of(&fresh, changes);
        } else {
            for (body, bounds) in bodies {
                self.insert_one(*body, bounds, changes);
            }
        }
    }

    fn insert_one(&mut self, body: u32, bounds: &Bounds, changes: &mut Vec<PairChange>) {
        for axis in 0..3 {
            let mut first = usize::MAX;
            for node in nodes(body, axis, bounds) {
                let list = &mut self.lists[axis];
                let at = list.partition_point(|other| order_at(other, &node, self.now) == Ordering::Less);
                // Rounding may have left neighbours in the wrong order by an ulp: a max never goes before its own min.
                let at = if first == usize::MAX { at } else { at.max(first + 1) };
                list.insert(at, node);
                if first == usize::MAX {
                    first = at;
                }
            }
            self.renumber(axis, first);
            let last = self.positions[(6 * body + 2 * axis as u32 + 1) as usize] as usize;
            for left in [first.wrapping_sub(1), first, last - 1, last] {
                self.renew(axis, left);
            }
        }
        for other in self.bodies() {
            if other != body && self.overlap(body, other) {
                changes.push(PairChange::Begin(body, other));
            }
        }
    }

    /// Takes a body out; its pairs end. O(n).
    ///
    /// # Panics
    /// If the body is not in the lists, or `now` lies before the time reached or beyond the next swap.
    pub fn remove(&mut self, body: u32, now: f64, changes: &mut Vec<PairChange>) {
        assert!(self.contains(body), "body {body} is not in the lists");
        self.go_to(now);
        for other in self.bodies() {
            if other != body && self.overlap(body, other) {
                changes.push(PairChange::End(body, other));
            }
        }
        for axis in 0..3 {
            let id = 6 * body as usize + 2 * axis;
            let (first, last) = (self.positions[id] as usize, self.positions[id + 1] as usize);
            self.lists[axis].remove(last);
            self.lists[axis].remove(first);
            self.queue.remove(id as u32);
            self.queue.remove(id as u32 + 1);
            (self.positions[id], self.positions[id + 1]) = (ABSENT, ABSENT);
            self.renumber(axis, first);
            for left in [first.wrapping_sub(1), last.wrapping_sub(2)] {
                self.renew(axis, left);
            }
        }
    }

    /// Goes back to the earlier time `now`: sorts for that time, and tells how the overlaps differ. O(n log n) plus the pairs.
    pub fn rewind(&mut self, now: f64, changes: &mut Vec<PairChange>) {
        let mut before = self.overlaps();
        self.rebuild(now);
        let mut after = self.overlaps();
        before.sort_unstable();
        after.sort_unstable();
        let missing = |from: &[(u32, u32)], pair: &(u32, u32)| from.binary_search(pair).is_err();
        changes.extend(
            before
                .iter()
                .filter(|p| missing(&after, p))
                .map(|p| PairChange::End(p.0, p.1)),
        );
        changes.extend(
            after
                .iter()
                .filter(|p| missing(&before, p))
                .map(|p| PairChange::Begin(p.0, p.1)),
        );
    }

    /// Sorts the lists for time `now` and computes every certificate anew.
    fn rebuild(&mut self, now: f64) {
        self.now = now;
        self.queue.clear();
        for axis in 0..3 {
            self.lists[axis].sort_by(|a, b| order_at(a, b, now));
            self.renumber(axis, 0);
            for left in 0..self.lists[axis].len() {
                self.renew(axis, left);
            }
        }
    }

    fn renumber(&mut self, axis: usize, from: usize) {
        for (position, node) in self.lists[axis].iter().enumerate().skip(from) {
            self.positions[node.id as usize] = position as u32;
        }
    }

    /// The bodies, in the order of their lower x endpoints.
    pub(super) fn bodies(&self) -> Vec<u32> {
        self.lists[0].iter().filter(|node| !node.is_max()).map(Node::body).collect()
    }

    /// All pairs that overlap, each once, the smaller body first: one pass over the x list. O(n + pairs that overlap on x).
    pub(super) fn overlaps(&self) -> Vec<(u32, u32)> {
        let (mut open, mut pairs): (Vec<u32>, Vec<_>) = Default::default();
        for node in &self.lists[0] {
            let body = node.body();
            if node.is_max() {
                open.retain(|other| *other != body);
            } else {
                pairs.extend(
                    open.iter()
                        .filter(|other| self.overlap(body, **other))
                        .map(|o| (body.min(*o), body.max(*o))),
                );
                open.push(body);
            }
        }
        pairs
    }

    fn tell_overlaps_of(&self, fresh: &[u32], changes: &mut Vec<PairChange>) {
        let mut is_fresh = vec![false; self.positions.len() / 6];
        for body in fresh {
            is_fresh[*body as usize] = true;
        }
        let pairs = self.overlaps().into_iter();
        let new = pairs.filter(|(a, b)| is_fresh[*a as usize] || is_fresh[*b as usize]);
        changes.extend(new.map(|(a, b)| PairChange::Begin(a, b)));
    }

    /// Checks everything that must hold at time `now` between two swaps: positions are the inverse of the lists, the lists are
    /// sorted up to rounding, each certificate stands in the queue exactly if it will fail, and never in the past. O(n).
    ///
    /// # Errors
    /// What does not hold, and where: the lists are broken, by a bug of theirs or by bounds that are not finite.
    pub fn sanity_check(&self, now: f64) -> Result<(), String> {
        for axis in 0..3 {
            let list = &self.lists[axis];
            for (position, node) in list.iter().enumerate() {
                if self.positions[node.id as usize] as usize != position {
                    return Err(format!("axis {axis}: endpoint {} is not where its position says", node.id));
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
                let (queued, fresh) = (self.queue.key(node.id), super::certificate::failure_time(node, right, now));
                if queued.is_some_and(|time| time.0 < now) {
                    return Err(format!("axis {axis}: a certificate that failed in the past is in the queue"));
                }
                // A gap and a rate that rounding makes positive or negative may come out either way; a clear approach may not, unless
                // it ends where the two just touch.
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

/// How far a value can be off by rounding, generously: in units of what it was computed from.
fn rounding(node: &Node, now: f64) -> f64 {
    /// Units in the last place; a handful of operations, and times rounded at each of the swaps that led here.
    const ULPS: f64 = 64.0;
    let (dt, m) = (now - node.epoch, &node.motion);
    let time = now.abs().max(node.epoch.abs());
    let speed = m.velocity.abs() + 2.0 * m.half_acceleration.abs() * dt.abs();
    ULPS * f64::EPSILON * (m.position.abs() + speed * (dt.abs() + time))
}

/// Whether the gap of two, which turns negative at a time, is ever negative by more than rounding then.
fn crosses(left: &Node, right: &Node, time: f64) -> bool {
    let curve = right.motion.half_acceleration - left.motion.half_acceleration;
    let rate = right.rate_at(time) - left.rate_at(time);
    if curve <= 0.0 {
        return true;
    }
    let least = time + (-0.5 * rate / curve).max(0.0);
    left.at(least) - right.at(least) > rounding(left, least) + rounding(right, least)
}

fn nodes(body: u32, axis: usize, bounds: &Bounds) -> [Node; 2] {
    let id = 6 * body + 2 * axis as u32;
    let node = |id, motion| Node {
        epoch: bounds.epoch,
        motion,
        id,
    };
    [node(id, bounds.min[axis]), node(id + 1, bounds.max[axis])]
}

/// By value, then min before max, then by body.
fn order_at(a: &Node, b: &Node, now: f64) -> Ordering {
    // Bounds are finite; and -0 equals 0, which `total_cmp` would not have.
    let by_value = a.at(now).partial_cmp(&b.at(now)).unwrap_or(Ordering::Equal);
    by_value
        .then_with(|| a.is_max().cmp(&b.is_max()))
        .then_with(|| a.id.cmp(&b.id))
}
