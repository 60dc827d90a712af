//! A dynamic octree (a tree of 2^D children in D dimensions): the baseline by which Tracy, Buss and
//! Woods (2009, section 4) judge their lists.
//!
//! 1. The root contains all of space; an inner node has a middle and 2^D children, its parts below
//!    and from the middle on, on each axis. A cube around the boxes fixes the middles; nodes at its
//!    border extend to infinity.
//! 2. A box is in the list of each leaf that it touches, but no deeper than nodes of its own size:
//!    so it is in at most 2^D lists, and huge and infinite boxes are in the root's list. Lists are
//!    dynamic arrays.
//! 3. A leaf with a list that grows too long splits; children with few boxes in total are joined.
//! 4. A move descends from the root with the old and the new bounds at once, and changes lists only
//!    where they differ.
//! 5. Each batch ends with a traversal that reports all pairs: boxes of one list, and of a list and
//!    those of the nodes above it. Two boxes may share several nodes; their pair is reported in the
//!    node that contains the lower corner of their intersection.
//! 6. The pairs are sorted and compared with those of the batch before: the differences are the
//!    toggles. So a batch costs O(n + k), however small it is, as in the paper, where the octree
//!    reports all pairs each time.
//!
//! The alternative, to keep each box in the smallest node that contains it, was measured on unit
//! cubes at a density of 5 %: the traversal takes four to six times as long, since many boxes stay
//! in the top nodes and are compared with all boxes below.

mod constants;
mod traversal;
mod tree;

use super::one_shot::Sweep;
use super::store::{difference, pair};
use super::{Aabb, Batch, Pair, PairChange, Scalar, Store};
use constants::{CAPACITY, MAX_OUTSIDE_SHARE, ROOM};
use tree::Tree;

/// A dynamic octree of boxes that reports changes of overlap.
///
/// ```
/// use kinesweep_sap::{Aabb, Batch, Octree, Store};
/// let mut tree = Octree::default();
/// let at = |low: f64| Aabb { min: [low; 3], max: [low + 1.0; 3] };
/// let mut toggles = Vec::new();
/// tree.apply(&Batch { inserted: vec![(0, at(0.0)), (1, at(0.5)), (2, at(5.0))], ..Batch::default() }, &mut toggles);
/// assert!(toggles.len() == 1 && toggles[0].pair == (0, 1) && toggles[0].begins);
/// ```
#[derive(Clone, Debug)]
pub struct Octree<S, const D: usize> {
    tree: Tree<S, D>,
    boxes: Vec<Aabb<S, D>>,
    present: Vec<bool>,
    /// The number of boxes.
    len: usize,
    /// The number of boxes that extend beyond the cube.
    outside: usize,
    /// The overlapping pairs, sorted.
    pairs: Vec<Pair>,
    before: Vec<Pair>,
    path: Vec<(Aabb<S, D>, u32)>,
}

impl<S: Scalar, const D: usize> Default for Octree<S, D> {
    fn default() -> Self {
        Self::with_capacity(CAPACITY)
    }
}

