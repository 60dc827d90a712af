//! Where two shapes are near each other: gaps and normals, for contacts that last.

mod lowest;
mod rims;

use super::collider::{Collider, Kind};
use super::composite::Composite;
use super::constants::FLUSH_TOLERANCE;
use super::convex_part::{ConvexPart, Core};
use super::edge_crossing::EdgeCrossing;
use super::facing::{Facing, facing};
use super::{Moving, Relative, convex_pair};
use nalgebra::Vector3;
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// Normals with a greater cosine between them count as one.
const SAME_NORMAL: f64 = 1.0 - 1e-6;

/// A direction with a greater cosine to the normal of a face is that normal.
const SAME_FACE: f64 = 1.0 - 1e-10;

/// Places at which two shapes are near each other.
pub(crate) type NearPoints = SmallVec<[NearPoint; 1]>;

/// Two shapes are near each other along a normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct NearPoint {
    /// Distance along the normal, in metres; negative if the two overlap.
    pub(crate) gap: f64,
    /// Unit normal, from the first body to the second.
    pub(crate) normal: Vector3<f64>,
    /// Half way between the two surfaces, in world coordinates.
    pub(crate) point: Vector3<f64>,
    /// The radius by which each of the two is round there, in metres: of a ball that of the ball.
    pub(crate) round: [f64; 2],
    /// The larger radius of curvature of each of the two surfaces there, in metres, without that radius; 0 of
    /// a polytope. (On the rim of a flat end it grows as the end gets flush.)
    pub(crate) curvature: [f64; 2],
    /// Whether the two may touch elsewhere, however little they turn: one is round and has flat ends, as a
    /// cylinder, or two edges cross or lie along each other.
    pub(crate) is_loose: bool,
    /// Where one of the two stands on the rim of a flat end, on a plane.
    pub(crate) rim: Option<Rim>,
    /// Which of the two has the face that the normal is of; none if it is of two edges, or of round
    /// surfaces.
    pub(crate) face: Option<usize>,
    /// Whether both have such a face: a corner of either may stand on that of the other.
    pub(crate) is_flush: bool,
    /// Whether the normal is that of the face on which a corner stands there, and differs from the common one of
    /// the two, along which the gap is. Other places have other normals then.
    pub(crate) is_tilted: bool,
    /// How far a corner of one that is near the plane of the other, but beside it, is from coming over it by sliding or
    /// turning, in metres; infinite if there is none.
    pub(crate) beside: f64,
    /// Of edges that cross there.
    pub(crate) crossing: EdgeCrossing,
}

/// A circle that touches a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rim {
    /// Unit vector along the plane, across the tangent: only turning about it moves the place along the circle.
    pub(crate) across: Vector3<f64>,
    /// Its radius, in metres.
    pub(crate) radius: f64,
}

/// Which places are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Places {
    /// The nearest one for each pair of convex parts, and one for all that have the same normal: enough
    /// for bodies that do not rotate.
    Nearest,
    /// The corners of the faces and edges in which convex parts face each other.
    Corners,
}

/// The places at which two shapes are at most `most` metres apart at time `t`.
///
/// If neither body rotates, the gap along a normal changes as the distance of the two bodies along it
/// does, and convex parts do not meet before it is 0.
pub(crate) fn near_points(a: &Moving, b: &Moving, t: f64, most: f64, places: Places) -> NearPoints {
    let [at_a, at_b] = [a, b].map(|body| body.piece.position_at(t));
    match (&a.collider.kind, &b.collider.kind) {
        (Kind::Ball { radius: of_a, .. }, Kind::Ball { radius: of_b, .. }) => {
            let between = at_b - at_a;
            let distance = between.norm();
            let normal = if distance > 0.0 { between / distance } else { Vector3::x() };
            let gap = distance - (of_a + of_b);
            let point = at_a + normal * (of_a + 0.5 * gap);
            let near = NearPoint {
                gap,
                normal,
                point,
                round: [*of_a, *of_b],
                curvature: [0.0; 2],
                is_loose: false,
                rim: None,
                face: None,
                is_flush: false,
                is_tilted: false,
                beside: f64::INFINITY,
                crossing: EdgeCrossing::default(),
            };
            within([near], most)
        }
        (Kind::HalfSpace { normal }, _) => {
            let normal = a.piece.orientation_at(t) * normal;
            over_plane(&normal, &at_a, b, t, most, places)
        }
        (_, Kind::HalfSpace { normal }) => {
            let normal = b.piece.orientation_at(t) * normal;
            let mut found = over_plane(&normal, &at_b, a, t, most, places);
            for near in &mut found {
                near.normal = -near.normal;
                near.round.swap(0, 1);
                near.curvature.swap(0, 1);
                near.face = Some(1);
            }
            found
        }
        _ => between_parts(a, b, t, most, places),
    }
}

