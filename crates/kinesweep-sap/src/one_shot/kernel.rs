//! The inner loop of the sweep: boxes sorted by their lower ends on one axis, as arrays, compared
//! many at a time.
//!
//! 1. The boxes are in ascending order of their min on the *sweep axis*; each bound of each axis is
//!    a separate array.
//! 2. Box `i` is compared with the boxes behind it, a block of [`LANES`] at a time, while a block
//!    begins at or before the end of `i`.
//! 3. All comparisons of a block except those on the sweep axis are made without branches, so that
//!    the compiler emits vector instructions (SSE2 is enough). Most blocks have no hit, and cost
//!    one branch; the others are compared again, sweep axis included, with one byte a lane in a
//!    64-bit word as the result.
//! 4. [`LANES`] sentinels follow the last box, so that a block may extend beyond the end. All
//!    bounds of a sentinel are NaN: it compares false with every value, infinite ends included,
//!    unlike an infinite sentinel.
//!
//! This is the scan of box pruning (Terdiman 2007, 4c) and the scanning step of Zomorodian and
//! Edelsbrunner (2000). Boxes that begin at the same value may be in any order.

mod maintain;
mod nearly_sorted;

use super::super::{Aabb, Scalar};

pub(crate) use maintain::wider;

/// Boxes compared at once: the outcomes of the lanes fill one 64-bit word, a byte each.
pub(crate) const LANES: usize = 8;

/// Boxes as arrays, one for each bound of each axis, in the order of the sweep. A box is identified
/// by its *place* in this order.
///
/// The caller maintains the order: ascending `min` on the sweep axis.
#[derive(Clone, Debug)]
pub(crate) struct Lanes<S, const D: usize> {
    len: usize,
    /// Bounds of the sweep axis first, then those of the other axes; `len + LANES` values each.
    min: [Vec<S>; D],
    max: [Vec<S>; D],
}

impl<S: Scalar, const D: usize> Default for Lanes<S, D> {
    fn default() -> Self {
        let sentinels = vec![S::from_f64(f64::NAN); LANES];
        Self {
            len: 0,
            min: std::array::from_fn(|_| sentinels.clone()),
            max: std::array::from_fn(|_| sentinels.clone()),
        }
    }
}

/// The axis at an index of the arrays: the sweep axis and the first axis are exchanged.
#[inline]
fn axis_at(place: usize, sweep_axis: usize) -> usize {
    if place == 0 {
        sweep_axis
    } else if place == sweep_axis {
        0
    } else {
        place
    }
}

impl<S: Scalar, const D: usize> Lanes<S, D> {
    /// The number of boxes.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Bytes of memory held.
    pub(crate) fn memory(&self) -> usize {
        let values: usize = self.min.iter().chain(&self.max).map(Vec::capacity).sum();
        values * size_of::<S>()
    }

    /// Replaces all boxes by those given, which must be in ascending order of their min on
    /// `sweep_axis`.
    pub(crate) fn fill(&mut self, sweep_axis: usize, boxes: impl ExactSizeIterator<Item = Aabb<S, D>>) {
        self.len = boxes.len();
        let nan = S::from_f64(f64::NAN);
        for values in self.min.iter_mut().chain(&mut self.max) {
            values.resize(self.len + LANES, nan);
            values[self.len..].fill(nan);
        }
        for (place, bounds) in boxes.enumerate() {
            self.set(sweep_axis, place, &bounds);
        }
    }

    /// Replaces the box at a place.
    #[inline]
    pub(crate) fn set(&mut self, sweep_axis: usize, place: usize, bounds: &Aabb<S, D>) {
        for at in 0..D {
            self.min[at][place] = bounds.min[axis_at(at, sweep_axis)];
            self.max[at][place] = bounds.max[axis_at(at, sweep_axis)];
        }
    }

    /// Whether the boxes are sorted.
    pub(crate) fn is_sorted(&self) -> bool {
        self.min[0][..self.len].is_sorted()
    }

    /// Reports all overlapping pairs of boxes, each once, as places, the earlier one first; in
    /// ascending order of the first, then of the second.
    ///
    /// O(n + m), where m counts the pairs that overlap on the sweep axis: about half a nanosecond
    /// each with `f32`.
    #[inline]
    pub(crate) fn pairs(&self, mut report: impl FnMut(usize, usize)) {
        let view = self.view();
        for one in 0..self.len {
            view.overlapping_from(&view.bounds(one), one + 1, |other| report(one, other));
        }
    }