impl<S: Scalar, const D: usize> Octree<S, D> {
    /// An empty tree. A leaf with more than `capacity` boxes splits.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Self {
            tree: Tree::new(capacity.max(1)),
            boxes: Vec::new(),
            present: Vec::new(),
            len: 0,
            outside: 0,
            pairs: Vec::new(),
            before: Vec::new(),
            path: Vec::new(),
        }
    }

    /// All pairs that overlap, sorted.
    #[must_use]
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    fn insert(&mut self, id: u32, bounds: &Aabb<S, D>) {
        let index = id as usize;
        if index >= self.boxes.len() {
            self.boxes.resize(index + 1, Aabb::default());
            self.present.resize(index + 1, false);
        }
        (self.boxes[index], self.present[index]) = (*bounds, true);
        self.len += 1;
        self.outside += usize::from(self.tree.is_outside(bounds));
        self.tree.insert(id, &self.boxes);
    }

    fn remove(&mut self, id: u32) {
        let index = id as usize;
        self.present[index] = false;
        self.len -= 1;
        self.outside -= usize::from(self.tree.is_outside(&self.boxes[index]));
        self.tree.remove(id, &self.boxes[index]);
    }

    fn move_box(&mut self, id: u32, bounds: &Aabb<S, D>) {
        let old = std::mem::replace(&mut self.boxes[id as usize], *bounds);
        self.outside -= usize::from(self.tree.is_outside(&old));
        self.outside += usize::from(self.tree.is_outside(bounds));
        self.tree.move_box(id, &old, &self.boxes);
    }

    fn ids(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.present).filter(|(_, present)| **present).map(|(id, _)| id)
    }

    /// Rebuilds the tree around the present boxes and those in `more`.
    fn rebuild(&mut self, more: &[(u32, Aabb<S, D>)]) {
        let stay = self.ids().map(|id| &self.boxes[id as usize]);
        let (mut low, mut high) = ([f64::INFINITY; D], [f64::NEG_INFINITY; D]);
        for bounds in stay.chain(more.iter().map(|(_, bounds)| bounds)) {
            for axis in 0..D {
                for value in [bounds.min[axis].to_f64(), bounds.max[axis].to_f64()]
                    .into_iter()
                    .filter(|value| value.is_finite())
                {
                    low[axis] = low[axis].min(value);
                    high[axis] = high[axis].max(value);
                }
            }
        }
        self.tree.clear(low, high, ROOM);
        self.outside = 0;
        let ids: Vec<u32> = self.ids().collect();
        for id in ids {
            self.outside += usize::from(self.tree.is_outside(&self.boxes[id as usize]));
            self.tree.insert(id, &self.boxes);
        }
    }
}

impl<S: Scalar, const D: usize> Store<S, D> for Octree<S, D> {
    fn apply(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<PairChange>) {
        for &id in &batch.removed {
            self.remove(id);
        }
        for (id, bounds) in &batch.moved {
            self.move_box(*id, bounds);
        }
        if self.len == 0 && !batch.inserted.is_empty() {
            self.rebuild(&batch.inserted);
        }
        for (id, bounds) in &batch.inserted {
            self.insert(*id, bounds);
        }
        if self.outside as f64 > MAX_OUTSIDE_SHARE * self.len as f64 && !self.tree.would_stay_outside(self.outside) {
            self.rebuild(&[]);
            self.tree.record_outside(self.outside);
        }

        std::mem::swap(&mut self.pairs, &mut self.before);
        self.pairs.clear();
        let (pairs, boxes) = (&mut self.pairs, &self.boxes);
        self.tree.pairs(boxes, &mut self.path, |a, b| pairs.push(pair(a, b)));
        super::one_shot::sort_pairs(pairs, boxes.len());
        difference(&self.before, &self.pairs, toggles);
    }

    fn len(&self) -> usize {
        self.len
    }

    fn memory(&self) -> usize {
        self.tree.memory()
            + self.boxes.capacity() * size_of::<Aabb<S, D>>()
            + self.present.capacity()
            + (self.pairs.capacity() + self.before.capacity()) * size_of::<Pair>()
            + self.path.capacity() * size_of::<(Aabb<S, D>, u32)>()
    }

    fn sanity_check(&self) -> Result<(), String> {
        let ids: Vec<u32> = self.ids().collect();
        if ids.len() != self.len {
            return Err(format!("{} boxes are present, {} counted", ids.len(), self.len));
        }
        let outside = ids
            .iter()
            .filter(|&&id| self.tree.is_outside(&self.boxes[id as usize]))
            .count();
        if outside != self.outside {
            return Err(format!("{outside} boxes are outside, {} counted", self.outside));
        }
        self.tree.sanity_check(&ids, &self.boxes)?;
        let boxes: Vec<Aabb<S, D>> = ids.iter().map(|&id| self.boxes[id as usize]).collect();
        let mut expected = Vec::new();
        Sweep::default().complete(&boxes, |a, b| expected.push((ids[a as usize], ids[b as usize])));
        expected.sort_unstable();
        if self.pairs != expected {
            return Err(format!("{} pairs kept, {} overlap", self.pairs.len(), expected.len()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