/// Whether two shapes, where they are near each other, may come into contact elsewhere without turning:
/// one of them has several convex parts, and neither is a half-space.
pub(crate) fn has_other_parts(a: &Collider, b: &Collider) -> bool {
    match (a.parts(), b.parts()) {
        (Some(a), Some(b)) => a.leaves.len() + b.leaves.len() > 2,
        _ => false,
    }
}

/// The places of a body that are at most `most` metres over a plane through a point.
pub(crate) fn over_plane(
    normal: &Vector3<f64>,
    through: &Vector3<f64>,
    body: &Moving,
    t: f64,
    most: f64,
    places: Places,
) -> NearPoints {
    let (orientation, position) = (body.piece.orientation_at(t), body.piece.position_at(t));
    let [round, curvature] = roundness_along(body.collider, &-orientation.inverse_transform_vector(normal));
    let is_loose = body
        .collider
        .parts()
        .is_some_and(|parts| parts.leaves.iter().any(has_flat_ends));
    if places == Places::Corners
        && let Some(found) = rims::over_plane(normal, through, body, t, most)
    {
        return found;
    }
    let over = |lowest: Vector3<f64>| {
        let gap = normal.dot(&(lowest - through));
        NearPoint {
            gap,
            normal: *normal,
            point: lowest - normal * (0.5 * gap),
            round: [0.0, round],
            curvature: [0.0, curvature],
            is_loose,
            rim: None,
            face: Some(0),
            is_flush: false,
            is_tilted: false,
            beside: f64::INFINITY,
            crossing: EdgeCrossing::default(),
        }
    };
    let lowest = match (places, body.collider.parts()) {
        (Places::Corners, Some(parts)) if body.collider.ball_radius().is_none() => {
            lowest::lowest_corners(parts, &orientation, normal, most)
        }
        _ => {
            let lowest = super::contact::support_centroid(body.collider, &orientation, &-normal, body.piece.swell_at(t));
            lowest.into_iter().collect()
        }
    };
    within(lowest.into_iter().map(|point| over(position + point)), most)
}

/// Those of some places that are near enough. (They are large: `collect` copies each of them several times.)
fn within(places: impl IntoIterator<Item = NearPoint>, most: f64) -> NearPoints {
    let mut found = NearPoints::new();
    for near in places {
        if near.gap <= most {
            found.push(near);
        }
    }
    found
}

/// The radius by which a shape is round, and the largest radius of curvature of its parts along a
/// direction in its axes, without that radius.
fn roundness_along(collider: &Collider, direction: &Vector3<f64>) -> [f64; 2] {
    match collider.parts().map_or(&[][..], |parts| &parts.leaves) {
        [leaf] => [leaf.radius, curvature_of(leaf, direction)],
        leaves => {
            let radii = leaves.iter().map(|leaf| leaf.radius + curvature_of(leaf, direction));
            [0.0, radii.fold(0.0, f64::max)]
        }
    }
}

/// The radius of curvature of the core of a convex part along a direction in its axes; 0 of a polytope.
fn curvature_of(leaf: &ConvexPart, direction: &Vector3<f64>) -> f64 {
    leaf.surface().map_or(0.0, |surface| surface.curvature_radius(direction))
}

