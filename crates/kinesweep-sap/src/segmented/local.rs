//! Local sort: one box after the other is moved, removed or inserted.

use super::super::store::pair;
use super::super::{Aabb, PairChange, Scalar};
use super::SegmentedSap;
use super::constants::FAR_CHUNKS;
use super::list::tag;

/// A box of which an endpoint passed an opposite one of the moving box.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Passed {
    id: u32,
    /// Twice the axis, plus one if a condition of overlap became true.
    step: u32,
}

impl<S: Scalar, const D: usize, const CAP: usize> SegmentedSap<S, D, CAP> {
    /// Removes a box and appends the ends of its overlaps.
    pub(super) fn remove_box(&mut self, id: u32, toggles: &mut Vec<PairChange>) {
        let old = self.boxes[id as usize];
        self.for_overlapping(&old, |other, _| {
            if other != id {
                toggles.push(PairChange {
                    pair: pair(id, other),
                    begins: false,
                });
            }
        });
        self.remove_endpoints(id);
    }

    /// Inserts a box and appends the begins of its overlaps.
    pub(super) fn insert_box(&mut self, id: u32, new: &Aabb<S, D>, toggles: &mut Vec<PairChange>) {
        self.for_overlapping(new, |other, _| {
            toggles.push(PairChange {
                pair: pair(id, other),
                begins: true,
            })
        });
        self.insert_endpoints(id, new);
    }

    /// Moves a box by removal and insertion, and appends the changes of its overlaps.
    fn relocate(&mut self, id: u32, to: &Aabb<S, D>, toggles: &mut Vec<PairChange>) {
        let old = self.boxes[id as usize];
        self.for_overlapping(&old, |other, it| {
            if other != id && !to.overlaps(it) {
                toggles.push(PairChange {
                    pair: pair(id, other),
                    begins: false,
                });
            }
        });
        self.remove_endpoints(id);
        self.for_overlapping(to, |other, it| {
            if !old.overlaps(it) {
                toggles.push(PairChange {
                    pair: pair(id, other),
                    begins: true,
                });
            }
        });
        self.insert_endpoints(id, to);
    }

    /// Calls `found` for each box in the lists that overlaps `one`.
    fn for_overlapping(&self, one: &Aabb<S, D>, mut found: impl FnMut(u32, &Aabb<S, D>)) {
        let axis = self.checkpoints.axis;
        let list = &self.lists[axis];
        // At equal values mins come first: boxes that touch `one` are included, whatever the ids.
        let last = one.max[axis].endpoint(true, 0);
        let (checkpoint, open) = self.checkpoints.before(list, list.chunk_of(one.min[axis].endpoint(false, 0)));
        let mut test = |id: u32, is_candidate: bool| {
            let other = &self.boxes[id as usize];
            if is_candidate & one.overlaps_branchless(other) {
                found(id, other);
            }
        };
        for &id in open {
            test(id, true);
        }
        for chunk in checkpoint..list.chunk_count() {
            if list.fence(chunk) > last {
                break;
            }
            for &key in list.keys(chunk) {
                if key > last {
                    break;
                }
                test(S::owner(key), !S::is_max(key));
            }
        }
    }

    /// Removes the endpoints of a box from the lists.
    fn remove_endpoints(&mut self, id: u32) {
        let old = self.boxes[id as usize];
        let checkpoints = self.checkpoints.axis;
        let list = &self.lists[checkpoints];
        let [from, to] = keys(&old, checkpoints, id).map(|key| list.chunk_of(key));
        self.checkpoints.close(list, from, to, id);
        for axis in 0..D {
            // The min first: a box with only its max in the list is open at no fence.
            for key in keys(&old, axis, id) {
                let chunk = self.lists[axis].chunk_of(key);
                self.lists[axis].remove(key);
                self.merge_if_sparse(axis, chunk);
            }
        }
        self.len -= 1;
    }

