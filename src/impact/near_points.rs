//! Where two shapes are near each other: gaps and normals, for contacts that last.

use super::collider::Kind;
use super::composite::Composite;
use super::{Moving, Relative, convex_pair};
use nalgebra::Vector3;
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// Normals with a greater cosine between them count as one.
const SAME_NORMAL: f64 = 1.0 - 1e-6;

/// Two shapes are near each other along a normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct NearPoint {
    /// Distance along the normal, in metres; negative if the two overlap.
    pub(crate) gap: f64,
    /// Unit normal, from the first body to the second.
    pub(crate) normal: Vector3<f64>,
    /// Half way between the two surfaces, in world coordinates.
    pub(crate) point: Vector3<f64>,
}

/// The places at which two shapes are at most `most` metres apart at time `t`: one for each pair of
/// convex parts, and one for all that have the same normal.
///
/// If neither body rotates, the gap along a normal changes as the distance of the two bodies along it
/// does, and convex parts do not meet before it is 0.
pub(crate) fn near_points(a: &Moving, b: &Moving, t: f64, most: f64) -> SmallVec<[NearPoint; 2]> {
    let [at_a, at_b] = [a, b].map(|body| body.piece.position_at(t));
    let mut found: SmallVec<[NearPoint; 2]> = SmallVec::new();
    match (&a.collider.kind, &b.collider.kind) {
        (Kind::Ball { radius: of_a, .. }, Kind::Ball { radius: of_b, .. }) => {
            let between = at_b - at_a;
            let distance = between.norm();
            let normal = if distance > 0.0 { between / distance } else { Vector3::x() };
            let gap = distance - (of_a + of_b);
            let point = at_a + normal * (of_a + 0.5 * gap);
            found.push(NearPoint { gap, normal, point });
        }
        (Kind::HalfSpace { normal }, _) => {
            let normal = a.piece.orientation_at(t) * normal;
            found.extend(over_plane(&normal, &at_a, b, t));
        }
        (_, Kind::HalfSpace { normal }) => {
            let normal = b.piece.orientation_at(t) * normal;
            found.extend(over_plane(&normal, &at_b, a, t).map(|near| NearPoint {
                normal: -near.normal,
                ..near
            }));
        }
        _ => return between_parts(a, b, t, most),
    }
    found.retain(|near| near.gap <= most);
    found
}

/// The lowest place of a body over a plane through a point.
pub(crate) fn over_plane(normal: &Vector3<f64>, through: &Vector3<f64>, body: &Moving, t: f64) -> Option<NearPoint> {
    let orientation = body.piece.orientation_at(t);
    let lowest = super::contact::support_centroid(body.collider, &orientation, &-normal, body.piece.swell_at(t))?;
    let lowest = body.piece.position_at(t) + lowest;
    let gap = normal.dot(&(lowest - through));
    Some(NearPoint {
        gap,
        normal: *normal,
        point: lowest - normal * (0.5 * gap),
    })
}

fn between_parts(a: &Moving, b: &Moving, t: f64, most: f64) -> SmallVec<[NearPoint; 2]> {
    let mut found: SmallVec<[NearPoint; 2]> = SmallVec::new();
    let (Some(of_a), Some(of_b)) = (a.collider.parts(), b.collider.parts()) else {
        return found;
    };
    let [at_a, at_b] = [a, b].map(|body| body.piece.position_at(t));
    let still = Relative::new(a.piece, b.piece).still_at(at_b - at_a);
    let composite = Composite::posed([of_a, of_b], [a, b].map(|body| body.piece.orientation_at(t)), &still);
    // All in a's axes.
    let (rotation, offset) = (a.piece.orientation_at(t), composite.offset_at(0.0));
    composite.touching(&offset, most, |_, leaf_a, leaf_b| {
        let (gap, along) = convex_pair::separation(leaf_a, leaf_b, &offset);
        if gap > most {
            return ControlFlow::Continue(());
        }
        let normal = rotation * along;
        let point = at_a + rotation * convex_pair::midpoint(leaf_a, leaf_b, &offset, &along);
        let near = NearPoint { gap, normal, point };
        match found.iter_mut().find(|other| other.normal.dot(&normal) >= SAME_NORMAL) {
            Some(other) if other.gap <= gap => {}
            Some(other) => *other = near,
            None => found.push(near),
        }
        ControlFlow::Continue(())
    });
    found
}
