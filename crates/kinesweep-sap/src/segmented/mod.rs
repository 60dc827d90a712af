//! Segmented interval lists: sorted endpoint lists in chunks, efficient for few moves, insertions
//! and removals among many boxes.
//!
//! After Tracy, Buss and Woods 2009, "Efficient Large-Scale Sweep and Prune Methods with AABB
//! Insertion and Removal", IEEE Virtual Reality, section 3.2.2 and figure 7. The cost of sweep and
//! prune with a local sort depends only on the moved boxes; but in one long array an insertion
//! shifts half of it, and searches all of it for the boxes that overlap. Lists in chunks shift only
//! within a chunk, and the boxes that are open at a chunk's edge are stored as a set, so one
//! neighbourhood search is enough.
//!
//! A batch with few changes is applied change by change (*local sort*):
//!
//! 1. Removal: visit the boxes that overlap on one axis (the set of the last checkpoint before, and
//!    each min from there on); those that overlap on all axes are ends. Remove the 2 `D` endpoints
//!    from their chunks.
//! 2. Move: one endpoint after the other moves past its neighbours to its new place. Each max that
//!    a min passes, or min that a max passes, is recorded, and tested after all axes: the box
//!    before the step on that axis (an end) or after it (a begin) against the other box. A box that
//!    moves far is removed and inserted again.
//! 3. Insertion: as removal, with begins.
//!
//! A batch with many changes is applied at once (*global sort*): a sweep for the ends of the
//! removed, one insertion sort over each axis, with the removed left out and the inserted merged
//! in, and a sweep for the begins of the inserted. Building from empty is the same.
//!
//! **Exactness.** A pair has two conditions on each axis, min of one <= max of the other, and
//! overlaps while all hold. In the step of an axis, boxes step on that axis from old to new, all
//! moved ones at once (global) or one (local), and all are valid before and after. Each condition
//! changes at most once in a step. If one ceases to hold, the other holds after the step, so the
//! pair ceases to overlap iff the other held before: iff the *old* boxes overlap. If one becomes
//! true, the other held before the step, and the pair begins to overlap iff the *new* boxes do.
//! Hence the emitted toggles are exactly the difference of the overlaps before and after the step,
//! in any order of the exchanges, and begins and ends of a pair alternate by construction: also of
//! boxes that jump past each other.
//!
//! **Where we differ from the paper.** Endpoints are packed (one integer comparison each), and
//! places are stored by slots of chunks, so no chunk pointers are needed. A fence between chunks is
//! any key that separates them, so nothing changes at the edge as long as an endpoint stays between
//! its fences. A box's own min never passes its own max across a fence (the leading endpoint moves
//! first), so a box is never closed before it is opened, and the paper's set R is not needed. In
//! long lists only some chunks store a set (see `checkpoints`). The boxes that a box passed are
//! tested once, after all its endpoints have moved.

mod check;
mod checkpoints;
mod constants;
mod global;
mod list;
mod local;
mod sweep;
#[cfg(test)]
mod tests;

use super::{Aabb, Batch, PairChange, Scalar, Store};
use checkpoints::Checkpoints;
pub use constants::CHUNK_CAPACITY;
use constants::{GLOBAL_QUARTERS, MIGRATION_COST};
use list::AxisList;
use sweep::Sweep;

