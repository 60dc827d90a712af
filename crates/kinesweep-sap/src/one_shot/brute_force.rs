//! Comparison of all pairs of boxes: the oracle of all other methods.

use super::super::{Aabb, Scalar};

/// Reports all overlapping pairs of boxes, in ascending order. O(n^2).
pub(super) fn complete<S: Scalar, const D: usize>(boxes: &[Aabb<S, D>], mut report: impl FnMut(u32, u32)) {
    for (a, one) in (0..).zip(boxes) {
        for (b, other) in (0..).zip(boxes).skip(a as usize + 1) {
            if one.overlaps(other) {
                report(a, b);
            }
        }
    }
}

/// Reports all overlapping pairs of a box of `here` and a box of `there`, in ascending order. O(n
/// m).
pub(super) fn bipartite<S: Scalar, const D: usize>(here: &[Aabb<S, D>], there: &[Aabb<S, D>], mut report: impl FnMut(u32, u32)) {
    for (a, one) in (0..).zip(here) {
        for (b, other) in (0..).zip(there) {
            if one.overlaps(other) {
                report(a, b);
            }
        }
    }
}
