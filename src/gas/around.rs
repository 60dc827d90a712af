//! The cells beside a ball, and who is in them.

use super::Gas;
use super::grid::{Grid, Step};
use super::order::ROOM;
use nalgebra::Vector3;

/// The cells with one number on an axis: where they end, and which are next to them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Beside {
    /// How much it and those next to it add to a cell's number: as many as `count` says, each once.
    adds: [u32; 3],
    count: u32,
    /// Its ends; infinite where there is a wall.
    pub(super) ends: [f64; 2],
    /// The cells next to it, below and above, of its own image of the domain.
    next: [Option<Step>; 2],
}

impl Beside {
    /// Of all numbers on an axis.
    pub(super) fn all(grid: &Grid, axis: usize) -> Vec<Self> {
        let count = grid.counts[axis];
        let stride = grid.strides[axis];
        let of = |cell: u32| {
            let next = [false, true].map(|up| grid.next(axis, cell, 0, up));
            let [below, above] = next.map(|step| step.map(|step| step.cell));
            let (low, high) = grid.ends(axis, cell);
            let mut beside = Self {
                ends: [
                    if below.is_some() { low } else { f64::NEG_INFINITY },
                    if above.is_some() { high } else { f64::INFINITY },
                ],
                next,
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

    /// The first of three that are next to each other in memory, where this is on x, on which cells are unless the domain
    /// ends between.
    #[inline(always)]
    fn row(&self) -> Option<u32> {
        (self.count == 3 && self.adds[0] + 2 == self.adds[2]).then_some(self.adds[0])
    }

    /// The cell next to it on one side, if there is one, where it itself is in this image of the domain.
    #[inline(always)]
    pub(super) fn next(&self, image: i16, up: bool) -> Option<Step> {
        let step = self.next[usize::from(up)]?;
        Some(Step {
            image: step.image + image,
            ..step
        })
    }

    #[inline(always)]
    pub(super) fn adds(&self) -> &[u32] {
        &self.adds[..self.count as usize]
    }
}

impl Gas {
    /// Writes the balls in a cell and in those beside it to a list from `at` on, each once, and gives the place after them.
    #[inline]
    pub(super) fn gather(&self, cell: [u32; 3], list: &mut Vec<u32>, at: usize) -> usize {
        let [x, y, z] = [
            &self.beside[0][cell[0] as usize],
            &self.beside[1][cell[1] as usize],
            &self.beside[2][cell[2] as usize],
        ];
        let (Some(first), [3, 3]) = (x.row(), [y.count, z.count]) else {
            return self.gather_at_border([x, y, z], list, at);
        };
        let mut count = at;
        for layer in z.adds {
            let first = first + layer;
            count = self.cells.collect_row((first + y.adds[0]) as usize, list, count);
            count = self.cells.collect_row((first + y.adds[1]) as usize, list, count);
            count = self.cells.collect_row((first + y.adds[2]) as usize, list, count);
        }
        count
    }

    /// The same where the domain ends, by a wall or between the first of the cells and the last.
    #[inline(never)]
    fn gather_at_border(&self, [x, y, z]: [&Beside; 3], list: &mut Vec<u32>, at: usize) -> usize {
        let mut count = at;
        for z in z.adds() {
            for y in y.adds() {
                for x in x.adds() {
                    count = self.cells.collect((z + y + x) as usize, list, count);
                }
            }
        }
        count
    }

    /// The same of the nine cells or fewer that have one number on an axis, as it was before a ball went over into `cell`.
    #[inline]
    pub(super) fn gather_ahead(&self, cell: [u32; 3], axis: usize, ahead: u32, list: &mut Vec<u32>, at: usize) -> usize {
        let (one, other) = ((axis + 1) % 3, (axis + 2) % 3);
        let [one, other] = [one, other].map(|axis| &self.beside[axis][cell[axis] as usize]);
        let ahead = ahead * self.grid.strides[axis];
        let mut count = at;
        // One of the two is on x.
        let (rows, beside) = match axis {
            1 => (other.row(), one),
            2 => (one.row(), other),
            _ => (None, one),
        };
        if let Some(first) = rows {
            for beside in beside.adds() {
                count = self.cells.collect_row((ahead + beside + first) as usize, list, count);
            }
            return count;
        }
        for one in one.adds() {
            for other in other.adds() {
                count = self.cells.collect((ahead + one + other) as usize, list, count);
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
        let count = self.gather(self.hot[slot].tag.cell(), &mut list, 0);
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
