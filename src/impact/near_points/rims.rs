//! Cylinders and cones that stand on their rims over a plane.

use super::{EdgeCrossing, Moving, NearPoint, NearPoints, Rim};
use nalgebra::Vector3;

/// A rim lies flush if its centre is no higher over its lowest point than this share of the depth within which
/// places count. (As it gets flatter, its tangent turns faster, and the time between two renewals gets shorter.)
const FLUSH: f64 = 0.05;

/// The lowest places of the ends of a cylinder or a cone that are at most `most` metres over a plane through a
/// point. None for other shapes, and where an end lies on the plane: then it may touch anywhere on its rim.
pub(super) fn over_plane(normal: &Vector3<f64>, through: &Vector3<f64>, body: &Moving, t: f64, most: f64) -> Option<NearPoints> {
    let [leaf] = body.collider.parts()?.leaves.as_slice() else {
        return None;
    };
    let surface = leaf.surface().filter(|surface| !surface.ends.is_empty())?;
    let (orientation, position) = (body.piece.orientation_at(t), body.piece.position_at(t));
    let down = -orientation.inverse_transform_vector(normal);
    let mut found = NearPoints::new();
    for node in &surface.nodes {
        let end = node.centre + node.extreme(&down) + down * leaf.radius;
        let lowest = position + orientation * end;
        let gap = normal.dot(&(lowest - through));
        if gap > most {
            continue;
        }
        let (radius, reach) = (node.longest(), node.reach(&down));
        if radius > 0.0 && reach <= FLUSH * most {
            return None;
        }
        let is_rim = radius > 0.0;
        found.push(NearPoint {
            gap,
            normal: *normal,
            point: lowest - normal * (0.5 * gap),
            round: [0.0, leaf.radius],
            curvature: [0.0, if is_rim { radius * radius / reach } else { 0.0 }],
            is_loose: false,
            rim: is_rim.then(|| Rim {
                across: orientation * node.axis().cross(&down).cross(&down).normalize(),
                radius,
            }),
            face: Some(0),
            is_flush: false,
            is_tilted: false,
            beside: f64::INFINITY,
            crossing: EdgeCrossing::default(),
        });
    }
    Some(found)
}
