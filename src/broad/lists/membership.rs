//! Insertion of one body or many, removal, and sorting all lists again.

use super::certificate::Node;
use super::constants::{ABSENT, MOST_BODIES, REBUILD_SHARE};
use super::sweep::KineticSweep;
use crate::broad::change::{PairChange, pair_change};
use crate::motion::bounds::Bounds;
use crate::queue::{EventQueue, Time};
use std::cmp::Ordering;

impl<Q: EventQueue<Key = Time> + Default> KineticSweep<Q> {
    /// Inserts bodies at time `now`; pairs that overlap then begin. O(n) for each of a few bodies,
    /// O(n log n) plus the pairs that overlap on x for many at once. All numbers of the bounds must
    /// be finite.
    ///
    /// At equal values a min comes before a max (boxes that touch overlap), and then the smaller
    /// body first.
    ///
    /// # Panics
    /// If a body is in the lists, or given twice; if its number is 715 827 882 or more; or if `now`
    /// lies before the time reached or beyond the next swap.
    pub fn insert(&mut self, bodies: &[(u32, Bounds)], now: f64, changes: &mut Vec<PairChange>) {
        self.go_to(now);
        for (body, _) in bodies {
            assert!(*body < MOST_BODIES, "{body} is too large a number for a body");
            assert!(!self.contains(*body), "body {body} is in the lists already");
            let ids = 6 * *body as usize + 6;
            if self.positions.len() < ids {
                self.positions.resize(ids, ABSENT);
            }
            // Any position, so that a body given twice is detected; the true one follows.
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
            self.report_overlaps_of(&fresh, changes);
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
                // Rounding may have left neighbours in the wrong order by an ulp: a max never
                // stands before its own min.
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
                changes.push(pair_change(body, other, true));
            }
        }
    }

    /// Removes a body; its pairs end. O(n).
    ///
    /// # Panics
    /// If the body is not in the lists, or `now` lies before the time reached or beyond the next
    /// swap.
    pub fn remove(&mut self, body: u32, now: f64, changes: &mut Vec<PairChange>) {
        assert!(self.contains(body), "body {body} is not in the lists");
        self.go_to(now);
        for other in self.bodies() {
            if other != body && self.overlap(body, other) {
                changes.push(pair_change(body, other, false));
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

    /// Goes back to the earlier time `now`: sorts for that time, and reports the changes of
    /// overlaps. O(n log n) plus the pairs.
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
                .map(|p| pair_change(p.0, p.1, false)),
        );
        changes.extend(
            after
                .iter()
                .filter(|p| missing(&before, p))
                .map(|p| pair_change(p.0, p.1, true)),
        );
    }

    /// Sorts the lists for time `now` and computes every certificate.
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

    /// All pairs that overlap, each once, the smaller body first: one pass over the x list. O(n +
    /// pairs that overlap on x).
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

    fn report_overlaps_of(&self, fresh: &[u32], changes: &mut Vec<PairChange>) {
        let mut is_fresh = vec![false; self.positions.len() / 6];
        for body in fresh {
            is_fresh[*body as usize] = true;
        }
        let pairs = self.overlaps().into_iter();
        let new = pairs.filter(|(a, b)| is_fresh[*a as usize] || is_fresh[*b as usize]);
        changes.extend(new.map(|(a, b)| pair_change(a, b, true)));
    }
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
    // Bounds are finite. Unlike `total_cmp`, this has -0 equal to 0.
    let by_value = a.at(now).partial_cmp(&b.at(now)).unwrap_or(Ordering::Equal);
    by_value
        .then_with(|| a.is_max().cmp(&b.is_max()))
        .then_with(|| a.id.cmp(&b.id))
}
