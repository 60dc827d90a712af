//! The path of a ball past a shape of many parts: which parts it can touch, and from when on.
//!
//! In the axes of the shape its parts are at rest, and the centre of the ball moves along c(s). With
//! the motion p(s) of the ball relative to the shape's origin, and a spin w of the shape,
//!
//! > |c''| <= |a| + 2 |w| |p'| + |w|² |p|.
//!
//! 1. The search is cut into spans of time T, so short that c stays within |c''| T² / 8 of its chord.
//!    That is a small part of the radius. Uniform motion without spin is a single span.
//! 2. In a span the ball, wider by that, moves along the chord. A descent of the tree of the parts
//!    finds the parts with boxes that it touches, and when; of a triangle also its plane.
//!
//! The result is conservative: no part is touched that is not found, nor before that time.

use super::advance::Target;
use super::bvh::{Below, Block};
use super::collider::{Kind, Parts};
use super::constants::{
    LEAST_DEPARTURE, LEAST_PARTS, LONGEST_SPAN, PATH_ASIDE, PATH_ASIDE_OF_SHAPE, PATH_MARGIN, PATH_ROUNDINGS, RADII_AHEAD,
    RADII_NEAR, SPAN_RADIANS, SPANS_AHEAD,
};
use super::convex_part::Core;
use super::rotation::{fast_max, fast_min, rotated_back};
use super::spin::earliest_over_plane;
use super::window::{overlap_window, search_window, window_of_enclosing_balls};
use super::{Interval, Moving, Relative};
use crate::portable;
use nalgebra::{Matrix3, UnitQuaternion, Vector3};
use smallvec::SmallVec;

/// A ball that does not grow, and a shape of many parts.
pub(super) struct BallPath<'a> {
    parts: &'a Parts,
    radius: f64,
    /// The motion of the ball relative to the shape's origin.
    rel: Relative,
    /// Whether the shape is the first or the second of the pair.
    side: usize,
    /// For impacts, parts that the ball only leaves do not count.
    target: Target,
    /// Of the shape, at the start.
    orientation: UnitQuaternion<f64>,
    /// Of the shape.
    spin: Vector3<f64>,
    spin_speed: f64,
}

/// A part of the path, as a chord.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// In seconds after the start of the relative motion.
    pub(super) times: Interval,
    /// By how much the velocity may differ from that of the chord.
    turn: f64,
    /// The centre of the ball at the begin, in the axes of the shape.
    position: Vector3<f64>,
    /// That of the chord.
    velocity: Vector3<f64>,
    /// Per axis the reciprocal of the velocity.
    inverse: Vector3<f64>,
    /// The radius of the ball, and by how much the centre may be beside the chord.
    reach: f64,
}

/// A part that a ball may touch, and the times of a span at which it may.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearPart {
    pub(super) leaf: u32,
    pub(super) times: Interval,
}

impl<'a> BallPath<'a> {
    /// None for other shapes, a ball that grows, and few parts.
    pub(super) fn new(a: &Moving<'a>, b: &Moving<'a>, target: Target) -> Option<Self> {
        let (parts, radius, side) = match (&a.collider.kind, &b.collider.kind) {
            (Kind::Parts(parts), Kind::Ball { radius, .. }) => (parts, radius, 0),
            (Kind::Ball { radius, .. }, Kind::Parts(parts)) => (parts, radius, 1),
            _ => return None,
        };
        let (shape, sign) = [(a, 1.0), (b, -1.0)][side];
        if parts.leaves.len() < LEAST_PARTS || a.grows() || b.grows() || !shape.rotation().is_constant() {
            return None;
        }
        let rel = Relative::new(a.piece, b.piece);
        let spin = if shape.rotates() {
            shape.piece.angular_velocity
        } else {
            Vector3::zeros()
        };
        Some(Self {
            parts,
            radius: radius + rel.swell,
            orientation: shape.piece.orientation_at(rel.start),
            spin,
            spin_speed: spin.norm(),
            side,
            target,
            rel: Relative {
                position: rel.position * sign,
                velocity: rel.velocity * sign,
                acceleration: rel.acceleration * sign,
                ..rel
            },
        })
    }

    /// Whether the shape is the first or the second of the pair.
    pub(super) fn side(&self) -> usize {
        self.side
    }

    /// The numbers of a part of the shape and of the ball, in the order of the pair.
    pub(super) fn leaves(&self, part: u32) -> [u32; 2] {
        [[part, 0], [0, part]][self.side]
    }

    fn rotation_at(&self, s: f64) -> Matrix3<f64> {
        let orientation = match self.spin_speed {
            0.0 => self.orientation,
            _ => portable::rotation(&(self.spin * s)) * self.orientation,
        };
        *orientation.to_rotation_matrix().matrix()
    }

    fn centre_at(&self, s: f64) -> Vector3<f64> {
        rotated_back(&self.rotation_at(s), &self.rel.position_at(s))
    }

    fn is_straight(&self) -> bool {
        self.spin_speed == 0.0 && self.rel.is_uniform()
    }

