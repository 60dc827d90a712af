//! Pairs of boxes in different levels, which no cell sees: found box by box, when one of the two changes.
//!
//! The changes of a batch are taken one after the other, so that in each only one box moves; its pairs are those that it
//! had where it was and those that it has where it is. O(places of the other levels that it may touch).

use super::super::{Aabb, Scalar, Toggle, store::pair};
use super::Grid;
use super::cell::{CellStore, NOBODY};
use super::home::CellKey;
use super::level::Level;

/// A box in a level.
pub(super) type Placed<S, const D: usize> = Option<(u8, Aabb<S, D>)>;

impl<S: Scalar, const D: usize, C: CellStore<S, D>> Grid<S, D, C> {
    /// Tells how the pairs with boxes of other levels change where one box was `old` and is now `new`.
    pub(super) fn cross(&mut self, id: u32, old: Placed<S, D>, new: Placed<S, D>) {
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
            let mut raw = std::mem::take(&mut self.raw);
            for_cells(level, &low, &high, |cell| {
                let cell = &level.cells[cell];
                for other in cell.names.iter().copied().filter(|other| *other != NOBODY && *other != id) {
                    let home = &self.homes[other as usize];
                    // Of the cells that both touch, the first one tells.
                    let first = (0..D).all(|axis| {
                        let key = cell.key[axis];
                        key == home.cover.low[axis].max(low[axis]) && key <= home.cover.high(axis)
                    });
                    if home.level != number || !first {
                        continue;
                    }
                    let aabb = &self.boxes[other as usize];
                    let overlaps = |own: Option<Aabb<S, D>>| own.is_some_and(|own| own.overlaps(aabb));
                    let (before, after) = (overlaps(old), overlaps(new));
                    if before != after {
                        raw.push(Toggle {
                            pair: pair(id, other),
                            begins: after,
                        });
                    }
                }
            });
            self.raw = raw;
        }
    }
}

/// Calls for each cell of a level in a range: by looking them up, or by going through all, whichever are fewer.
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
