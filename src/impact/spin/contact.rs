//! Contact of two bodies at an impact, at least one of which rotates: the closing point of the
//! patch in which two parts meet.
//!
//! The point is the centroid of the patch, as for bodies that do not rotate, if the gap closes
//! there. Rotating faces can be flush and collide at a corner only: then it is the corner with the
//! highest closing speed, or the middle of the edge with that speed at all corners.

use super::super::closest::Hulls;
use super::super::collider::Kind;
use super::super::contact::support_centroid;
use super::super::leaf::Leaf;
use super::super::leaf_pair::separation;
use super::super::patch::{FLUSH, hull_centroid, meeting_corners, polygon_centroid};
use super::super::simplex::Simplex;
use super::super::{Contact, Impact, Moving, Relative};
use super::against_plane::TurningOverPlane;
use super::facing::facing;
use super::pair::Turners;
use super::plane::turn_of_features;
use super::search::MOST_TURN;
use crate::scene::Wall;
use nalgebra::{Matrix3, Vector3};
use smallvec::SmallVec;

/// The corners and the centroid of the patch in which two parts meet, relative to a's origin.
pub(super) struct Patch {
    corners: SmallVec<[Vector3<f64>; 8]>,
    centroid: Vector3<f64>,
    normal: Vector3<f64>,
    tolerance: f64,
}

impl Patch {
    pub(super) fn new(pair: &Turners, leaves: [u32; 2], rotations: &[Matrix3<f64>; 2], s: f64, normal: &Vector3<f64>) -> Self {
        let [a, b] = [0, 1].map(|side| pair.leaf_at(side, leaves[side], &rotations[side], s));
        let offset = pair.rel.position_at(s);
        let tolerance = FLUSH * pair.reach(s);
        let corners = meeting_corners(&a, &b, &offset, normal, tolerance);
        let centroid = polygon_centroid(&corners, normal, tolerance).unwrap_or_else(|| {
            let closest = Hulls::of(&a, &b).closest(&offset, &mut Simplex::default());
            closest.map_or_else(
                || {
                    let extreme = |points: &[Vector3<f64>], along: &Vector3<f64>| {
                        let value = |v: &&Vector3<f64>| v.dot(along);
                        *points
                            .iter()
                            .max_by(|p, q| value(p).total_cmp(&value(q)))
                            .expect("a leaf has vertices")
                    };
                    (extreme(a.vertices(), normal) + extreme(b.vertices(), &-normal) + offset) * 0.5
                },
                |closest| closest.on_a + normal * a.radius,
            )
        });
        Self {
            corners,
            centroid,
            normal: *normal,
            tolerance,
        }
    }

    fn points(&self) -> impl Iterator<Item = &Vector3<f64>> {
        std::iter::once(&self.centroid).chain(&self.corners)
    }

    /// The opening speed at the point with the least opening speed.
    pub(super) fn least_opening(&self, pair: &Turners, s: f64) -> f64 {
        let openings = self.points().map(|point| pair.opening(point, &self.normal, s));
        openings.fold(f64::INFINITY, f64::min)
    }

    /// The point of impact.
    fn closing_point(&self, pair: &Turners, s: f64) -> Vector3<f64> {
        let opening = |point: &Vector3<f64>| pair.opening(point, &self.normal, s);
        let still = pair.still(s);
        let of_centroid = opening(&self.centroid);
        let least = self.corners.iter().map(opening).fold(f64::INFINITY, f64::min);
        if of_centroid < -still || of_centroid <= least {
            return self.centroid;
        }
        let fastest: SmallVec<[Vector3<f64>; 8]> = self
            .corners
            .iter()
            .copied()
            .filter(|corner| opening(corner) <= least + still)
            .collect();
        middle_of(&fastest, &self.normal, self.tolerance)
    }
}

/// The centroid of the points with the highest closing speed.
pub(super) fn middle_of(fastest: &[Vector3<f64>], normal: &Vector3<f64>, tolerance: f64) -> Vector3<f64> {
    match fastest {
        [one] => *one,
        several => hull_centroid(several, normal, tolerance).unwrap_or_default(),
    }
}

