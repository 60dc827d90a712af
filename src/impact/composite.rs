//! Pairs of shapes made of leaves: which leaf pairs can meet, and when.
//!
//! Everything is done in the axes of a's body. Both trees are gone down together; a pair of nodes is left out if their boxes never
//! overlap in the window, or begin to after the best impact so far. The earlier windows are gone down first, but the answer does
//! not depend on the order: the earliest impact, at equal times the lowest leaves.

use super::advance::Entry;
use super::bvh::{Below, Block};
use super::collider::Parts;
use super::leaf::Leaf;
use super::{Interval, Intervals, Moving, Relative, leaf_pair};
use crate::roots::first_negative_quadratic;
use nalgebra::{Matrix3, Vector3};
use smallvec::{SmallVec, smallvec};
use std::borrow::Cow;

/// How much node boxes are widened, in units of the scale of lengths in the search: they must hold contacts that rounding moves.
const MARGIN: f64 = 64.0 * f64::EPSILON;

/// Two shapes of leaves in relative motion, in the axes of the first.
pub(super) struct Composite<'a> {
    a: &'a Parts,
    b: &'a Parts,
    rel: Relative,
    turn: Turn,
    /// What node boxes are widened by.
    margin: f64,
}

/// From b's axes to a's.
#[derive(Clone, Copy)]
enum Turn {
    None,
    By {
        rotation: Matrix3<f64>,
        magnitudes: Matrix3<f64>,
    },
}

/// A pair of nodes to be gone down, and the window in which their boxes overlap.
#[derive(Clone, Copy)]
struct Task {
    nodes: [u32; 2],
    window: Interval,
}

/// Each step down replaces one pair by two, so that the stack is as deep as both trees together: on the heap for more than
/// 65 536 leaves each.
type Stack = SmallVec<[Task; 32]>;

impl<'a> Composite<'a> {
    /// `end` is the end of the search, which scales rounding with the lengths gone through.
    pub(super) fn new(moving: [&Moving<'_>; 2], parts: [&'a Parts; 2], rel: &Relative, end: f64) -> Self {
        let [a, b] = [moving[0].piece.orientation, moving[1].piece.orientation];
        let turn = if a == b {
            Turn::None
        } else {
            let rotation = *(a.inverse() * b).to_rotation_matrix().matrix();
            Turn::By {
                rotation,
                magnitudes: rotation.abs(),
            }
        };
        let rel = rel.in_frame_of(&a);
        let end = if end.is_finite() { end } else { 0.0 };
        let way = rel.position.norm() + (rel.velocity.norm() + 0.5 * rel.acceleration.norm() * end) * end;
        Self {
            a: parts[0],
            b: parts[1],
            rel,
            turn,
            margin: MARGIN * (parts[0].reach + parts[1].reach + way),
        }
    }

    /// The first impact in the window, and its leaves.
    pub(super) fn first_impact(&self, window: Interval) -> Option<(Entry, [u32; 2])> {
        let mut best: Option<(Entry, [u32; 2])> = None;
        self.descend(window, |leaves, window, latest| {
            let Some(found) = self.leaf_impact_within(leaves, window) else {
                return;
            };
            let sooner = match &best {
                Some((entry, other)) => (found.s, leaves) < (entry.s, *other),
                None => true,
            };
            if sooner {
                *latest = found.s;
                best = Some((found, leaves));
            }
        });
        best
    }

    /// The impact of one pair of leaves, as [`Composite::first_impact`] finds it.
    pub(super) fn leaf_impact(&self, leaves: [u32; 2], window: Interval) -> Option<Entry> {
        let [a, b] = self.leaf_blocks(leaves);
        let window = self.overlap(&a, &b, window)?;
        self.leaf_impact_within(leaves, window)
    }

    fn leaf_impact_within(&self, leaves: [u32; 2], window: Interval) -> Option<Entry> {
        let [a, b] = self.leaves(leaves);
        leaf_pair::first_impact(&a, &b, &self.rel, window, self.reach())
    }

    /// The times in the window at which any leaves touch, and whether a search was given up.
    pub(super) fn intervals(&self, window: Interval) -> (Intervals, bool) {
        let mut all: Vec<Interval> = Vec::new();
        let mut unresolved = false;
        self.descend(window, |leaves, window, _| {
            let [a, b] = self.leaves(leaves);
            let (found, gave_up) = leaf_pair::intervals(&a, &b, &self.rel, window, self.reach());
            all.extend_from_slice(found.as_slice());
            unresolved |= gave_up;
        });
        all.sort_by(|p, q| p.begin.total_cmp(&q.begin));
        let mut union = Intervals::none();
        for interval in all {
            union.push(interval.begin, interval.end);
        }
        (union, unresolved)
    }

