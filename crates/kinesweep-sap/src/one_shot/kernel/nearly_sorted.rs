//! The sweep over boxes that are nearly sorted.

use super::super::super::Scalar;
use super::{LANES, Lanes, lanes};

impl<S: Scalar, const D: usize> Lanes<S, D> {
    /// Writes, for each place, the least lower end from there on, on the sweep axis. Returns the
    /// mean distance of the lower ends from these minima, in units of the mean width: 0 if the
    /// boxes are sorted, NaN where a box is infinite.
    #[inline(never)]
    pub(crate) fn suffix_minima(&self, suffix_minima: &mut Vec<S>) -> f64 {
        let len = self.len;
        suffix_minima.resize(len + LANES, S::default());
        suffix_minima[len..].fill(S::from_f64(f64::NAN));
        let (mut first, mut behind, mut widths) = (S::INFINITY, 0.0, 0.0);
        let boxes = self.min[0][..len].iter().zip(&self.max[0][..len]);
        for (suffix_minima, (min, max)) in suffix_minima[..len].iter_mut().zip(boxes).rev() {
            first = if *min < first { *min } else { first };
            *suffix_minima = first;
            behind += min.minus(first).to_f64();
            widths += max.minus(*min).to_f64();
        }
        if behind == 0.0 { 0.0 } else { behind / widths }
    }

    /// Appends all overlapping pairs of boxes, in any order of the boxes, as ids, the smaller id in
    /// the upper half. `ids` holds the id at each place, `suffix_minima` the result of
    /// [`suffix_minima`](Self::suffix_minima).
    ///
    /// Unlike [`pairs`](Self::pairs) it compares two boxes at once, on all axes: faster for the few
    /// hundred boxes of a cell, where a box is compared with one or two blocks.
    #[inline(never)]
    pub(crate) fn pairs_nearly_sorted(&self, suffix_minima: &[S], ids: &[u32], pairs: &mut Vec<u64>) {
        let view = self.view();
        let pair = |one: usize, other: usize| {
            let (a, b) = (ids[one], ids[other]);
            u64::from(a.min(b)) << 32 | u64::from(a.max(b))
        };
        let suffix_minima = &suffix_minima[..self.len + LANES];
        for one in (0..self.len).step_by(2) {
            // The sentinel behind the last box overlaps nothing.
            let (a, b) = (view.bounds(one), view.bounds(one + 1));
            if a.overlaps(&b) {
                pairs.push(pair(one, one + 1));
            }
            let end = if a.max[0] < b.max[0] { b.max[0] } else { a.max[0] };
            let mut start = (one + 2).min(self.len);
            while suffix_minima[start] <= end {
                let (mut hits, mut more) = ([S::mask(true); LANES], [S::mask(true); LANES]);
                for at in 0..D {
                    let (min, max) = (lanes(view.min[at], start), lanes(view.max[at], start));
                    for lane in 0..LANES {
                        hits[lane] = hits[lane] & S::mask(min[lane] <= a.max[at]) & S::mask(max[lane] >= a.min[at]);
                        more[lane] = more[lane] & S::mask(min[lane] <= b.max[at]) & S::mask(max[lane] >= b.min[at]);
                    }
                }
                let mut any = S::mask(false);
                for lane in 0..LANES {
                    any = any | hits[lane] | more[lane];
                }
                if any != S::mask(false) {
                    for lane in 0..LANES {
                        let other = start + lane;
                        if hits[lane] != S::mask(false) {
                            pairs.push(pair(one, other));
                        }
                        if more[lane] != S::mask(false) {
                            pairs.push(pair(one + 1, other));
                        }
                    }
                }
                start += LANES;
            }
        }
    }
}
