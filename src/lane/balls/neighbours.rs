//! The neighbours of cells on one axis.

use super::grid::{Grid, Step};

/// The neighbours of the cells with one number on an axis, and where these cells end.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NeighbourCells {
    /// What the cells themselves and their neighbours add to the index of a cell: the first `count`
    /// of these, each once. On z it includes the index of the first cell of the level.
    adds: [u32; 3],
    count: u32,
    /// The lower and the upper end; infinite at a wall.
    ends: [f64; 2],
    /// The neighbour below and the one above, from image 0.
    next: [Option<Step>; 2],
}

impl NeighbourCells {
    /// Those of all numbers on an axis.
    pub(super) fn all(grid: &Grid, axis: usize) -> Vec<Self> {
        let stride = grid.strides()[axis];
        let first = if axis == 2 { grid.first() } else { 0 };
        let of = |cell: u32| {
            let next = [false, true].map(|up| grid.next(axis, cell, 0, up));
            let [below, above] = next.map(|step| step.map(|step| step.cell));
            let (low, high) = grid.ends(axis, cell);
            let mut neighbours = Self {
                ends: [
                    if below.is_some() { low } else { f64::NEG_INFINITY },
                    if above.is_some() { high } else { f64::INFINITY },
                ],
                next,
                ..Self::default()
            };
            // With few cells the same cell can be the neighbour on both sides, or its own.
            for other in [below, Some(cell), above]
                .into_iter()
                .flatten()
                .map(|cell| first + cell * stride)
            {
                if !neighbours.adds().contains(&other) {
                    neighbours.adds[neighbours.count as usize] = other;
                    neighbours.count += 1;
                }
            }
            neighbours
        };
        (0..grid.counts()[axis]).map(of).collect()
    }

    /// The first of three cells on x that are adjacent in memory; none at the border of the domain.
    #[inline(always)]
    pub(super) fn row(&self) -> Option<u32> {
        (self.count == 3 && self.adds[0] + 2 == self.adds[2]).then_some(self.adds[0])
    }

    /// The neighbour on one side, of the cells in an image of the domain.
    #[inline(always)]
    pub(super) fn next(&self, image: i16, up: bool) -> Option<Step> {
        let step = self.next[usize::from(up)]?;
        Some(Step {
            image: step.image + image,
            ..step
        })
    }

    /// The lower and the upper end; infinite at a wall.
    #[inline(always)]
    pub(super) fn ends(&self) -> [f64; 2] {
        self.ends
    }

    #[inline(always)]
    pub(super) fn adds(&self) -> &[u32] {
        &self.adds[..self.count as usize]
    }

    /// The three additions, away from the border of the domain.
    #[inline(always)]
    pub(super) fn three(&self) -> Option<&[u32; 3]> {
        (self.count == 3).then_some(&self.adds)
    }
}
