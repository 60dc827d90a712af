//! Checks of the whole grid, for tests.

use super::super::Scalar;
use super::Grid;
use super::cell::CellStore;
use super::home::NOWHERE;

impl<S: Scalar, const D: usize, C: CellStore<S, D>> Grid<S, D, C> {
    /// Checks every box and every cell; says what is wrong. O(n²).
    pub(super) fn check(&self) -> Result<(), String> {
        let mut seen = Vec::new();
        for (number, level) in self.levels.iter().enumerate() {
            level.sanity_check()?;
            level
                .cells
                .iter()
                .for_each(|cell| cell.pairs_by_force(&self.boxes, &mut seen));
            let boxes = self.homes.iter().filter(|home| home.level == number as u8).count();
            if boxes != level.boxes {
                return Err(format!("level {number} counts {} boxes and has {boxes}", level.boxes));
            }
        }
        for (id, home) in self.homes.iter().enumerate().filter(|(_, home)| home.level != NOWHERE) {
            let level = &self.levels[home.level as usize];
            if level.cover(&self.boxes[id]) != Some(home.cover) || self.slots[id].len() != home.cover.len() {
                return Err(format!("box {id} is not in the cells that it touches"));
            }
            for (number, slot) in self.slots[id].iter().enumerate() {
                let cell = &level.cells[slot.cell as usize];
                if cell.key != home.cover.cell(number) || cell.names[slot.local as usize] != id as u32 {
                    return Err(format!("box {id} is not in its cell {:?}", cell.key));
                }
            }
            let others = self.homes.iter().enumerate().skip(id + 1);
            for (other, _) in others.filter(|(_, other)| other.level != NOWHERE && other.level != home.level) {
                if self.boxes[id].overlaps(&self.boxes[other]) {
                    seen.push((id as u32, other as u32));
                }
            }
        }
        self.witnesses.sanity_check(&mut seen)
    }
}
