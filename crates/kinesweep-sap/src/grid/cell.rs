//! A cell: a store of boxes under local ids, with the pending changes.

use super::super::{Aabb, ArraySap, Batch, Pair, PairChange, Scalar, SegmentedSap, Store, store::pair};
use super::placement::CellKey;

/// The entry of a free local id.
pub(super) const NO_BOX: u32 = u32::MAX;

/// The boxes of a cell that moved. Kept apart from the cell and small, since every move of every
/// box is recorded here.
#[derive(Debug, Default)]
pub(super) struct Moves {
    /// Local ids, unless moves are only counted.
    list: Vec<u32>,
    pub(super) count: usize,
    pub(super) are_counted: bool,
}

impl Moves {
    /// Adds a move. Returns whether it is the first.
    #[inline]
    pub(super) fn add(&mut self, local: u32) -> bool {
        if !self.are_counted {
            self.list.push(local);
        }
        self.count += 1;
        self.count == 1
    }

    fn clear(&mut self, are_counted: bool) {
        self.list.clear();
        self.count = 0;
        self.are_counted = are_counted;
    }

    pub(super) fn memory(&self) -> usize {
        self.list.capacity() * size_of::<u32>()
    }
}

/// A store that can be the cell of a [`Grid`](super::Grid).
pub trait CellStore<S: Scalar, const D: usize>: Store<S, D> + Default {
    /// The best ratio of length to width of a cell, on the longest axis of the region.
    const STRETCH: f64 = 1.0;

    /// Whether the store reads all of its boxes in every batch. Then moves are not listed, and
    /// [`refresh`](Self::refresh) is called in place of [`apply`](Store::apply).
    fn looks_at_all(&self) -> bool {
        false
    }

    /// Like [`apply`](Store::apply), but any box may have moved. `moved` is the number of moved
    /// boxes, `removed` and `inserted` are ids, and `aabb` returns the present bounds of a box.
    fn refresh<'a>(
        &mut self,
        _moved: usize,
        _removed: &[u32],
        _inserted: &[u32],
        _aabb: impl Fn(u32) -> &'a Aabb<S, D>,
        _toggles: &mut Vec<PairChange>,
    ) where
        S: 'a,
    {
        unreachable!("the store does not read all boxes")
    }
}

impl<S: Scalar, const D: usize> CellStore<S, D> for ArraySap<S, D> {}
impl<S: Scalar, const D: usize, const CAP: usize> CellStore<S, D> for SegmentedSap<S, D, CAP> {}

#[derive(Debug)]
pub(super) struct Cell<C, const D: usize> {
    pub(super) key: CellKey<D>,
    /// Whether the next run has changes to apply.
    pub(super) is_dirty: bool,
    pub(super) store: C,
    /// The box id of each local id.
    pub(super) global_ids: Vec<u32>,
    free: Vec<u32>,
    /// Local ids that the next run inserts and removes.
    inserted: Vec<u32>,
    removed: Vec<u32>,
    toggles: Vec<PairChange>,
    /// The number of boxes after the next run.
    pub(super) len: usize,
}

impl<C, const D: usize> Cell<C, D> {
    pub(super) fn new(key: CellKey<D>) -> Self
    where
        C: Default,
    {
        Self {
            key,
            is_dirty: false,
            store: C::default(),
            global_ids: Vec::new(),
            free: Vec::new(),
            inserted: Vec::new(),
            removed: Vec::new(),
            toggles: Vec::new(),
            len: 0,
        }
    }

    /// Inserts a box at the next run. Returns its local id.
    pub(super) fn enter(&mut self, id: u32) -> u32 {
        let local = self.free.pop().unwrap_or(self.global_ids.len() as u32);
        if local as usize == self.global_ids.len() {
            self.global_ids.push(id);
        } else {
            self.global_ids[local as usize] = id;
        }
        self.inserted.push(local);
        self.len += 1;
        local
    }

    /// Removes a box at the next run. Until then its local id stays in use.
    pub(super) fn leave(&mut self, local: u32) {
        self.removed.push(local);
        self.len -= 1;
    }

    /// Applies the pending changes. `boxes` are those of the grid, indexed by id; `moves` are the
    /// moves in this cell; `batch` is scratch.
    pub(super) fn run<S: Scalar>(&mut self, boxes: &[Aabb<S, D>], moves: &mut Moves, batch: &mut Batch<S, D>)
    where
        C: CellStore<S, D>,
    {
        self.toggles.clear();
        if moves.are_counted {
            let aabb = |local: u32| &boxes[self.global_ids[local as usize] as usize];
            self.store
                .refresh(moves.count, &self.removed, &self.inserted, aabb, &mut self.toggles);
        } else {
            let aabb = |local: &u32| (*local, boxes[self.global_ids[*local as usize] as usize]);
            batch.clear();
            batch.removed.extend_from_slice(&self.removed);
            batch.moved.extend(moves.list.iter().map(aabb));
            batch.inserted.extend(self.inserted.iter().map(aabb));
            self.store.apply(batch, &mut self.toggles);
        }
        self.inserted.clear();
        moves.clear(self.store.looks_at_all());
    }

    /// Appends the changes of the last run, under box ids, and frees the local ids of removed
    /// boxes.
    pub(super) fn finish(&mut self, cell_toggles: &mut Vec<PairChange>) {
        let global = |local: u32| self.global_ids[local as usize];
        cell_toggles.extend(self.toggles.iter().map(|toggle| PairChange {
            pair: pair(global(toggle.pair.0), global(toggle.pair.1)),
            ..*toggle
        }));
        for local in &self.removed {
            self.global_ids[*local as usize] = NO_BOX;
        }
        self.free.append(&mut self.removed);
        self.is_dirty = false;
    }

    /// Bytes of memory held, without the size of the cell itself and without its store.
    pub(super) fn memory(&self) -> usize {
        let numbers = self.removed.capacity() + self.inserted.capacity() + self.global_ids.capacity() + self.free.capacity();
        numbers * size_of::<u32>() + self.toggles.capacity() * size_of::<PairChange>()
    }

    /// The overlapping pairs of its boxes, by brute force. For tests.
    pub(super) fn pairs_by_brute_force<S: Scalar>(&self, boxes: &[Aabb<S, D>], pairs: &mut Vec<Pair>) {
        let members = || self.global_ids.iter().copied().filter(|global| *global != NO_BOX);
        for (number, a) in members().enumerate() {
            let others = members().skip(number + 1);
            pairs.extend(
                others
                    .filter(|b| boxes[a as usize].overlaps(&boxes[*b as usize]))
                    .map(|b| pair(a, b)),
            );
        }
    }
}
