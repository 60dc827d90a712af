//! Boxes come, go, move within their cells, and migrate to others.

use super::super::{Aabb, Scalar};
use super::Grid;
use super::cell::CellStore;
use super::home::{Cover, Home, Slots};
use super::level::Level;

impl<S: Scalar, const D: usize, C: CellStore<S, D>> Grid<S, D, C> {
    /// The finest level into whose cells a box fits, and the cells.
    fn settle_in(&self, aabb: &Aabb<S, D>) -> (u8, Cover<D>) {
        let fits = |(level, cells): (usize, &Level<S, D, C>)| Some((level as u8, cells.cover(aabb)?));
        let found = self.levels.iter().enumerate().find_map(fits);
        found.expect("every box fits into the cell without bounds")
    }

    pub(super) fn enter(&mut self, id: u32, aabb: &Aabb<S, D>) {
        let place = id as usize;
        if self.homes.len() <= place {
            self.homes.resize(place + 1, Home::default());
            self.slots.resize_with(place + 1, Slots::default);
            self.boxes.resize(place + 1, Aabb::default());
        }
        let (level, cover) = self.settle_in(aabb);
        let cells = &mut self.levels[level as usize];
        self.slots[place].clear();
        self.slots[place].extend((0..cover.len()).map(|number| cells.enter(&cover.cell(number), id)));
        self.homes[place] = Home { cover, level };
        self.count_in(level);
        self.boxes[place] = *aabb;
        self.len += 1;
        if self.levels_in_use > 1 {
            self.cross(id, None, Some((level, *aabb)));
        }
    }

    pub(super) fn leave(&mut self, id: u32) {
        let home = std::mem::take(&mut self.homes[id as usize]);
        let cells = &mut self.levels[home.level as usize];
        for slot in self.slots[id as usize].drain(..) {
            cells.leave(slot);
        }
        self.len -= 1;
        if self.levels_in_use > 1 {
            self.cross(id, Some((home.level, self.boxes[id as usize])), None);
        }
        self.count_out(home.level);
    }

    #[inline]
    pub(super) fn shift(&mut self, id: u32, aabb: &Aabb<S, D>) {
        let place = id as usize;
        let home = &self.homes[place];
        let level = home.level;
        let levels_in_use = self.levels_in_use;
        // In a coarser level a box stays only while it does not fit into a finer one.
        let stays = if level == 0 {
            self.levels[0].is_covered(&home.cover, aabb)
        } else {
            self.settle_in(aabb) == (level, home.cover)
        };
        if stays {
            let cells = &mut self.levels[level as usize];
            for slot in &self.slots[place] {
                cells.shift(*slot);
            }
        } else {
            self.migrate(id, aabb);
        }
        if levels_in_use.max(self.levels_in_use) > 1 {
            let old = std::mem::replace(&mut self.boxes[place], *aabb);
            let now = self.homes[place].level;
            self.cross(id, Some((level, old)), Some((now, *aabb)));
        } else {
            self.boxes[place] = *aabb;
        }
    }

    /// Whether all boxes are in one level, whose cells all look at all of their boxes.
    pub(super) fn all_look_at_all(&self) -> bool {
        let level = &self.levels[0];
        level.boxes == self.len && self.levels_in_use == 1 && level.all_look_at_all()
    }

    /// Most boxes move, and the cells look at all: they are not told of each. Until one moves to another level.
    pub(super) fn shift_all(&mut self, moved: &[(u32, Aabb<S, D>)]) {
        self.levels[0].shift_all();
        for (id, aabb) in moved {
            let place = *id as usize;
            if self.levels_in_use == 1 && self.levels[0].is_covered(&self.homes[place].cover, aabb) {
                self.boxes[place] = *aabb;
            } else {
                self.shift(*id, aabb);
            }
        }
    }

    /// Moves a box to other cells.
    fn migrate(&mut self, id: u32, aabb: &Aabb<S, D>) {
        let (level, cover) = self.settle_in(aabb);
        let home = std::mem::replace(&mut self.homes[id as usize], Home { cover, level });
        let slots = &mut self.slots[id as usize];
        let before = std::mem::take(slots);
        if level != home.level {
            let left = &mut self.levels[home.level as usize];
            before.iter().for_each(|slot| left.leave(*slot));
            let cells = &mut self.levels[level as usize];
            slots.extend((0..cover.len()).map(|number| cells.enter(&cover.cell(number), id)));
            self.count_out(home.level);
            self.count_in(level);
            return;
        }
        let cells = &mut self.levels[level as usize];
        for number in 0..cover.len() {
            let key = cover.cell(number);
            slots.push(match home.cover.number(&key) {
                Some(stays) => {
                    cells.shift(before[stays]);
                    before[stays]
                }
                None => cells.enter(&key, id),
            });
        }
        for (number, slot) in before.iter().enumerate() {
            if cover.number(&home.cover.cell(number)).is_none() {
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
