//! A dynamic octree (a tree of 2^D children in D dimensions): the baseline by which Tracy, Buss and Woods (2009, section 4)
//! judge their lists.
//!
//! 1. The root holds all of space; an inner node has a middle, and 2^D children, the parts of it below and from the middle
//!    on, on each axis. Where the middles lie is fixed by a cube about the boxes; nodes at its border reach to infinity.
//! 2. A box is in the list of each leaf that it touches, but goes no deeper than nodes of its own size: so it is in 2^D
//!    lists at most, huge and infinite boxes in the root's. Lists are dynamic arrays.
//! 3. A leaf whose list grows too long splits; children whose lists have become short together are joined.
//! 4. A box that moves goes down from the root with its old and its new bounds at once, and changes lists only where they part.
//! 5. Each batch ends with a traversal that tells all pairs: boxes of one list, and of a list and those of the nodes above
//!    it. Two boxes may meet in several nodes; they are told in the one that holds the lower corner of what they share.
//! 6. The pairs are sorted and compared with those of the batch before: what differs are the toggles. So a batch costs
//!    O(n + k) however small it is, as in the paper, whose octree answers with all pairs each time.
//!
//! Entering boxes in all leaves was measured against keeping each in the smallest node that holds it whole: on unit cubes
//! at a density of 5 % the latter walks four to six times as long, since it leaves many boxes in the top nodes, to be
//! compared with everything below.

mod traversal;
mod tree;

use super::one_shot::Sweep;
use super::store::{difference, pair};
use super::{Aabb, Batch, Pair, Scalar, Store, Toggle};
use tree::Tree;

/// Boxes outside the cube of the tree, as a share of all, from which it is built anew.
const OUTSIDE: f64 = 0.25;

/// The cube of a new tree is so many times the extent of the boxes: some room to move.
const ROOM: f64 = 1.25;

/// Boxes in a leaf before it splits (measured on unit cubes at a density of 5 %: flat from 12 to 48).
const CAPACITY: usize = 24;

/// A dynamic octree of boxes, which tells changes of overlap.
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
    there: Vec<bool>,
    /// How many are there.
    len: usize,
    /// How many of them reach out of the cube.
    outside: usize,
    /// What overlaps, sorted.
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
    /// One whose leaves hold so many boxes before they split.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Self {
            tree: Tree::new(capacity.max(1)),
            boxes: Vec::new(),
            there: Vec::new(),
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

    fn insert(&mut self, name: u32, bounds: &Aabb<S, D>) {
        let place = name as usize;
        if place >= self.boxes.len() {
            self.boxes.resize(place + 1, Aabb::default());
            self.there.resize(place + 1, false);
        }
        (self.boxes[place], self.there[place]) = (*bounds, true);
        self.len += 1;
        self.outside += usize::from(self.tree.is_outside(bounds));
        self.tree.insert(name, &self.boxes);
    }

    fn remove(&mut self, name: u32) {
        let place = name as usize;
        self.there[place] = false;
        self.len -= 1;
        self.outside -= usize::from(self.tree.is_outside(&self.boxes[place]));
        self.tree.remove(name, &self.boxes[place]);
    }

    fn shift(&mut self, name: u32, bounds: &Aabb<S, D>) {
        let old = std::mem::replace(&mut self.boxes[name as usize], *bounds);
        self.outside -= usize::from(self.tree.is_outside(&old));
        self.outside += usize::from(self.tree.is_outside(bounds));
        self.tree.shift(name, &old, &self.boxes);
    }

    fn names(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.there).filter(|(_, there)| **there).map(|(name, _)| name)
    }

    /// Builds the tree anew about the boxes as they are, or about those given where there is none.
    fn rebuild(&mut self, more: &[(u32, Aabb<S, D>)]) {
        let stay = self.names().map(|name| &self.boxes[name as usize]);
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
        let names: Vec<u32> = self.names().collect();
        for name in names {
            self.outside += usize::from(self.tree.is_outside(&self.boxes[name as usize]));
            self.tree.insert(name, &self.boxes);
        }
    }
}

impl<S: Scalar, const D: usize> Store<S, D> for Octree<S, D> {
    fn apply(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<Toggle>) {
        for &name in &batch.removed {
            self.remove(name);
        }
        for (name, bounds) in &batch.moved {
            self.shift(*name, bounds);
        }
        if self.len == 0 && !batch.inserted.is_empty() {
            self.rebuild(&batch.inserted);
        }
        for (name, bounds) in &batch.inserted {
            self.insert(*name, bounds);
        }
        if self.outside as f64 > OUTSIDE * self.len as f64 && !self.tree.is_hopeless(self.outside) {
            self.rebuild(&[]);
            self.tree.give_up_at(self.outside);
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
            + self.there.capacity()
            + (self.pairs.capacity() + self.before.capacity()) * size_of::<Pair>()
            + self.path.capacity() * size_of::<(Aabb<S, D>, u32)>()
    }

    fn sanity_check(&self) -> Result<(), String> {
        let names: Vec<u32> = self.names().collect();
        if names.len() != self.len {
            return Err(format!("{} boxes are there, {} counted", names.len(), self.len));
        }
        let outside = names
            .iter()
            .filter(|&&name| self.tree.is_outside(&self.boxes[name as usize]))
            .count();
        if outside != self.outside {
            return Err(format!("{outside} boxes are outside, {} counted", self.outside));
        }
        self.tree.sanity_check(&names, &self.boxes)?;
        let boxes: Vec<Aabb<S, D>> = names.iter().map(|&name| self.boxes[name as usize]).collect();
        let mut expected = Vec::new();
        Sweep::default().complete(&boxes, |a, b| expected.push((names[a as usize], names[b as usize])));
        expected.sort_unstable();
        if self.pairs != expected {
            return Err(format!("{} pairs kept, {} overlap", self.pairs.len(), expected.len()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
