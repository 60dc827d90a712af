//! Simultaneous descent of two trees of boxes in relative motion, to the pairs of leaves with
//! overlapping boxes.
//!
//! A pair of nodes is skipped if their boxes never overlap in the window, or the visitor needs no
//! part of their window. Of two pairs the one with the earlier overlap is visited first.

use super::bvh::{Below, Block, Bvh};
use super::{Interval, Relative};
use crate::roots::first_negative_quadratic;
use nalgebra::Vector3;
use smallvec::SmallVec;

/// Handles pairs of leaves.
pub(super) trait Visitor {
    /// The part of a window that still has to be searched.
    fn remaining(&self, window: Interval) -> Option<Interval>;
    /// Handles a pair of leaves. Their boxes overlap only in this window.
    fn visit(&mut self, leaves: [u32; 2], window: Interval);
}

/// A pair of nodes to be visited, and the window in which their boxes overlap.
#[derive(Clone, Copy)]
struct Task {
    nodes: [u32; 2],
    window: Interval,
}

/// Each step down replaces one pair by two, so that the stack is as deep as both trees together: on
/// the heap for more than 65 536 leaves each.
type Stack = SmallVec<[Task; 32]>;

/// Visits the pairs of leaves with boxes that overlap in the window. `block_b` returns the boxes of
/// b's nodes in a's axes. O(pairs of nodes with overlapping boxes).
pub(super) fn descend(
    trees: [&Bvh; 2],
    block_b: impl Fn(usize) -> Block,
    sweep: &Sweep,
    window: Interval,
    visitor: &mut impl Visitor,
) {
    let [nodes_a, nodes_b] = [&trees[0].nodes, &trees[1].nodes];
    let uniform = sweep.rel.is_uniform();
    let inverse = sweep.rel.velocity.map(|v| 1.0 / v);
    let task = |a: u32, b: u32, window: Interval| {
        let block_b = block_b(b as usize);
        let block_a = &nodes_a[a as usize].block;
        let window = if uniform {
            sweep.uniform_overlap(block_a, &block_b, &inverse, window)
        } else {
            sweep.overlap(block_a, &block_b, window)
        };
        window.map(|window| Task { nodes: [a, b], window })
    };
    let mut stack: Stack = task(0, 0, window).into_iter().collect();
    while let Some(Task { nodes: [a, b], window }) = stack.pop() {
        let Some(window) = visitor.remaining(window) else { continue };
        let [node_a, node_b] = [&nodes_a[a as usize], &nodes_b[b as usize]];
        let larger_a = node_a.size >= node_b.size;
        let (first, second) = match (node_a.below, node_b.below) {
            (Below::Leaf(a), Below::Leaf(b)) => {
                visitor.visit([a, b], window);
                continue;
            }
            (Below::Nodes(second), below) if larger_a || matches!(below, Below::Leaf(_)) => {
                (task(a + 1, b, window), task(second, b, window))
            }
            (_, Below::Nodes(second)) => (task(a, b + 1, window), task(a, second, window)),
            (Below::Nodes(_), Below::Leaf(_)) => unreachable!("gone down by the arm before"),
        };
        match (first, second) {
            (Some(p), Some(q)) => {
                // One by one: `extend` is not inlined.
                let in_order = p.window.begin <= q.window.begin;
                stack.push(if in_order { q } else { p });
                stack.push(if in_order { p } else { q });
            }
            (Some(task), None) | (None, Some(task)) => stack.push(task),
            (None, None) => {}
        }
    }
}

/// The relative motion of the boxes of two trees.
pub(super) struct Sweep {
    pub(super) rel: Relative,
    /// Widening of the boxes, in metres.
    pub(super) margin: f64,
}

impl Sweep {
    /// The smallest interval in the window that contains all times at which two boxes overlap.
    pub(super) fn overlap(&self, a: &Block, b: &Block, window: Interval) -> Option<Interval> {
        let mut window = window;
        let rel = &self.rel;
        let apart = b.center - a.center + rel.position;
        for axis in 0..3 {
            let half = a.half[axis] + b.half[axis] + self.margin;
            window = band(apart[axis], rel.velocity[axis], rel.acceleration[axis], half, window)?;
        }
        Some(window)
    }

    /// The same for uniform motion, without branches. `inverse` is the reciprocal of the velocity,
    /// infinite on an axis at rest: there the margin ensures that 0 times infinity means apart.
    /// (Boxes at rest apart overlap at infinity alone, which is never.)
    #[inline]
    fn uniform_overlap(&self, a: &Block, b: &Block, inverse: &Vector3<f64>, window: Interval) -> Option<Interval> {
        let (mut begin, mut end) = (window.begin, window.end);
        for axis in 0..3 {
            let apart = b.center[axis] - a.center[axis] + self.rel.position[axis];
            let half = a.half[axis] + b.half[axis] + self.margin;
            let (one, other) = ((-half - apart) * inverse[axis], (half - apart) * inverse[axis]);
            begin = begin.max(one.min(other));
            end = end.min(one.max(other));
        }
        Interval::new(begin, end)
    }
}

/// The smallest interval in the window that contains all times at which |x + v s + 1/2 a s²| <=
/// half.
fn band(x: f64, v: f64, a: f64, half: f64, window: Interval) -> Option<Interval> {
    if a == 0.0 {
        if v == 0.0 {
            return (x.abs() <= half).then_some(window);
        }
        let (to_low, to_high) = ((-half - x) / v, (half - x) / v);
        return narrowed(to_low.min(to_high), to_low.max(to_high), window);
    }
    // The time to the band from the side on which x is outside, if it is.
    let enters = |x: f64, v: f64, a: f64| match x {
        _ if x > half => first_negative_quadratic(x - half, v, 0.5 * a),
        _ if x < -half => first_negative_quadratic(-half - x, -v, -0.5 * a),
        _ => 0.0,
    };
    let begin = enters(x, v, a);
    let end = if window.end.is_finite() {
        let s = window.end;
        s - enters(x + (v + 0.5 * a * s) * s, -(v + a * s), a)
    } else {
        window.end
    };
    narrowed(begin, end, window)
}

/// The part of the window from `begin` to `end`.
pub(super) fn narrowed(begin: f64, end: f64, window: Interval) -> Option<Interval> {
    let (begin, end) = (begin.max(window.begin), end.min(window.end));
    Interval::new(begin, end)
}
