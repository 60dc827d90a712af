//! Support polygon: whether the contact points of a body enclose its centre of mass.

use super::collider::{Collider, Kind};
use super::composite::Composite;
use super::constants::HALF_TURN;
use super::patch::{Plane, meeting_corners};
use super::smooth::Surface;
use super::{Moving, Relative};
use crate::portable;
use nalgebra::{UnitQuaternion, Vector3};
use smallvec::SmallVec;
use std::f64::consts::TAU;
use std::ops::ControlFlow;

/// Points of a surface, in world coordinates.
pub(crate) type Points = SmallVec<[Vector3<f64>; 8]>;

/// The corners of the faces and edges in which two bodies meet across a unit normal at time t, if
/// each may come nearer by `slack` metres.
pub(crate) fn contact_points(a: &Moving, b: &Moving, normal: &Vector3<f64>, t: f64, slack: f64) -> Points {
    let of = |body: &Moving, direction: &Vector3<f64>| {
        extreme_points(
            body.collider,
            &body.piece.orientation_at(t),
            &body.piece.position_at(t),
            direction,
            slack,
        )
    };
    match (&a.collider.kind, &b.collider.kind) {
        (Kind::HalfSpace { .. }, _) => of(b, &-normal),
        (_, Kind::HalfSpace { .. }) => of(a, normal),
        _ => leaves_meet(a, b, normal, t, slack),
    }
}

fn leaves_meet(a: &Moving, b: &Moving, normal: &Vector3<f64>, t: f64, slack: f64) -> Points {
    let mut points = Points::new();
    let (Some(of_a), Some(of_b)) = (a.collider.parts(), b.collider.parts()) else {
        return points;
    };
    let [from, to] = [a, b].map(|body| body.piece.position_at(t));
    let still = Relative::new(a.piece, b.piece).still_at(to - from);
    let composite = Composite::posed([of_a, of_b], [a, b].map(|body| body.piece.orientation_at(t)), &still);
    // All in a's axes.
    let rotation = a.piece.orientation_at(t);
    let (offset, along) = (composite.offset_at(0.0), rotation.inverse_transform_vector(normal));
    composite.touching(&offset, slack, |_, leaf_a, leaf_b| {
        let corners = meeting_corners(leaf_a, leaf_b, &offset, &along, slack);
        points.extend(corners.iter().map(|corner| from + rotation * corner));
        ControlFlow::Continue(())
    });
    points
}

/// The points of a body that are farthest along a unit direction, to within `slack` metres.
pub(crate) fn extreme_points(
    collider: &Collider,
    orientation: &UnitQuaternion<f64>,
    position: &Vector3<f64>,
    direction: &Vector3<f64>,
    slack: f64,
) -> Points {
    let Some(parts) = collider.parts() else {
        return Points::new();
    };
    let along = orientation.inverse_transform_vector(direction);
    let reached = |(point, radius): &(Vector3<f64>, f64)| point.dot(&along) + radius;
    let farthest = parts.outline.iter().map(reached).fold(f64::NEG_INFINITY, f64::max);
    let smooth_reached = |(surface, radius): (&Surface, f64)| surface.height(&along) + radius;
    let farthest = parts.smooth_surfaces().map(smooth_reached).fold(farthest, f64::max);
    let near = parts.outline.iter().filter(|point| reached(point) >= farthest - slack);
    let smooth = parts
        .smooth_surfaces()
        .filter(|part| smooth_reached(*part) >= farthest - slack);
    near.map(|(point, _)| *point)
        .chain(smooth.flat_map(|(surface, _)| surface.feature(&along, slack)))
        .map(|point| position + orientation * point)
        .collect()
}

/// Whether a point, projected along a unit normal, lies within the hull of the points, or within
/// `slack` metres of one of them.
pub(crate) fn supports(points: &[Vector3<f64>], normal: &Vector3<f64>, point: &Vector3<f64>, slack: f64) -> bool {
    let plane = Plane::new(normal);
    let mut angles: SmallVec<[f64; 8]> = SmallVec::new();
    for corner in points {
        let projected = plane.flatten(&(corner - point));
        if projected.norm() <= slack {
            return true;
        }
        angles.push(portable::angle_of(projected.y, projected.x));
    }
    // Inside the hull, every half plane through the point contains a corner.
    angles.sort_by(f64::total_cmp);
    let round = angles.first().map(|first| first + TAU);
    let gaps = angles
        .iter()
        .zip(angles.iter().skip(1).chain(&round))
        .map(|(one, next)| next - one);
    gaps.fold(0.0, f64::max) <= HALF_TURN && !angles.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_within_the_hull_is_supported() {
        let square = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, z]| Vector3::new(x, 0.3, z));
        let up = Vector3::y();
        for (x, z, contact_bound) in [
            (0.0, 0.0, true),
            (0.999, -0.999, true),
            (1.001, 0.0, false),
            (5.0, 5.0, false),
            (1.0, 0.5, true),
        ] {
            assert_eq!(
                supports(&square, &up, &Vector3::new(x, 7.0, z), 1e-9),
                contact_bound,
                "{x} {z}"
            );
        }
        // An edge supports the points above it, and a corner the point above it.
        assert!(supports(&square[..2], &up, &Vector3::new(0.2, 1.0, -1.0), 1e-9));
        assert!(!supports(&square[..2], &up, &Vector3::new(0.2, 1.0, -0.9), 1e-9));
        assert!(supports(&square[..1], &up, &Vector3::new(-1.0, 1.0, -1.0), 1e-9));
        assert!(!supports(&square[..1], &up, &Vector3::zeros(), 1e-9));
        assert!(!supports(&[], &up, &Vector3::zeros(), 1e-9));
    }
}
