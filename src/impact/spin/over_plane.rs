//! A rotating body over a plane: the heights of its points are sinusoids, so the problem has one
//! dimension.
//!
//! The same advancement as for convex parts, with a normal that never changes: the gap closes no
//! sooner than the bound of [`plane`](super::plane) for the body's vertices, each of which is exact
//! to first order.

use super::super::advance::Target;
use super::super::approach::length_noise;
use super::super::collider::Kind;
use super::super::collider::Parts;
use super::super::constants::{BOUNDING_BALL_MARGIN, FLUSH_TOLERANCE};
use super::super::{Interval, Moving, Relative};
use super::constants::{DEEP_OVERLAP, FAR_FROM_PLANE, FULL_TURN, LONG_SEARCH_STEPS, MAX_SEARCH_STEPS};
use super::full_rotation::{ceiling_over_rotation, lowest_over_rotation, revolution_separated_for};
use super::pair::{PointBounds, RotationState, contact_gap, resting_speed, touching_gap};
use super::patch::middle_of;
use super::plane::{OriginMotion, Plane, RotatingPoints, separated_for};
use super::steps::{Outcome, least_time, slack_past_contact};
use crate::motion::MotionPiece;
use crate::roots::first_negative_quadratic;
use nalgebra::Vector3;
use smallvec::SmallVec;

/// A half-space, taken as fixed, and a body of convex parts over it.
pub(super) struct RotatingOverPlane<'a> {
    /// The body's origin relative to that of the half-space.
    rel: Relative,
    /// Outward unit normal.
    pub(super) normal: Vector3<f64>,
    pub(super) parts: &'a Parts,
    pub(super) turning: RotationState,
    /// Of the points of the outline.
    bounds: PointBounds,
}

/// The lowest points of the body at one instant.
struct Lowest {
    gap: f64,
    /// Rate of the gap, and its second derivative, at the touching point with the least rate.
    rate: f64,
    pull: f64,
}

fn point_bounds(parts: &Parts, turning: &RotationState) -> PointBounds {
    turning.point_bounds(parts.outline.iter().map(|(point, _)| point))
}

impl<'a> RotatingOverPlane<'a> {
    /// `rel` is that of the pair; the half-space is its second body if `second`. None if the other
    /// body is a half-space, too.
    pub(super) fn new(
        half_space: &Moving,
        normal: &Vector3<f64>,
        body: &Moving<'a>,
        rel: &Relative,
        second: bool,
    ) -> Option<Self> {
        let sign = if second { -1.0 } else { 1.0 };
        let parts = body.collider.parts()?;
        let turning = RotationState::new(body, rel.start);
        Some(Self {
            rel: Relative {
                position: rel.position * sign,
                velocity: rel.velocity * sign,
                acceleration: rel.acceleration * sign,
                ..*rel
            },
            normal: half_space.piece.orientation * normal,
            parts,
            bounds: point_bounds(parts, &turning),
            turning,
        })
    }

    /// A wall of the domain: a plane with the body inside.
    pub(super) fn wall(outward: &Vector3<f64>, at: f64, body: &Moving<'a>) -> Option<Self> {
        let rest = MotionPiece {
            epoch: body.piece.epoch,
            position: outward * at,
            ..MotionPiece::at_rest()
        };
        let rel = Relative::new(&rest, body.piece);
        let parts = body.collider.parts()?;
        let turning = RotationState::new(body, rel.start);
        Some(Self {
            rel,
            normal: -outward,
            parts,
            bounds: point_bounds(parts, &turning),
            turning,
        })
    }

    pub(super) fn spin_speed(&self) -> f64 {
        self.turning.speed * self.parts.extent
    }

    pub(super) fn touching_gap(&self, s: f64, from_start: bool) -> f64 {
        touching_gap(&self.rel, self.parts.extent, self.spin_speed(), s, from_start)
    }

    pub(super) fn most_speed(&self, s: f64) -> f64 {
        self.rel.velocity_at(s).norm() + self.spin_speed()
    }

