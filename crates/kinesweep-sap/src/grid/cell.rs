//! A cell: a store of boxes under local numbers, with what is to happen to them.

use super::super::{Aabb, ArraySap, Batch, Pair, Scalar, SegmentedSap, Store, Toggle, store::pair};
use super::home::CellKey;

/// The name at a local number that nobody has.
pub(super) const NOBODY: u32 = u32::MAX;

/// Which boxes of a cell moved. Apart from the cell and small, since each move of each box comes here.
#[derive(Debug, Default)]
pub(super) struct Moves {
    /// Local numbers, unless they are only counted.
    list: Vec<u32>,
    pub(super) count: usize,
    pub(super) are_counted: bool,
}

impl Moves {
    /// Adds a move; tells whether it is the first.
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

/// What can be the cell of a [`Grid`](super::Grid).
pub trait CellStore<S: Scalar, const D: usize>: Store<S, D> + Default {
    /// How many times as long as they are wide cells should be, on the longest axis of the region.
    const STRETCH: f64 = 1.0;

    /// Whether it looks at all of its boxes in every batch: then moves are not listed, and [`refresh`](Self::refresh) is
    /// called in place of [`apply`](Store::apply).
    fn looks_at_all(&self) -> bool {
        false
    }

    /// Like [`apply`](Store::apply), where any box may have moved. `moved` tells how many did, `removed` and `inserted`
    /// name those that leave and come, and `aabb` gives each box as it is now.
    fn refresh<'a>(
        &mut self,
        _moved: usize,
        _removed: &[u32],
        _inserted: &[u32],
        _aabb: impl Fn(u32) -> &'a Aabb<S, D>,
        _toggles: &mut Vec<Toggle>,
    ) where
        S: 'a,
    {
        unreachable!("it does not look at all")
    }
}

impl<S: Scalar, const D: usize> CellStore<S, D> for ArraySap<S, D> {}
impl<S: Scalar, const D: usize, const CAP: usize> CellStore<S, D> for SegmentedSap<S, D, CAP> {}

#[derive(Debug)]
pub(super) struct Cell<C, const D: usize> {
    pub(super) key: CellKey<D>,
    /// Whether something is to happen at the next run.
    pub(super) is_dirty: bool,
    pub(super) store: C,
    /// The box at each local number.
    pub(super) names: Vec<u32>,
    free: Vec<u32>,
    /// Local numbers of those that come and go at the next run.
    inserted: Vec<u32>,
    removed: Vec<u32>,
    toggles: Vec<Toggle>,
    /// How many boxes it will have after the next run.
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
            names: Vec::new(),
            free: Vec::new(),
            inserted: Vec::new(),
            removed: Vec::new(),
            toggles: Vec::new(),
            len: 0,
        }
    }

    /// Takes a box in at the next run; gives its local number.
    pub(super) fn enter(&mut self, id: u32) -> u32 {
        let local = self.free.pop().unwrap_or(self.names.len() as u32);
        if local as usize == self.names.len() {
            self.names.push(id);
        } else {
            self.names[local as usize] = id;
        }
        self.inserted.push(local);
        self.len += 1;
        local
    }

    /// Takes a box out at the next run. Until then its number stays taken.
    pub(super) fn leave(&mut self, local: u32) {
        self.removed.push(local);
        self.len -= 1;
    }

    /// Does what is to happen. `boxes` are those of the grid, by name; `moves` tells which of the cell's did; `batch` is
    /// for the work alone.
    pub(super) fn run<S: Scalar>(&mut self, boxes: &[Aabb<S, D>], moves: &mut Moves, batch: &mut Batch<S, D>)
    where
        C: CellStore<S, D>,
    {
        self.toggles.clear();
        if moves.are_counted {
            let aabb = |local: u32| &boxes[self.names[local as usize] as usize];
            self.store
                .refresh(moves.count, &self.removed, &self.inserted, aabb, &mut self.toggles);
        } else {
            let aabb = |local: &u32| (*local, boxes[self.names[*local as usize] as usize]);
            batch.clear();
            batch.removed.extend_from_slice(&self.removed);
            batch.moved.extend(moves.list.iter().map(aabb));
            batch.inserted.extend(self.inserted.iter().map(aabb));
            self.store.apply(batch, &mut self.toggles);
        }
        self.inserted.clear();
        moves.clear(self.store.looks_at_all());
    }

    /// Tells the changes of the last run and frees the numbers of those who left.
    pub(super) fn finish(&mut self, raw: &mut Vec<Toggle>) {
        let name = |local: u32| self.names[local as usize];
        raw.extend(self.toggles.iter().map(|toggle| Toggle {
            pair: pair(name(toggle.pair.0), name(toggle.pair.1)),
            ..*toggle
        }));
        for local in &self.removed {
            self.names[*local as usize] = NOBODY;
        }
        self.free.append(&mut self.removed);
        self.is_dirty = false;
    }

    /// Bytes of memory that it holds besides itself, without its store.
    pub(super) fn memory(&self) -> usize {
        let numbers = self.removed.capacity() + self.inserted.capacity() + self.names.capacity() + self.free.capacity();
        numbers * size_of::<u32>() + self.toggles.capacity() * size_of::<Toggle>()
    }

    /// Pairs of its boxes that overlap, found one by one. For tests.
    pub(super) fn pairs_by_force<S: Scalar>(&self, boxes: &[Aabb<S, D>], pairs: &mut Vec<Pair>) {
        let members = || self.names.iter().copied().filter(|name| *name != NOBODY);
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
