//! Contact of a rotating body with a plane at an impact: the closing point and its radius.

use super::super::constants::FLUSH_TOLERANCE;
use super::over_plane::RotatingOverPlane;
use super::pair::resting_speed;
use super::patch::middle_of;
use nalgebra::Vector3;
use smallvec::SmallVec;

impl RotatingOverPlane<'_> {
    /// The point of an impact at s: the centroid of the contact if the gap closes there, otherwise
    /// the point with the highest closing speed, or the middle of those with it. Relative to the
    /// body's origin.
    pub(super) fn closing_point(&self, centroid: &Vector3<f64>, s: f64) -> Vector3<f64> {
        let turn = self.turning.turn_at(s);
        let rotation = turn.matrix();
        let speed = self.normal.dot(&self.rel.velocity_at(s));
        let rate = |point: &Vector3<f64>| speed + self.normal.dot(&turn.spin.cross(point));
        let resting_speed = resting_speed(&self.rel, self.spin_speed(), s);
        if rate(centroid) < -resting_speed {
            return *centroid;
        }
        let height = |point: &Vector3<f64>| self.normal.dot(point);
        let reached = height(centroid) + self.touching_gap(s, true);
        let lowest: SmallVec<[Vector3<f64>; 8]> = self
            .parts
            .outline
            .iter()
            .map(|(point, radius)| rotation * point - self.normal * *radius)
            .chain(
                self.smooth_points(&turn, self.touching_gap(s, true))
                    .into_iter()
                    .map(|point| point.at),
            )
            .filter(|point| height(point) <= reached)
            .collect();
        let least = lowest.iter().map(rate).fold(f64::INFINITY, f64::min);
        if rate(centroid) <= least {
            return *centroid;
        }
        let fastest: SmallVec<[Vector3<f64>; 8]> = lowest
            .into_iter()
            .filter(|point| rate(point) <= least + resting_speed)
            .collect();
        middle_of(&fastest, &self.normal, FLUSH_TOLERANCE * self.parts.extent)
    }

    /// The largest radius of the points that are lowest at s.
    pub(super) fn radius_at(&self, s: f64) -> f64 {
        let rotation = self.turning.turn_at(s).matrix();
        let height = |(point, radius): &(Vector3<f64>, f64)| self.normal.dot(&(rotation * point)) - radius;
        let outline = &self.parts.outline;
        let reached = outline.iter().map(height).fold(f64::INFINITY, f64::min) + FLUSH_TOLERANCE * self.parts.extent;
        if let Some(radius) = self.smooth_radius(&rotation, reached) {
            return radius;
        }
        let lowest = outline.iter().filter(|point| height(point) <= reached);
        lowest.map(|(_, radius)| *radius).fold(0.0, f64::max)
    }
}
