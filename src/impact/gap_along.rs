//! How far apart two shapes are along a direction.

use super::Moving;
use super::collider::Parts;
use nalgebra::Vector3;

/// The gap of two shapes along a unit normal, from the first to the second, at a time, in metres; none if one is a
/// half-space. They are at least so far apart, or, if it is negative, overlap at most by so much. O(vertices).
pub(crate) fn gap_along(a: &Moving, b: &Moving, normal: &Vector3<f64>, t: f64) -> Option<f64> {
    let lowest = |body: &Moving, parts: &Parts, up: &Vector3<f64>| {
        let in_its_axes = body.orientation_at(t).inverse_transform_vector(up);
        body.piece.position_at(t).dot(up) + parts.lowest(&in_its_axes)
    };
    let (of_a, of_b) = (a.collider.parts()?, b.collider.parts()?);
    Some(lowest(b, of_b, normal) + lowest(a, of_a, &-normal))
}

#[cfg(test)]
mod tests {
    use super::super::tests::random::Random;
    use super::*;
    use crate::impact::collider::{Collider, Extents};
    use crate::impact::{Places, PosedShape, near_points};
    use crate::motion::MotionPiece;

    /// No direction has a greater gap than the distance is. A normal at which convex shapes are near each other has that of the place.
    #[test]
    fn gaps_are_at_most_the_distance() {
        let mut random = Random::new(11);
        let (mut apart, mut convex) = (0, 0);
        let kinds = [
            "cuboid",
            "capsule",
            "hull",
            "ellipsoid",
            "cylinder",
            "cone",
            "ring",
            "compound",
        ];
        for case in 0..2000 {
            let colliders = [1, kinds.len()].map(|each| {
                let kind = kinds[(case / each) % kinds.len()];
                Collider::new(&random.shape(kind)).unwrap()
            });
            let pieces = [0.0, 1.0].map(|side| MotionPiece {
                position: random.vector(0.3) + Vector3::new(2.5, 1.0, -1.0) * side,
                orientation: random.rotation(),
                ..MotionPiece::at_rest()
            });
            let [a, b] = [0, 1].map(|side| Moving::new(&colliders[side], &pieces[side], &Extents::EVERYWHERE));
            let [one, other] = [&a, &b].map(|body| PosedShape::of(body, 0.0, &Vector3::zeros()));
            let distance = one.distance_to(&other, f64::INFINITY).unwrap();
            if distance == 0.0 {
                continue;
            }
            apart += 1;
            let between = (pieces[1].position - pieces[0].position).normalize();
            for _ in 0..10 {
                let gap = gap_along(&a, &b, &(between + random.vector(0.5)).normalize(), 0.0).unwrap();
                assert!(gap <= distance + 1e-9, "case {case}: {gap} of {distance}");
            }
            let near = near_points(&a, &b, 0.0, 9.0, Places::Nearest);
            let are_convex = colliders.iter().all(|collider| collider.parts().unwrap().leaves.len() == 1);
            if let ([nearest], true) = (near.as_slice(), are_convex)
                && !nearest.is_tilted
            {
                convex += 1;
                let gap = gap_along(&a, &b, &nearest.normal, 0.0).unwrap();
                assert!((gap - nearest.gap).abs() < 1e-9, "case {case}: {gap} and {}", nearest.gap);
            }
        }
        assert!(apart > 1000 && convex > 300, "{apart} apart, {convex} convex");
    }
}
