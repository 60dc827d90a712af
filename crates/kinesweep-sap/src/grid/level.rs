//! One level of a grid: cells of one size, which exist only where boxes are.

use super::super::{Aabb, Batch, PairChange, Scalar};
use super::cell::{Cell, CellStore, Moves};
#[cfg(feature = "parallel")]
use super::constants::PARALLEL_FROM_CELLS;
use super::placement::{CellKey, Cover, Slot};
use super::plan::Tiling;
use hashbrown::HashMap;

/// The index from keys to cells.
#[derive(Debug)]
enum Index<const D: usize> {
    /// A hash table over an unlimited range of keys.
    Hashed(HashMap<CellKey<D>, u32>),
    /// An array over a region. Boxes outside belong to the cells at its border.
    Fixed { dims: [i32; D], cells: Vec<u32> },
}

/// An entry of a fixed index without a cell.
const NO_CELL: u32 = u32::MAX;

#[derive(Debug)]
pub(super) struct Level<S, const D: usize, C> {
    /// The reciprocal of the length of a cell's side, on each axis.
    inverse: [S; D],
    /// The centre of the cell with key 0.
    origin: [S; D],
    is_unbounded: bool,
    index: Index<D>,
    pub(super) cells: Vec<Cell<C, D>>,
    /// The moves in each cell.
    moves: Vec<Moves>,
    /// Unused cells: empty and without a key.
    vacant: Vec<u32>,
    /// Cells with pending changes, in the order in which they got them.
    dirty: Vec<u32>,
    /// The number of entries in cells, and the sum over the cells of its square.
    pub(super) places: usize,
    squared_occupancies: usize,
    /// The number of boxes in this level.
    pub(super) boxes: usize,
}

impl<S: Scalar, const D: usize, C: CellStore<S, D>> Level<S, D, C> {
    /// The level that is one cell without bounds.
    pub(super) fn unbounded() -> Self {
        Self {
            is_unbounded: true,
            ..Self::hashed(&Tiling {
                corner: [0.0; D],
                sides: [1.0; D],
            })
        }
    }

    /// A level of hashed cells.
    pub(super) fn hashed(tiling: &Tiling<D>) -> Self {
        Self::with(tiling, Index::Hashed(HashMap::new()))
    }

    /// A level of cells in an array over a region.
    pub(super) fn fixed(side: f64, region: &Aabb<S, D>) -> Self {
        let dims: [i32; D] = std::array::from_fn(|axis| {
            let length = region.max[axis].to_f64() - region.min[axis].to_f64();
            ((length / side).ceil() as i32).max(1)
        });
        let cells = vec![NO_CELL; dims.iter().map(|count| *count as usize).product()];
        let tiling = Tiling {
            corner: region.min.map(S::to_f64),
            sides: [side; D],
        };
        Self::with(&tiling, Index::Fixed { dims, cells })
    }

    fn with(tiling: &Tiling<D>, index: Index<D>) -> Self {
        Self {
            inverse: tiling.sides.map(|side| S::from_f64(1.0 / side)),
            origin: std::array::from_fn(|axis| S::from_f64(tiling.corner[axis] + 0.5 * tiling.sides[axis])),
            is_unbounded: false,
            index,
            cells: Vec::new(),
            moves: Vec::new(),
            vacant: Vec::new(),
            dirty: Vec::new(),
            places: 0,
            squared_occupancies: 0,
            boxes: 0,
        }
    }

    /// The lowest and the highest cell that a box touches. Keys do not decrease along an axis, so
    /// overlapping boxes have a cell in common.
    #[inline]
    pub(super) fn range(&self, aabb: &Aabb<S, D>) -> (CellKey<D>, CellKey<D>) {
        let (mut low, mut high) = ([0; D], [0; D]);
        if self.is_unbounded {
            return (low, high);
        }
        for axis in 0..D {
            low[axis] = aabb.min[axis].minus(self.origin[axis]).cell(self.inverse[axis]);
            high[axis] = aabb.max[axis].minus(self.origin[axis]).cell(self.inverse[axis]);
        }
        if let Index::Fixed { dims, .. } = &self.index {
            for axis in 0..D {
                low[axis] = low[axis].clamp(0, dims[axis] - 1);
                high[axis] = high[axis].clamp(0, dims[axis] - 1);
            }
        }
        (low, high)
    }

