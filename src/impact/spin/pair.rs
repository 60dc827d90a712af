//! Two bodies of convex parts, at least one of which rotates or grows: their poses, radii and
//! speeds at any time.

use super::super::approach::{length_noise, rounding_of_length};
use super::super::collider::Parts;
use super::super::convex_part::ConvexPart;
use super::super::{Moving, Relative};
use super::constants::{CONTACT_GAP, FULL_TURN, RESTING_SPEED, TIME_ROUNDINGS};
use crate::motion::Rotation;
use nalgebra::{Matrix3, UnitQuaternion, Vector3};
use smallvec::{SmallVec, smallvec};

/// The rotation of one body, from the start of the relative motion on.
#[derive(Clone, Debug)]
pub(super) struct RotationState {
    /// At rest for bodies that do not rotate, and for balls about their origin.
    rotation: Rotation,
    /// Seconds from the epoch of the rotation to the start.
    since: f64,
    /// The greatest angular velocity at any time.
    pub(super) speed: f64,
    /// Radii minus those of the shape in metres, and their growth rate in m/s.
    swell: f64,
    growth: f64,
}

impl RotationState {
    pub(super) fn new(body: &Moving, start: f64) -> Self {
        let (rotation, since) = match body.rotation() {
            // Rounded at the start, as for all that turn at a constant rate.
            Rotation::Constant { spin, .. } => (Rotation::constant(body.piece.orientation_at(start), spin), 0.0),
            changing => (changing, start - body.piece.epoch),
        };
        Self {
            speed: rotation.most_speed(),
            rotation,
            since,
            swell: body.piece.swell_at(start),
            growth: body.piece.growth,
        }
    }

    pub(super) fn swell_at(&self, s: f64) -> f64 {
        self.swell + self.growth * s
    }

    /// The orientation and the angular velocity at s.
    pub(super) fn turn_at(&self, s: f64) -> Turn {
        let (orientation, spin) = self.rotation.at(self.since + s);
        Turn { orientation, spin }
    }

    /// Whether the angular velocity never changes.
    pub(super) fn is_constant(&self) -> bool {
        self.rotation.is_constant()
    }

    /// The rate at which a body with this turn changes its angular velocity, in rad/s².
    pub(super) fn spin_change(&self, turn: &Turn) -> Vector3<f64> {
        self.rotation.spin_change(&turn.orientation, &turn.spin)
    }

    /// What rotation can do to points, in the body's axes.
    pub(super) fn point_bounds<'p>(&self, points: impl Iterator<Item = &'p Vector3<f64>>) -> PointBounds {
        let mut bounds = PointBounds::default();
        let spin = self.rotation.constant_spin_in_body();
        for point in points {
            bounds.distances.push(point.norm());
            match spin {
                Some(spin) => bounds.speeds.push(spin.cross(point).norm()),
                None => bounds.accelerations.push(self.rotation.most_acceleration(point)),
            }
        }
        bounds
    }
}

/// What rotation about the body's origin can do to points of it, at any time.
#[derive(Clone, Debug, Default)]
pub(super) struct PointBounds {
    /// Their distances from the origin.
    pub(super) distances: SmallVec<[f64; 8]>,
    /// Their speeds at constant spin, which do not change; otherwise empty.
    pub(super) speeds: SmallVec<[f64; 8]>,
    /// Bounds on their accelerations; empty at constant spin, where they follow from the speeds.
    pub(super) accelerations: SmallVec<[f64; 8]>,
}

impl PointBounds {
    /// Of the origin alone.
    pub(super) fn of_origin() -> Self {
        let none: SmallVec<[f64; 8]> = smallvec![0.0];
        Self {
            distances: none.clone(),
            speeds: none,
            accelerations: SmallVec::new(),
        }
    }
}

/// The orientation of a body, and its angular velocity about the world's axes, at an instant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub(super) orientation: UnitQuaternion<f64>,
    pub(super) spin: Vector3<f64>,
}

impl Turn {
    pub(super) fn matrix(&self) -> Matrix3<f64> {
        *self.orientation.to_rotation_matrix().matrix()
    }
}

/// Two bodies of convex parts.
pub(super) struct RotatingPair<'a> {
    pub(super) rel: Relative,
    pub(super) parts: [&'a Parts; 2],
    pub(super) turning: [RotationState; 2],
    /// Sum of the radii about the origins, without growth, in metres.
    shapes_reach: f64,
}

impl<'a> RotatingPair<'a> {
    /// None for half-spaces.
    pub(super) fn new(a: &Moving<'a>, b: &Moving<'a>, rel: &Relative) -> Option<Self> {
        let parts = [a.collider.parts()?, b.collider.parts()?];
        Some(Self {
            rel: *rel,
            parts,
            turning: [RotationState::new(a, rel.start), RotationState::new(b, rel.start)],
            shapes_reach: parts[0].extent + parts[1].extent,
        })
    }