    pub(super) fn most_pull(&self) -> f64 {
        self.rel.acceleration.norm()
    }

    pub(super) fn extent(&self) -> f64 {
        self.parts.extent
    }

    /// The time after which all heights repeat, if they do; infinite otherwise. Motion along the
    /// plane is irrelevant.
    pub(super) fn period(&self) -> f64 {
        let is_level = self.normal.dot(&self.rel.velocity) == 0.0 && self.normal.dot(&self.rel.acceleration) == 0.0;
        if is_level && self.turning.is_constant() {
            FULL_TURN / self.turning.speed
        } else {
            f64::INFINITY
        }
    }

    /// The signed gap at a time.
    pub(super) fn gap_at(&self, s: f64) -> f64 {
        self.lowest(s, 0.0).gap
    }

    /// `touch`: the greatest height over the lowest point at which a point touches with it.
    fn lowest(&self, s: f64, touching_gap: f64) -> Lowest {
        let turn = self.turning.turn_at(s);
        let (rotation, spin_change) = (turn.matrix(), self.turning.spin_change(&turn));
        let normal = &self.normal;
        let (height, speed) = (normal.dot(&self.rel.position_at(s)), normal.dot(&self.rel.velocity_at(s)));
        let pull = normal.dot(&self.rel.acceleration);
        let points: SmallVec<[(f64, Vector3<f64>); 8]> = self
            .parts
            .outline
            .iter()
            .map(|(point, radius)| {
                let point = rotation * point;
                (height + normal.dot(&point) - radius, point)
            })
            .collect();
        let smooth = self.smooth_points(&turn, touching_gap);
        let gap = points.iter().map(|(gap, _)| *gap).fold(f64::INFINITY, f64::min);
        let gap = smooth.iter().map(|point| height + point.height).fold(gap, f64::min);
        let reached = gap + touching_gap;
        let mut lowest = Lowest {
            gap,
            rate: f64::INFINITY,
            pull: f64::INFINITY,
        };
        for (_, point) in points.iter().filter(|(gap, _)| *gap <= reached) {
            let turning = turn.spin.cross(point);
            let rate = speed + normal.dot(&turning);
            if rate < lowest.rate {
                lowest.rate = rate;
                lowest.pull = pull + normal.dot(&(turn.spin.cross(&turning) + spin_change.cross(point)));
            }
        }
        for point in smooth.iter().filter(|point| height + point.height <= reached) {
            let rate = speed + point.rate;
            if rate < lowest.rate {
                (lowest.rate, lowest.pull) = (rate, pull + point.pull);
            }
        }
        lowest
    }

    /// The point of an impact at s: the centroid of the contact if the gap closes there, otherwise
    /// the point with the highest closing speed, or the middle of those with it. Relative to the
    /// body's origin.
    pub(super) fn closing_point(&self, centroid: &Vector3<f64>, s: f64) -> Vector3<f64> {
        let turn = self.turning.turn_at(s);
        let rotation = turn.matrix();
        let speed = self.normal.dot(&self.rel.velocity_at(s));
        let rate = |point: &Vector3<f64>| speed + self.normal.dot(&turn.spin.cross(point));
        let resting_speed = resting_speed(&self.rel, self.spin_speed(), s);
        if rate(centroid) < -resting_speed {
            return *centroid;
        }
        let height = |point: &Vector3<f64>| self.normal.dot(point);
        let reached = height(centroid) + self.touching_gap(s, true);
        let lowest: SmallVec<[Vector3<f64>; 8]> = self
            .parts
            .outline
            .iter()
            .map(|(point, radius)| rotation * point - self.normal * *radius)
            .chain(
                self.smooth_points(&turn, self.touching_gap(s, true))
                    .into_iter()
                    .map(|point| point.at),
            )
            .filter(|point| height(point) <= reached)
            .collect();
        let least = lowest.iter().map(rate).fold(f64::INFINITY, f64::min);
        if rate(centroid) <= least {
            return *centroid;
        }
        let fastest: SmallVec<[Vector3<f64>; 8]> = lowest
            .into_iter()
            .filter(|point| rate(point) <= least + resting_speed)
            .collect();
        middle_of(&fastest, &self.normal, FLUSH_TOLERANCE * self.parts.extent)
    }

