//! Checks of the whole grid, for tests.

use super::super::Scalar;
use super::Grid;
use super::cell::CellStore;
use super::placement::NO_LEVEL;

impl<S: Scalar, const D: usize, C: CellStore<S, D>> Grid<S, D, C> {
    /// Checks every box and every cell, and describes the first error. O(n²).
    pub(super) fn check(&self) -> Result<(), String> {
        let mut seen = Vec::new();
        for (number, level) in self.levels.iter().enumerate() {
            level.sanity_check()?;
            level
                .cells
                .iter()
                .for_each(|cell| cell.pairs_by_brute_force(&self.boxes, &mut seen));
            let boxes = self
                .placements
                .iter()
                .filter(|placement| placement.level == number as u8)
                .count();
            if boxes != level.boxes {
                return Err(format!("level {number} counts {} boxes and has {boxes}", level.boxes));
            }
        }
        for (id, placement) in self
            .placements
            .iter()
            .enumerate()
            .filter(|(_, placement)| placement.level != NO_LEVEL)
        {
            let level = &self.levels[placement.level as usize];
            if level.cover(&self.boxes[id]) != Some(placement.cover) || self.slots[id].len() != placement.cover.len() {
                return Err(format!("box {id} is not in the cells that it touches"));
            }
            for (number, slot) in self.slots[id].iter().enumerate() {
                let cell = &level.cells[slot.cell as usize];
                if cell.key != placement.cover.cell(number) || cell.global_ids[slot.local as usize] != id as u32 {
                    return Err(format!("box {id} is not in its cell {:?}", cell.key));
                }
            }
            let others = self.placements.iter().enumerate().skip(id + 1);
            for (other, _) in others.filter(|(_, other)| other.level != NO_LEVEL && other.level != placement.level) {
                if self.boxes[id].overlaps(&self.boxes[other]) {
                    seen.push((id as u32, other as u32));
                }
            }
        }
        self.witnesses.sanity_check(&mut seen)
    }
}
