//! The patch in which two parts meet at an impact, and its closing point.

use super::super::constants::FLUSH_TOLERANCE;
use super::super::hull_pair::HullPair;
use super::super::patch::{hull_centroid, meeting_corners, polygon_centroid};
use super::super::simplex::Simplex;
use super::super::smooth::SmoothPair;
use super::pair::{RotatingPair, Turn};
use nalgebra::Vector3;
use smallvec::SmallVec;

/// The corners and the centroid of the patch in which two parts meet, relative to a's origin.
pub(super) struct Patch {
    corners: SmallVec<[Vector3<f64>; 8]>,
    centroid: Vector3<f64>,
    normal: Vector3<f64>,
    turns: [Turn; 2],
    tolerance: f64,
}

impl Patch {
    pub(super) fn new(pair: &RotatingPair, leaves: [u32; 2], turns: &[Turn; 2], s: f64, normal: &Vector3<f64>) -> Self {
        let [a, b] = [0, 1].map(|side| pair.leaf_at(side, leaves[side], &turns[side].matrix(), s));
        let offset = pair.rel.position_at(s);
        let tolerance = FLUSH_TOLERANCE * pair.extent(s);
        let corners = meeting_corners(&a, &b, &offset, normal, tolerance);
        let centroid = polygon_centroid(&corners, normal, tolerance).unwrap_or_else(|| {
            if let Some(smooth) = SmoothPair::of(&a, &b) {
                let [on_a, on_b] = smooth.meeting(&offset, Some(normal)).points;
                return (on_a + on_b) * 0.5;
            }
            let closest = HullPair::of(&a, &b).closest(&offset, &mut Simplex::default());
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
            turns: *turns,
            tolerance,
        }
    }

    fn points(&self) -> impl Iterator<Item = &Vector3<f64>> {
        std::iter::once(&self.centroid).chain(&self.corners)
    }

    /// The opening speed at the point with the least opening speed.
    pub(super) fn least_opening(&self, pair: &RotatingPair, s: f64) -> f64 {
        let openings = self.points().map(|point| pair.opening(point, &self.normal, &self.turns, s));
        openings.fold(f64::INFINITY, f64::min)
    }

    /// The point of impact.
    pub(super) fn closing_point(&self, pair: &RotatingPair, s: f64) -> Vector3<f64> {
        let opening = |point: &Vector3<f64>| pair.opening(point, &self.normal, &self.turns, s);
        let resting_speed = pair.resting_speed(s);
        let of_centroid = opening(&self.centroid);
        let least = self.corners.iter().map(opening).fold(f64::INFINITY, f64::min);
        if of_centroid < -resting_speed || of_centroid <= least {
            return self.centroid;
        }
        let fastest: SmallVec<[Vector3<f64>; 8]> = self
            .corners
            .iter()
            .copied()
            .filter(|corner| opening(corner) <= least + resting_speed)
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
