//! Box pruning as published (Terdiman 2007, section 4c): the scan of the [sweep](super::Sweep), one
//! comparison at a time.
//!
//! 1. Sort the boxes by their lower end on the axis of largest variance.
//! 2. *Complete*: each box is compared with the later ones until one begins after its end.
//!    *Bipartite*: each box of one set is compared with those of the other that begin inside it;
//!    then the sets change roles. If two boxes begin at the same value, the box of the first set
//!    finds the other.
//! 3. A comparison ends at the first axis on which the two boxes are apart.
//!
//! The baseline for the arrays, lanes and prefilter of the sweep. Unlike in the published code, the
//! boxes are copied in sorted order: without the copy it would be slower.

use super::super::{Aabb, Scalar};
use super::order::by_min;
use super::sample::widest_axis;

/// Box pruning, with buffers that are kept between calls.
#[derive(Clone, Debug)]
pub struct BoxPruning<S, const D: usize> {
    keys: Vec<u64>,
    spare: Vec<u64>,
    here: Vec<(Aabb<S, D>, u32)>,
    there: Vec<(Aabb<S, D>, u32)>,
}

impl<S, const D: usize> Default for BoxPruning<S, D> {
    fn default() -> Self {
        Self {
            keys: Vec::new(),
            spare: Vec::new(),
            here: Vec::new(),
            there: Vec::new(),
        }
    }
}

impl<S: Scalar, const D: usize> BoxPruning<S, D> {
    /// Reports all overlapping pairs of boxes, each once, the smaller number first, in unspecified
    /// order.
    pub fn complete(&mut self, boxes: &[Aabb<S, D>], mut report: impl FnMut(u32, u32)) {
        let axis = widest_axis(boxes);
        sort(boxes, axis, &mut self.here, &mut self.keys, &mut self.spare);
        for (place, &(one, a)) in self.here.iter().enumerate() {
            for &(other, b) in &self.here[place + 1..] {
                if other.min[axis] > one.max[axis] {
                    break;
                }
                if overlaps_on_other_axes(&one, &other, axis) {
                    report(a.min(b), a.max(b));
                }
            }
        }
    }

    /// Reports all overlapping pairs of a box of `here` and a box of `there`, each once, by their
    /// indices in the two slices, in unspecified order.
    pub fn bipartite(&mut self, here: &[Aabb<S, D>], there: &[Aabb<S, D>], mut report: impl FnMut(u32, u32)) {
        let axis = widest_axis(if here.len() > there.len() { here } else { there });
        sort(here, axis, &mut self.here, &mut self.keys, &mut self.spare);
        sort(there, axis, &mut self.there, &mut self.keys, &mut self.spare);
        scan(&self.here, &self.there, axis, |begin, one| begin < one, &mut report);
        scan(&self.there, &self.here, axis, |begin, one| begin <= one, |b, a| report(a, b));
    }
}

fn sort<S: Scalar, const D: usize>(
    boxes: &[Aabb<S, D>],
    axis: usize,
    sorted: &mut Vec<(Aabb<S, D>, u32)>,
    keys: &mut Vec<u64>,
    spare: &mut Vec<u64>,
) {
    by_min(boxes, axis, keys, spare);
    sorted.clear();
    sorted.extend(keys.iter().map(|&key| (boxes[key as u32 as usize], key as u32)));
}

/// Reports the overlapping pairs of a box of `ones` and a box of `others` that does not begin
/// `before` it.
fn scan<S: Scalar, const D: usize>(
    ones: &[(Aabb<S, D>, u32)],
    others: &[(Aabb<S, D>, u32)],
    axis: usize,
    before: impl Fn(S, S) -> bool,
    mut report: impl FnMut(u32, u32),
) {
    let mut first = 0;
    for &(one, a) in ones {
        while others
            .get(first)
            .is_some_and(|(other, _)| before(other.min[axis], one.min[axis]))
        {
            first += 1;
        }
        for &(other, b) in &others[first..] {
            if other.min[axis] > one.max[axis] {
                break;
            }
            if overlaps_on_other_axes(&one, &other, axis) {
                report(a, b);
            }
        }
    }
}

#[inline]
fn overlaps_on_other_axes<S: Scalar, const D: usize>(one: &Aabb<S, D>, other: &Aabb<S, D>, axis: usize) -> bool {
    (0..D).all(|at| at == axis || one.overlaps_on(at, other))
}
