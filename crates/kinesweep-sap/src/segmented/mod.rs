//! Segmented interval lists: sorted endpoint lists in chunks, for few moves, insertions and removals among many boxes.
//!
//! After Tracy, Buss and Woods 2009, "Efficient Large-Scale Sweep and Prune Methods with AABB Insertion and Removal", IEEE
//! Virtual Reality, section 3.2.2 and figure 7. Sweep and prune with a local sort pays only for what moves; but in one long array
//! an insertion has to shift half of it, and has to look at all of it for the boxes that it falls among. Lists in chunks shift
//! only within a chunk, and the boxes that are open at a chunk's edge are kept as a set, so one look around is enough.
//!
//! A batch with few changes is applied change by change (*local sort*):
//!
//! 1. Removal: go through the boxes that overlap on one axis (the set of the last station before, and each min from there on);
//!    those that overlap on all axes are ends. Take the 2 `D` endpoints out of their chunks.
//! 2. Move: one endpoint after the other is moved past its neighbours to its new place. Each max that a min passes, or min that
//!    a max passes, is noted down, and tested when the box is through: the box as it was before that axis' turn (an end) or
//!    as it was after it (a begin) against the other. A box that goes far is taken out and put in again.
//! 3. Insertion: as removal, with begins.
//!
//! A batch with many changes is applied at once (*global sort*): a sweep for the ends of the removed, one insertion sort
//! over each axis, with the removed left out and the inserted merged in, and a sweep for the begins of the inserted.
//! Building from empty is the same.
//!
//! **Exactness.** A pair has two conditions on each axis, min of one <= max of the other, and overlaps while all hold. When
//! an axis is taken, boxes step on that axis from old to new, all moved ones at once (global) or one (local), and all are
//! valid before and after. Each condition is passed over at most once in a step. If one ceases to hold, the other holds
//! after the step, so the pair ceases to overlap iff the other held before: iff the *old* boxes overlap. If one comes to
//! hold, the other held before the step, and the pair begins to overlap iff the *new* boxes do. Hence what is emitted is
//! just how the overlaps before and after the step differ, whatever the order of the exchanges, and begins and ends of a
//! pair alternate by construction: also of boxes that jump past each other.
//!
//! **Where we differ from the paper.** Endpoints are packed (one integer comparison each), and places are kept by slots of
//! chunks, so no chunk pointers are needed beside. A fence between chunks is any key that parts them, so nothing changes at
//! the edge as long as an endpoint stays between its fences. A box's own min never passes its own max across a fence (the
//! endpoint that makes way goes first), so a box is never closed before it was opened and the paper's set R has no use. In
//! long lists only some chunks keep a set (see `stations`). What a box passed is tested once, after all its endpoints have
//! moved.

mod check;
mod global;
mod list;
mod local;
mod stations;
mod sweep;
#[cfg(test)]
mod tests;

use super::{Aabb, Batch, Scalar, Store, Toggle};
use list::AxisList;
use stations::Stations;
use sweep::Sweep;

/// How many endpoints a chunk of [`SegmentedSap`] holds.
///
/// Measured with 300 and 1000 unit cubes at 5 % density, 10 % of which move 10 % of their width, in ns a moved box: 16: 230
/// and 390; 32: 180 and 290; 64: 160 and 240; 128: 150 and 215; 256: 145 and 195; and in ns an insertion or removal: 820
/// and 1100; 600 and 930; 650 and 850; 620 and 850; 860 and 1150. Moves like large chunks, which they seldom leave;
/// migrations smaller ones, which are cheap to shift.
pub const CHUNK_CAPACITY: usize = 128;

/// What one box that migrates (is inserted or removed) costs by local sort, in boxes that move: 600 ns to 162 with 300 boxes,
/// 775 to 237 with 1000.
const MIGRATION_COST: usize = 4;

/// Global sort pays if this share of the boxes move, in quarters. Its cost hardly depends on how many do (per box of the
/// list 150 ns with 300 boxes, 180 with 1000), that of local sort is in proportion (162 and 237 ns): equal at 0.9 and 0.75.
const GLOBAL_QUARTERS: usize = 3;

/// Segmented interval lists: the pairs of boxes that overlap, by sorted lists in chunks of `CAP` endpoints (a power of two).
///
/// A batch of m moves that pass s endpoints in all, and k insertions and removals, takes
/// O(D (m log n + s + k (log n + `CAP`)) + t), where t are the boxes that overlap the inserted and removed ones on one axis;
/// a large one O(D (n + s + k log k) + t).
///
/// In three dimensions about 210 bytes a box with `f32` and 380 with `f64`, of which 130 and 250 are state and the rest is
/// scratch of bulk loads and global sorts.
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
    stations: Stations,
    /// By id, as the lists know them; what is not there is left over.
    boxes: Vec<Aabb<S, D>>,
    /// How many boxes there are.
    len: usize,
    /// How many there were when the axis of the stations was chosen.
    chosen_at: usize,
    /// Scratch: what the endpoints of a moved box passed.
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
            stations: Stations::new(0),
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
    /// No boxes, and chunks of the usual capacity; for others `SegmentedSap::<S, D, CAP>::default()`.
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
    fn apply_locally(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<Toggle>) {
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
            self.choose_stations();
        }
    }

    /// Chooses the axis for the stations on which fewest boxes are open at once, and makes them anew.
    fn choose_stations(&mut self) {
        let axis = (0..D)
            .min_by_key(|&axis| stations::mean_open(&self.lists[axis]))
            .expect("there is an axis");
        self.chosen_at = self.len;
        self.stations
            .rebuild(&self.lists[axis], axis, self.sweep.by_id(self.boxes.len()));
    }
}

impl<S: Scalar, const D: usize, const CAP: usize> Store<S, D> for SegmentedSap<S, D, CAP> {
    fn apply(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<Toggle>) {
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
            + self.stations.memory()
            + self.boxes.capacity() * size_of::<Aabb<S, D>>()
            + self.passed.capacity() * size_of::<local::Passed>()
            + self.global.memory()
            + self.sweep.memory()
    }

    fn sanity_check(&self) -> Result<(), String> {
        self.check()
    }
}
