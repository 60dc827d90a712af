//! Which cells a box touches, and how large cells should be.

use super::super::super::{Aabb, Scalar};
use super::super::order::radix_sort;
use super::super::sample::{SIZE as SAMPLE, range, sample};

/// Cells that a box may touch; one that touches more is found by a sweep instead. A box of four cells a side in space fits.
const MOST_CELLS: f64 = 128.0;

/// Dimensions up to which there are cells at all: marks fit half a word. In more, all boxes are found by the sweep.
const MOST_AXES: usize = 30;

/// Cells of a dense grid: so many for each box, and some. More than this, and clearing them is what costs.
const CELLS_PER_BOX: f64 = 4.0;
const CELLS_MORE: f64 = 4096.0;

/// Bits for all coordinates of a cell together.
const KEY_BITS: u32 = 60;

/// The model of the work, in nanoseconds (measured, order of magnitude): making an entry, comparing two entries of a cell,
/// and one step of the sweep that finds large boxes.
const ENTRY: f64 = 8.0;
const COMPARISON: f64 = 2.5;
const SWEEP_STEP: f64 = 0.5;

/// Number of boxes from which it pays to order them in space first (measured).
const ORDER_FROM: usize = 5_000;

/// Boxes whose sides the model looks at.
const SIDES: usize = 32;

/// Candidates for the size of a cell: so many, each larger than the one before by the square root of 2.
const SIZES: i32 = 48;

/// The cells that boxes touch.
#[derive(Clone, Debug)]
pub(super) struct Cells<const D: usize> {
    /// The value at which the cell 0 begins, on each axis.
    origin: [f64; D],
    /// Cells per unit of length.
    per_length: f64,
    /// Cells on each axis: coordinates are below.
    pub(super) count: [u32; D],
    /// First and last cell of where nearly all boxes begin, on each axis.
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
    /// The coordinate of a value. All steps keep the order of values.
    #[inline]
    fn coordinate<S: Scalar>(&self, value: S, axis: usize) -> u32 {
        let last = f64::from(self.count[axis] - 1);
        // Not a number, where an infinite length is scaled to nothing: the first cell.
        ((value.to_f64() - self.origin[axis]) * self.per_length).max(0.0).min(last) as u32
    }

    /// The numbers of the boxes, in the low 32 bits of `keys`, in the order of their first cells: neighbours in space become
    /// neighbours in memory.
    pub(super) fn order<S: Scalar>(&self, boxes: &[Aabb<S, D>], keys: &mut Vec<u64>, spare: &mut Vec<u64>) {
        keys.clear();
        if boxes.len() < ORDER_FROM {
            keys.extend(0..boxes.len() as u64);
            return;
        }
        // Only the cells in which nearly all boxes lie are told apart, and only in as many bits as there are.
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

    /// Tells, for each box that is not large, its entries: the cell, and the entry.
    #[inline]
    pub(super) fn entries(&self, side: impl Fn(u32) -> u64, mut tell: impl FnMut(&[u32; D], Entry<D>)) {
        let mut large = self.large.iter().copied().peekable();
        for (number, [first, last]) in (0..).zip(&self.ranges) {
            if large.next_if_eq(&number).is_some() {
                continue;
            }
            let side = side(number);
            let mut at = *first;
            let touched = (0..D).fold(1, |cells, axis| cells * (last[axis] - first[axis] + 1));
            for _ in 0..touched {
                tell(
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

    /// Chooses the cells.
    pub(super) fn choose<S: Scalar>(&mut self, boxes: &[Aabb<S, D>], size: Option<f64>, dense: bool) {
        let ranges: [(f64, f64); D] = std::array::from_fn(|axis| range(boxes, axis));
        // Below it a size has no reciprocal, and grows by nothing.
        let mut size = size.unwrap_or_else(|| cheapest(boxes, &ranges)).max(f64::MIN_POSITIVE);
        // From one end of the numbers to the other the length is no number any more.
        let lengths = ranges.map(|(low, high)| (high - low).min(f64::MAX));
        let most = if dense {
            CELLS_PER_BOX * boxes.len() as f64 + CELLS_MORE
        } else {
            f64::INFINITY
        };
        // Where it is not dense, cells go on for as far as their numbers reach, and the boxes are in the middle.
        let reach = f64::from(1_u32 << (KEY_BITS / D.max(1) as u32).min(31));
        loop {
            let counts = lengths.map(|length| (length / size).floor() + 1.0);
            if counts.iter().product::<f64>() <= most && counts.iter().all(|&count| count <= reach) {
                self.per_length = 1.0 / size;
                self.inner = counts.map(|count| {
                    if dense {
                        [0, count as u32 - 1]
                    } else {
                        [
                            ((reach - count) / 2.0) as u32,
                            (((reach + count) / 2.0) as u32).min(reach as u32 - 1),
                        ]
                    }
                });
                self.origin = std::array::from_fn(|axis| {
                    if dense {
                        ranges[axis].0
                    } else {
                        ranges[axis].0 - (reach - counts[axis]) / 2.0 * size
                    }
                });
                self.count = counts.map(|count| if dense { count } else { reach } as u32);
                break;
            }
            size *= std::f64::consts::SQRT_2;
        }
    }
}

/// The size of cells that makes the least work, by a model.
///
/// With e cells touched by a box in the mean, n boxes and c cells: n e entries are made, and (n e)^2 / 2 c pairs are
/// compared, if the boxes spread evenly. A box that would be large costs a sweep over all.
fn cheapest<S: Scalar, const D: usize>(boxes: &[Aabb<S, D>], ranges: &[(f64, f64); D]) -> f64 {
    let sides: Vec<[f64; D]> = sample(boxes)
        .step_by(SAMPLE.div_ceil(SIDES))
        .map(|bounds| std::array::from_fn(|axis| bounds.max[axis].to_f64() - bounds.min[axis].to_f64()))
        .collect();
    let widest = ranges.iter().map(|(low, high)| high - low).fold(0.0, f64::max);
    if !(widest > 0.0 && widest.is_finite()) {
        return 1.0;
    }
    let boxes = boxes.len() as f64;
    let mut best = (f64::INFINITY, widest);
    let mut size = widest;
    for _ in 0..SIZES {
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
        let work = entries * ENTRY + entries * entries / (2.0 * cells) * COMPARISON + swept * scale * boxes * SWEEP_STEP;
        if work < best.0 {
            best = (work, size);
        } else if work > FAR * best.0 {
            break;
        }
        size /= std::f64::consts::SQRT_2;
    }
    best.1
}

/// Once the work is so many times the least, smaller cells are not tried.
const FAR: f64 = 3.0;

/// A box in a cell: its number, on which axes it begins in this cell, and which side of a bipartite question it is of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry<const D: usize>(pub(super) u64);

impl<const D: usize> Entry<D> {
    /// Bits of marks: one for each axis, two for the sides.
    pub(super) const MARKS: u32 = D as u32 + 2;

    #[inline]
    fn new(number: u32, side: u64, begins: [bool; D]) -> Self {
        let axes = begins.into_iter().fold(0, |marks, begins| marks << 1 | u64::from(begins));
        Self((side << D | axes) << 32 | u64::from(number))
    }

    /// The marks that two entries have together if their pair is to be told in this cell.
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