/// Segmented interval lists: the pairs of boxes that overlap, by sorted lists in chunks of `CAP`
/// endpoints (a power of two).
///
/// A batch of m moves that pass s endpoints in all, and k insertions and removals, takes O(D (m log
/// n + s + k (log n + `CAP`)) + t), where t are the boxes that overlap the inserted and removed
/// ones on one axis; a large one O(D (n + s + k log k) + t).
///
/// In three dimensions about 210 bytes a box with `f32` and 380 with `f64`, of which 130 and 250
/// are state and the rest is scratch of bulk loads and global sorts.
///
/// ```
/// use kinesweep_sap::{Aabb, Batch, SegmentedSap, Store};
/// let square = |x: f32| Aabb { min: [x, 0.0], max: [x + 1.0, 1.0] };
/// let mut store = SegmentedSap::<f32, 2>::new();
/// let mut toggles = Vec::new();
/// let inserted = vec![(0, square(0.0)), (1, square(1.0)), (2, square(5.0))];
/// store.apply(&Batch { inserted, ..Batch::default() }, &mut toggles);
/// assert_eq!(toggles.len(), 1);
/// assert!(toggles[0].pair == (0, 1) && toggles[0].begins);
///
/// toggles.clear();
/// store.apply(&Batch { moved: vec![(1, square(4.5))], ..Batch::default() }, &mut toggles);
/// let open: i32 = toggles.iter().map(|toggle| if toggle.begins { 1 } else { -1 }).sum();
/// assert_eq!(open, 0); // one pair ended, another began
/// ```
#[derive(Clone, Debug)]
pub struct SegmentedSap<S: Scalar, const D: usize, const CAP: usize = CHUNK_CAPACITY> {
    lists: [AxisList<S, CAP>; D],
    checkpoints: Checkpoints,
    /// Indexed by id, as in the lists; outdated for absent boxes.
    boxes: Vec<Aabb<S, D>>,
    /// The number of boxes.
    len: usize,
    /// The number of boxes when the axis of the checkpoints was chosen.
    chosen_at: usize,
    /// Scratch: the boxes that the endpoints of a moved box passed.
    passed: Vec<local::Passed>,
    /// Scratch of the global sort.
    global: global::Scratch<S, D>,
    /// Scratch of the sweeps.
    sweep: Sweep<S, D>,
}

impl<S: Scalar, const D: usize, const CAP: usize> Default for SegmentedSap<S, D, CAP> {
    fn default() -> Self {
        const { assert!(D > 0, "a box has one dimension at least") };
        Self {
            lists: std::array::from_fn(|_| AxisList::new()),
            checkpoints: Checkpoints::new(0),
            boxes: Vec::new(),
            len: 0,
            chosen_at: 0,
            passed: Vec::new(),
            global: global::Scratch::default(),
            sweep: Sweep::default(),
        }
    }
}

impl<S: Scalar, const D: usize> SegmentedSap<S, D> {
    /// An empty store with chunks of the default capacity; for others use
    /// `SegmentedSap::<S, D, CAP>::default()`.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl<S: Scalar, const D: usize, const CAP: usize> SegmentedSap<S, D, CAP> {
    fn make_room(&mut self, batch: &Batch<S, D>) {
        let most = batch.inserted.iter().map(|one| one.0 as usize + 1).max().unwrap_or(0);
        if most > self.boxes.len() {
            self.boxes.resize(most, Aabb::default());
            self.lists.iter_mut().for_each(|list| list.make_room(most));
        }
    }

    /// Applies a batch change by change.
    fn apply_locally(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<PairChange>) {
        for &id in &batch.removed {
            self.remove_box(id, toggles);
        }
        for (id, to) in &batch.moved {
            self.move_box(*id, to, toggles);
        }
        for (id, new) in &batch.inserted {
            self.insert_box(*id, new, toggles);
        }
        if self.len / 2 > self.chosen_at {
            self.choose_checkpoints();
        }
    }

    /// Chooses as axis of the checkpoints the one with fewest open boxes, and rebuilds them.
    fn choose_checkpoints(&mut self) {
        let axis = (0..D)
            .min_by_key(|&axis| checkpoints::mean_open(&self.lists[axis]))
            .expect("there is an axis");
        self.chosen_at = self.len;
        self.checkpoints
            .rebuild(&self.lists[axis], axis, self.sweep.by_id(self.boxes.len()));
    }
}

impl<S: Scalar, const D: usize, const CAP: usize> Store<S, D> for SegmentedSap<S, D, CAP> {
    fn apply(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<PairChange>) {
        if batch.is_empty() {
            return;
        }
        self.make_room(batch);
        let migrations = batch.removed.len() + batch.inserted.len();
        let load = batch.moved.len() + migrations * MIGRATION_COST;
        if load * 4 > self.len * GLOBAL_QUARTERS {
            self.apply_globally(batch, toggles);
        } else {
            self.apply_locally(batch, toggles);
        }
    }

    fn len(&self) -> usize {
        self.len
    }

    fn memory(&self) -> usize {
        size_of::<Self>()
            + self.lists.iter().map(AxisList::memory).sum::<usize>()
            + self.checkpoints.memory()
            + self.boxes.capacity() * size_of::<Aabb<S, D>>()
            + self.passed.capacity() * size_of::<local::Passed>()
            + self.global.memory()
            + self.sweep.memory()
    }

    fn sanity_check(&self) -> Result<(), String> {
        self.check()
    }
}
