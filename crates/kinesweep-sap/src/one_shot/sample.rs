//! A sample of the boxes, from which an axis, a range or a cell size is chosen.

use super::super::{Aabb, Scalar};
use super::constants::{OUTLIER_SHARE, SAMPLE_SIZE};

/// Evenly spaced boxes of a set, at most [`SAMPLE_SIZE`].
pub(super) fn sample<S: Scalar, const D: usize>(boxes: &[Aabb<S, D>]) -> impl Iterator<Item = &Aabb<S, D>> {
    boxes.iter().step_by(boxes.len().div_ceil(SAMPLE_SIZE).max(1))
}

/// The axis on which the lower ends of the boxes have the largest variance; infinite ends are
/// ignored.
pub(super) fn widest_axis<S: Scalar, const D: usize>(boxes: &[Aabb<S, D>]) -> usize {
    // Squares are summed about a value on the axis, so that far from the origin no digits cancel.
    let (mut about, mut counts, mut sums, mut squares) = ([0.0; D], [0.0; D], [0.0; D], [0.0; D]);
    for bounds in sample(boxes) {
        for axis in 0..D {
            let value = bounds.min[axis].to_f64();
            if value.is_finite() {
                if counts[axis] == 0.0 {
                    about[axis] = value;
                }
                let away = value - about[axis];
                counts[axis] += 1.0;
                sums[axis] += away;
                squares[axis] += away * away;
            }
        }
    }
    let (mut best, mut most) = (0, f64::NEG_INFINITY);
    for axis in 0..D {
        let count = f64::max(counts[axis], 1.0);
        let mean = sums[axis] / count;
        let variance = squares[axis] / count - mean * mean;
        if variance > most {
            (best, most) = (axis, variance);
        }
    }
    best
}

/// The range of values on an axis in which nearly all finite lower ends of the boxes lie;
/// `(0.0, 0.0)` if there are none.
pub(super) fn range<S: Scalar, const D: usize>(boxes: &[Aabb<S, D>], axis: usize) -> (f64, f64) {
    let mut values: Vec<f64> = sample(boxes)
        .map(|bounds| bounds.min[axis].to_f64())
        .filter(|value| value.is_finite())
        .collect();
    if values.is_empty() {
        return (0.0, 0.0);
    }
    let outside = (values.len() as f64 * OUTLIER_SHARE) as usize;
    let last = values.len() - 1 - outside;
    let high = *values.select_nth_unstable_by(last, f64::total_cmp).1;
    let low = *values[..=last].select_nth_unstable_by(outside.min(last), f64::total_cmp).1;
    (low, high)
}
