//! The first time at which any parts of two bodies meet. Every pair of nodes and parts waits in a
//! queue, keyed by the time up to which it is certainly apart. The earliest is examined next.
//!
//! So most pairs are examined once or twice, and none beyond the first impact. The order of the
//! examinations, and the result, are a function of the two motions: of equal times pairs of nodes
//! come first, then parts, then the impacts found.

use super::super::Interval;
use super::super::advance::Wanted;
use super::super::bvh::{Below, Node};
use super::super::closest::Hulls;
use super::super::leaf::Leaf;
use super::super::leaf_pair::{penetration, separation};
use super::super::simplex::Simplex;
use super::contact::Patch;
use super::facing::facing;
use super::pair::Turners;
use super::plane::{Course, Plane, Turned, apart_for, turn_of_features};
use super::round::{lowest_of, round_apart_for};
use super::{DEEP, LONG, least_time, look_past};
use nalgebra::{Matrix3, Vector3};
use smallvec::SmallVec;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// Steps after which a search is cut off: a hundred times what a pair that meets takes. What goes
/// on turning near another, for ever, takes about ten for each radian.
const MAX_STEPS: u32 = 20_000;

/// Nodes' balls nearer than this part of the sum of their radii are replaced by those below.
const NEAR: f64 = 0.25;

/// The end of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Outcome {
    /// They meet first at s. If several parts meet then, the lowest part numbers.
    Met { s: f64, leaves: [u32; 2] },
    /// They do not meet in the window.
    Apart,
    /// The step limit was reached: they do not meet up to s.
    GivenUp(f64),
}

enum What {
    Nodes([u32; 2]),
    Leaves(Box<Close>),
    Met([u32; 2]),
}

/// A pair of parts.
struct Close {
    leaves: [u32; 2],
    simplex: Simplex,
    /// The last valid normal.
    normal: Option<Vector3<f64>>,
    /// Number of consecutive examinations in which it touched.
    touched: i32,
    /// Whether it touched in every examination since the start of the motion.
    from_start: bool,
}

struct Task {
    s: f64,
    what: What,
}

