//! Global sort: a whole batch in one pass over each list.

use super::super::store::pair;
use super::super::{Aabb, Batch, PairChange, Scalar};
use super::SegmentedSap;
use super::list::tag;
use super::local::keys;
use std::hint::select_unpredictable;

/// Scratch memory of the global sort.
#[derive(Clone, Debug)]
pub(super) struct Scratch<S: Scalar, const D: usize> {
    /// The list being sorted.
    keys: Vec<S::Endpoint>,
    /// The list merged with the inserted endpoints.
    merged: Vec<S::Endpoint>,
    /// Endpoints of inserted boxes, sorted.
    fresh: Vec<S::Endpoint>,
    /// The boxes after the step on an axis.
    after: Vec<Aabb<S, D>>,
    /// Whether a box is selected, indexed by id.
    marked: Vec<bool>,
    /// Tags of endpoints, with the owners of the opposite endpoints that they passed.
    passed: Vec<(u32, u32)>,
}

impl<S: Scalar, const D: usize> Default for Scratch<S, D> {
    fn default() -> Self {
        Self {
            keys: Vec::new(),
            merged: Vec::new(),
            fresh: Vec::new(),
            after: Vec::new(),
            marked: Vec::new(),
            passed: Vec::new(),
        }
    }
}

impl<S: Scalar, const D: usize> Scratch<S, D> {
    /// Bytes held.
    pub(super) fn memory(&self) -> usize {
        (self.keys.capacity() + self.merged.capacity() + self.fresh.capacity()) * size_of::<S::Endpoint>()
            + self.after.capacity() * size_of::<Aabb<S, D>>()
            + self.marked.capacity()
            + self.passed.capacity() * size_of::<(u32, u32)>()
    }
}

impl<S: Scalar, const D: usize, const CAP: usize> SegmentedSap<S, D, CAP> {
    /// Applies a batch in one pass.
    pub(super) fn apply_globally(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<PairChange>) {
        let mut scratch = std::mem::take(&mut self.global);
        scratch.marked.clear();
        scratch.marked.resize(self.boxes.len(), false);
        for &id in &batch.removed {
            scratch.marked[id as usize] = true;
        }
        if !batch.removed.is_empty() {
            let list = &self.lists[self.checkpoints.axis];
            self.sweep.marked_pairs(list, &self.boxes, &scratch.marked, |a, b| {
                toggles.push(PairChange {
                    pair: pair(a, b),
                    begins: false,
                });
            });
        }
        for (id, new) in &batch.inserted {
            self.boxes[*id as usize] = *new;
        }
        scratch.after.clone_from(&self.boxes);
        for axis in 0..D {
            for (id, to) in &batch.moved {
                scratch.after[*id as usize].min[axis] = to.min[axis];
                scratch.after[*id as usize].max[axis] = to.max[axis];
            }
            self.sort_axis(axis, &mut scratch, toggles);
            for (id, to) in &batch.moved {
                self.boxes[*id as usize].min[axis] = to.min[axis];
                self.boxes[*id as usize].max[axis] = to.max[axis];
            }
            let sorted = &scratch.keys[1..];
            if batch.inserted.is_empty() {
                self.lists[axis].rebuild_from(sorted);
                continue;
            }
            scratch.fresh.clear();
            scratch
                .fresh
                .extend(batch.inserted.iter().flat_map(|(id, new)| keys(new, axis, *id)));
            scratch.fresh.sort_unstable();
            merge(sorted, &scratch.fresh, &mut scratch.merged);
            self.lists[axis].rebuild_from(&scratch.merged);
        }
        self.len = self.len + batch.inserted.len() - batch.removed.len();
        if self.len / 2 > self.chosen_at || self.len < self.chosen_at / 2 {
            self.choose_checkpoints();
        } else {
            let axis = self.checkpoints.axis;
            self.checkpoints
                .rebuild(&self.lists[axis], axis, self.sweep.by_id(self.boxes.len()));
        }
        if !batch.inserted.is_empty() {
            for &id in &batch.removed {
                scratch.marked[id as usize] = false;
            }
            for (id, _) in &batch.inserted {
                scratch.marked[*id as usize] = true;
            }
            let list = &self.lists[self.checkpoints.axis];
            self.sweep.marked_pairs(list, &self.boxes, &scratch.marked, |a, b| {
                toggles.push(PairChange {
                    pair: pair(a, b),
                    begins: true,
                });
            });
        }
        self.global = scratch;
    }

    /// Insertion sort of an axis into `scratch.keys`, behind a sentinel that stops every search.
    /// Keys of marked boxes are dropped; the others get the value of `scratch.after`. All boxes
    /// step at once: the module documentation shows why the boxes before and after determine the
    /// toggles.
    fn sort_axis(&self, axis: usize, scratch: &mut Scratch<S, D>, toggles: &mut Vec<PairChange>) {
        let Scratch {
            keys,
            after,
            marked,
            passed,
            ..
        } = scratch;
        let (after, marked) = (&after[..], &marked[..]);
        let list = &self.lists[axis];
        keys.clear();
        keys.resize(1 + 2 * self.len, S::LAST);
        keys[0] = S::FIRST;
        let mut len = 1;
        let mut count = 0;
        for chunk in 0..list.chunk_count() {
            for &old in list.keys(chunk) {
                let (id, is_max) = (S::owner(old), S::is_max(old));
                if marked[id as usize] {
                    continue;
                }
                let one = &after[id as usize];
                let new = select_unpredictable(is_max, one.max[axis], one.min[axis]).endpoint(is_max, id);
                let mut at = len;
                loop {
                    let key = keys[at - 1];
                    if key < new {
                        break;
                    }
                    keys[at] = key;
                    at -= 1;
                    if count == passed.len() {
                        passed.resize(2 * count + 64, (0, 0));
                    }
                    passed[count] = (tag::<S>(new) as u32, S::owner(key));
                    count += usize::from(S::is_max(key) != is_max);
                }
                keys[at] = new;
                len += 1;
            }
        }
        keys.truncate(len);
        for &(tag, other) in &passed[..count] {
            // A max that passed a min to the left may end an overlap; a min that passed a max may
            // begin one.
            let (id, begins) = (tag / 2, tag % 2 == 0);
            let boxes = if begins { after } else { &self.boxes[..] };
            if boxes[id as usize].overlaps_branchless(&boxes[other as usize]) {
                toggles.push(PairChange {
                    pair: pair(id, other),
                    begins,
                });
            }
        }
    }
}

/// Merges two sorted lists.
fn merge<E: Copy + Ord>(a: &[E], b: &[E], into: &mut Vec<E>) {
    into.clear();
    into.reserve(a.len() + b.len());
    let mut from = 0;
    for &key in b {
        let upto = from + a[from..].partition_point(|&other| other < key);
        into.extend_from_slice(&a[from..upto]);
        into.push(key);
        from = upto;
    }
    into.extend_from_slice(&a[from..]);
}
