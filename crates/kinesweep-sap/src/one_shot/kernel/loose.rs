//! The sweep over boxes that are nearly in order, if at all.

use super::super::super::Scalar;
use super::{LANES, Lanes, lanes};

impl<S: Scalar, const D: usize> Lanes<S, D> {
    /// For each place, where the first of the boxes from there on begins on the sweep axis. Gives how far boxes are behind
    /// such, in their mean width: 0 in order, not a number where a box has no bounds.
    #[inline(never)]
    pub(crate) fn soonest(&self, soonest: &mut Vec<S>) -> f64 {
        let len = self.len;
        soonest.resize(len + LANES, S::default());
        soonest[len..].fill(S::from_f64(f64::NAN));
        let (mut first, mut behind, mut widths) = (S::INFINITY, 0.0, 0.0);
        let boxes = self.min[0][..len].iter().zip(&self.max[0][..len]);
        for (soonest, (min, max)) in soonest[..len].iter_mut().zip(boxes).rev() {
            first = if *min < first { *min } else { first };
            *soonest = first;
            behind += min.minus(first).to_f64();
            widths += max.minus(*min).to_f64();
        }
        if behind == 0.0 { 0.0 } else { behind / widths }
    }

    /// All pairs of boxes that overlap, whatever the order, by name, the smaller name in the upper half. `names` tells who
    /// stands at each place, `soonest` is that of [`soonest`](Self::soonest).
    ///
    /// Unlike [`pairs`](Self::pairs) it looks at all axes at once, and at two boxes: better for the few hundred boxes of a
    /// cell, of which a box meets one or two blocks.
    #[inline(never)]
    pub(crate) fn pairs_loosely(&self, soonest: &[S], names: &[u32], pairs: &mut Vec<u64>) {
        let view = self.view();
        let pair = |one: usize, other: usize| {
            let (a, b) = (names[one], names[other]);
            u64::from(a.min(b)) << 32 | u64::from(a.max(b))
        };
        let soonest = &soonest[..self.len + LANES];
        for one in (0..self.len).step_by(2) {
            // Behind the last box stands one that overlaps nothing.
            let (a, b) = (view.bounds(one), view.bounds(one + 1));
            if a.overlaps(&b) {
                pairs.push(pair(one, one + 1));
            }
            let end = if a.max[0] < b.max[0] { b.max[0] } else { a.max[0] };
            let mut start = (one + 2).min(self.len);
            while soonest[start] <= end {
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
