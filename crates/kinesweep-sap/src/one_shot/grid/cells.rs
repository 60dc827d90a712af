//! The cells that a box touches, and the choice of the cell size.

use super::super::super::{Aabb, Scalar};
use super::super::constants::SAMPLE_SIZE;
use super::super::order::radix_sort;
use super::super::sample::{range, sample};
use super::constants::{
    CELLS_MORE, CELLS_PER_BOX, COMPARISON_NS, ENTRY_NS, KEY_BITS, MODEL_SAMPLE, MOST_AXES, MOST_CELLS, ORDER_FROM,
    SIZE_CANDIDATES, STOP_FACTOR, SWEEP_STEP_NS,
};

/// The cells of a set of boxes.
#[derive(Clone, Debug)]
pub(super) struct Cells<const D: usize> {
    /// The value at which cell 0 begins, on each axis.
    origin: [f64; D],
    /// Cells per unit of length.
    per_length: f64,
    /// The number of cells on each axis: coordinates are below it.
    pub(super) count: [u32; D],
    /// First and last cell of the range in which nearly all boxes begin, on each axis.
    inner: [[u32; 2]; D],
    /// First and last cell of each box.
    pub(super) ranges: Vec<[[u32; D]; 2]>,
    /// Boxes that touch too many cells, in ascending order.
    pub(super) large: Vec<u32>,
}

impl<const D: usize> Default for Cells<D> {
    fn default() -> Self {
        Self {
            origin: [0.0; D],
            per_length: 1.0,
            count: [1; D],
            inner: [[0, 0]; D],
            ranges: Vec::new(),
            large: Vec::new(),
        }
    }
}

impl<const D: usize> Cells<D> {
    /// The cell coordinate of a value. Every step preserves the order of values.
    #[inline]
    fn coordinate<S: Scalar>(&self, value: S, axis: usize) -> u32 {
        let last = f64::from(self.count[axis] - 1);
        // NaN, from an infinite length times zero, gives the first cell.
        ((value.to_f64() - self.origin[axis]) * self.per_length).max(0.0).min(last) as u32
    }

    /// Writes the numbers of the boxes to the low 32 bits of `keys`, in the order of their first
    /// cells: neighbours in space become neighbours in memory.
    pub(super) fn order<S: Scalar>(&self, boxes: &[Aabb<S, D>], keys: &mut Vec<u64>, spare: &mut Vec<u64>) {
        keys.clear();
        if boxes.len() < ORDER_FROM {
            keys.extend(0..boxes.len() as u64);
            return;
        }
        // Only the cells in which nearly all boxes lie get distinct keys, and only within the
        // available bits.
        let bits = self.inner.map(|[low, high]| u32::BITS - (high - low).leading_zeros());
        let widths = bits.map(|bits| bits.min(u32::BITS / D as u32));
        let key = |bounds: &Aabb<S, D>| {
            (0..D).fold(0, |key, axis| {
                let [low, high] = self.inner[axis];
                let at = self.coordinate(bounds.min[axis], axis).clamp(low, high) - low;
                key << widths[axis] | u64::from(at >> (bits[axis] - widths[axis]))
            })
        };
        keys.extend((0..).zip(boxes).map(|(number, bounds)| key(bounds) << 32 | number));
        radix_sort(keys, spare, 32, 32 + widths.iter().sum::<u32>());
    }

    /// Finds the cells of each box.
    pub(super) fn cover<S: Scalar>(&mut self, boxes: &[Aabb<S, D>]) {
        self.large.clear();
        self.ranges.clear();
        for (number, bounds) in (0..).zip(boxes) {
            let first: [u32; D] = std::array::from_fn(|axis| self.coordinate(bounds.min[axis], axis));
            let end: [u32; D] = std::array::from_fn(|axis| self.coordinate(bounds.max[axis], axis));
            let touched = (0..D).fold(1.0, |cells, axis| cells * f64::from(end[axis] - first[axis] + 1));
            if touched > MOST_CELLS || D > MOST_AXES {
                self.large.push(number);
            }
            self.ranges.push([first, end]);
        }
    }

    /// Whether a box touches too many cells.
    pub(super) fn is_large(&self, number: u32) -> bool {
        self.large.binary_search(&number).is_ok()
    }

    /// Calls `emit` with each cell and entry of each box that is not large.
    #[inline]
    pub(super) fn entries(&self, side: impl Fn(u32) -> u64, mut emit: impl FnMut(&[u32; D], Entry<D>)) {
        let mut large = self.large.iter().copied().peekable();
        for (number, [first, last]) in (0..).zip(&self.ranges) {
            if large.next_if_eq(&number).is_some() {
                continue;
            }
            let side = side(number);
            let mut at = *first;
            let touched = (0..D).fold(1, |cells, axis| cells * (last[axis] - first[axis] + 1));
            for _ in 0..touched {
                emit(
                    &at,
                    Entry::new(number, side, std::array::from_fn(|axis| at[axis] == first[axis])),
                );
                // The next cell, the last axis fastest: a sum with carry, without branches.
                let mut carry = 1;
                for axis in (0..D).rev() {
                    let next = at[axis] + carry;
                    let over = next > last[axis];
                    at[axis] = if over { first[axis] } else { next };
                    carry = u32::from(over);
                }
            }
        }
    }