    /// The span that begins at s, and no later than at `end`. `position`: the centre of the ball then.
    fn span(&self, s: f64, position: Vector3<f64>, end: f64) -> (Span, Vector3<f64>) {
        let (rel, extent) = (&self.rel, self.parts.extent + self.radius);
        let (velocity, acceleration) = (rel.velocity_at(s), rel.acceleration.norm());
        let speed = velocity.norm();
        let lengths = rel.position.norm() + rel.length_scale + extent;
        let rounding = |end: f64| {
            let speed = rel.speed_scale + acceleration * end + self.spin_speed * extent;
            PATH_ROUNDINGS * f64::EPSILON * (lengths + speed * (rel.start.abs() + end)) + PATH_MARGIN * extent
        };
        let (times, velocity, end_position, aside, turn) = if self.is_straight() {
            let velocity = rotated_back(&self.rotation_at(0.0), &velocity);
            let latest = if end.is_finite() { end } else { s };
            (Interval { begin: s, end }, velocity, position, rounding(latest), 0.0)
        } else {
            let most = SPAN_RADIANS / self.spin_speed;
            let most = if most.is_finite() { most } else { 0.0 };
            // Of the greatest speed and distance in a span of that length.
            let most_speed = speed + acceleration * most;
            let most_distance = position.norm() + most_speed * most;
            let pull = acceleration + self.spin_speed * (2.0 * most_speed + self.spin_speed * most_distance);
            let allowed = (PATH_ASIDE * self.radius).max(PATH_ASIDE_OF_SHAPE * self.parts.extent);
            let mut duration = (8.0 * allowed / pull).sqrt().min(LONGEST_SPAN);
            if self.spin_speed > 0.0 {
                duration = duration.min(most);
            }
            let last = (s + duration).max(s.next_up()).min(end);
            let after = self.centre_at(last);
            let duration = last - s;
            let velocity = (after - position) / duration;
            let aside = 0.125 * pull * duration * duration + rounding(last);
            (Interval { begin: s, end: last }, velocity, after, aside, pull * duration)
        };
        let span = Span {
            times,
            turn,
            position,
            velocity,
            inverse: velocity.map(|v| 1.0 / v),
            reach: self.radius + aside,
        };
        (span, end_position)
    }

    /// Consecutive spans from one time to another, both in seconds after the start.
    pub(super) fn spans(&self, window: Interval) -> Spans<'_, 'a> {
        Spans {
            path: self,
            next: window.begin,
            position: self.centre_at(window.begin),
            end: window.end,
            is_over: false,
        }
    }

    /// A time before which the ball touches no part, in seconds after the start; none if it never does.
    /// `from`: it touches none before. `window` returns the times at which the boxes overlap.
    ///
    /// The path is searched for a short way ahead, and for as long as it is already: most paths end
    /// soon, and the boxes of few parts are near a short one. If no part is near, the result is the end
    /// of that.
    fn earliest(&self, from: f64, window: impl FnOnce() -> Option<Interval>) -> Option<f64> {
        let begin = from.max(0.0);
        let speed = self.rel.velocity_at(begin).norm() + self.spin_speed * self.rel.position_at(begin).norm();
        let ahead = (RADII_AHEAD * self.radius / speed).max(begin).min(LONGEST_SPAN);
        let mut reached = begin;
        let ahead = Interval {
            begin,
            end: begin + ahead,
        };
        for span in self.spans(ahead).take(SPANS_AHEAD) {
            if let Some(first) = self.first_near(&span) {
                // Where it is so near that little can be gained, the search comes next.
                let is_near = from > 0.0 && first - begin < RADII_NEAR * self.radius / speed;
                return Some(if is_near { begin } else { first });
            }
            reached = span.times.end;
        }
        let window = window()?;
        if window.end == f64::INFINITY && begin > 0.0 {
            // The search finds out whether that goes on for ever.
            return Some(begin);
        }
        (reached < window.end).then_some(reached.max(window.begin))
    }

    /// The first time in a span at which the ball may touch a part.
    fn first_near(&self, span: &Span) -> Option<f64> {
        let mut first: Option<f64> = None;
        self.descend(span, |part| {
            let begin = part.times.begin.min(first.unwrap_or(f64::INFINITY));
            first = Some(begin);
            begin
        });
        first
    }

    /// The parts that the ball may touch in a span, by number.
    pub(super) fn near_parts(&self, span: &Span) -> SmallVec<[NearPart; 8]> {
        let mut found = SmallVec::new();
        self.descend(span, |part| {
            found.push(part);
            f64::INFINITY
        });
        found.sort_unstable_by_key(|part: &NearPart| part.leaf);
        found
    }

