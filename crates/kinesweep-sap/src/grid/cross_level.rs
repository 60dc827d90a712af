//! Pairs of boxes in different levels, which share no cell: found box by box, when one of the two
//! changes.
//!
//! The changes of a batch are processed one after the other, so that each moves one box only. The
//! pairs before and after its move are compared. O(entries in the cells of the other levels that
//! the box touches).

use super::super::{Aabb, PairChange, Scalar, store::pair};
use super::Grid;
use super::cell::{CellStore, NO_BOX};
use super::level::Level;
use super::placement::CellKey;

/// A box and the number of its level; `None` for an absent box.
pub(super) type Placed<S, const D: usize> = Option<(u8, Aabb<S, D>)>;

impl<S: Scalar, const D: usize, C: CellStore<S, D>> Grid<S, D, C> {
    /// Appends the changes of the pairs with boxes of other levels, where one box was `old` and is
    /// now `new`.
    pub(super) fn update_cross_level_pairs(&mut self, id: u32, old: Placed<S, D>, new: Placed<S, D>) {
        for number in 0..self.levels.len() as u8 {
            if self.levels[number as usize].boxes == 0 {
                continue;
            }
            let elsewhere = |placed: Placed<S, D>| placed.filter(|(level, _)| *level != number).map(|(_, aabb)| aabb);
            let (old, new) = (elsewhere(old), elsewhere(new));
            let Some(region) = old.map_or(new, |old| Some(new.map_or(old, |new| new.union(&old)))) else {
                continue;
            };
            let level = &self.levels[number as usize];
            let (low, high) = level.range(&region);
            let mut cell_toggles = std::mem::take(&mut self.cell_toggles);
            for_cells(level, &low, &high, |cell| {
                let cell = &level.cells[cell];
                for other in cell
                    .global_ids
                    .iter()
                    .copied()
                    .filter(|other| *other != NO_BOX && *other != id)
                {
                    let placement = &self.placements[other as usize];
                    // A pair is reported in the first of the cells that both boxes touch.
                    let first = (0..D).all(|axis| {
                        let key = cell.key[axis];
                        key == placement.cover.low[axis].max(low[axis]) && key <= placement.cover.high(axis)
                    });
                    if placement.level != number || !first {
                        continue;
                    }
                    let aabb = &self.boxes[other as usize];
                    let overlaps = |own: Option<Aabb<S, D>>| own.is_some_and(|own| own.overlaps(aabb));
                    let (before, after) = (overlaps(old), overlaps(new));
                    if before != after {
                        cell_toggles.push(PairChange {
                            pair: pair(id, other),
                            begins: after,
                        });
                    }
                }
            });
            self.cell_toggles = cell_toggles;
        }
    }
}

/// Calls `call` for each cell of a level in a range: looks up each key, or iterates over all cells,
/// whichever are fewer.
pub(super) fn for_cells<S: Scalar, const D: usize, C: CellStore<S, D>>(
    level: &Level<S, D, C>,
    low: &CellKey<D>,
    high: &CellKey<D>,
    mut call: impl FnMut(usize),
) {
    let count = (0..D).fold(1.0, |count, axis| {
        count * (f64::from(high[axis]) - f64::from(low[axis]) + 1.0)
    });
    if count > level.cells.len() as f64 {
        for (number, cell) in level.cells.iter().enumerate() {
            if cell.len > 0 && (0..D).all(|axis| cell.key[axis] >= low[axis] && cell.key[axis] <= high[axis]) {
                call(number);
            }
        }
        return;
    }
    let mut key = *low;
    loop {
        if let Some(cell) = level.find(&key) {
            call(cell);
        }
        let Some(axis) = (0..D).find(|axis| key[*axis] < high[*axis]) else {
            return;
        };
        key[axis] += 1;
        key[..axis].copy_from_slice(&low[..axis]);
    }
}
