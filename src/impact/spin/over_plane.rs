//! A rotating body over a plane: the heights of its points are sinusoids, so the problem has one
//! dimension.
//! [First contact](super::over_plane_search) is found by advancement, as for two bodies.

use super::super::collider::Parts;
use super::super::{Moving, Relative};
use super::constants::FULL_TURN;
use super::pair::{PointBounds, RotationState, touching_gap};
use super::plane::{OriginMotion, RotatingPoints};
use crate::motion::MotionPiece;
use nalgebra::Vector3;
use smallvec::SmallVec;

/// A half-space, taken as fixed, and a body of convex parts over it.
pub(super) struct RotatingOverPlane<'a> {
    /// The body's origin relative to that of the half-space.
    pub(super) rel: Relative,
    /// Outward unit normal.
    pub(super) normal: Vector3<f64>,
    pub(super) parts: &'a Parts,
    pub(super) turning: RotationState,
    /// Of the points of the outline.
    bounds: PointBounds,
}

/// The lowest points of the body at one instant.
pub(super) struct Lowest {
    pub(super) gap: f64,
    /// Rate of the gap, and its second derivative, at the touching point with the least rate.
    pub(super) rate: f64,
    pub(super) pull: f64,
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
    pub(super) fn lowest(&self, s: f64, touching_gap: f64) -> Lowest {
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
}
