//! The corners of a body over a plane.

use crate::impact::collider::Parts;
use crate::impact::constants::FLUSH_TOLERANCE;
use crate::impact::patch::Plane;
use crate::impact::polygon::hull;
use nalgebra::{UnitQuaternion, Vector2, Vector3};
use smallvec::SmallVec;

/// From more corners than this, those on their hull are enough.
const MANY: usize = 4;

/// The corners of a body that are lowest along a normal to within `depth`, and those of the hull of them
/// alone, relative to its position.
pub(super) fn lowest_corners(
    parts: &Parts,
    orientation: &UnitQuaternion<f64>,
    normal: &Vector3<f64>,
    depth: f64,
) -> SmallVec<[Vector3<f64>; 8]> {
    let down = -orientation.inverse_transform_vector(normal);
    let reached = |point: &Vector3<f64>, radius: f64| point.dot(&down) + radius;
    let of_outline = parts.outline.iter().map(|(point, radius)| reached(point, *radius));
    let of_smooth = parts
        .smooth_surfaces()
        .map(|(surface, radius)| surface.height(&down) + radius);
    let farthest = of_outline.chain(of_smooth).fold(f64::NEG_INFINITY, f64::max);
    let mut lowest: SmallVec<[Vector3<f64>; 8]> = SmallVec::new();
    for (point, radius) in &parts.outline {
        if reached(point, *radius) >= farthest - depth {
            lowest.push(point + down * *radius);
        }
    }
    for (surface, radius) in parts.smooth_surfaces() {
        if surface.height(&down) + radius >= farthest - depth {
            let mut points = surface.feature(&down, depth);
            let reached = points.iter().map(|point| point.dot(&down));
            // (On a rim that is not quite flush, the lowest point may be between these.)
            if surface.height(&down) > reached.fold(f64::NEG_INFINITY, f64::max) + FLUSH_TOLERANCE * parts.extent {
                let node = &surface.nodes[surface.farthest(&down)];
                points.push(node.centre + node.extreme(&down));
            }
            lowest.extend(points.iter().map(|point| point + down * radius));
        }
    }
    if lowest.len() > MANY {
        lowest = corners_of_hull(&lowest, &down);
    }
    lowest.iter().map(|point| orientation * point).collect()
}

/// Those of some points that may be the lowest when they turn a little: the corners of their hull across
/// `down`, and what lies inside it and lower than one of these.
fn corners_of_hull(points: &[Vector3<f64>], down: &Vector3<f64>) -> SmallVec<[Vector3<f64>; 8]> {
    let plane = Plane::new(down);
    let flat: SmallVec<[Vector2<f64>; 8]> = points.iter().map(|point| plane.flatten(point)).collect();
    let corners = hull(&flat, 0.0);
    let is_corner = |at: usize| corners.contains(&flat[at]);
    let of_corners = (0..points.len()).filter(|at| is_corner(*at)).map(|at| points[at].dot(down));
    let highest = of_corners.fold(f64::INFINITY, f64::min);
    let counts = (0..points.len()).filter(|at| is_corner(*at) || points[*at].dot(down) > highest);
    counts.map(|at| points[at]).collect()
}
