//! The first time at which any parts of two bodies meet. Every pair of nodes and parts waits in a
//! queue, keyed by the time up to which it is certainly apart. The earliest is examined next.
//!
//! So most pairs are examined once or twice, and none beyond the first impact. The order of the
//! examinations, and the result, are a function of the two motions: of equal times pairs of nodes
//! come first, then parts, then the impacts found.
//!
//! For a ball and a shape of many parts, a [path](BallPath) replaces the nodes: its spans come into the
//! queue one after the other, each with the parts that the ball may touch in it.

use super::super::Interval;
use super::super::advance::Target;
use super::super::ball_path::BallPath;
use super::super::bvh::{Below, Node};
use super::constants::{LONG_SEARCH_STEPS, MAX_SEARCH_STEPS, NEAR_NODES};
use super::examine::{Examination, PartTask};
use super::near_parts::NearParts;
use super::pair::RotatingPair;
use super::plane::{Plane, separated_for};
use super::steps::Outcome;
use super::two_parts::search_two_parts;
use nalgebra::Vector3;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::iter;

enum TaskKind {
    /// The next span of the path of a ball.
    Span,
    Nodes([u32; 2]),
    Leaves(Box<PartTask>),
    Met([u32; 2]),
}

struct Task {
    s: f64,
    kind: TaskKind,
}

impl Task {
    fn key(&self) -> (u8, [u32; 2]) {
        match &self.kind {
            TaskKind::Span => (0, [0; 2]),
            TaskKind::Nodes(nodes) => (0, *nodes),
            TaskKind::Leaves(task) => (1, task.leaves),
            TaskKind::Met(leaves) => (2, *leaves),
        }
    }
}

impl PartialEq for Task {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Task {}

impl PartialOrd for Task {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Task {
    fn cmp(&self, other: &Self) -> Ordering {
        self.s.total_cmp(&other.s).then_with(|| self.key().cmp(&other.key()))
    }
}

/// The first time in the window at which they meet, if that is not after `until`: to the bit the same whenever
/// that is. `path`: that of the ball, if one of the two is a ball and the other a shape of many parts.
pub(super) fn search(pair: &RotatingPair, path: Option<&BallPath>, window: Interval, until: f64, target: Target) -> Outcome {
    // If nothing happens within a period, nothing ever does.
    let end = window.end.min(window.begin + pair.period());
    if path.is_none() && pair.parts.iter().all(|parts| parts.leaves.len() == 1) {
        return search_two_parts(pair, Interval { end, ..window }, until, target);
    }
    let mut queue = BinaryHeap::new();
    let enqueue = |queue: &mut BinaryHeap<Reverse<Task>>, s: f64, kind: TaskKind| {
        if s <= end.min(until) && s < f64::INFINITY {
            queue.push(Reverse(Task { s, kind }));
        }
    };
    let mut near = path.map(|path| NearParts::new(path, Interval { end, ..window }));
    let first = if near.is_some() {
        TaskKind::Span
    } else {
        TaskKind::Nodes([0, 0])
    };
    enqueue(&mut queue, window.begin, first);
    let mut steps = 0;
    while let Some(Reverse(Task { s, kind })) = queue.pop() {
        steps += 1;
        if steps > MAX_SEARCH_STEPS {
            return Outcome::StepLimit(s);
        }
        match kind {
            TaskKind::Met(leaves) => return Outcome::Met { s, leaves },
            TaskKind::Span => {
                let Some(near) = &mut near else { continue };
                for (leaves, begin) in near.advance() {
                    enqueue(
                        &mut queue,
                        begin,
                        TaskKind::Leaves(Box::new(PartTask::new(pair, leaves, begin))),
                    );
                }
                enqueue(&mut queue, near.end(), TaskKind::Span);
            }
            TaskKind::Nodes([a, b]) => {
                let nodes = [&pair.parts[0].tree.nodes[a as usize], &pair.parts[1].tree.nodes[b as usize]];
                if let [Below::Leaf(a), Below::Leaf(b)] = nodes.map(|node| node.below) {
                    enqueue(&mut queue, s, TaskKind::Leaves(Box::new(PartTask::new(pair, [a, b], s))));
                } else if let Some(next) = pair.nodes_separated_until(nodes, s, end - s) {
                    enqueue(&mut queue, next, TaskKind::Nodes([a, b]));
                } else {
                    for below in below(nodes, [a, b]) {
                        enqueue(&mut queue, s, TaskKind::Nodes(below));
                    }
                }
            }
            TaskKind::Leaves(mut task) => match near.as_mut().map_or(Some(s), |near| near.next(task.leaves, s)) {
                None => {}
                Some(later) if later > s => enqueue(&mut queue, later, TaskKind::Leaves(task)),
                Some(_) => match pair.examine(&mut task, s, end, target) {
                    Examination::Met => enqueue(&mut queue, s, TaskKind::Met(task.leaves)),
                    Examination::ApartUntil(next) => {
                        let next = if steps > LONG_SEARCH_STEPS {
                            next.max(s + pair.apart_in_any_rotation(&task, s))
                        } else {
                            next
                        };
                        enqueue(&mut queue, next, TaskKind::Leaves(task));
                    }
                },
            },
        }
    }
    Outcome::Apart
}

/// The pairs of nodes below a pair: the larger of the two nodes is split.
fn below(nodes: [&Node; 2], [a, b]: [u32; 2]) -> [[u32; 2]; 2] {
    let larger_a = nodes[0].size >= nodes[1].size;
    match nodes.map(|node| node.below) {
        [Below::Nodes(second), other] if larger_a || matches!(other, Below::Leaf(_)) => [[a + 1, b], [second, b]],
        [_, Below::Nodes(second)] => [[a, b + 1], [a, second]],
        [_, Below::Leaf(_)] => unreachable!("two leaves are no nodes, and the arm before takes a leaf below b"),
    }
}

impl RotatingPair<'_> {
    /// A time up to which the balls about two nodes are apart; none if they are near.
    fn nodes_separated_until(&self, nodes: [&Node; 2], s: f64, limit: f64) -> Option<f64> {
        let turns = self.turns_at(s);
        let centres = [0, 1].map(|side| turns[side].matrix() * nodes[side].block.center);
        let radii = nodes[0].block.half.norm() + nodes[1].block.half.norm() + self.rel.swell_at(s);
        let origin_motion = self.origin_motion(s);
        let between = origin_motion.position + centres[1] - centres[0];
        let gap = between.norm() - radii - self.touching_gap(s, true);
        if gap <= NEAR_NODES * radii {
            return None;
        }
        let plane = Plane {
            normal: between.try_normalize(0.0)?,
            plane_spin: Vector3::zeros(),
            gap,
        };
        let bounds = [0, 1].map(|side| self.turning[side].point_bounds(iter::once(&nodes[side].block.center)));
        let next = s + separated_for(
            &plane,
            &origin_motion,
            &self.rotated(0, &centres[..1], &turns[0], &bounds[0]),
            &self.rotated(1, &centres[1..], &turns[1], &bounds[1]),
            limit,
        );
        (next > s).then_some(next)
    }
}
