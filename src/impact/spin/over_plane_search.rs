//! The first contact of a rotating body with a plane.
//!
//! The same advancement as for convex parts, with a normal that never changes: the gap closes no
//! sooner than the bound of [`plane`](super::plane) for the body's vertices, each of which is exact
//! to first order.

use super::super::advance::Target;
use super::super::approach::length_noise;
use super::super::collider::Kind;
use super::super::constants::BOUNDING_BALL_MARGIN;
use super::super::{Interval, Moving, Relative};
use super::constants::{DEEP_OVERLAP, FAR_FROM_PLANE, LONG_SEARCH_STEPS, MAX_SEARCH_STEPS};
use super::full_rotation::{ceiling_over_rotation, lowest_over_rotation, revolution_separated_for};
use super::over_plane::RotatingOverPlane;
use super::pair::{PointBounds, contact_gap, resting_speed};
use super::plane::{Plane, RotatingPoints, separated_for};
use super::steps::{Outcome, Slack, least_time};
use crate::roots::first_negative_quadratic;
use nalgebra::Vector3;

impl RotatingOverPlane<'_> {
    pub(super) fn search(&self, window: Interval, until: f64, target: Target) -> Outcome {
        let end = window.end.min(window.begin + self.period());
        let mut s = window.begin.max(self.reached_by_ball());
        let mut touch_count = 0;
        let mut from_start = s == 0.0;
        for step in 0..MAX_SEARCH_STEPS {
            if s > end.min(until) || s == f64::INFINITY {
                return Outcome::Apart;
            }
            let touching_gap = self.touching_gap(s, from_start);
            let lowest = self.lowest(s, touching_gap);
            let mut slack = None;
            let mut least = 0.0f64;
            let resting_speed = resting_speed(&self.rel, self.spin_speed(), s);
            let closes = target == Target::Contact || lowest.rate < -resting_speed;
            let pressed = lowest.gap <= touching_gap && lowest.rate <= resting_speed && lowest.pull < 0.0;
            if (closes && lowest.gap <= contact_gap(&self.rel, self.parts.extent)) || (pressed && !closes) {
                return Outcome::Met { s, leaves: [0, 0] };
            }
            if lowest.gap <= touching_gap && !closes {
                slack = Some(Slack::past_contact(touching_gap, touch_count, lowest.gap, self.parts.extent));
                touch_count += 1;
                if lowest.gap < -DEEP_OVERLAP * self.parts.extent {
                    least = self.least_time(-lowest.gap, s);
                }
            } else {
                touch_count = 0;
                from_start = false;
            }
            let mut apart = self.separated_for(lowest.gap.max(0.0), s, end - s);
            if let Some(slack) = slack
                && slack.is_due(apart, self.most_speed(s), s)
            {
                apart = apart.max(self.separated_for(slack.added_to(lowest.gap), s, end - s));
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
