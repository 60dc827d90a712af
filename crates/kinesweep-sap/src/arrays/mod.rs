//! Sweep and prune on arrays: one sorted array of endpoints an axis, kept sorted from batch to batch.
//!
//! From Terdiman, "Sweep-and-prune" (2007), section I, and Tracy, Buss and Woods, "Efficient large-scale sweep and prune methods
//! with AABB insertion and removal" (2009), section 3.2.1. If little happens in a batch:
//!
//! 1. Each box that moves is sorted into its new place by itself ([`sort::move_one`], "local sort").
//! 2. The overlaps of boxes that go are ended, as the order of the lists has them ([`box_pruning`]).
//! 3. Each list is patched: only what lies between endpoints that come and go is shifted ([`mod@patch`]).
//! 4. The overlaps of boxes that came are begun ([`box_pruning`] again).
//!
//! If much happens:
//!
//! 1. The overlaps of boxes that go are ended.
//! 2. Axis by axis, new values of boxes that moved are written into the list, endpoints of boxes that come are sorted, and one
//!    pass over the list drops, merges and sorts ([`sort::pass`], "global sort"), forward or backward ([`axis`]).
//! 3. The overlaps of boxes that came are begun.
//!
//! An endpoint is one integer, and so is its comparison; on the axes that are not being sorted two boxes are compared by the
//! positions of their endpoints, which are integers in one place.
//!
//! Where we differ. The list itself decides who overlaps, at every moment (see [`sort`]): each toggle is exact, so no pair
//! manager has to filter, and no two boxes are compared by value at all, on no axis. Overlaps of boxes that come or go are found
//! in a second pass as Terdiman advises, not by the three sets that Tracy et al. carry along; and on the axis where that is least
//! work. A few that come or go do not cost a pass over the lists, as they do with Tracy et al.: one of each among 3000 costs a
//! fifth to a quarter of it so, ten of each half.

mod axis;
mod box_pruning;
mod patch;
mod sanity_check;
mod sort;
#[cfg(test)]
mod tests;

use super::{Batch, Scalar, Store, Toggle};
use axis::Axis;
use patch::{Stretch, patch};
use sort::{ABSENT, Changes, Positions};

/// So many boxes of a hundred must move for a global sort to pay, if none comes or goes. Measured with 300 and 3000 unit cubes at
/// 5 % density that move 0.1 a step, in any direction: the two take the same time at about 80. (Boxes that all move
/// the same way pass nobody in a global sort, and each other twice in a local one.)
const GLOBAL_SORT_PERCENT: usize = 80;

/// Up to so many boxes of a hundred may come or go for a patch of the lists to pay. Measured with 300 and 3000 such cubes: from
/// about 10 the two take the same time.
const PATCH_PERCENT: usize = 10;

/// A single sweep and prune on arrays: a [`Store`] for up to some thousands of boxes, or for worlds in which little moves.
///
/// A move costs the endpoints that it passes: O(D) if it passes none. If all move at constant density, `n` boxes pass
/// O(n^(2 - 1/D)) endpoints, since boxes far away are in the lists as well. A batch of `k` that come or go costs
/// O(D (k log k + n)) and the pairs that overlap on one axis, the one where they are likely the fewest.
///
/// Memory: `2 D` endpoints and as many positions a box: 72 bytes with `f32` in three dimensions (48 in two), 120 with `f64`
/// (80 in two), and an eighth of the endpoints in reserve. What the largest batch needed is kept: 28 bytes (36) for each box that
/// came with it.
///
/// ```
/// use kinesweep_sap::{Aabb, ArraySap, Batch, Store, Toggle};
/// let cube = |x: f32| Aabb { min: [x, 0.0, 0.0], max: [x + 1.0, 1.0, 1.0] };
/// let mut sap = ArraySap::default();
/// let mut toggles = Vec::new();
/// let inserted = vec![(0, cube(0.0)), (1, cube(5.0))];
/// sap.apply(&Batch { inserted, ..Batch::default() }, &mut toggles);
/// assert!(toggles.is_empty());
/// sap.apply(&Batch { moved: vec![(1, cube(1.0))], ..Batch::default() }, &mut toggles);
/// assert_eq!(toggles, [Toggle { pair: (0, 1), begins: true }]);
/// ```
#[derive(Clone, Debug)]
pub struct ArraySap<S: Scalar, const D: usize> {
    lists: [Axis<S>; D],
    /// By name.
    positions: Vec<Positions<D>>,
    len: usize,
    scratch: Scratch<S>,
}

/// Memory that a batch needs, for one axis after the other.
#[derive(Clone, Debug)]
struct Scratch<S: Scalar> {
    /// Positions of endpoints that go, sorted.
    removed: Vec<u32>,
    /// Endpoints that come, sorted.
    inserted: Vec<S::Endpoint>,
    /// Boxes that come, sorted.
    fresh: Vec<u32>,
    stretches: Vec<Stretch>,
    pruning: box_pruning::Scratch,
}

