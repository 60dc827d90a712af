//! The optimised sweep along one axis.
//!
//! 1. The sweep axis is the one with the greatest variance of the lower ends, estimated from a
//!    sample.
//! 2. Numbers of boxes are sorted by their lower end there, as integers that sort as the numbers do
//!    (Terdiman 2007, appendix A).
//! 3. The bounds are gathered into arrays in that order.
//! 4. Each box is compared with those that begin before its end, many at a time: see
//!    [`kernel`](super::kernel) and, for many boxes, [`prefilter`](super::prefilter).
//!
//! O(n log n + m), where m counts the pairs that overlap on the sweep axis: m grows as n^(5/3) at
//! constant density in space. With two sets (Zomorodian and Edelsbrunner 2000) both are sorted, and
//! of two boxes the one that begins first finds the other.

use super::super::{Aabb, Scalar};
use super::constants::PREFILTER_FROM;
use super::kernel::Lanes;
use super::order::by_min;
use super::prefilter::{Prefilter, ranges};
use super::sample::widest_axis;

/// The sweep, with buffers that are kept between calls.
///
/// ```
/// use kinesweep_sap::{Aabb, one_shot::Sweep};
/// let boxes = [0.0, 1.0, 2.5].map(|low| Aabb { min: [low; 3], max: [low + 1.0; 3] });
/// let mut pairs = Vec::new();
/// Sweep::default().complete(&boxes, |a, b| pairs.push((a, b)));
/// assert_eq!(pairs, [(0, 1)]);
/// ```
#[derive(Clone, Debug)]
pub struct Sweep<S, const D: usize> {
    here: Lanes<S, D>,
    there: Lanes<S, D>,
    prefilter: Prefilter<S, D>,
    keys: Vec<u64>,
    other_keys: Vec<u64>,
    spare: Vec<u64>,
}

impl<S: Scalar, const D: usize> Default for Sweep<S, D> {
    fn default() -> Self {
        Self {
            here: Lanes::default(),
            there: Lanes::default(),
            prefilter: Prefilter::default(),
            keys: Vec::new(),
            other_keys: Vec::new(),
            spare: Vec::new(),
        }
    }
}

impl<S: Scalar, const D: usize> Sweep<S, D> {
    /// Reports all overlapping pairs of boxes, each once, the smaller number first, in unspecified
    /// order.
    pub fn complete(&mut self, boxes: &[Aabb<S, D>], mut report: impl FnMut(u32, u32)) {
        let axis = widest_axis(boxes);
        by_min(boxes, axis, &mut self.keys, &mut self.spare);
        let keys = &self.keys[..];
        self.here.fill(axis, keys.iter().map(|&key| boxes[key as u32 as usize]));
        let emit = |a: usize, b: usize| {
            let (a, b) = (keys[a] as u32, keys[b] as u32);
            report(a.min(b), a.max(b));
        };
        if D > 1 && boxes.len() >= PREFILTER_FROM {
            self.prefilter.pairs(&self.here, ranges(boxes, axis), emit);
        } else {
            self.here.pairs(emit);
        }
    }

    /// Reports all overlapping pairs of a box of `here` and a box of `there`, each once, by their
    /// indices in the two slices, in unspecified order.
    pub fn bipartite(&mut self, here: &[Aabb<S, D>], there: &[Aabb<S, D>], mut report: impl FnMut(u32, u32)) {
        let axis = widest_axis(if here.len() > there.len() { here } else { there });
        by_min(here, axis, &mut self.keys, &mut self.spare);
        by_min(there, axis, &mut self.other_keys, &mut self.spare);
        let (keys, other_keys) = (&self.keys[..], &self.other_keys[..]);
        self.here.fill(axis, keys.iter().map(|&key| here[key as u32 as usize]));
        self.there
            .fill(axis, other_keys.iter().map(|&key| there[key as u32 as usize]));
        self.here
            .pairs_between(&self.there, |a, b| report(keys[a] as u32, other_keys[b] as u32));
    }
}
