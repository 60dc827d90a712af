//! The cells beside a ball, and who is in them.

use super::Gas;
use super::grid::Grid;
use super::order::ROOM;
use nalgebra::Vector3;

/// What there is to know of the cells with one number on an axis.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Beside {
    /// How much it and those next to it add to a cell's number: as many as `count` says, each once.
    adds: [u32; 3],
    count: u32,
    /// Its ends; infinite where there is a wall.
    pub(super) ends: [f64; 2],
}

impl Beside {
    /// Of all numbers on an axis.
    pub(super) fn all(grid: &Grid, axis: usize) -> Vec<Self> {
        let count = grid.counts[axis];
        let stride: u32 = grid.counts[..axis].iter().product();
        let of = |cell: u32| {
            let [below, above] = [false, true].map(|up| grid.next(axis, cell, 0, up).map(|step| step.cell));
            let (low, high) = grid.ends(axis, cell);
            let mut beside = Self {
                ends: [
                    if below.is_some() { low } else { f64::NEG_INFINITY },
                    if above.is_some() { high } else { f64::INFINITY },
                ],
                ..Self::default()
            };
            // Where there are few cells, some are next to it on both sides, or it itself is.
            for other in [below, Some(cell), above].into_iter().flatten().map(|cell| cell * stride) {
                if !beside.adds().contains(&other) {
                    beside.adds[beside.count as usize] = other;
                    beside.count += 1;
                }
            }
            beside
        };
        (0..count).map(of).collect()
    }

    #[inline(always)]
    pub(super) fn adds(&self) -> &[u32] {
        &self.adds[..self.count as usize]
    }
}

impl Gas {
    /// Writes the balls in a cell and in those beside it to a list, each once, and gives their number.
    #[inline]
    pub(super) fn gather(&self, cell: [u32; 3], list: &mut Vec<u32>) -> usize {
        let [x, y, z] = [
            &self.beside[0][cell[0] as usize],
            &self.beside[1][cell[1] as usize],
            &self.beside[2][cell[2] as usize],
        ];
        let mut count = 0;
        // Unless the domain ends between them, the cells on x are next to each other in memory.
        let in_a_row = x.count == 3 && x.adds[0] + 2 == x.adds[2];
        for z in z.adds() {
            for y in y.adds() {
                let row = (z + y) as usize;
                if in_a_row {
                    count = self.cells.collect_row(row + x.adds[0] as usize, list, count);
                } else {
                    for x in x.adds() {
                        count = self.cells.collect(row + *x as usize, list, count);
                    }
                }
            }
        }
        count
    }

    /// The same of the nine cells or fewer that have one number on an axis, as it was before a ball went over into `cell`.
    #[inline]
    pub(super) fn gather_ahead(&self, cell: [u32; 3], axis: usize, ahead: u32, list: &mut Vec<u32>) -> usize {
        let (one, other) = ((axis + 1) % 3, (axis + 2) % 3);
        let stride: u32 = self.grid.counts[..axis].iter().product();
        let mut count = 0;
        for one in self.beside[one][cell[one] as usize].adds() {
            for other in self.beside[other][cell[other] as usize].adds() {
                count = self.cells.collect((ahead * stride + one + other) as usize, list, count);
            }
        }
        count
    }

    /// Adds the pairs of a ball and those whose boxes overlap its own now, up to rounding, by name.
    pub(crate) fn add_boxes_met(&self, name: u32, now: f64, pairs: &mut Vec<(u32, u32)>) {
        self.add_near(name, now, |apart, reach| apart.amax() <= reach, pairs);
    }

    /// Adds the pairs of a ball and those that touch it or overlap it now, up to rounding, by name.
    pub(crate) fn add_met(&self, name: u32, now: f64, pairs: &mut Vec<(u32, u32)>) {
        self.add_near(name, now, |apart, reach| apart.norm_squared() <= reach * reach, pairs);
    }

    fn add_near(&self, name: u32, now: f64, is_near: impl Fn(&Vector3<f64>, f64) -> bool, pairs: &mut Vec<(u32, u32)>) {
        let slot = self.slot(name);
        let place = self.hot[slot].flight.at(now);
        let mut list = Vec::new();
        let count = self.gather(self.hot[slot].tag.cell(), &mut list);
        for other in &list[..count] {
            let at = *other as usize;
            let reach = (self.radius_at(slot) + self.radius_at(at)) * ROOM;
            let apart = self.nearest(self.hot[at].flight.at(now) - place);
            if at != slot && is_near(&apart, reach) {
                pairs.push((name, self.cards[at].id.index));
            }
        }
    }
}