    /// Chooses origin, size and number of the cells.
    pub(super) fn choose<S: Scalar>(&mut self, boxes: &[Aabb<S, D>], size: Option<f64>, dense: bool) {
        let ranges: [(f64, f64); D] = std::array::from_fn(|axis| range(boxes, axis));
        // A smaller size has no finite reciprocal, and multiplication does not increase it.
        let mut size = size.unwrap_or_else(|| cheapest(boxes, &ranges)).max(f64::MIN_POSITIVE);
        // The length of the whole range of numbers overflows.
        let lengths = ranges.map(|(low, high)| (high - low).min(f64::MAX));
        let most = if dense {
            CELLS_PER_BOX * boxes.len() as f64 + CELLS_MORE
        } else {
            f64::INFINITY
        };
        // A grid that is not dense extends over the whole range of coordinates, with the boxes in
        // the middle.
        let limit = f64::from(1_u32 << (KEY_BITS / D.max(1) as u32).min(31));
        loop {
            let counts = lengths.map(|length| (length / size).floor() + 1.0);
            if counts.iter().product::<f64>() <= most && counts.iter().all(|&count| count <= limit) {
                self.per_length = 1.0 / size;
                self.inner = counts.map(|count| {
                    if dense {
                        [0, count as u32 - 1]
                    } else {
                        [
                            ((limit - count) / 2.0) as u32,
                            (((limit + count) / 2.0) as u32).min(limit as u32 - 1),
                        ]
                    }
                });
                self.origin = std::array::from_fn(|axis| {
                    if dense {
                        ranges[axis].0
                    } else {
                        ranges[axis].0 - (limit - counts[axis]) / 2.0 * size
                    }
                });
                self.count = counts.map(|count| if dense { count } else { limit } as u32);
                break;
            }
            size *= std::f64::consts::SQRT_2;
        }
    }
}

/// The cell size with the least cost, by a model.
///
/// With n boxes, e cells a box on average, and c cells: n e entries are created, and (n e)^2 / 2 c
/// pairs are compared, if the boxes are uniformly distributed. A box that would be large costs a
/// sweep over all boxes.
fn cheapest<S: Scalar, const D: usize>(boxes: &[Aabb<S, D>], ranges: &[(f64, f64); D]) -> f64 {
    let sides: Vec<[f64; D]> = sample(boxes)
        .step_by(SAMPLE_SIZE.div_ceil(MODEL_SAMPLE))
        .map(|bounds| std::array::from_fn(|axis| bounds.max[axis].to_f64() - bounds.min[axis].to_f64()))
        .collect();
    let widest = ranges.iter().map(|(low, high)| high - low).fold(0.0, f64::max);
    if !(widest > 0.0 && widest.is_finite()) {
        return 1.0;
    }
    let boxes = boxes.len() as f64;
    let mut best = (f64::INFINITY, widest);
    let mut size = widest;
    for _ in 0..SIZE_CANDIDATES {
        let (mut touched, mut swept) = (0.0, 0.0);
        for sides in &sides {
            let cells: f64 = (0..D)
                .map(|axis| 1.0 + (sides[axis] / size).min((ranges[axis].1 - ranges[axis].0) / size))
                .product();
            if cells > MOST_CELLS { swept += 1.0 } else { touched += cells }
        }
        let scale = boxes / sides.len() as f64;
        let entries = touched * scale;
        let cells: f64 = ranges.iter().map(|(low, high)| (high - low) / size + 1.0).product();
        let work = entries * ENTRY_NS + entries * entries / (2.0 * cells) * COMPARISON_NS + swept * scale * boxes * SWEEP_STEP_NS;
        if work < best.0 {
            best = (work, size);
        } else if work > STOP_FACTOR * best.0 {
            break;
        }
        size /= std::f64::consts::SQRT_2;
    }
    best.1
}

/// A box in a cell: its number, the axes on which it begins in this cell, and its set in a
/// bipartite query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry<const D: usize>(pub(super) u64);

impl<const D: usize> Entry<D> {
    /// Bits of marks: one for each axis, two for the set.
    pub(super) const MARKS: u32 = D as u32 + 2;

    #[inline]
    fn new(number: u32, side: u64, begins: [bool; D]) -> Self {
        let axes = begins.into_iter().fold(0, |marks, begins| marks << 1 | u64::from(begins));
        Self((side << D | axes) << 32 | u64::from(number))
    }

    /// The union of the marks of two entries if their pair is reported in this cell.
    #[inline]
    pub(super) fn all(two_sides: bool) -> u64 {
        let axes = (1 << D) - 1;
        if two_sides { 3 << D | axes } else { axes }
    }

    #[inline]
    pub(super) fn marks(self) -> u64 {
        self.0 >> 32
    }

    #[inline]
    pub(super) fn number(self) -> u32 {
        self.0 as u32
    }
}