    /// Reports all overlapping pairs of a box of `self` and a box of `there`, each once, as places.
    /// Both must have the same sweep axis.
    #[inline]
    pub(crate) fn pairs_between(&self, there: &Self, mut report: impl FnMut(usize, usize)) {
        let (mine, theirs) = (self.view(), there.view());
        // The box that begins first reports the pair; if both begin at the same value, the box of
        // `self` does.
        let mut first = 0;
        for one in 0..self.len {
            let bounds = mine.bounds(one);
            while first < there.len && theirs.min[0][first] < bounds.min[0] {
                first += 1;
            }
            theirs.overlapping_from(&bounds, first, |other| report(one, other));
        }
        let mut first = 0;
        for other in 0..there.len {
            let bounds = theirs.bounds(other);
            while first < self.len && mine.min[0][first] <= bounds.min[0] {
                first += 1;
            }
            mine.overlapping_from(&bounds, first, |one| report(one, other));
        }
    }

    /// The arrays as slices of one length, which removes bounds checks.
    #[inline]
    pub(super) fn view(&self) -> View<'_, S, D> {
        let length = self.len + LANES;
        View {
            min: std::array::from_fn(|at| &self.min[at][..length]),
            max: std::array::from_fn(|at| &self.max[at][..length]),
        }
    }
}

/// A read-only view of [`Lanes`].
#[derive(Clone, Copy)]
pub(super) struct View<'a, S, const D: usize> {
    pub(super) min: [&'a [S]; D],
    pub(super) max: [&'a [S]; D],
}

impl<S: Scalar, const D: usize> View<'_, S, D> {
    #[inline]
    pub(super) fn bounds(&self, place: usize) -> Aabb<S, D> {
        Aabb {
            min: std::array::from_fn(|at| self.min[at][place]),
            max: std::array::from_fn(|at| self.max[at][place]),
        }
    }

    /// Reports the boxes from place `start` on that overlap `one`, given that none of them begins
    /// before it.
    #[inline]
    pub(super) fn overlapping_from(&self, one: &Aabb<S, D>, start: usize, mut report: impl FnMut(usize)) {
        // Slices of one length, so that the comparison with `count` is the only bounds check.
        let count = (self.min[0].len() - start) / LANES;
        let mins: [&[[S; LANES]]; D] = std::array::from_fn(|at| &self.min[at][start..].as_chunks().0[..count]);
        let maxs: [&[[S; LANES]]; D] = std::array::from_fn(|at| &self.max[at][start..].as_chunks().0[..count]);
        for block in 0..count {
            let begins_too_late = !(mins[0][block][0] <= one.max[0]);
            if begins_too_late {
                break;
            }
            // A word of ones or zeros, not a flag: the compiler keeps this form in vector registers
            // to the end. The sweep axis is left to the second comparison: on it, only the last
            // block can miss.
            let mut any = 0;
            for lane in 0..LANES {
                let mut hit = true;
                for at in 1..D {
                    hit &= (mins[at][block][lane] <= one.max[at]) & (one.min[at] <= maxs[at][block][lane]);
                }
                any |= if hit { u32::MAX } else { 0 };
            }
            if any != 0 {
                let start = start + block * LANES;
                let mut hits = self.hits(one, start);
                while hits != 0 {
                    report(start + hits.trailing_zeros() as usize / 8);
                    hits &= hits - 1;
                }
            }
        }
    }

    /// The boxes of a block that overlap `one`, given that none begins before it: a byte each, 1 or
    /// 0, the first box lowest.
    ///
    /// Not inlined: the compiler emits worse code for the first comparison if it can share work
    /// with this second one.
    #[inline(never)]
    pub(super) fn hits(&self, one: &Aabb<S, D>, start: usize) -> u64 {
        let mut hits = lanes(self.min[0], start).map(|min| min <= one.max[0]);
        for at in 1..D {
            let min = lanes(self.min[at], start);
            let max = lanes(self.max[at], start);
            for (lane, hit) in hits.iter_mut().enumerate() {
                *hit &= (min[lane] <= one.max[at]) & (one.min[at] <= max[lane]);
            }
        }
        u64::from_le_bytes(hits.map(u8::from))
    }
}

/// The block of an array that begins at `start`.
#[inline]
fn lanes<S: Copy>(values: &[S], start: usize) -> &[S; LANES] {
    values[start..].first_chunk().expect("sentinels follow the last box")
}

#[cfg(test)]
mod tests;
