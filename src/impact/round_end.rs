//! Where the edges of one part cross the rim of a flat, round end of another.
//!
//! The [feature](super::smooth::Surface::feature) of such an end is a polygon with corners on the rim. An edge that
//! crosses it at a small angle goes on beyond it, for many times the distance of a chord from the rim, and the two touch
//! up to there.

use super::convex_part::ConvexPart;
use super::patch::Plane;
use super::polygon::Polygon;
use nalgebra::{Matrix2, Vector2, Vector3};

/// A flat, round end, seen along a normal: an ellipse in a plane.
pub(super) struct RoundEnd {
    centre: Vector2<f64>,
    /// From the plane to that in which it is the unit circle.
    to_circle: Matrix2<f64>,
    from_circle: Matrix2<f64>,
}

impl RoundEnd {
    /// That of a part, displaced by `offset`, if it is extreme along a direction to within `depth`, and nothing else is.
    pub(super) fn facing(
        leaf: &ConvexPart,
        direction: &Vector3<f64>,
        offset: &Vector3<f64>,
        plane: &Plane,
        depth: f64,
    ) -> Option<Self> {
        let [centre, u, w] = leaf.surface()?.flat_end(direction, depth)?;
        let from_circle = Matrix2::from_columns(&[plane.flatten(&u), plane.flatten(&w)]);
        Some(Self {
            centre: plane.flatten(&(centre + offset)),
            to_circle: from_circle.try_inverse()?,
            from_circle,
        })
    }

    /// Where an edge crosses the rim.
    fn crossings(&self, [from, to]: [Vector2<f64>; 2]) -> impl Iterator<Item = Vector2<f64>> {
        let [from, to] = [from, to].map(|point| self.to_circle * (point - self.centre));
        let along = to - from;
        let (square, half) = (along.norm_squared(), from.dot(&along));
        let root = half * half - square * (from.norm_squared() - 1.0);
        let shares = [-1.0, 1.0].map(|sign| (sign * root.sqrt() - half) / square);
        // (No number where it misses the rim, or is no edge.)
        let on_edge = shares.into_iter().filter(|share| (0.0..=1.0).contains(share));
        on_edge.map(move |share| self.centre + self.from_circle * (from + along * share))
    }

    /// Adds the corners of the outline of another part that are over it, and where its edges cross the rim.
    pub(super) fn add_crossings(&self, patch: &mut Polygon, outline: &Polygon, tolerance: f64) {
        let mut add = |corner: Vector2<f64>| {
            if patch.iter().all(|known| (known - corner).norm() > tolerance) {
                patch.push(corner);
            }
        };
        for (number, corner) in outline.iter().enumerate() {
            if (self.to_circle * (corner - self.centre)).norm_squared() <= 1.0 {
                add(*corner);
            }
            // (A single edge is traversed once.)
            if outline.len() > 2 || number + 1 < outline.len() {
                self.crossings([*corner, outline[(number + 1) % outline.len()]])
                    .for_each(&mut add);
            }
        }
    }
}

#[cfg(test)]
mod tests;