    /// Inserts the endpoints of a box into the lists.
    fn insert_endpoints(&mut self, id: u32, new: &Aabb<S, D>) {
        self.boxes[id as usize] = *new;
        let checkpoints = self.checkpoints.axis;
        let list = &self.lists[checkpoints];
        let [from, to] = keys(new, checkpoints, id).map(|key| list.chunk_of(key));
        self.checkpoints.open(list, from, to, id);
        for axis in 0..D {
            for key in keys(new, axis, id) {
                let chunk = self.lists[axis].chunk_of(key);
                self.insert_key(axis, chunk, key);
            }
        }
        self.len += 1;
    }

    /// Inserts a key into its chunk. Returns whether the chunk was split.
    fn insert_key(&mut self, axis: usize, chunk: usize, key: S::Endpoint) -> bool {
        let split = self.lists[axis].insert(chunk, key);
        if split && axis == self.checkpoints.axis {
            self.checkpoints.after_split(&self.lists[axis], &self.boxes, chunk);
        }
        split
    }

    /// Merges a chunk that has become sparse.
    fn merge_if_sparse(&mut self, axis: usize, chunk: usize) {
        if let Some(merge) = self.lists[axis].merge_if_sparse(chunk)
            && axis == self.checkpoints.axis
        {
            self.checkpoints.after_merge(&self.lists[axis], &self.boxes, merge);
        }
    }

    /// Moves a box axis by axis, and appends the changes of its overlaps.
    pub(super) fn move_box(&mut self, id: u32, to: &Aabb<S, D>, toggles: &mut Vec<PairChange>) {
        let tag = 2 * id as usize;
        let from = self.boxes[id as usize];
        let mut count = 0;
        for axis in 0..D {
            if self.passed.len() < count + 2 * CAP {
                self.passed.resize(count + 2 * CAP, Passed::default());
            }
            let [min, max] = keys(to, axis, id);
            let mut parts = self.lists[axis].parts();
            if parts.fits(tag, min) & parts.fits(tag + 1, max) {
                let passed = &mut self.passed[..];
                let grows = to.min[axis] < from.min[axis];
                let step = 2 * axis as u32 + u32::from(grows);
                parts.shift(tag, min, !grows, |key| {
                    passed[count] = Passed { id: S::owner(key), step };
                    count += usize::from(S::is_max(key));
                });
                let grows = to.max[axis] >= from.max[axis];
                let step = 2 * axis as u32 + u32::from(grows);
                parts.shift(tag + 1, max, grows, |key| {
                    passed[count] = Passed { id: S::owner(key), step };
                    count += usize::from(!S::is_max(key));
                });
                let one = &mut self.boxes[id as usize];
                one.min[axis] = to.min[axis];
                one.max[axis] = to.max[axis];
            } else if let Some(more) = self.move_across_chunks(axis, id, to, count) {
                count = more;
            } else {
                self.emit(id, &from, to, count, toggles);
                self.relocate(id, to, toggles);
                return;
            }
        }
        self.emit(id, &from, to, count, toggles);
    }

    /// Tests the boxes that a box has passed: all at once, since each loop of unpredictable length
    /// costs as much as some tests, and first against the union of the old and the new box, which
    /// few overlap.
    #[inline]
    fn emit(&self, id: u32, from: &Aabb<S, D>, to: &Aabb<S, D>, count: usize, toggles: &mut Vec<PairChange>) {
        let wide = from.union(to);
        for &passed in &self.passed[..count] {
            if wide.overlaps_branchless(&self.boxes[passed.id as usize]) {
                self.emit_exactly(id, from, to, passed, toggles);
            }
        }
    }

    /// Tests a passed box against the state of the moving box at the step of the axis: an end
    /// before it, a begin after it.
    #[cold]
    fn emit_exactly(&self, id: u32, from: &Aabb<S, D>, to: &Aabb<S, D>, passed: Passed, toggles: &mut Vec<PairChange>) {
        let Passed { id: other, step } = passed;
        let begins = step % 2 == 1;
        let stepped_axes = (step as usize).div_ceil(2);
        let mut one = *from;
        one.min[..stepped_axes].copy_from_slice(&to.min[..stepped_axes]);
        one.max[..stepped_axes].copy_from_slice(&to.max[..stepped_axes]);
        if one.overlaps_branchless(&self.boxes[other as usize]) & (other != id) {
            toggles.push(PairChange {
                pair: pair(id, other),
                begins,
            });
        }
    }