    /// The largest radius of the points that are lowest at s.
    pub(super) fn radius_at(&self, s: f64) -> f64 {
        let rotation = self.turning.turn_at(s).matrix();
        let height = |(point, radius): &(Vector3<f64>, f64)| self.normal.dot(&(rotation * point)) - radius;
        let outline = &self.parts.outline;
        let reached = outline.iter().map(height).fold(f64::INFINITY, f64::min) + FLUSH_TOLERANCE * self.parts.extent;
        if let Some(radius) = self.smooth_radius(&rotation, reached) {
            return radius;
        }
        let lowest = outline.iter().filter(|point| height(point) <= reached);
        lowest.map(|(_, radius)| *radius).fold(0.0, f64::max)
    }

    pub(super) fn search(&self, window: Interval, target: Target) -> Outcome {
        let end = window.end.min(window.begin + self.period());
        let mut s = window.begin.max(self.reached_by_ball());
        let mut touch_count = 0;
        let mut from_start = s == 0.0;
        for step in 0..MAX_SEARCH_STEPS {
            if s > end || s == f64::INFINITY {
                return Outcome::Apart;
            }
            let touching_gap = self.touching_gap(s, from_start);
            let lowest = self.lowest(s, touching_gap);
            let mut slack = 0.0;
            let mut least = 0.0f64;
            let resting_speed = resting_speed(&self.rel, self.spin_speed(), s);
            let closes = target == Target::Contact || lowest.rate < -resting_speed;
            let pressed = lowest.gap <= touching_gap && lowest.rate <= resting_speed && lowest.pull < 0.0;
            if (closes && lowest.gap <= contact_gap(&self.rel, self.parts.extent)) || (pressed && !closes) {
                return Outcome::Met { s, leaves: [0, 0] };
            }
            if lowest.gap <= touching_gap && !closes {
                slack = slack_past_contact(touching_gap, touch_count, lowest.gap, self.parts.extent);
                touch_count += 1;
                if lowest.gap < -DEEP_OVERLAP * self.parts.extent {
                    least = self.least_time(-lowest.gap, s);
                }
            } else {
                touch_count = 0;
                from_start = false;
            }
            let mut apart = self.separated_for(lowest.gap.max(0.0), s, end - s);
            if slack > 0.0 && (apart < touching_gap / self.most_speed(s) || s + apart <= s) {
                apart = apart.max(self.separated_for((lowest.gap + slack).max(0.0), s, end - s));
                apart = apart.max(self.least_time((-lowest.gap).max(0.0), s));
            }
            if step > LONG_SEARCH_STEPS {
                apart = apart.max(self.apart_in_any_rotation(s));
            }
            let next = s + apart.max(least);
            s = if next > s { next } else { s.next_up() };
        }
        Outcome::StepLimit(s)
    }

    /// The time before which no rotation makes the body touch: its enclosing ball does not reach the
    /// plane. Infinite if it never does.
    fn reached_by_ball(&self) -> f64 {
        reached_by_ball(&self.rel, &self.normal, self.parts.extent)
    }

    /// The least time in which a point at a depth can leave the plane.
    fn least_time(&self, depth: f64, s: f64) -> f64 {
        least_time(depth, self.most_speed(s), self.most_pull())
    }

    pub(super) fn origin_motion(&self, s: f64) -> OriginMotion {
        OriginMotion {
            position: self.rel.position_at(s),
            velocity: self.rel.velocity_at(s),
            acceleration: self.rel.acceleration,
            growth: self.rel.growth,
        }
    }

