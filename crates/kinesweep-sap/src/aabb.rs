//! Axis-aligned boxes.

use super::Scalar;

/// An axis-aligned box in `D` dimensions: the closed set of points between two corners. Sides may
/// be zero or infinite.
///
/// ```
/// use kinesweep_sap::Aabb;
/// let one = Aabb { min: [0.0, 0.0, 0.0], max: [1.0, 1.0, 1.0] };
/// assert!(one.overlaps(&Aabb { min: [1.0, 0.5, -1.0], max: [2.0, 0.5, 0.0] }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb<S, const D: usize> {
    /// Lower corner.
    pub min: [S; D],
    /// Upper corner; on no axis below the lower corner.
    pub max: [S; D],
}

impl<S: Scalar, const D: usize> Default for Aabb<S, D> {
    fn default() -> Self {
        Self {
            min: [S::default(); D],
            max: [S::default(); D],
        }
    }
}

impl<S: Scalar, const D: usize> Aabb<S, D> {
    /// Whether two boxes overlap. Boxes that touch overlap.
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        (0..D).all(|axis| self.overlaps_on(axis, other))
    }

    /// Whether two boxes overlap, evaluated without branches. Among boxes that are close on one
    /// axis the outcome of a single comparison is unpredictable, but all comparisons seldom hold
    /// together.
    #[inline]
    pub(super) fn overlaps_branchless(&self, other: &Self) -> bool {
        (0..D).fold(true, |all, axis| {
            all & (self.min[axis] <= other.max[axis]) & (other.min[axis] <= self.max[axis])
        })
    }

    /// Whether two boxes overlap on one axis.
    #[inline]
    pub fn overlaps_on(&self, axis: usize, other: &Self) -> bool {
        self.min[axis] <= other.max[axis] && other.min[axis] <= self.max[axis]
    }

    /// The smallest box that contains both.
    #[inline]
    pub fn union(&self, other: &Self) -> Self {
        let pick = |a: S, b: S, first: bool| if first { a } else { b };
        Self {
            min: std::array::from_fn(|axis| pick(self.min[axis], other.min[axis], self.min[axis] <= other.min[axis])),
            max: std::array::from_fn(|axis| pick(self.max[axis], other.max[axis], self.max[axis] >= other.max[axis])),
        }
    }

    /// Whether `min <= max` on every axis. False if a bound is NaN.
    #[inline]
    pub fn is_valid(&self) -> bool {
        (0..D).all(|axis| self.min[axis] <= self.max[axis])
    }
}