fn has_edges(leaf: &ConvexPart) -> bool {
    matches!(leaf.core, Core::Segment(_) | Core::Polytope(_))
}

fn has_flat_ends(leaf: &ConvexPart) -> bool {
    leaf.surface().is_some_and(|surface| !surface.ends.is_empty())
}

/// Whether a convex part has a face across a direction in its axes.
fn has_face(leaf: &ConvexPart, direction: &Vector3<f64>) -> bool {
    match &leaf.core {
        Core::Polytope(polytope) => polytope.normals.iter().any(|face| face.dot(direction).abs() >= SAME_FACE),
        _ => false,
    }
}

fn between_parts(a: &Moving, b: &Moving, t: f64, most: f64, places: Places) -> NearPoints {
    let mut found = NearPoints::new();
    let (Some(of_a), Some(of_b)) = (a.collider.parts(), b.collider.parts()) else {
        return found;
    };
    let [at_a, at_b] = [a, b].map(|body| body.piece.position_at(t));
    let still = Relative::new(a.piece, b.piece).still_at(at_b - at_a);
    let composite = Composite::posed([of_a, of_b], [a, b].map(|body| body.piece.orientation_at(t)), &still);
    // All in a's axes.
    let (rotation, offset) = (a.piece.orientation_at(t), composite.offset_at(0.0));
    composite.touching(&offset, most, |_, leaf_a, leaf_b| {
        let Some((gap, along)) = convex_pair::separation_within(leaf_a, leaf_b, &offset, most) else {
            return ControlFlow::Continue(());
        };
        let normal = rotation * along;
        let round = [leaf_a.radius, leaf_b.radius];
        let curvature = [curvature_of(leaf_a, &along), curvature_of(leaf_b, &-along)];
        let has_face = [leaf_a, leaf_b].map(|leaf| has_face(leaf, &along));
        let (face, is_flush) = (has_face.iter().position(|has| *has), has_face == [true; 2]);
        let edges_cross = face.is_none() && has_edges(leaf_a) && has_edges(leaf_b);
        let mut is_loose = edges_cross || has_flat_ends(leaf_a) || has_flat_ends(leaf_b);
        if places == Places::Corners {
            let tolerance = FLUSH_TOLERANCE * composite.extent();
            let Facing {
                corners,
                goes_on,
                beside,
            } = facing(leaf_a, leaf_b, &offset, &along, most, tolerance);
            is_loose |= goes_on && has_edges(leaf_a) && has_edges(leaf_b);
            let near = corners.iter().filter(|corner| corner.gap <= most).map(|corner| NearPoint {
                gap: corner.gap,
                normal: rotation * corner.normal,
                point: at_a + rotation * corner.point,
                round,
                curvature,
                is_loose,
                rim: None,
                face,
                is_flush,
                is_tilted: corner.is_tilted,
                beside,
                crossing: corner.crossing,
            });
            let before = found.len();
            found.extend(near);
            if found[before..].iter().any(|near| near.gap <= gap + tolerance) {
                return ControlFlow::Continue(());
            }
        }
        let point = at_a + rotation * convex_pair::midpoint(leaf_a, leaf_b, &offset, &along);
        // (Two edges may lie along each other where no corner is: the one place stands for all of them.)
        is_loose |= places == Places::Corners && has_edges(leaf_a) && has_edges(leaf_b);
        let near = NearPoint {
            gap,
            normal,
            point,
            round,
            curvature,
            is_loose,
            rim: None,
            face,
            is_flush,
            is_tilted: false,
            beside: f64::INFINITY,
            crossing: EdgeCrossing::default(),
        };
        let same = |other: &&mut NearPoint| places == Places::Nearest && other.normal.dot(&normal) >= SAME_NORMAL;
        match found.iter_mut().find(same) {
            Some(other) if other.gap <= gap => {}
            Some(other) => *other = near,
            None => found.push(near),
        }
        ControlFlow::Continue(())
    });
    found
}

#[cfg(test)]
mod tests;