    /// Calls `visit` for the parts that the ball may touch in a span. It returns the time from which on
    /// no part matters.
    fn descend(&self, span: &Span, mut visit: impl FnMut(NearPart) -> f64) {
        let nodes = &self.parts.tree.nodes;
        let mut limit = f64::INFINITY;
        let mut stack: SmallVec<[(u32, Interval); 32]> = SmallVec::new();
        stack.extend(span.touching(&nodes[0].block).map(|times| (0, times)));
        while let Some((index, times)) = stack.pop() {
            if times.begin >= limit {
                continue;
            }
            match nodes[index as usize].below {
                Below::Leaf(leaf) => {
                    if let Some(times) = self.touching_part(span, leaf, times) {
                        limit = visit(NearPart { leaf, times });
                    }
                }
                Below::Nodes(second) => {
                    let [one, other] =
                        [index + 1, second].map(|node| span.touching(&nodes[node as usize].block).map(|times| (node, times)));
                    // The earlier one is visited first.
                    match (one, other) {
                        (Some(one), Some(other)) => {
                            let in_order = one.1.begin <= other.1.begin;
                            stack.push(if in_order { other } else { one });
                            stack.push(if in_order { one } else { other });
                        }
                        (Some(task), None) | (None, Some(task)) => stack.push(task),
                        (None, None) => {}
                    }
                }
            }
        }
    }

    /// Whether the ball is beside a plane, touches it at most, and only leaves it in a span: it then meets
    /// nothing in that plane. A gap that is negative by what counts as contact tilts the normal to an
    /// edge by the square root of that, and such an edge comes nearer by less than the plane recedes.
    fn leaves_plane(&self, span: &Span, height: f64, rate: f64, radius: f64) -> bool {
        let leaving = if height < 0.0 { -rate } else { rate } - span.turn;
        leaving > LEAST_DEPARTURE * (span.velocity.norm() + span.turn)
            && height.abs() >= self.radius + radius - PATH_MARGIN * self.parts.extent
    }

    /// The times at which the ball is also in the plane of a flat part.
    fn touching_part(&self, span: &Span, leaf: u32, times: Interval) -> Option<Interval> {
        let part = &self.parts.leaves[leaf as usize];
        match &part.core {
            Core::Polytope(polytope) if polytope.flat => {
                let normal = &polytope.normals[0];
                let height = normal.dot(&(span.position - polytope.vertices[0]));
                let rate = normal.dot(&span.velocity);
                if self.target == Target::Impact && self.leaves_plane(span, height, rate, part.radius) {
                    return None;
                }
                span.within(height, 1.0 / rate, span.reach + part.radius, times)
            }
            _ => Some(times),
        }
    }
}

impl Span {
    /// The times at which the ball touches a box.
    #[inline]
    fn touching(&self, block: &Block) -> Option<Interval> {
        let mut times = self.times;
        for axis in 0..3 {
            let apart = self.position[axis] - block.center[axis];
            times = self.within(apart, self.inverse[axis], block.half[axis] + self.reach, times)?;
        }
        Some(times)
    }

    /// The times at which |x + v τ| <= half, τ from the begin of the span. `inverse`: 1 / v, infinite
    /// where v is 0: the products are infinite then, of the same sign if |x| > half. (Where |x| = half
    /// one is not a number, which limits nothing.)
    #[inline]
    fn within(&self, x: f64, inverse: f64, half: f64, times: Interval) -> Option<Interval> {
        let (one, other) = ((-half - x) * inverse, (half - x) * inverse);
        let begin = fast_max(times.begin, self.times.begin + fast_min(one, other));
        let end = fast_min(times.end, self.times.begin + fast_max(one, other));
        Interval::new(begin, end)
    }
}

/// Consecutive spans of a path.
pub(super) struct Spans<'p, 'a> {
    path: &'p BallPath<'a>,
    next: f64,
    position: Vector3<f64>,
    end: f64,
    is_over: bool,
}

impl Iterator for Spans<'_, '_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        if self.is_over {
            return None;
        }
        let (span, position) = self.path.span(self.next, self.position, self.end);
        (self.next, self.position) = (span.times.end, position);
        self.is_over = span.times.end >= self.end;
        Some(span)
    }
}

/// A time, from the later epoch on, before which a pair does not touch; none if it never does. For a
/// ball and many parts it depends on the parts that are near the path of the ball, otherwise on the
/// boxes of the two. `from`: they do not touch before. Where the two `collide`, contacts that only end
/// do not count.
pub(crate) fn earliest_contact(a: &Moving, b: &Moving, from: f64, collide: bool) -> Option<f64> {
    let rel = Relative::new(a.piece, b.piece);
    let target = if collide { Target::Impact } else { Target::Contact };
    match BallPath::new(a, b, target) {
        None if a.collider.is_half_space() || b.collider.is_half_space() => {
            let reached = earliest_over_plane(a, b, &rel);
            (reached < f64::INFINITY).then_some(rel.start + reached)
        }
        Some(path) => {
            let window = || search_window(&rel, a.extents, b.extents).hull();
            path.earliest(from - rel.start, window).map(|s| rel.start + s)
        }
        None => {
            let window = overlap_window(&rel, a.extents, b.extents).hull()?;
            let begin = if a.rotates() || b.rotates() {
                let balls = window_of_enclosing_balls(&rel, a.collider, b.collider)?;
                window.begin.max(balls.begin)
            } else {
                window.begin
            };
            Some(rel.start + begin)
        }
    }
}

#[cfg(test)]
mod tests;
