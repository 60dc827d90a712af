//! Global sort: a whole batch in one pass over each list.

use super::super::store::pair;
use super::super::{Aabb, Batch, Scalar, Toggle};
use super::SegmentedSap;
use super::local::keys;

/// Memory of the global sort, kept from batch to batch.
#[derive(Clone, Debug)]
pub(super) struct Scratch<S: Scalar, const D: usize> {
    /// A list on its way to the new order.
    keys: Vec<S::Endpoint>,
    /// The list with what is inserted.
    merged: Vec<S::Endpoint>,
    /// Endpoints of inserted boxes, sorted.
    fresh: Vec<S::Endpoint>,
    /// The boxes after the step of an axis.
    after: Vec<Aabb<S, D>>,
    /// Whether a box is one of those at hand, by id.
    marked: Vec<bool>,
}

impl<S: Scalar, const D: usize> Default for Scratch<S, D> {
    fn default() -> Self {
        Self {
            keys: Vec::new(),
            merged: Vec::new(),
            fresh: Vec::new(),
            after: Vec::new(),
            marked: Vec::new(),
        }
    }
}

impl<S: Scalar, const D: usize> Scratch<S, D> {
    /// Bytes held.
    pub(super) fn memory(&self) -> usize {
        (self.keys.capacity() + self.merged.capacity() + self.fresh.capacity()) * size_of::<S::Endpoint>()
            + self.after.capacity() * size_of::<Aabb<S, D>>()
            + self.marked.capacity()
    }
}

impl<S: Scalar, const D: usize, const CAP: usize> SegmentedSap<S, D, CAP> {
    /// Applies a batch in one pass.
    pub(super) fn apply_globally(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<Toggle>) {
        let mut scratch = std::mem::take(&mut self.global);
        scratch.marked.clear();
        scratch.marked.resize(self.boxes.len(), false);
        for &id in &batch.removed {
            scratch.marked[id as usize] = true;
        }
        if !batch.removed.is_empty() {
            let list = &self.lists[self.stations.axis];
            self.sweep.marked_pairs(list, &self.boxes, &scratch.marked, |a, b| {
                toggles.push(Toggle {
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
            scratch.fresh.clear();
            scratch
                .fresh
                .extend(batch.inserted.iter().flat_map(|(id, new)| keys(new, axis, *id)));
            scratch.fresh.sort_unstable();
            merge(&scratch.keys, &scratch.fresh, &mut scratch.merged);
            self.lists[axis].cut(&scratch.merged);
        }
        self.len = self.len + batch.inserted.len() - batch.removed.len();
        if self.len / 2 > self.chosen_at || self.len < self.chosen_at / 2 {
            self.choose_stations();
        } else {
            let axis = self.stations.axis;
            self.stations
                .rebuild(&self.lists[axis], axis, self.sweep.by_id(self.boxes.len()));
        }
        if !batch.inserted.is_empty() {
            for &id in &batch.removed {
                scratch.marked[id as usize] = false;
            }
            for (id, _) in &batch.inserted {
                scratch.marked[*id as usize] = true;
            }
            let list = &self.lists[self.stations.axis];
            self.sweep.marked_pairs(list, &self.boxes, &scratch.marked, |a, b| {
                toggles.push(Toggle {
                    pair: pair(a, b),
                    begins: true,
                });
            });
        }
        self.global = scratch;
    }

    /// Insertion sort of an axis into `scratch.keys`: those of marked boxes are left out, those of others get the value of
    /// `scratch.after`. All boxes step at once: see the module on why the boxes before and after decide what is emitted.
    fn sort_axis(&self, axis: usize, scratch: &mut Scratch<S, D>, toggles: &mut Vec<Toggle>) {
        let Scratch { keys, after, marked, .. } = scratch;
        let after = &after[..];
        keys.clear();
        // What stops every search, taken away at the end.
        keys.push(S::FIRST);
        for old in self.lists[axis].iter() {
            let (id, is_max) = (S::owner(old), S::is_max(old));
            if marked[id as usize] {
                continue;
            }
            let one = &after[id as usize];
            let new = if is_max { one.max[axis] } else { one.min[axis] }.endpoint(is_max, id);
            let mut at = keys.len();
            keys.push(new);
            // A max that passes mins to the left may part; a min that passes maxes may meet.
            let boxes = if is_max { &self.boxes[..] } else { after };
            let one = &boxes[id as usize];
            while keys[at - 1] > new {
                let passed = keys[at - 1];
                keys[at] = passed;
                at -= 1;
                let other = S::owner(passed);
                if (S::is_max(passed) != is_max) & one.overlaps(&boxes[other as usize]) {
                    toggles.push(Toggle {
                        pair: pair(id, other),
                        begins: !is_max,
                    });
                }
            }
            keys[at] = new;
        }
        keys.remove(0);
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
