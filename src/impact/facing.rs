//! Where two convex parts face each other, and how far apart they are there.

mod along;
mod side;

use super::constants::FLUSH_TOLERANCE;
use super::convex_part::{ConvexPart, Core};
use super::edge_crossing::{EdgeCrossing, crossing_at};
use super::extreme::farthest;
use super::patch::{Plane, common, extreme_points};
use super::polygon::{Polygon, distance_to_segment, hull};
use super::round_end::RoundEnd;
use nalgebra::{Vector2, Vector3};
use side::Side;
use smallvec::SmallVec;

/// Surfaces that are farther from being parallel, in radians, are not those on which the corners stand.
const MOST_TILT: f64 = 0.1;

/// Faces that are no farther from lying flush, in radians, may do so before they are measured again: bodies turn by
/// less until then, both together. (The islands check that at compile time.)
pub(crate) const NEARLY_FLUSH: f64 = 0.2;

/// Where two parts face each other.
pub(super) struct Facing {
    /// The corners of their patch, and those of the two within it.
    pub(super) corners: SmallVec<[Corner; 8]>,
    /// Whether they are as near each other beside it, where one of them is round: by an edge of one that
    /// lies along an edge of the other.
    pub(super) goes_on: bool,
    /// How far the nearest corner of one that is beside the other, and as near it as what is over it may be, is from
    /// coming over it, in metres; infinite if there is none.
    pub(super) beside: f64,
}

/// A place where two parts face each other.
pub(super) struct Corner {
    pub(super) point: Vector3<f64>,
    /// The gap between the two there, along their common normal.
    pub(super) gap: f64,
    /// The unit normal of the surface there on which the other part has a corner, towards the second part. It
    /// differs from the common one while the two do not lie flush: sliding along it keeps the gap.
    pub(super) normal: Vector3<f64>,
    /// Whether it differs.
    pub(super) is_tilted: bool,
    /// Of edges that cross there.
    pub(super) crossing: EdgeCrossing,
}