    /// Whether a box touches exactly the cells of a cover, none of them beyond the range of
    /// distinct keys. Evaluated for every box that moves.
    #[inline(always)]
    pub(super) fn is_covered(&self, cover: &Cover<D>, aabb: &Aabb<S, D>) -> bool {
        if self.is_unbounded {
            return true;
        }
        if matches!(self.index, Index::Fixed { .. }) {
            return self.cover(aabb) == Some(*cover);
        }
        let mut differs = S::mask(false);
        for axis in 0..D {
            let (low, high) = (
                aabb.min[axis].minus(self.origin[axis]),
                aabb.max[axis].minus(self.origin[axis]),
            );
            differs = differs | low.differs_from_cell(self.inverse[axis], cover.low[axis]);
            differs = differs | high.differs_from_cell(self.inverse[axis], cover.high(axis));
        }
        differs == S::mask(false)
    }

    /// The cells that a box touches; `None` if it is too large for this level.
    #[inline]
    pub(super) fn cover(&self, aabb: &Aabb<S, D>) -> Option<Cover<D>> {
        let (low, high) = self.range(aabb);
        let (mut wide, mut most) = (0, 0);
        for axis in 0..D {
            let steps = high[axis] - low[axis];
            most |= steps;
            wide |= ((steps & 1) as u8) << axis;
        }
        (most <= 1).then_some(Cover { low, wide })
    }

    /// The cell with a key, if it exists.
    pub(super) fn find(&self, key: &CellKey<D>) -> Option<usize> {
        match &self.index {
            Index::Hashed(map) => map.get(key).map(|cell| *cell as usize),
            Index::Fixed { dims, cells } => Some(cells[flat(dims, key)])
                .filter(|cell| *cell != NO_CELL)
                .map(|cell| cell as usize),
        }
    }

    fn find_or_make(&mut self, key: &CellKey<D>) -> usize {
        if let Some(cell) = self.find(key) {
            return cell;
        }
        let cell = self.vacant.pop().unwrap_or(self.cells.len() as u32);
        match &mut self.index {
            Index::Hashed(map) => {
                map.insert(*key, cell);
            }
            Index::Fixed { dims, cells } => cells[flat(dims, key)] = cell,
        }
        match self.cells.get_mut(cell as usize) {
            Some(reused) => reused.key = *key,
            None => {
                self.cells.push(Cell::new(*key));
                self.moves.push(Moves::default());
            }
        }
        cell as usize
    }

    #[inline]
    fn mark_dirty(&mut self, cell: usize) {
        if !std::mem::replace(&mut self.cells[cell].is_dirty, true) {
            self.dirty.push(cell as u32);
        }
    }

    /// Inserts a box into the cell with a key.
    pub(super) fn enter(&mut self, key: &CellKey<D>, id: u32) -> Slot {
        let cell = self.find_or_make(key);
        self.mark_dirty(cell);
        self.places += 1;
        self.squared_occupancies += 2 * self.cells[cell].len + 1;
        let local = self.cells[cell].enter(id);
        Slot {
            cell: cell as u32,
            local,
        }
    }

    /// Records a move of a box that stays in one of its cells.
    #[inline]
    pub(super) fn record_move(&mut self, slot: Slot) {
        if self.moves[slot.cell as usize].add(slot.local) {
            self.mark_dirty(slot.cell as usize);
        }
    }

    /// Whether no cell needs a list of the boxes that move.
    pub(super) fn all_cells_refresh(&self) -> bool {
        let mut cells = self.cells.iter().zip(&self.moves);
        cells.all(|(cell, moves)| cell.len == 0 || moves.are_counted)
    }

    /// Records that all boxes may have moved.
    pub(super) fn record_all_moves(&mut self) {
        for number in 0..self.cells.len() {
            if self.cells[number].len > 0 {
                self.moves[number].count = self.cells[number].len;
                self.mark_dirty(number);
            }
        }
    }

    /// Removes a box from one of its cells.
    pub(super) fn leave(&mut self, slot: Slot) {
        let cell = slot.cell as usize;
        self.mark_dirty(cell);
        self.places -= 1;
        self.squared_occupancies -= 2 * self.cells[cell].len - 1;
        self.cells[cell].leave(slot.local);
    }

    /// The shortest side of the cells, in the unit of the boxes.
    pub(super) fn least_side(&self) -> f64 {
        self.inverse
            .iter()
            .map(|inverse| 1.0 / inverse.to_f64())
            .fold(f64::INFINITY, f64::min)
    }

    /// A region that contains all points of a cell, with a margin: infinite where the cell includes
    /// all that lies outside. `None` for the cell without bounds.
    pub(super) fn bounds_of(&self, key: &CellKey<D>) -> Option<Aabb<S, D>> {
        if self.is_unbounded {
            return None;
        }
        let (mut first, mut last) = ([-S::MAX_CELL; D], [S::MAX_CELL; D]);
        if let Index::Fixed { dims, .. } = &self.index {
            (first, last) = ([0; D], dims.map(|count| count - 1));
        }
        // A cell extends half a side from its centre in both directions.
        let at = |axis: usize, steps: f64| {
            let middle = f64::from(key[axis]) + steps;
            S::from_f64(self.origin[axis].to_f64() + middle / self.inverse[axis].to_f64())
        };
        let low = |axis: usize| {
            if key[axis] <= first[axis] {
                S::NEG_INFINITY
            } else {
                at(axis, -1.0)
            }
        };
        let high = |axis: usize| if key[axis] >= last[axis] { S::INFINITY } else { at(axis, 1.0) };
        Some(Aabb {
            min: std::array::from_fn(low),
            max: std::array::from_fn(high),
        })
    }

