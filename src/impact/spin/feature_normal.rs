//! The normal between two parts that almost touch, from their features.
//!
//! The direction between closest points that are 1e-13 of the sizes apart has only three exact
//! digits. With fewer than three differences of vertices in the simplex nothing else gives the
//! normal. Symmetry causes this: of an edge that meets a face of the same height, the closest point
//! lies on the diagonal of the differences, and two corners form it. The normals of faces are exact
//! to rounding: the result is the one of all face normals, and products of edges, along which the
//! two are as far apart as along the direction found.

use super::super::approach::rounding_of_length;
use super::super::closest::Closest;
use super::super::convex_part::{ConvexPart, Core};
use super::super::hull_pair::HullPair;
use super::super::polytope::edge_axis;
use nalgebra::Vector3;
use smallvec::SmallVec;

/// The unit normal, from a to b, of the features in which two parts meet, b displaced by `offset`;
/// `closest` are the closest points of their cores. O(faces + edges), and the products of the edges
/// that are orthogonal to the direction found.
///
/// Where two vertices, two parallel edges, or a vertex and an edge are nearest to each other, the
/// result is the direction found, without its component along such an edge.
pub(super) fn feature_normal(a: &ConvexPart, b: &ConvexPart, offset: &Vector3<f64>, closest: &Closest) -> Vector3<f64> {
    let hulls = HullPair::of(a, b);
    let rounding = 2.0 * rounding_of_length(radius(a) + radius(b) + offset.norm());
    // A normal with this gap has at least this distance of the closest points along it.
    let least = closest.gap - rounding;
    let cosine = (least / closest.between.norm()).clamp(0.0, 1.0);
    let sine = (1.0 - cosine * cosine).sqrt();
    let mut best: Option<(f64, Vector3<f64>)> = None;
    let mut consider = |axis: &Vector3<f64>| {
        let Some(unit) = axis.try_normalize(0.0) else { return };
        let unit = if unit.dot(&closest.normal) < 0.0 { -unit } else { unit };
        if unit.dot(&closest.between) < least {
            return;
        }
        let gap = hulls.gap(&unit, offset);
        // Faces come first and win ties.
        if gap >= least && best.is_none_or(|(most, _)| gap > most + rounding) {
            best = Some((gap, unit));
        }
    };
    for leaf in [a, b] {
        if let Core::Polytope(polytope) = &leaf.core {
            polytope.normals.iter().for_each(&mut consider);
            if let (true, [normal, ..]) = (polytope.flat, polytope.normals.as_slice()) {
                polytope.edges.iter().for_each(|edge| consider(&normal.cross(edge)));
            }
        }
    }
    let [of_a, of_b] = [a, b].map(|leaf| edges_across(leaf, &closest.normal, sine));
    for along_a in &of_a {
        for axis in of_b.iter().filter_map(|along_b| edge_axis(along_a, along_b)) {
            consider(&axis);
        }
    }
    if let Some((_, normal)) = best {
        return normal;
    }
    let across = |edge: &Vector3<f64>| edge.cross(&closest.normal.cross(edge)).try_normalize(0.0);
    of_a.iter().chain(&of_b).find_map(across).unwrap_or(closest.normal)
}

/// The directions of a core's edges that are orthogonal to a unit direction, to within an angle of
/// this sine.
fn edges_across(leaf: &ConvexPart, direction: &Vector3<f64>, sine: f64) -> SmallVec<[Vector3<f64>; 4]> {
    let mut edges: SmallVec<[Vector3<f64>; 4]> = match &leaf.core {
        Core::Point(_) | Core::Smooth(_) => SmallVec::new(),
        Core::Segment([from, to]) => (to - from).try_normalize(0.0).into_iter().collect(),
        Core::Polytope(polytope) => polytope.edges.iter().copied().collect(),
    };
    edges.retain(|edge| edge.dot(direction).abs() <= sine);
    edges
}

fn radius(leaf: &ConvexPart) -> f64 {
    leaf.vertices().iter().map(|v| v.norm_squared()).fold(0.0, f64::max).sqrt()
}