    /// The same bodies, without rotation, backwards in time from s.
    pub(super) fn reversed(&self, s: f64) -> Self {
        Self {
            rel: Relative {
                position: self.rel.position_at(s),
                velocity: -self.rel.velocity_at(s),
                ..self.rel
            },
            parts: self.parts,
            turning: self.turning.clone(),
            ..*self
        }
    }

    /// Sum of the radii about the origins, in metres.
    pub(super) fn extent(&self, s: f64) -> f64 {
        self.shapes_reach + self.rel.swell_at(s)
    }

    /// A part of one body at time s: rotated about the body's origin, and grown.
    pub(super) fn leaf_at(&self, side: usize, leaf: u32, rotation: &Matrix3<f64>, s: f64) -> ConvexPart {
        let leaf = self.parts[side].leaves[leaf as usize].rotated(rotation);
        ConvexPart {
            radius: leaf.radius + self.turning[side].swell_at(s),
            ..leaf
        }
    }

    /// The turns of both bodies at s.
    pub(super) fn turns_at(&self, s: f64) -> [Turn; 2] {
        [self.turning[0].turn_at(s), self.turning[1].turn_at(s)]
    }

    /// The greatest speed that spin adds at the farthest points, summed over both bodies.
    pub(super) fn spin_speed(&self) -> f64 {
        self.turning[0].speed * self.parts[0].extent + self.turning[1].speed * self.parts[1].extent
    }

    /// The gap at which a closing pair has met.
    pub(super) fn contact_gap(&self, s: f64) -> f64 {
        contact_gap(&self.rel, self.extent(s))
    }

    /// The gap at which a pair that does not close counts as in contact; `from_start` as in
    /// [`touching_gap`].
    pub(super) fn touching_gap(&self, s: f64, from_start: bool) -> f64 {
        touching_gap(&self.rel, self.extent(s), self.spin_speed(), s, from_start)
    }

    /// The closing speed that counts as none.
    pub(super) fn resting_speed(&self, s: f64) -> f64 {
        resting_speed(&self.rel, self.spin_speed(), s)
    }

    /// The greatest closing speed of any two points, one of each body, at time s.
    pub(super) fn most_speed(&self, s: f64) -> f64 {
        self.rel.velocity_at(s).norm() + self.rel.growth + self.spin_speed()
    }

    /// The time after which the configuration of the pair repeats, if it does; infinite otherwise.
    /// It repeats if both origins are at relative rest and one body rotates, or both at the same
    /// rate.
    pub(super) fn period(&self) -> f64 {
        if !self.turning.iter().all(RotationState::is_constant) {
            return f64::INFINITY;
        }
        period(&self.rel, self.turning.each_ref().map(|turning| turning.speed))
    }

    /// The speed at which b's surface at `point` recedes from a's there, along the unit normal from
    /// a to b; all relative to a's origin. `turns`: of the two at s.
    pub(super) fn opening(&self, point: &Vector3<f64>, normal: &Vector3<f64>, turns: &[Turn; 2], s: f64) -> f64 {
        let of_b = self.rel.velocity_at(s) + turns[1].spin.cross(&(point - self.rel.position_at(s)));
        normal.dot(&(of_b - turns[0].spin.cross(point))) - self.rel.growth
    }
}

pub(super) fn contact_gap(rel: &Relative, extent: f64) -> f64 {
    CONTACT_GAP * extent + rounding_of_length(rel.length_scale + extent)
}

/// The gap at which a pair that does not close counts as in contact. A pair that has touched from
/// the start on may have begun to touch at a rounded time just before: then the gap includes that
/// rounding. Later contacts are found in seconds after the start.
pub(super) fn touching_gap(rel: &Relative, extent: f64, spin_speed: f64, s: f64, from_start: bool) -> f64 {
    let start = if from_start { rel.start } else { 0.0 };
    let noise = length_noise(&Relative { start, ..*rel }, extent, s);
    CONTACT_GAP * extent + noise + TIME_ROUNDINGS * spin_speed * (start.abs() + s)
}

pub(super) fn resting_speed(rel: &Relative, spin_speed: f64, s: f64) -> f64 {
    RESTING_SPEED * (rel.speed_scale + rel.acceleration.norm() * s + spin_speed)
}

fn period(rel: &Relative, speeds: [f64; 2]) -> f64 {
    if !rel.is_uniform() || rel.velocity != Vector3::zeros() || rel.growth != 0.0 {
        return f64::INFINITY;
    }
    match speeds {
        [one, other] if one == 0.0 || other == 0.0 || one == other => FULL_TURN / one.max(other),
        _ => f64::INFINITY,
    }
}