    /// Evaluates `bound` for the body's rotated outline at s, relative to its origin, with its radii.
    pub(super) fn with_outline(&self, s: f64, bound: impl Fn(&RotatingPoints) -> f64) -> f64 {
        let turn = self.turning.turn_at(s);
        let rotation = turn.matrix();
        let outline = self.parts.outline.iter();
        let (points, radii): (SmallVec<[Vector3<f64>; 8]>, SmallVec<[f64; 8]>) =
            outline.map(|(point, radius)| (rotation * point, *radius)).unzip();
        bound(&RotatingPoints {
            points: &points,
            radii: &radii,
            spin: turn.spin,
            speed: self.turning.speed,
            bounds: &self.bounds,
        })
    }

    /// How long the body certainly stays off the plane, whatever its rotation; 0 if unknown.
    fn apart_in_any_rotation(&self, s: f64) -> f64 {
        let origin_motion = self.origin_motion(s);
        let lowest = self.with_outline(s, |points| lowest_over_rotation(points, &self.normal));
        let lowest = lowest.min(self.smooth_lowest_over_rotation(s));
        let gap = self.normal.dot(&origin_motion.position) + lowest - self.touching_gap(s, true);
        revolution_separated_for(&self.normal, gap, &origin_motion)
    }

    /// How long the body certainly extends below the plane, whatever its rotation; 0 if unknown.
    pub(super) fn within_in_any_rotation(&self, s: f64) -> f64 {
        let origin_motion = self.origin_motion(s);
        let lowest = self.with_outline(s, |points| ceiling_over_rotation(points, &self.normal));
        let lowest = lowest.min(self.smooth_ceiling_over_rotation(s));
        let depth = -self.normal.dot(&origin_motion.position) - lowest - self.touching_gap(s, true);
        revolution_separated_for(&-self.normal, depth, &origin_motion)
    }

    fn separated_for(&self, gap: f64, s: f64, limit: f64) -> f64 {
        let origin_motion = self.origin_motion(s);
        let plane = Plane {
            normal: self.normal,
            plane_spin: Vector3::zeros(),
            gap,
        };
        let still = PointBounds::of_origin();
        let fixed = RotatingPoints {
            points: &[Vector3::zeros()],
            radii: &[],
            spin: Vector3::zeros(),
            speed: 0.0,
            bounds: &still,
        };
        let far = self.normal.dot(&origin_motion.position) - self.parts.extent - self.touching_gap(s, true);
        if far > FAR_FROM_PLANE * self.parts.extent {
            // In any rotation it stays in its bounding ball, and that is far.
            return separated_for(&Plane { gap: far, ..plane }, &origin_motion, &fixed, &fixed, limit);
        }
        if !self.parts.smooth.is_empty() {
            return self.smooth_separated_for(gap, s, limit);
        }
        self.with_outline(s, |rotating| separated_for(&plane, &origin_motion, &fixed, rotating, limit))
    }
}

/// The first time after the start at which the ball of a radius about a body's origin may reach a
/// plane, by the relative motion of the two; infinite if it never does.
fn reached_by_ball(rel: &Relative, normal: &Vector3<f64>, radius: f64) -> f64 {
    if rel.growth != 0.0 || rel.swell != 0.0 {
        return 0.0;
    }
    let height = normal.dot(&rel.position) - radius * BOUNDING_BALL_MARGIN - length_noise(rel, radius, 0.0);
    if !(height > 0.0) {
        return 0.0;
    }
    first_negative_quadratic(height, normal.dot(&rel.velocity), 0.5 * normal.dot(&rel.acceleration))
}

/// The time before which a half-space and a body that rotates do not touch, in seconds after the start;
/// infinite if they never do.
pub(in crate::impact) fn earliest_over_plane(a: &Moving, b: &Moving, rel: &Relative) -> f64 {
    let reached = |half_space: &Moving, normal: &Vector3<f64>, body: &Moving, sign: f64| {
        let normal = half_space.piece.orientation * normal * sign;
        let parts = body.collider.parts();
        parts.map_or(0.0, |parts| reached_by_ball(rel, &normal, parts.extent))
    };
    match (&a.collider.kind, &b.collider.kind) {
        (Kind::HalfSpace { normal }, _) => reached(a, normal, b, 1.0),
        (_, Kind::HalfSpace { normal }) => reached(b, normal, a, -1.0),
        _ => 0.0,
    }
}