    /// Calls `visit` for each pair of leaves whose boxes, widened by `slack`, touch when b is displaced by `offset`.
    pub(super) fn touching(&self, offset: &Vector3<f64>, slack: f64, mut visit: impl FnMut([u32; 2], &Leaf, &Leaf)) {
        let still = Self {
            rel: Relative {
                position: *offset,
                velocity: Vector3::zeros(),
                acceleration: Vector3::zeros(),
                ..self.rel
            },
            margin: self.margin + slack,
            ..*self
        };
        let instant = Interval { begin: 0.0, end: 0.0 };
        still.descend(instant, |leaves, _, _| {
            let [a, b] = still.leaves(leaves);
            visit(leaves, &a, &b);
        });
    }

    /// Both leaves in a's axes; b's not displaced.
    pub(super) fn leaves(&self, leaves: [u32; 2]) -> [Cow<'a, Leaf>; 2] {
        let [a, b] = [&self.a.leaves[leaves[0] as usize], &self.b.leaves[leaves[1] as usize]];
        let b = match &self.turn {
            Turn::None => Cow::Borrowed(b),
            Turn::By { rotation, .. } => Cow::Owned(b.turned(rotation)),
        };
        [Cow::Borrowed(a), b]
    }

    /// Where b is seen from a, in a's axes.
    pub(super) fn offset_at(&self, s: f64) -> Vector3<f64> {
        self.rel.position_at(s)
    }

    /// The scale of rounding in the leaves' coordinates.
    pub(super) fn reach(&self) -> f64 {
        self.a.reach + self.b.reach
    }

    /// The scale of rounding in the gap between the bodies.
    pub(super) fn rounding(&self) -> f64 {
        self.margin
    }

    fn leaf_blocks(&self, leaves: [u32; 2]) -> [Block; 2] {
        let a = Block::new(&self.a.leaves[leaves[0] as usize].bounds());
        let b = Block::new(&self.b.leaves[leaves[1] as usize].bounds());
        [a, self.turned(&b)]
    }

    fn turned(&self, block: &Block) -> Block {
        match &self.turn {
            Turn::None => *block,
            Turn::By { rotation, magnitudes } => block.turned(rotation, magnitudes),
        }
    }

    /// Goes down both trees, and calls `visit` with pairs of leaves, the window in which their boxes overlap, and the time after
    /// which nothing is wanted, which it may lower.
    fn descend(&self, window: Interval, mut visit: impl FnMut([u32; 2], Interval, &mut f64)) {
        let mut latest = window.end;
        let [nodes_a, nodes_b] = [&self.a.tree.nodes, &self.b.tree.nodes];
        let task = |nodes: [u32; 2]| {
            let b = self.turned(&nodes_b[nodes[1] as usize].block);
            let window = self.overlap(&nodes_a[nodes[0] as usize].block, &b, window)?;
            Some(Task { nodes, window })
        };
        let Some(root) = task([0, 0]) else { return };
        let mut stack: Stack = smallvec![root];
        while let Some(Task { nodes, window }) = stack.pop() {
            if window.begin > latest {
                continue;
            }
            let [a, b] = [&nodes_a[nodes[0] as usize], &nodes_b[nodes[1] as usize]];
            let larger_a = a.block.half.norm_squared() >= b.block.half.norm_squared();
            let pairs = match (a.below, b.below) {
                (Below::Leaf(a), Below::Leaf(b)) => {
                    visit([a, b], window, &mut latest);
                    continue;
                }
                (Below::Nodes(second), below) if larger_a || matches!(below, Below::Leaf(_)) => {
                    [[nodes[0] + 1, nodes[1]], [second, nodes[1]]]
                }
                (_, Below::Nodes(second)) => [[nodes[0], nodes[1] + 1], [nodes[0], second]],
                (Below::Nodes(second), Below::Leaf(_)) => [[nodes[0] + 1, nodes[1]], [second, nodes[1]]],
            };
            match pairs.map(task) {
                [Some(p), Some(q)] if p.window.begin <= q.window.begin => stack.extend([q, p]),
                [p, q] => stack.extend(p.into_iter().chain(q)),
            }
        }
    }

    /// The smallest interval in the window that holds all times at which two boxes overlap, widened by the margin.
    fn overlap(&self, a: &Block, b: &Block, window: Interval) -> Option<Interval> {
        let mut window = window;
        let rel = &self.rel;
        let apart = b.center - a.center + rel.position;
        for axis in 0..3 {
            let half = a.half[axis] + b.half[axis] + self.margin;
            window = band(apart[axis], rel.velocity[axis], rel.acceleration[axis], half, window)?;
        }
        Some(window)
    }
}

/// The smallest interval in the window that holds all times at which |x + v s + 1/2 a s²| <= half.
fn band(x: f64, v: f64, a: f64, half: f64, window: Interval) -> Option<Interval> {
    if a == 0.0 {
        if v == 0.0 {
            return (x.abs() <= half).then_some(window);
        }
        let (to_low, to_high) = ((-half - x) / v, (half - x) / v);
        return narrowed(to_low.min(to_high), to_low.max(to_high), window);
    }
    // Seen from the side on which it is outside the band, if it is.
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

fn narrowed(begin: f64, end: f64, window: Interval) -> Option<Interval> {
    let (begin, end) = (begin.max(window.begin), end.min(window.end));
    (begin <= end).then_some(Interval { begin, end })
}
