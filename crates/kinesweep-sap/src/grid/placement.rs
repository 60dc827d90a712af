//! The placement of a box in a grid: a level, and on each axis one cell or two neighbours.

use smallvec::SmallVec;

/// The coordinates of a cell in its level.
pub(super) type CellKey<const D: usize> = [i32; D];

/// The level number of an absent box.
pub(super) const NO_LEVEL: u8 = u8::MAX;

/// The cells that a box touches in one level: `low`, and on each axis with a set bit in `wide` the
/// next cell, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cover<const D: usize> {
    pub(super) low: CellKey<D>,
    pub(super) wide: u8,
}

impl<const D: usize> Cover<D> {
    /// The number of cells.
    pub(super) fn len(&self) -> usize {
        1 << self.wide.count_ones()
    }

    /// The cell with a given number below [`len`](Self::len).
    pub(super) fn cell(&self, number: usize) -> CellKey<D> {
        let mut rest = number;
        std::array::from_fn(|axis| {
            let mut key = self.low[axis];
            if self.wide & (1 << axis) != 0 {
                key += (rest & 1) as i32;
                rest >>= 1;
            }
            key
        })
    }

    /// The number of a cell of the cover; `None` for other cells.
    pub(super) fn number(&self, key: &CellKey<D>) -> Option<usize> {
        let (mut number, mut bit) = (0, 1);
        for (axis, coordinate) in key.iter().enumerate() {
            let steps = i64::from(*coordinate) - i64::from(self.low[axis]);
            let wide = self.wide & (1 << axis) != 0;
            if steps < 0 || steps > i64::from(wide) {
                return None;
            }
            if wide {
                number += bit * steps as usize;
                bit <<= 1;
            }
        }
        Some(number)
    }

    /// The highest cell on an axis.
    pub(super) fn high(&self, axis: usize) -> i32 {
        self.low[axis] + i32::from(self.wide & (1 << axis) != 0)
    }
}

/// An entry in a cell: the index of the cell in its level, and the local id of the box in the cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) cell: u32,
    pub(super) local: u32,
}

/// The level of a box and the cells that it touches there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement<const D: usize> {
    pub(super) cover: Cover<D>,
    pub(super) level: u8,
}

impl<const D: usize> Default for Placement<D> {
    fn default() -> Self {
        Self {
            cover: Cover { low: [0; D], wide: 0 },
            level: NO_LEVEL,
        }
    }
}

/// The entries of a box in the cells of its cover, in their order. Kept apart from its placement,
/// since a box that stays in its cells needs only that. Most boxes are in one cell or two.
pub(super) type Slots = SmallVec<[Slot; 2]>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_a_cover_are_numbered_and_distinct() {
        for wide in 0..8 {
            let cover = Cover {
                low: [-1, 5, i32::MIN],
                wide,
            };
            let mut seen = Vec::new();
            for number in 0..cover.len() {
                let key = cover.cell(number);
                assert_eq!(cover.number(&key), Some(number));
                assert!((0..3).all(|axis| key[axis] >= cover.low[axis] && key[axis] <= cover.high(axis)));
                seen.push(key);
            }
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), 1 << wide.count_ones());
            assert_eq!(cover.number(&[-2, 5, i32::MIN]), None);
            assert_eq!(cover.number(&[1, 5, i32::MIN]), None);
        }
    }
}