    /// Moves both endpoints of a box on an axis, of which at least one leaves its chunk. Records
    /// the passed boxes after the first `count` records, and returns the new count. Returns `None`,
    /// without a change, if a removal and an insertion are cheaper.
    #[inline(never)]
    fn move_across_chunks(&mut self, axis: usize, id: u32, to: &Aabb<S, D>, count: usize) -> Option<usize> {
        let old = keys(&self.boxes[id as usize], axis, id);
        let new = keys(to, axis, id);
        if self.is_far(axis, id, &old, &new, to) {
            return None;
        }
        // The leading endpoint moves first, so that a box is never closed at a fence where it is
        // not open.
        let first = usize::from(new[1] >= old[1]);
        let count = self.move_endpoint(axis, old[first], new[first], count);
        let count = self.move_endpoint(axis, old[1 - first], new[1 - first], count);
        let one = &mut self.boxes[id as usize];
        one.min[axis] = to.min[axis];
        one.max[axis] = to.max[axis];
        Some(count)
    }

    /// Whether the neighbourhood search for a removal and an insertion is cheaper than the move
    /// through the list of an axis.
    fn is_far(&self, axis: usize, id: u32, old: &[S::Endpoint; 2], new: &[S::Endpoint; 2], to: &Aabb<S, D>) -> bool {
        let list = &self.lists[axis];
        let near = |end: usize| {
            let chunk = list.chunk_of(old[end]);
            let (low, high) = (chunk.saturating_sub(FAR_CHUNKS), (chunk + FAR_CHUNKS).min(list.chunk_count()));
            (list.fence(low) <= new[end]) & (new[end] < list.fence(high))
        };
        if near(0) & near(1) {
            return false;
        }
        let way = |end: usize| list.chunk_of(old[end]).abs_diff(list.chunk_of(new[end]));
        let way = way(0).max(way(1));
        let list = &self.lists[self.checkpoints.axis];
        let overlapped_chunks = |one: &Aabb<S, D>| {
            let [first, last] = keys(one, self.checkpoints.axis, id).map(|key| list.chunk_of(key));
            let (checkpoint, open) = self.checkpoints.before(list, first);
            last - checkpoint + open.len() / CAP
        };
        way > FAR_CHUNKS + overlapped_chunks(&self.boxes[id as usize]) + overlapped_chunks(to)
    }

    /// Moves an endpoint, from chunk to chunk if necessary.
    fn move_endpoint(&mut self, axis: usize, old: S::Endpoint, new: S::Endpoint, mut count: usize) -> usize {
        let Self {
            lists,
            checkpoints,
            passed,
            ..
        } = self;
        let list = &mut lists[axis];
        let (is_max, right) = (S::is_max(old), new >= old);
        let step = 2 * axis as u32 + u32::from(is_max == right);
        // Computed when first needed.
        let mut chunk = None;
        loop {
            if passed.len() < count + 2 * CAP {
                passed.resize(count + 2 * CAP, Passed::default());
            }
            let mut passes = |key: S::Endpoint| {
                passed[count] = Passed { id: S::owner(key), step };
                count += usize::from(S::is_max(key) != is_max);
            };
            let mut parts = list.parts();
            parts.shift(tag::<S>(old), new, right, &mut passes);
            if parts.fits(tag::<S>(old), new) {
                return count;
            }
            let from = *chunk.get_or_insert_with(|| list.chunk_of(old));
            let Some(neighbour) = list.exchange(from, right) else {
                return count;
            };
            passes(neighbour);
            let (edge, next) = if right { (from + 1, from + 1) } else { (from, from - 1) };
            if axis == checkpoints.axis {
                checkpoints.pass(list, edge, new, right);
                checkpoints.pass(list, edge, neighbour, !right);
            }
            chunk = Some(next);
        }
    }
}

/// The endpoints of a box on an axis, min first.
#[inline]
pub(super) fn keys<S: Scalar, const D: usize>(one: &Aabb<S, D>, axis: usize, id: u32) -> [S::Endpoint; 2] {
    [one.min[axis].endpoint(false, id), one.max[axis].endpoint(true, id)]
}
