//! All overlapping pairs, by one traversal of the tree.

use super::super::{Aabb, Scalar};
use super::tree::{LEAF, ROOT, Tree};
use std::ops::Range;

/// A part of space: on each axis from the first value up to, not including, the second; or up to
/// infinity, included.
type Part<S, const D: usize> = [(S, S); D];

impl<S: Scalar, const D: usize> Tree<S, D> {
    /// Reports all overlapping pairs of boxes, each once.
    ///
    /// `path` is scratch: the bounds of the boxes in the nodes above that touch the current node,
    /// then of its own boxes.
    pub(super) fn pairs(&self, boxes: &[Aabb<S, D>], path: &mut Vec<(Aabb<S, D>, u32)>, mut report: impl FnMut(u32, u32)) {
        path.clear();
        self.walk(ROOT, &[(S::NEG_INFINITY, S::INFINITY); D], 0..0, boxes, path, &mut report);
    }

    fn walk(
        &self,
        node: u32,
        part: &Part<S, D>,
        above: Range<usize>,
        boxes: &[Aabb<S, D>],
        path: &mut Vec<(Aabb<S, D>, u32)>,
        report: &mut impl FnMut(u32, u32),
    ) {
        let node = &self.nodes[node as usize];
        let own = path.len();
        path.extend(node.list.iter().map(|&id| (boxes[id as usize], id)));
        for index in own..path.len() {
            let (one, a) = path[index];
            for (other, b) in path[above.clone()].iter().chain(&path[own..index]) {
                if one.overlaps_branchless(other) && contains_corner(part, &one, other) {
                    report(a, *b);
                }
            }
        }
        if node.children == LEAF {
            return;
        }
        let end = path.len();
        for child in 0..1 << D {
            let part: Part<S, D> = std::array::from_fn(|axis| {
                let (low, high) = part[axis];
                if child >> axis & 1 == 1 {
                    (node.middle[axis], high)
                } else {
                    (low, node.middle[axis])
                }
            });
            for index in above.clone().chain(own..end) {
                let touches = |axis: usize| {
                    let (bounds, (low, high)) = (&path[index].0, part[axis]);
                    bounds.max[axis] >= low && (bounds.min[axis] < high || high == S::INFINITY)
                };
                if (0..D).all(touches) {
                    path.push(path[index]);
                }
            }
            self.walk(node.children + child, &part, end..path.len(), boxes, path, report);
            path.truncate(end);
        }
        path.truncate(own);
    }
}

/// Whether the lower corner of the intersection of two boxes is in a part of space. It is in one
/// leaf only.
#[inline]
fn contains_corner<S: Scalar, const D: usize>(part: &Part<S, D>, one: &Aabb<S, D>, other: &Aabb<S, D>) -> bool {
    (0..D).all(|axis| {
        let (low, high) = part[axis];
        let corner = if one.min[axis] > other.min[axis] {
            one.min[axis]
        } else {
            other.min[axis]
        };
        low <= corner && (corner < high || high == S::INFINITY)
    })
}