/// Where two parts face each other across `normal`, b displaced by `offset`. A feature reaches as deep as
/// `depth`.
pub(super) fn facing(
    a: &ConvexPart,
    b: &ConvexPart,
    offset: &Vector3<f64>,
    normal: &Vector3<f64>,
    depth: f64,
    tolerance: f64,
) -> Facing {
    let plane = Plane::new(normal);
    let extreme = |leaf: &ConvexPart, direction: &Vector3<f64>, offset: &Vector3<f64>| {
        extreme_points(leaf, direction, offset, &plane, depth).1
    };
    let points = [extreme(a, normal, &Vector3::zeros()), extreme(b, &-normal, offset)];
    let hulls = points.each_ref().map(|points| hull(points, tolerance));
    let sides = [Side::new(a, *normal), Side::new(b, -normal)];
    let deeper: [Polygon; 2] = std::array::from_fn(|side| {
        let offset = [Vector3::zeros(), *offset][side];
        let deeper = sides[side].deeper_points(depth, tolerance);
        deeper.iter().map(|point| plane.flatten(&(point + offset))).collect()
    });
    let wider = [0, 1].map(|side| {
        let all = || points[side].iter().chain(&deeper[side]).copied().collect::<Polygon>();
        (!deeper[side].is_empty()).then(|| hull(&all(), tolerance))
    });
    let mut patch = patch_of(&hulls, &wider, tolerance);
    let is_point_of = |side: usize, corner: &Vector2<f64>| {
        let mut all = points[side].iter().chain(&deeper[side]);
        all.any(|point| (point - corner).norm() <= tolerance)
    };
    let ends = [
        RoundEnd::facing(a, normal, &Vector3::zeros(), &plane, depth),
        RoundEnd::facing(b, &-normal, offset, &plane, depth),
    ];
    if let [Some(end), None] | [None, Some(end)] = &ends {
        let other = usize::from(ends[0].is_some());
        let is_point = |corner: &Vector2<f64>| is_point_of(0, corner) || is_point_of(1, corner);
        patch.retain(|corner| is_point(corner));
        for outline in std::iter::once(&hulls[other]).chain(&wider[other]) {
            end.add_crossings(&mut patch, outline, tolerance);
        }
    }
    // Beside a face with an edge of radius r the gap is less than the depth to sqrt(2 r depth).
    let beside = (2.0 * (a.radius + b.radius) * depth).sqrt();
    let (mut goes_on, mut nearest_beside) = (false, f64::INFINITY);
    for side in 0..2 {
        for point in &points[side] {
            let distance = distance_to_outline(point, &hulls[1 - side]);
            let sticks_out = !hulls[side].contains(point);
            if !sticks_out && distance >= beside && distance >= nearest_beside {
                continue;
            }
            let within = common(&Polygon::from_slice(&[*point]), &hulls[1 - side], tolerance);
            goes_on |= within.is_empty() && distance < beside;
            if within.is_empty() {
                nearest_beside = nearest_beside.min(distance);
            }
            // Corners that stick out within the patch.
            if sticks_out {
                patch.extend(within);
            }
        }
    }
    let tilts = FLUSH_TOLERANCE..MOST_TILT;
    let outlines = [0, 1].map(|side| wider[side].as_ref().unwrap_or(&hulls[side]));
    let reach_at = |corner: &Vector2<f64>| {
        let at = plane.raise(corner, 0.0);
        (at, sides[0].reach_at(&at, depth), sides[1].reach_at(&(at - offset), depth))
    };
    let gap_at = |corner: &Vector2<f64>| {
        let (_, top, bottom) = reach_at(corner);
        offset.dot(normal) - bottom.height - top.height
    };
    let corners = patch.iter().map(|corner| {
        let (at, top, bottom) = reach_at(corner);
        let lower = offset.dot(normal) - bottom.height;
        let is_edge = |side: usize| hulls[side].len() == 2;
        let on_b = || {
            let core = at + normal * (top.height - a.radius) - offset;
            let outward = bottom
                .outward
                .filter(|outward| a.radius == 0.0 || has_foot(b, outward, &core, tolerance))?;
            Some(-outward)
        };
        let on_a = || {
            let core = at + normal * (lower + b.radius);
            top.outward
                .filter(|outward| b.radius == 0.0 || has_foot(a, outward, &core, tolerance))
        };
        let is_point = [0, 1].map(|side| is_point_of(side, corner));
        let own = match is_point {
            [true, false] => on_b(),
            [false, true] => on_a(),
            // An edge on an edge: that of a face, across the side of a round part.
            [false, false] if is_edge(0) && !is_edge(1) => on_a(),
            [false, false] if is_edge(1) && !is_edge(0) => on_b(),
            _ => None,
        };
        let own = own.filter(|own| tilts.contains(&(own - normal).norm()));
        Corner {
            point: at + normal * (0.5 * (top.height + lower)),
            gap: lower - top.height,
            normal: own.unwrap_or(*normal),
            is_tilted: own.is_some(),
            crossing: match is_point {
                [false, false] => crossing_at(corner, outlines, gap_at),
                _ => EdgeCrossing::default(),
            },
        }
    });
    let mut corners: SmallVec<[Corner; 8]> = corners.collect();
    corners.extend(along::ends_of_edges([a, b], &sides, &hulls, offset, &plane, depth, tolerance));
    Facing {
        corners,
        goes_on,
        beside: nearest_beside,
    }
}

/// The corners of what two parts have in common, and of what they would have in common with the points that are
/// [deeper](Side::deeper_points).
fn patch_of(hulls: &[Polygon; 2], wider: &[Option<Polygon>; 2], tolerance: f64) -> Polygon {
    let mut patch = common(&hulls[0], &hulls[1], tolerance);
    if wider.iter().any(Option::is_some) {
        let [a, b] = [0, 1].map(|side| wider[side].as_ref().unwrap_or(&hulls[side]));
        let is_new = |corner: &Vector2<f64>| patch.iter().all(|known| (known - corner).norm() > tolerance);
        let mut others = common(a, b, tolerance);
        others.retain(|corner| is_new(corner));
        patch.extend(others);
    }
    patch
}

/// Whether the foot of a point on a face lies on it, and not beside it: what is round about a point beside a face
/// touches an edge. (Always on the side of a smooth part.)
fn has_foot(leaf: &ConvexPart, outward: &Vector3<f64>, point: &Vector3<f64>, tolerance: f64) -> bool {
    let Core::Polytope(polytope) = &leaf.core else { return true };
    let reach = |face: &Vector3<f64>| polytope.vertices[farthest(&polytope.vertices, face)].dot(face);
    let foot = point - outward * (outward.dot(point) - reach(outward));
    let faces = polytope.normals.iter().flat_map(|normal| [*normal, -normal]);
    faces.into_iter().all(|face| face.dot(&foot) <= reach(&face) + tolerance)
}

/// The distance of a point from the corners and edges of a polygon; infinite if there are none.
fn distance_to_outline(point: &Vector2<f64>, polygon: &Polygon) -> f64 {
    let next = |at: usize| polygon[(at + 1) % polygon.len()];
    let edges = (0..polygon.len()).map(|at| distance_to_segment(point, [polygon[at], next(at)]));
    edges.fold(f64::INFINITY, f64::min)
}
