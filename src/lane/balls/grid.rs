//! The grid of cells.
//!
//! Cells are at least as wide as the largest ball in them, so two balls can touch only while their centres
//! are in the same cell or in neighbouring cells. In a periodic domain the cells continue beyond
//! the faces, as images of those inside: the cell of a centre is given by the cell inside and by
//! how many lengths of the domain its image is away.

use super::motion::MOST_CELLS_ON_AXIS;
use super::space::Space;
use crate::domain::offset_of_shift;
use nalgebra::Vector3;

/// A cell on one axis: its number and its image.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Step {
    pub(super) cell: u32,
    pub(super) image: i16,
}

/// Consecutive cells of an axis; after the last one of a periodic domain the first one follows.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellRange {
    first: u32,
    len: u32,
    count: u32,
}

impl CellRange {
    /// Their numbers, each once.
    pub(super) fn numbers(self) -> impl Iterator<Item = u32> {
        let Self { first, len, count } = self;
        (first..first + len).map(move |number| if number < count { number } else { number - count })
    }
}

/// The geometry of the cells.
#[derive(Clone, Debug, Default)]
pub(super) struct Grid {
    counts: [u32; 3],
    /// The index of the first cell: the levels of a grid share one range of indices.
    first: u32,
    /// What a step on each axis adds to the index of a cell.
    strides: [u32; 3],
    widths: [f64; 3],
    min: [f64; 3],
    lengths: [f64; 3],
    /// 1 / length.
    per_length: [f64; 3],
    /// By axis: a flat space has a single cell on z, without images.
    periodic: [bool; 3],
    /// The number of axes on which there can be several cells.
    axes: usize,
}

impl Grid {
    /// Cells of about this width, at least `least` wide, and no more than `most` in all. Their
    /// indices begin at `first`.
    pub(super) fn new(space: &Space, width: f64, least: f64, most: usize, first: usize) -> Self {
        let lengths: [f64; 3] = space.lengths().into();
        let axes = space.axes();
        let along = |width: f64| -> [usize; 3] {
            std::array::from_fn(|axis| match axis < axes {
                true => ((lengths[axis] / width) as usize).clamp(1, MOST_CELLS_ON_AXIS),
                false => 1,
            })
        };
        let mut width = width.max(least);
        while along(width).iter().product::<usize>() > most.max(1) {
            width *= 1.1;
        }
        let counts = along(width);
        Self {
            counts: counts.map(|count| count as u32),
            first: first as u32,
            strides: [1, counts[0] as u32, (counts[0] * counts[1]) as u32],
            widths: std::array::from_fn(|axis| lengths[axis] / counts[axis] as f64),
            min: space.min.into(),
            lengths,
            per_length: lengths.map(|length| 1.0 / length),
            periodic: std::array::from_fn(|axis| space.periodic && axis < axes),
            axes,
        }
    }

    /// The number of axes on which there can be several cells.
    #[inline(always)]
    pub(super) fn axes(&self) -> usize {
        self.axes
    }

    #[inline(always)]
    pub(super) fn counts(&self) -> [u32; 3] {
        self.counts
    }

    #[inline(always)]
    pub(super) fn strides(&self) -> [u32; 3] {
        self.strides
    }

    /// The index of the first cell.
    #[inline(always)]
    pub(super) fn first(&self) -> u32 {
        self.first
    }

    #[inline(always)]
    pub(super) fn lengths(&self) -> &[f64; 3] {
        &self.lengths
    }

    /// 1 / length on each axis.
    #[inline(always)]
    pub(super) fn per_length(&self) -> &[f64; 3] {
        &self.per_length
    }

    pub(super) fn least_width(&self) -> f64 {
        self.widths[..self.axes].iter().copied().fold(f64::INFINITY, f64::min)
    }

    pub(super) fn most_width(&self) -> f64 {
        self.widths[..self.axes].iter().copied().fold(0.0, f64::max)
    }

    pub(super) fn cells(&self) -> usize {
        self.counts.iter().map(|count| *count as usize).product()
    }

