//! Sweep and prune on arrays: one sorted array of endpoints an axis, kept sorted from batch to batch.
//!
//! From Terdiman, "Sweep-and-prune" (2007), section I, and Tracy, Buss and Woods, "Efficient large-scale sweep and prune methods
//! with AABB insertion and removal" (2009), section 3.2.1. A batch takes these steps:
//!
//! 1. If few boxes move and none comes or goes: each is sorted into its new place by itself ([`sort::move_one`], "local sort").
//! 2. Else, the overlaps of boxes that go are ended, as the order of the lists has them ([`box_pruning`]).
//! 3. Then, axis by axis, new values of boxes that moved are written into the list, endpoints of boxes that come are sorted, and
//!    one pass over the list drops, merges and sorts ([`sort::pass`], "global sort"), forward or backward ([`axis`]).
//! 4. Last, the overlaps of boxes that came are begun ([`box_pruning`] again).
//!
//! An endpoint is one integer, and so is its comparison; on the axes that are not being sorted two boxes are compared by the
//! positions of their endpoints, which are integers in one place.
//!
//! Where we differ. The list itself decides who overlaps, at every moment (see [`sort`]): each toggle is exact, so no pair
//! manager has to filter, and no box is compared by value at all, on no axis. Overlaps of boxes that come or go are found in a
//! second pass as Terdiman advises, not by the three sets that Tracy et al. carry along; and on the axis where that is least work.

mod axis;
mod box_pruning;
mod sanity_check;
mod sort;
#[cfg(test)]
mod tests;

use super::{Batch, Scalar, Store, Toggle};
use axis::Axis;
use sort::{ABSENT, Changes, Positions};

/// One box in so many must move for a global sort to pay, if none comes or goes.
const GLOBAL_SORT_SHARE: usize = 4;

/// A single sweep and prune on arrays: a [`Store`] for up to some thousands of boxes, or for worlds in which little moves.
///
/// A move costs the endpoints that it passes: O(D) if it passes none. If all move at constant density, `n` boxes pass
/// O(n^(2 - 1/D)) endpoints, since boxes far away are in the lists as well. A batch of `k` that come or go costs
/// O(D (k log k + n)) and the pairs of boxes that overlap on one axis.
///
/// Memory: `2 D` endpoints and as many positions a box: 72 bytes with `f32` in three dimensions (48 in two), 120 with `f64`
/// (80 in two); what a batch needs to be sorted comes on top and is kept.
///
/// ```
/// use kinesweep::sap::{Aabb, ArraySap, Batch, Store, Toggle};
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

/// Memory that a batch needs.
#[derive(Clone, Debug)]
struct Scratch<S: Scalar> {
    removed: Vec<u32>,
    inserted: Vec<S::Endpoint>,
    fresh: Vec<u32>,
    starts: Vec<(u32, u32)>,
}

impl<S: Scalar, const D: usize> Default for ArraySap<S, D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Scalar, const D: usize> ArraySap<S, D> {
    /// Without a box.
    pub fn new() -> Self {
        Self {
            lists: std::array::from_fn(|_| Axis::new()),
            positions: Vec::new(),
            len: 0,
            scratch: Scratch {
                removed: Vec::new(),
                inserted: Vec::new(),
                fresh: Vec::new(),
                starts: Vec::new(),
            },
        }
    }

    /// Few move: each is sorted in by itself.
    fn local_sort(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<Toggle>) {
        for &(id, to) in &batch.moved {
            for (axis, list) in self.lists.iter_mut().enumerate() {
                let (min, max) = (to.min[axis].endpoint(false, id), to.max[axis].endpoint(true, id));
                sort::move_one(list, &mut self.positions, axis, min, max, toggles);
            }
        }
    }

    /// Many move, or some come or go: one pass over each list.
    fn global_sort(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<Toggle>) {
        let Scratch {
            removed,
            inserted,
            fresh,
            starts,
        } = &mut self.scratch;
        fresh.clear();
        fresh.extend(batch.inserted.iter().map(|&(id, _)| id));
        fresh.sort_unstable();
        if let Some(&largest) = fresh.last() {
            let room = self.positions.len().max(largest as usize + 1);
            self.positions.resize(room, [ABSENT; D]);
        }
        if !batch.removed.is_empty() {
            let gone = batch.removed.iter().copied();
            box_pruning::toggle_all_of(&self.lists, &self.positions, gone, false, starts, toggles);
        }
        for (axis, list) in self.lists.iter_mut().enumerate() {
            for &(id, to) in &batch.moved {
                let [min, max] = self.positions[id as usize][axis];
                list.ends[min as usize] = to.min[axis].endpoint(false, id);
                list.ends[max as usize] = to.max[axis].endpoint(true, id);
            }
            removed.clear();
            removed.extend(batch.removed.iter().flat_map(|&id| self.positions[id as usize][axis]));
            removed.sort_unstable();
            inserted.clear();
            inserted.extend(batch.inserted.iter().flat_map(|&(id, at)| {
                let (min, max) = (at.min[axis], at.max[axis]);
                [min.endpoint(false, id), max.endpoint(true, id)]
            }));
            inserted.sort_unstable();
            let changes = Changes {
                removed,
                inserted,
                fresh,
            };
            sort::pass(list, &mut self.positions, axis, &changes, toggles);
        }
        for &id in &batch.removed {
            self.positions[id as usize] = [ABSENT; D];
        }
        self.len = self.len + batch.inserted.len() - batch.removed.len();
        if !batch.inserted.is_empty() {
            let come = batch.inserted.iter().map(|&(id, _)| id);
            box_pruning::toggle_all_of(&self.lists, &self.positions, come, true, starts, toggles);
        }
    }
}

impl<S: Scalar, const D: usize> Store<S, D> for ArraySap<S, D> {
    fn apply(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<Toggle>) {
        let only_moves = batch.removed.is_empty() && batch.inserted.is_empty();
        if only_moves && batch.moved.len() * GLOBAL_SORT_SHARE < self.len {
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
        let Scratch {
            removed,
            inserted,
            fresh,
            starts,
        } = &self.scratch;
        (ends + inserted.capacity()) * size_of::<S::Endpoint>()
            + self.positions.capacity() * size_of::<Positions<D>>()
            + (removed.capacity() + fresh.capacity()) * size_of::<u32>()
            + starts.capacity() * size_of::<(u32, u32)>()
    }

    fn sanity_check(&self) -> Result<(), String> {
        self.check_lists()
    }
}
