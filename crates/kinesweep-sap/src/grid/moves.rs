//! Boxes are inserted, are removed, move within their cells, and migrate to others.

use super::super::{Aabb, Scalar};
use super::Grid;
use super::cell::CellStore;
use super::level::Level;
use super::placement::{Cover, Placement, Slots};

impl<S: Scalar, const D: usize, C: CellStore<S, D>> Grid<S, D, C> {
    /// The finest level with cells large enough for a box, and the cells that it touches there.
    fn find_cover(&self, aabb: &Aabb<S, D>) -> (u8, Cover<D>) {
        let fits = |(level, cells): (usize, &Level<S, D, C>)| Some((level as u8, cells.cover(aabb)?));
        let found = self.levels.iter().enumerate().find_map(fits);
        found.expect("every box fits into the cell without bounds")
    }

    pub(super) fn enter(&mut self, id: u32, aabb: &Aabb<S, D>) {
        let index = id as usize;
        if self.placements.len() <= index {
            self.placements.resize(index + 1, Placement::default());
            self.slots.resize_with(index + 1, Slots::default);
            self.boxes.resize(index + 1, Aabb::default());
        }
        let (level, cover) = self.find_cover(aabb);
        let cells = &mut self.levels[level as usize];
        self.slots[index].clear();
        self.slots[index].extend((0..cover.len()).map(|number| cells.enter(&cover.cell(number), id)));
        self.placements[index] = Placement { cover, level };
        self.count_in(level);
        self.boxes[index] = *aabb;
        self.len += 1;
        if self.levels_in_use > 1 {
            self.update_cross_level_pairs(id, None, Some((level, *aabb)));
        }
    }

    pub(super) fn leave(&mut self, id: u32) {
        let placement = std::mem::take(&mut self.placements[id as usize]);
        let cells = &mut self.levels[placement.level as usize];
        for slot in self.slots[id as usize].drain(..) {
            cells.leave(slot);
        }
        self.len -= 1;
        if self.levels_in_use > 1 {
            self.update_cross_level_pairs(id, Some((placement.level, self.boxes[id as usize])), None);
        }
        self.count_out(placement.level);
    }

    #[inline]
    pub(super) fn move_box(&mut self, id: u32, aabb: &Aabb<S, D>) {
        let index = id as usize;
        let placement = &self.placements[index];
        let level = placement.level;
        let levels_in_use = self.levels_in_use;
        // In a coarser level a box stays only while it is too large for a finer one.
        let stays = if level == 0 {
            self.levels[0].is_covered(&placement.cover, aabb)
        } else {
            self.find_cover(aabb) == (level, placement.cover)
        };
        if stays {
            let cells = &mut self.levels[level as usize];
            for slot in &self.slots[index] {
                cells.record_move(*slot);
            }
        } else {
            self.migrate(id, aabb);
        }
        if levels_in_use.max(self.levels_in_use) > 1 {
            let old = std::mem::replace(&mut self.boxes[index], *aabb);
            let now = self.placements[index].level;
            self.update_cross_level_pairs(id, Some((level, old)), Some((now, *aabb)));
        } else {
            self.boxes[index] = *aabb;
        }
    }

    /// Whether all boxes are in one level, and all its cells read all of their boxes.
    pub(super) fn all_cells_refresh(&self) -> bool {
        let level = &self.levels[0];
        level.boxes == self.len && self.levels_in_use == 1 && level.all_cells_refresh()
    }

    /// The case that most boxes move and the cells read all boxes: moves are not recorded one by
    /// one, until a box moves to another level.
    pub(super) fn record_all_moves(&mut self, moved: &[(u32, Aabb<S, D>)]) {
        self.levels[0].record_all_moves();
        for (id, aabb) in moved {
            let index = *id as usize;
            if self.levels_in_use == 1 && self.levels[0].is_covered(&self.placements[index].cover, aabb) {
                self.boxes[index] = *aabb;
            } else {
                self.move_box(*id, aabb);
            }
        }
    }

    /// Moves a box to other cells.
    fn migrate(&mut self, id: u32, aabb: &Aabb<S, D>) {
        let (level, cover) = self.find_cover(aabb);
        let placement = std::mem::replace(&mut self.placements[id as usize], Placement { cover, level });
        let slots = &mut self.slots[id as usize];
        let before = std::mem::take(slots);
        if level != placement.level {
            let left = &mut self.levels[placement.level as usize];
            before.iter().for_each(|slot| left.leave(*slot));
            let cells = &mut self.levels[level as usize];
            slots.extend((0..cover.len()).map(|number| cells.enter(&cover.cell(number), id)));
            self.count_out(placement.level);
            self.count_in(level);
            return;
        }
        let cells = &mut self.levels[level as usize];
        for number in 0..cover.len() {
            let key = cover.cell(number);
            slots.push(match placement.cover.number(&key) {
                Some(stays) => {
                    cells.record_move(before[stays]);
                    before[stays]
                }
                None => cells.enter(&key, id),
            });
        }
        for (number, slot) in before.iter().enumerate() {
            if cover.number(&placement.cover.cell(number)).is_none() {
                cells.leave(*slot);
            }
        }
    }

    fn count_in(&mut self, level: u8) {
        let boxes = &mut self.levels[level as usize].boxes;
        *boxes += 1;
        self.levels_in_use += usize::from(*boxes == 1);
    }

    fn count_out(&mut self, level: u8) {
        let boxes = &mut self.levels[level as usize].boxes;
        *boxes -= 1;
        self.levels_in_use -= usize::from(*boxes == 0);
    }
}
