//! Where the balls are filed: the level, the cell and the image of each.

use super::BallStore;
use crate::lane::balls::cell_grid::CellGrid;

impl BallStore {
    /// The level of the grid in which a ball is filed.
    #[inline(always)]
    pub(in crate::lane::balls) fn level(&self, slot: usize) -> u8 {
        self.events[slot].level
    }

    pub(in crate::lane::balls) fn set_level(&mut self, slot: usize, level: u8) {
        self.events[slot].level = level;
    }

    /// The index of the cell in which a ball is filed.
    #[inline]
    pub(in crate::lane::balls) fn cell_index(&self, grid: &CellGrid, slot: usize) -> usize {
        grid.index(self.level(slot), self.motions[slot].tag.cell())
    }

    /// The cell in which a ball is filed, and the image of the ball that is in it.
    #[inline]
    pub(in crate::lane::balls) fn filing(&self, slot: usize) -> ([u32; 3], [i16; 3]) {
        (self.motions[slot].tag.cell(), self.events[slot].image)
    }

    #[inline]
    pub(in crate::lane::balls) fn set_filing(&mut self, slot: usize, cell: [u32; 3], image: [i16; 3]) {
        let tag = &mut self.motions[slot].tag;
        *tag = tag.in_cell(cell);
        self.events[slot].image = image;
    }
}