    /// The mean over the entries of the number of boxes in their cell.
    pub(super) fn mean_occupancy(&self) -> f64 {
        self.squared_occupancies as f64 / self.places.max(1) as f64
    }

    /// Runs all cells with pending changes, and appends the changes of each.
    pub(super) fn run(
        &mut self,
        is_serial: bool,
        boxes: &[Aabb<S, D>],
        batch: &mut Batch<S, D>,
        cell_toggles: &mut Vec<PairChange>,
    ) {
        self.run_cells(is_serial, boxes, batch);
        let mut dirty = std::mem::take(&mut self.dirty);
        for number in dirty.drain(..) {
            let cell = &mut self.cells[number as usize];
            cell.finish(cell_toggles);
            if cell.len == 0 {
                match &mut self.index {
                    Index::Hashed(map) => {
                        map.remove(&cell.key);
                    }
                    Index::Fixed { dims, cells } => cells[flat(dims, &cell.key)] = NO_CELL,
                }
                self.vacant.push(number);
            }
        }
        // Keep the memory for the next batch.
        self.dirty = dirty;
    }

    #[cfg(not(feature = "parallel"))]
    fn run_cells(&mut self, _is_serial: bool, boxes: &[Aabb<S, D>], batch: &mut Batch<S, D>) {
        for cell in self.dirty.iter().map(|cell| *cell as usize) {
            self.cells[cell].run(boxes, &mut self.moves[cell], batch);
        }
    }

    /// Cells are independent, and their changes are collected afterwards, one cell after the other:
    /// the number of threads has no effect on a result.
    #[cfg(feature = "parallel")]
    fn run_cells(&mut self, is_serial: bool, boxes: &[Aabb<S, D>], batch: &mut Batch<S, D>) {
        use rayon::prelude::*;
        if is_serial || self.dirty.len() < PARALLEL_FROM_CELLS {
            for cell in self.dirty.iter().map(|cell| *cell as usize) {
                self.cells[cell].run(boxes, &mut self.moves[cell], batch);
            }
        } else {
            let cells = self
                .cells
                .par_iter_mut()
                .zip(&mut self.moves)
                .filter(|(cell, _)| cell.is_dirty);
            cells.for_each_init(Batch::default, |batch, (cell, moves)| cell.run(boxes, moves, batch));
        }
    }

    pub(super) fn memory(&self) -> usize {
        let index = match &self.index {
            Index::Hashed(map) => map.allocation_size(),
            Index::Fixed { cells, .. } => cells.capacity() * size_of::<u32>(),
        };
        index
            + self
                .cells
                .iter()
                .map(|cell| cell.memory() + cell.store.memory())
                .sum::<usize>()
            + self.moves.iter().map(Moves::memory).sum::<usize>()
            + self.cells.capacity() * size_of::<Cell<C, D>>()
            + self.moves.capacity() * size_of::<Moves>()
            + (self.vacant.capacity() + self.dirty.capacity()) * size_of::<u32>()
    }

    /// Checks the cells and their entries in the index.
    pub(super) fn sanity_check(&self) -> Result<(), String> {
        let (mut places, mut squared_occupancies) = (0, 0);
        for (number, cell) in self.cells.iter().enumerate() {
            cell.store.sanity_check()?;
            let len = cell.global_ids.iter().filter(|id| **id != super::cell::NO_BOX).count();
            if len != cell.len || len != cell.store.len() || cell.is_dirty {
                return Err(format!("cell {:?} counts {} boxes and has {len}", cell.key, cell.len));
            }
            if (len == 0) != self.vacant.contains(&(number as u32)) || (len > 0 && self.find(&cell.key) != Some(number)) {
                return Err(format!("cell {:?} is not found by its key", cell.key));
            }
            places += len;
            squared_occupancies += len * len;
        }
        if (places, squared_occupancies) != (self.places, self.squared_occupancies) {
            return Err(format!("{places} places are taken, {} are counted", self.places));
        }
        Ok(())
    }
}

fn flat<const D: usize>(dims: &[i32; D], key: &CellKey<D>) -> usize {
    (0..D)
        .rev()
        .fold(0, |flat, axis| flat * dims[axis] as usize + key[axis] as usize)
}