impl Task {
    fn key(&self) -> (u8, [u32; 2]) {
        match &self.what {
            What::Nodes(nodes) => (0, *nodes),
            What::Leaves(close) => (1, close.leaves),
            What::Met(leaves) => (2, *leaves),
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

/// The result of examining a pair of parts.
enum Look {
    Met,
    /// No contact before this time.
    Until(f64),
}

/// The first time in the window at which they meet.
pub(super) fn search(pair: &Turners, window: Interval, wanted: Wanted) -> Outcome {
    // If nothing happens within a period, nothing ever does.
    let end = window.end.min(window.begin + pair.period());
    let mut waiting = BinaryHeap::new();
    let wait = |waiting: &mut BinaryHeap<Reverse<Task>>, s: f64, what: What| {
        if s <= end && s < f64::INFINITY {
            waiting.push(Reverse(Task { s, what }));
        }
    };
    wait(&mut waiting, window.begin, What::Nodes([0, 0]));
    let mut steps = 0;
    while let Some(Reverse(Task { s, what })) = waiting.pop() {
        steps += 1;
        if steps > MAX_STEPS {
            return Outcome::GivenUp(s);
        }
        match what {
            What::Met(leaves) => return Outcome::Met { s, leaves },
            What::Nodes([a, b]) => {
                let nodes = [&pair.parts[0].tree.nodes[a as usize], &pair.parts[1].tree.nodes[b as usize]];
                if let [Below::Leaf(a), Below::Leaf(b)] = nodes.map(|node| node.below) {
                    let close = Close {
                        leaves: [a, b],
                        simplex: Simplex::default(),
                        normal: None,
                        touched: 0,
                        from_start: s == 0.0,
                    };
                    wait(&mut waiting, s, What::Leaves(Box::new(close)));
                } else if let Some(next) = pair.nodes_apart(nodes, s, end - s) {
                    wait(&mut waiting, next, What::Nodes([a, b]));
                } else {
                    for below in below(nodes, [a, b]) {
                        wait(&mut waiting, s, What::Nodes(below));
                    }
                }
            }
            What::Leaves(mut close) => match pair.look(&mut close, s, end, wanted) {
                Look::Met => wait(&mut waiting, s, What::Met(close.leaves)),
                Look::Until(next) => {
                    let next = if steps > LONG {
                        next.max(s + pair.round_apart(&close, s))
                    } else {
                        next
                    };
                    wait(&mut waiting, next, What::Leaves(close));
                }
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

/// A part's rotated vertices, relative to its body's origin.
pub(super) fn vertices(leaf: &Leaf, rotation: &Matrix3<f64>) -> SmallVec<[Vector3<f64>; 8]> {
    leaf.vertices().iter().map(|vertex| rotation * vertex).collect()
}

impl Turners<'_> {
    pub(super) fn course(&self, s: f64) -> Course {
        Course {
            position: self.rel.position_at(s),
            velocity: self.rel.velocity_at(s),
            acceleration: self.rel.acceleration,
            growth: self.rel.growth,
        }
    }

    /// A time up to which the balls about two nodes are apart; none if they are near.
    fn nodes_apart(&self, nodes: [&Node; 2], s: f64, limit: f64) -> Option<f64> {
        let centres = [0, 1].map(|side| self.turning[side].rotation_at(s) * nodes[side].block.center);
        let radii = nodes[0].block.half.norm() + nodes[1].block.half.norm() + self.rel.swell_at(s);
        let course = self.course(s);
        let between = course.position + centres[1] - centres[0];
        let gap = between.norm() - radii - self.touch(s, true);
        if gap <= NEAR * radii {
            return None;
        }
        let plane = Plane {
            normal: between.try_normalize(0.0)?,
            turn: Vector3::zeros(),
            gap,
        };
        let next = s + apart_for(
            &plane,
            &course,
            &self.turned(0, &centres[..1]),
            &self.turned(1, &centres[1..]),
            limit,
        );
        (next > s).then_some(next)
    }

    fn turned<'p>(&self, side: usize, points: &'p [Vector3<f64>]) -> Turned<'p> {
        Turned {
            points,
            radii: &[],
            spin: self.turning[side].spin,
        }
    }

    /// Examines two parts at time s: whether they meet then, and if not, up to when they certainly
    /// do not.
    fn look(&self, close: &mut Close, s: f64, end: f64, wanted: Wanted) -> Look {
        let leaves = [0, 1].map(|side| &self.parts[side].leaves[close.leaves[side] as usize]);
        let rotations = [0, 1].map(|side| self.turning[side].rotation_at(s));
        let points = [0, 1].map(|side| vertices(leaves[side], &rotations[side]));
        let course = self.course(s);
        let hulls = Hulls {
            a: &points[0],
            b: &points[1],
        };
        let radius = leaves[0].radius + leaves[1].radius + self.rel.swell_at(s);
        let closest = hulls.closest(&course.position, &mut close.simplex);
        let (normal, gap) = match &closest {
            Some(closest) => (closest.normal, closest.gap - radius),
            None => {
                close.simplex = Simplex::default();
                let [a, b] = [0, 1].map(|side| leaves[side].turned(&rotations[side]));
                let inside = penetration(&a, &b, &course.position);
                (inside.normal, -inside.depth - radius)
            }
        };
        let touch = self.touch(s, close.from_start);
        let mut slack = 0.0;
        let mut least = 0.0;
        let met = gap <= self.met(s);
        if met && wanted == Wanted::Contact {
            return Look::Met;
        }
        let mut closes = wanted == Wanted::Contact;
        if gap <= touch && !closes {
            // Where cores barely overlap, the last normal from outside is more reliable than one
            // from inside.
            let normal = match &closest {
                Some(closest) if !Hulls::has_exact_normal(closest, &close.simplex) => {
                    let [a, b] = [0, 1].map(|side| leaves[side].turned(&rotations[side]));
                    facing(&a, &b, &course.position, closest)
                }
                Some(_) => normal,
                None => close.normal.filter(|_| gap >= -touch).unwrap_or(normal),
            };
            let patch = Patch::new(self, close.leaves, &rotations, s, &normal);
            let opening = patch.least_opening(self, s);
            let still = self.still(s);
            closes = opening < -still;
            if (closes && met) || (!closes && opening <= still && self.is_pressed(close.leaves, s, gap)) {
                return Look::Met;
            }
        }
        if gap <= touch && !closes {
            slack = look_past(touch, close.touched, gap, self.reach(s));
            close.touched += 1;
            if gap < -DEEP * self.reach(s) {
                least = self.least_time(-gap, s);
            }
        } else {
            close.touched = 0;
            close.from_start = false;
        }
        if closest.is_some() {
            close.normal = Some(normal);
        }
        let [a, b] = [self.turned(0, &points[0]), self.turned(1, &points[1])];
        let corners: SmallVec<[[Vector3<f64>; 2]; 3]> = close
            .simplex
            .pairs()
            .map(|(i, j)| [points[0][i as usize], points[1][j as usize]])
            .take(3)
            .collect();
        let turn = turn_of_features(&normal, &corners, [&a.spin, &b.spin]);
        let turns = turn != Vector3::zeros() && turn.norm() <= MOST_TURN * (self.turning[0].speed + self.turning[1].speed);
        let bound = |gap: f64| {
            let fixed = Plane {
                normal,
                turn: Vector3::zeros(),
                gap,
            };
            let apart = apart_for(&fixed, &course, &a, &b, end - s);
            if turns {
                apart.max(apart_for(&Plane { turn, ..fixed }, &course, &a, &b, end - s))
            } else {
                apart
            }
        };
        let mut apart = bound(gap.max(0.0));
        if slack > 0.0 && (apart < touch / self.most_speed(s) || s + apart <= s) {
            // The plane gives no progress: let them come a little nearer, or advance by as long as
            // they certainly overlap.
            apart = apart
                .max(bound((gap + slack).max(0.0)))
                .max(self.least_time((-gap).max(0.0), s));
        }
        let next = s + apart.max(least);
        Look::Until(if next > s { next } else { s.next_up() })
    }

    /// How long two parts certainly stay apart in any rotation; 0 if unknown.
    fn round_apart(&self, close: &Close, s: f64) -> f64 {
        let leaves = [0, 1].map(|side| &self.parts[side].leaves[close.leaves[side] as usize]);
        let points = [0, 1].map(|side| vertices(leaves[side], &self.turning[side].rotation_at(s)));
        let course = self.course(s);
        let radius = leaves[0].radius + leaves[1].radius + self.rel.swell_at(s) + self.touch(s, true);
        let along = |normal: Vector3<f64>| {
            let [a, b] = [0, 1].map(|side| self.turned(side, &points[side]));
            let gap = normal.dot(&course.position) + lowest_of(&a, &-normal) + lowest_of(&b, &normal) - radius;
            round_apart_for(&normal, gap, &course)
        };
        let normals = [close.normal, course.position.try_normalize(0.0)];
        normals.into_iter().flatten().map(along).fold(0.0, f64::max)
    }

    /// The least time in which two bodies that overlap by a depth can separate.
    fn least_time(&self, depth: f64, s: f64) -> f64 {
        least_time(depth, self.most_speed(s), self.rel.acceleration.norm())
    }

    /// Whether parts that touch and neither close nor open are pressed together: a little later
    /// they overlap.
    fn is_pressed(&self, leaves: [u32; 2], s: f64, gap: f64) -> bool {
        /// How far they are let accelerate towards each other, as a part of the reach: far above
        /// [`TOUCH`](super::TOUCH), far below what matters.
        const AHEAD: f64 = 1e-9;
        /// The part of it that must be seen.
        const SEEN: f64 = 0.02;
        let speeds = self.turning.map(|turning| turning.speed);
        let pull = self.rel.acceleration.norm() + (speeds[0] + speeds[1]) * (self.spin_speed() + self.rel.velocity_at(s).norm());
        if pull == 0.0 {
            return false;
        }
        let reach = self.reach(s);
        let later = s + (2.0 * AHEAD * reach / pull).sqrt();
        self.gap_of(leaves, later) < gap.min(0.0) - SEEN * AHEAD * reach
    }

    /// The signed gap of two parts at a time.
    pub(super) fn gap_of(&self, leaves: [u32; 2], s: f64) -> f64 {
        let [a, b] = [0, 1].map(|side| self.leaf_at(side, leaves[side], &self.turning[side].rotation_at(s), s));
        separation(&a, &b, &self.rel.position_at(s)).0
    }
}

/// Planes that would have to turn faster than this many times the bodies' spins, to follow features
/// that are nearly parallel, are not tried.
pub(super) const MOST_TURN: f64 = 100.0;
