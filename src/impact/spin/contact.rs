//! Contact of two bodies at an impact, at least one of which rotates: the closing point of the
//! patch in which two parts meet.
//!
//! The point is the centroid of the patch, as for bodies that do not rotate, if the gap closes
//! there. Rotating faces can be flush and collide at a corner only: then it is the corner with the
//! highest closing speed, or the middle of the edge with that speed at all corners.

use super::super::collider::Kind;
use super::super::constants::FLUSH_TOLERANCE;
use super::super::contact::support_centroid;
use super::super::convex_pair::separation;
use super::super::convex_part::ConvexPart;
use super::super::hull_pair::HullPair;
use super::super::simplex::Simplex;
use super::super::smooth::{Meeting, SmoothPair};
use super::super::{Contact, Impact, Moving, Relative};
use super::constants::MAX_PLANE_SPIN;
use super::feature_normal::feature_normal;
use super::over_plane::RotatingOverPlane;
use super::pair::{RotatingPair, Turn};
use super::patch::Patch;
use super::plane::plane_spin_of_features;
use crate::domain::Wall;
use nalgebra::Vector3;
use smallvec::SmallVec;

/// The contact at a predicted impact.
pub(in crate::impact) fn contact_at_impact(a: &Moving, b: &Moving, impact: &Impact) -> Contact {
    let rel = Relative::new(a.piece, b.piece);
    let s = impact.time - rel.start;
    match (&a.collider.kind, &b.collider.kind) {
        (Kind::HalfSpace { normal }, _) => on_plane(a, normal, b, impact.time, 1.0),
        (_, Kind::HalfSpace { normal }) => on_plane(b, normal, a, impact.time, -1.0),
        _ => match RotatingPair::new(a, b, &rel) {
            Some(pair) => at_leaves(&pair, a, impact, s),
            None => unreachable!("half-spaces are met above"),
        },
    }
}

fn at_leaves(pair: &RotatingPair, a: &Moving, impact: &Impact, s: f64) -> Contact {
    let turns = pair.turns_at(s);
    let [leaf_a, leaf_b] = [0, 1].map(|side| pair.leaf_at(side, impact.leaves[side], &turns[side].matrix(), s));
    let offset = pair.rel.position_at(s);
    if let Some(smooth) = SmoothPair::of(&leaf_a, &leaf_b) {
        return at_smooth(pair, a, impact, s, [&leaf_a, &leaf_b], &smooth.meeting(&offset, None));
    }
    let mut simplex = Simplex::default();
    let (gap, normal) = match HullPair::of(&leaf_a, &leaf_b).closest(&offset, &mut simplex) {
        Some(closest) => {
            let normal = if HullPair::has_exact_normal(&closest, &simplex) {
                closest.normal
            } else {
                feature_normal(&leaf_a, &leaf_b, &offset, &closest)
            };
            (closest.gap - (leaf_a.radius + leaf_b.radius), normal)
        }
        None => separation(&leaf_a, &leaf_b, &offset),
    };
    let patch = Patch::new(pair, impact.leaves, &turns, s, &normal);
    Contact {
        point: a.piece.position_at(impact.time) + patch.closing_point(pair, s),
        normal,
        depth: (-gap).max(0.0),
        radii: [leaf_a.radius, leaf_b.radius],
        normal_spin: edge_normal_spin(&turns, [&leaf_a, &leaf_b], &normal, FLUSH_TOLERANCE * pair.extent(s)),
    }
}

/// The contact of two parts, at least one of which has a smooth surface.
fn at_smooth(pair: &RotatingPair, a: &Moving, impact: &Impact, s: f64, leaves: [&ConvexPart; 2], meeting: &Meeting) -> Contact {
    let turns = pair.turns_at(s);
    let patch = Patch::new(pair, impact.leaves, &turns, s, &meeting.normal);
    let radius = |leaf: &ConvexPart, outward: &Vector3<f64>| {
        leaf.radius + leaf.surface().map_or(0.0, |surface| surface.curvature_radius(outward))
    };
    Contact {
        point: a.piece.position_at(impact.time) + patch.closing_point(pair, s),
        normal: meeting.normal,
        depth: (-meeting.gap).max(0.0),
        radii: [radius(leaves[0], &meeting.normal), radius(leaves[1], &-meeting.normal)],
        normal_spin: Vector3::zeros(),
    }
}

/// The angular velocity of the normal to two crossing edges; zero where other features meet, or the
/// edges are nearly parallel.
fn edge_normal_spin(turns: &[Turn; 2], leaves: [&ConvexPart; 2], normal: &Vector3<f64>, tolerance: f64) -> Vector3<f64> {
    let along = |leaf: &ConvexPart, sign: f64| -> SmallVec<[Vector3<f64>; 8]> {
        let height = |vertex: &Vector3<f64>| sign * vertex.dot(normal);
        let reached = leaf.vertices().iter().map(height).fold(f64::NEG_INFINITY, f64::max) - tolerance;
        leaf.vertices()
            .iter()
            .copied()
            .filter(|vertex| height(vertex) >= reached)
            .collect()
    };
    let (of_a, of_b) = (along(leaves[0], 1.0), along(leaves[1], -1.0));
    let ([a, other_a], [b, other_b]) = (of_a.as_slice(), of_b.as_slice()) else {
        return Vector3::zeros();
    };
    let [one, other] = turns;
    let plane_spin = plane_spin_of_features(normal, &[[*a, *b], [*other_a, *b], [*a, *other_b]], [&one.spin, &other.spin]);
    if plane_spin.norm() <= MAX_PLANE_SPIN * (one.spin.norm() + other.spin.norm()) {
        plane_spin
    } else {
        Vector3::zeros()
    }
}

fn on_plane(half_space: &Moving, normal: &Vector3<f64>, body: &Moving, t: f64, sign: f64) -> Contact {
    let rel = Relative::new(half_space.piece, body.piece);
    let s = t - rel.start;
    let Some(plane) = RotatingOverPlane::new(half_space, normal, body, &rel, false) else {
        unreachable!("half-spaces do not plane_spin");
    };
    let normal = half_space.piece.orientation * normal;
    let centroid = support_centroid(body.collider, &body.piece.orientation_at(t), &-normal, 0.0).unwrap_or_default();
    let point = plane.closing_point(&centroid, s);
    let radius = plane.radius_at(s);
    Contact {
        point: body.piece.position_at(t) + point,
        normal: normal * sign,
        depth: (-plane.gap_at(s)).max(0.0),
        radii: if sign > 0.0 { [0.0, radius] } else { [radius, 0.0] },
        normal_spin: Vector3::zeros(),
    }
}

/// The contact of the body with a wall of the domain at time t. The normal points from the body to
/// the wall.
pub(in crate::impact) fn wall_contact(body: &Moving, wall: Wall, t: f64) -> Contact {
    let normal = wall.normal();
    let position = body.piece.position_at(t);
    let centroid = support_centroid(body.collider, &body.piece.orientation_at(t), &normal, 0.0).unwrap_or_default();
    let s = t - body.piece.epoch;
    let plane = RotatingOverPlane::wall(&normal, normal.dot(&(position + centroid)), body);
    let at = |plane: RotatingOverPlane| (plane.closing_point(&centroid, s), plane.radius_at(s));
    let (point, radius) = plane.map_or((centroid, 0.0), at);
    Contact {
        point: position + point,
        normal,
        depth: 0.0,
        radii: [radius, 0.0],
        normal_spin: Vector3::zeros(),
    }
}