    #[inline]
    pub(super) fn index(&self, cell: [u32; 3]) -> usize {
        let [_, y, z] = self.strides.map(|stride| stride as usize);
        self.first as usize + cell[2] as usize * z + cell[1] as usize * y + cell[0] as usize
    }

    /// The cell and image of a position on each axis. Without images, the cells at the border
    /// include what is outside.
    pub(super) fn locate(&self, place: &Vector3<f64>) -> ([u32; 3], [i16; 3]) {
        let mut found = ([0; 3], [0; 3]);
        for axis in 0..3 {
            let count = i64::from(self.counts[axis]);
            let at = ((place[axis] - self.min[axis]) / self.widths[axis]).floor() as i64;
            (found.0[axis], found.1[axis]) = if self.periodic[axis] {
                (at.rem_euclid(count) as u32, at.div_euclid(count) as i16)
            } else {
                (at.clamp(0, count - 1) as u32, 0)
            };
        }
        found
    }

    /// The image of a position that has been shifted by whole lengths.
    pub(super) fn image_after(&self, image: [i16; 3], by: &Vector3<f64>) -> [i16; 3] {
        let lengths = offset_of_shift(by, &self.lengths.into());
        let after = |axis: usize| i64::from(image[axis]).saturating_add(lengths[axis]);
        std::array::from_fn(|axis| after(axis).clamp(i16::MIN.into(), i16::MAX.into()) as i16)
    }

    /// The cells of an axis that contain positions from `low` to `high`, by any image, each once.
    pub(super) fn cells_between(&self, axis: usize, low: f64, high: f64) -> CellRange {
        let count = self.counts[axis];
        let cell = |place: f64| ((place - self.min[axis]) / self.widths[axis]).floor() as i64;
        let (low, high) = (cell(low), cell(high));
        let last = i64::from(count) - 1;
        if !self.periodic[axis] {
            let (low, high) = (low.clamp(0, last) as u32, high.clamp(0, last) as u32);
            return CellRange {
                first: low,
                len: high - low + 1,
                count,
            };
        }
        let steps = high.saturating_sub(low);
        if steps >= last {
            return CellRange {
                first: 0,
                len: count,
                count,
            };
        }
        CellRange {
            first: low.rem_euclid(i64::from(count)) as u32,
            len: steps.max(0) as u32 + 1,
            count,
        }
    }

    /// The cells of an axis that contain positions from `low` to `high`, each with all of its
    /// images that do. If the ends are infinite or the domain is not periodic, each cell once.
    pub(super) fn images_between(&self, axis: usize, low: f64, high: f64) -> Vec<(u32, i64)> {
        if !self.periodic[axis] || !low.is_finite() || !high.is_finite() {
            return self.cells_between(axis, low, high).numbers().map(|cell| (cell, 0)).collect();
        }
        let count = i64::from(self.counts[axis]);
        let cell = |place: f64| ((place - self.min[axis]) / self.widths[axis]).floor() as i64;
        let cells = cell(low)..=cell(high);
        cells
            .map(|cell| (cell.rem_euclid(count) as u32, cell.div_euclid(count)))
            .collect()
    }

    /// The ends of a cell inside the domain on an axis.
    pub(super) fn ends(&self, axis: usize, cell: u32) -> (f64, f64) {
        let end = |number: f64| self.min[axis] + number * self.widths[axis];
        (end(f64::from(cell)), end(f64::from(cell) + 1.0))
    }

    /// The cell next to one on an axis, if there is one.
    #[inline]
    pub(super) fn next(&self, axis: usize, cell: u32, image: i16, up: bool) -> Option<Step> {
        let count = self.counts[axis];
        let step = |cell, image| Some(Step { cell, image });
        match up {
            true if cell + 1 < count => step(cell + 1, image),
            true if self.periodic[axis] => step(0, image + 1),
            false if cell > 0 => step(cell - 1, image),
            false if self.periodic[axis] => step(count - 1, image - 1),
            _ => None,
        }
    }

    /// The shift of a position from one image to another.
    pub(super) fn shift(&self, to: [i16; 3], from: [i16; 3]) -> Vector3<f64> {
        Vector3::from_fn(|axis, _| (f64::from(to[axis]) - f64::from(from[axis])) * self.lengths[axis])
    }
}