/// The contact at a predicted impact.
pub(in crate::impact) fn contact_at_impact(a: &Moving, b: &Moving, impact: &Impact) -> Contact {
    let rel = Relative::new(a.piece, b.piece);
    let s = impact.time - rel.start;
    match (&a.collider.kind, &b.collider.kind) {
        (Kind::HalfSpace { normal }, _) => on_plane(a, normal, b, impact.time, 1.0),
        (_, Kind::HalfSpace { normal }) => on_plane(b, normal, a, impact.time, -1.0),
        _ => match Turners::new(a, b, &rel) {
            Some(pair) => at_leaves(&pair, a, impact, s),
            None => unreachable!("half-spaces are met above"),
        },
    }
}

fn at_leaves(pair: &Turners, a: &Moving, impact: &Impact, s: f64) -> Contact {
    let rotations = [0, 1].map(|side| pair.turning[side].rotation_at(s));
    let [leaf_a, leaf_b] = [0, 1].map(|side| pair.leaf_at(side, impact.leaves[side], &rotations[side], s));
    let offset = pair.rel.position_at(s);
    let mut simplex = Simplex::default();
    let (gap, normal) = match Hulls::of(&leaf_a, &leaf_b).closest(&offset, &mut simplex) {
        Some(closest) => {
            let normal = if Hulls::has_exact_normal(&closest, &simplex) {
                closest.normal
            } else {
                facing(&leaf_a, &leaf_b, &offset, &closest)
            };
            (closest.gap - (leaf_a.radius + leaf_b.radius), normal)
        }
        None => separation(&leaf_a, &leaf_b, &offset),
    };
    let patch = Patch::new(pair, impact.leaves, &rotations, s, &normal);
    Contact {
        point: a.piece.position_at(impact.time) + patch.closing_point(pair, s),
        normal,
        depth: (-gap).max(0.0),
        radii: [leaf_a.radius, leaf_b.radius],
        turn: turn_of_edges(pair, [&leaf_a, &leaf_b], &normal, FLUSH * pair.reach(s)),
    }
}

/// The angular velocity of the normal to two crossing edges; zero where other features meet, or the
/// edges are nearly parallel.
fn turn_of_edges(pair: &Turners, leaves: [&Leaf; 2], normal: &Vector3<f64>, tolerance: f64) -> Vector3<f64> {
    let along = |leaf: &Leaf, sign: f64| -> SmallVec<[Vector3<f64>; 8]> {
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
    let [one, other] = &pair.turning;
    let turn = turn_of_features(normal, &[[*a, *b], [*other_a, *b], [*a, *other_b]], [&one.spin, &other.spin]);
    if turn.norm() <= MOST_TURN * (one.speed + other.speed) {
        turn
    } else {
        Vector3::zeros()
    }
}

fn on_plane(half_space: &Moving, normal: &Vector3<f64>, body: &Moving, t: f64, sign: f64) -> Contact {
    let rel = Relative::new(half_space.piece, body.piece);
    let s = t - rel.start;
    let Some(plane) = TurningOverPlane::new(half_space, normal, body, &rel, false) else {
        unreachable!("half-spaces do not turn");
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
        turn: Vector3::zeros(),
    }
}

/// The contact of the body with a wall of the domain at time t. The normal points from the body to
/// the wall.
pub(in crate::impact) fn wall_contact(body: &Moving, wall: Wall, t: f64) -> Contact {
    let normal = wall.normal();
    let position = body.piece.position_at(t);
    let centroid = support_centroid(body.collider, &body.piece.orientation_at(t), &normal, 0.0).unwrap_or_default();
    let s = t - body.piece.epoch;
    let plane = TurningOverPlane::wall(&normal, normal.dot(&(position + centroid)), body);
    let at = |plane: TurningOverPlane| (plane.closing_point(&centroid, s), plane.radius_at(s));
    let (point, radius) = plane.map_or((centroid, 0.0), at);
    Contact {
        point: position + point,
        normal,
        depth: 0.0,
        radii: [radius, 0.0],
        turn: Vector3::zeros(),
    }
}