impl<S: Scalar, const D: usize> Default for ArraySap<S, D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Scalar, const D: usize> ArraySap<S, D> {
    /// Without a box.
    #[must_use]
    pub fn new() -> Self {
        Self {
            lists: std::array::from_fn(|_| Axis::new()),
            positions: Vec::new(),
            len: 0,
            scratch: Scratch {
                removed: Vec::new(),
                inserted: Vec::new(),
                fresh: Vec::new(),
                stretches: Vec::new(),
                pruning: box_pruning::Scratch::default(),
            },
        }
    }

    /// Little happens: each box that moves is sorted in by itself, and the lists are patched where others come and go.
    fn local_sort(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<Toggle>) {
        for (id, to) in &batch.moved {
            sort::move_one(&mut self.lists, &mut self.positions, *id, to, toggles);
        }
        if batch.removed.is_empty() && batch.inserted.is_empty() {
            return;
        }
        self.end_all_of_removed(batch, toggles);
        for axis in 0..D {
            self.presort(batch, axis);
            let Scratch {
                removed,
                inserted,
                stretches,
                ..
            } = &mut self.scratch;
            patch(&mut self.lists[axis], &mut self.positions, axis, removed, inserted, stretches);
        }
        self.forget_removed(batch);
        self.begin_all_of_inserted(batch, toggles);
    }

    /// Much happens: one pass over each list.
    fn global_sort(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<Toggle>) {
        let fresh = &mut self.scratch.fresh;
        fresh.clear();
        fresh.extend(batch.inserted.iter().map(|&(id, _)| id));
        fresh.sort_unstable();
        self.end_all_of_removed(batch, toggles);
        for axis in 0..D {
            for &(id, to) in &batch.moved {
                let [min, max] = self.positions[id as usize][axis];
                self.lists[axis].ends[min as usize] = to.min[axis].endpoint(false, id);
                self.lists[axis].ends[max as usize] = to.max[axis].endpoint(true, id);
            }
            self.presort(batch, axis);
            let Scratch {
                removed,
                inserted,
                fresh,
                ..
            } = &self.scratch;
            let changes = Changes {
                removed,
                inserted,
                fresh,
            };
            sort::pass(&mut self.lists[axis], &mut self.positions, axis, &changes, toggles);
        }
        self.forget_removed(batch);
        self.begin_all_of_inserted(batch, toggles);
    }

    /// Sorts the endpoints that go and come on one axis.
    fn presort(&mut self, batch: &Batch<S, D>, axis: usize) {
        let Scratch { removed, inserted, .. } = &mut self.scratch;
        removed.clear();
        removed.extend(batch.removed.iter().flat_map(|&id| self.positions[id as usize][axis]));
        removed.sort_unstable();
        inserted.clear();
        inserted.extend(batch.inserted.iter().flat_map(|&(id, at)| {
            let (min, max) = (at.min[axis], at.max[axis]);
            [min.endpoint(false, id), max.endpoint(true, id)]
        }));
        inserted.sort_unstable();
    }

    fn end_all_of_removed(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<Toggle>) {
        let gone = batch.removed.iter().copied();
        let pruning = &mut self.scratch.pruning;
        box_pruning::toggle_all_of(&self.lists, &self.positions, gone, false, pruning, toggles);
        if let Some(largest) = batch.inserted.iter().map(|&(id, _)| id as usize).max() {
            let room = self.positions.len().max(largest + 1);
            self.positions.resize(room, [ABSENT; D]);
        }
    }

    fn forget_removed(&mut self, batch: &Batch<S, D>) {
        for &id in &batch.removed {
            self.positions[id as usize] = [ABSENT; D];
        }
        self.len = self.len + batch.inserted.len() - batch.removed.len();
    }

    fn begin_all_of_inserted(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<Toggle>) {
        let come = batch.inserted.iter().map(|&(id, _)| id);
        let pruning = &mut self.scratch.pruning;
        box_pruning::toggle_all_of(&self.lists, &self.positions, come, true, pruning, toggles);
    }
}

impl<S: Scalar, const D: usize> Store<S, D> for ArraySap<S, D> {
    fn apply(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<Toggle>) {
        let few_move = batch.moved.len() * 100 < self.len * GLOBAL_SORT_PERCENT;
        let few_come_or_go = (batch.removed.len() + batch.inserted.len()) * 100 <= self.len * PATCH_PERCENT;
        if few_move && few_come_or_go {
            self.local_sort(batch, toggles);
        } else if !batch.is_empty() {
            self.global_sort(batch, toggles);
        }
    }

    fn len(&self) -> usize {
        self.len
    }

    fn memory(&self) -> usize {
        let ends: usize = self.lists.iter().map(|list| list.ends.capacity()).sum();
        let scratch = &self.scratch;
        (ends + scratch.inserted.capacity()) * size_of::<S::Endpoint>()
            + self.positions.capacity() * size_of::<Positions<D>>()
            + (scratch.removed.capacity() + scratch.fresh.capacity()) * size_of::<u32>()
            + scratch.stretches.capacity() * size_of::<Stretch>()
            + scratch.pruning.memory()
    }

    fn sanity_check(&self) -> Result<(), String> {
        self.check_lists()
    }
}
