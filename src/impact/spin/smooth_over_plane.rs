//! The ellipsoids, cylinders and cones of a rotating body over a plane.

use super::super::convex_part::ConvexPart;
use super::super::smooth::{Hull, Surface};
use super::full_rotation::{ceiling_over_rotation, lowest_over_rotation};
use super::over_plane::RotatingOverPlane;
use super::pair::{PointBounds, Turn};
use super::plane::{Plane, RotatingPoints, separated_for};
use super::smooth_bound::{RotatingHull, separated_for as smooth_separated_for};
use nalgebra::{Matrix3, Vector3};
use smallvec::SmallVec;

/// A lowest point of a smooth surface.
pub(super) struct SmoothPoint {
    /// Relative to the body's origin.
    pub(super) at: Vector3<f64>,
    /// Its height over the origin, and the first and second derivative of that of the surface.
    pub(super) height: f64,
    pub(super) rate: f64,
    pub(super) pull: f64,
}

impl RotatingOverPlane<'_> {
    fn rotated_surfaces(&self, rotation: &Matrix3<f64>) -> impl Iterator<Item = (Surface, f64)> {
        self.parts
            .smooth_surfaces()
            .map(|(surface, radius)| (surface.rotated(rotation), radius))
    }

    /// The lowest points of each smooth part, to within `tolerance`.
    pub(super) fn smooth_points(&self, turn: &Turn, tolerance: f64) -> SmallVec<[SmoothPoint; 4]> {
        let (normal, spin) = (&self.normal, &turn.spin);
        let spin_change = self.turning.spin_change(turn);
        // The rate of the normal as seen from the body.
        let tilt = normal.cross(spin);
        let mut found = SmallVec::new();
        for (surface, radius) in self.rotated_surfaces(&turn.matrix()) {
            let points = surface.feature(&-normal, tolerance);
            for point in &points {
                // The lowest point moves over a curved surface: the second derivative of the height is less
                // than that of the point by the bend. A rim or a line does not move on like that.
                let bend = match points.as_slice() {
                    [_] => surface.nodes[surface.farthest(&-normal)].bend(&-normal, &tilt).dot(&tilt),
                    _ => 0.0,
                };
                let speed = spin.cross(point);
                found.push(SmoothPoint {
                    at: point - normal * radius,
                    height: normal.dot(point) - radius,
                    rate: normal.dot(&speed),
                    pull: normal.dot(&(spin.cross(&speed) + spin_change.cross(point))) - bend,
                });
            }
        }
        found
    }

    /// The largest radius of curvature of a smooth part that is as low as `reached`; none if none is.
    pub(super) fn smooth_radius(&self, rotation: &Matrix3<f64>, reached: f64) -> Option<f64> {
        let down = -self.normal;
        let lowest = self
            .rotated_surfaces(rotation)
            .filter(|(surface, radius)| -surface.height(&down) - radius <= reached);
        lowest
            .map(|(surface, radius)| surface.curvature_radius(&down) + radius)
            .reduce(f64::max)
    }

    /// The lowest height of a smooth part over a full rotation: a lower bound.
    pub(super) fn smooth_lowest_over_rotation(&self, s: f64) -> f64 {
        let turn = self.turning.turn_at(s);
        let rotation = turn.matrix();
        let lowest = |leaf: &ConvexPart| {
            let points: SmallVec<[Vector3<f64>; 8]> = leaf.vertices().iter().map(|point| rotation * point).collect();
            let bounds = self.turning.point_bounds(leaf.vertices().iter());
            lowest_over_rotation(&self.rotating(&turn, &points, &bounds), &self.normal) - leaf.radius
        };
        self.parts.smooth_leaves().map(lowest).fold(f64::INFINITY, f64::min)
    }

    /// A height that the lowest point of the smooth parts never exceeds over a full rotation.
    pub(super) fn smooth_ceiling_over_rotation(&self, s: f64) -> f64 {
        let turn = self.turning.turn_at(s);
        let rotation = turn.matrix();
        let nodes = self.parts.smooth_surfaces().flat_map(|(surface, _)| &surface.nodes);
        let centres: SmallVec<[Vector3<f64>; 8]> = nodes.map(|node| node.centre).collect();
        let bounds = self.turning.point_bounds(centres.iter());
        let centres: SmallVec<[Vector3<f64>; 8]> = centres.iter().map(|centre| rotation * centre).collect();
        if centres.is_empty() {
            return f64::INFINITY;
        }
        ceiling_over_rotation(&self.rotating(&turn, &centres, &bounds), &self.normal)
    }

    fn rotating<'p>(&self, turn: &Turn, points: &'p [Vector3<f64>], bounds: &'p PointBounds) -> RotatingPoints<'p> {
        RotatingPoints {
            points,
            radii: &[],
            spin: turn.spin,
            speed: self.turning.speed,
            bounds,
        }
    }

    /// How long a body with smooth parts certainly stays off the plane, at most `limit`; `gap` is that of
    /// its lowest point.
    pub(super) fn smooth_separated_for(&self, gap: f64, s: f64, limit: f64) -> f64 {
        let origin_motion = self.origin_motion(s);
        let turn = self.turning.turn_at(s);
        let rotation = turn.matrix();
        let still = [Vector3::zeros()];
        let of_points = self.with_outline(s, |outline| {
            let heights = outline.points.iter().zip(outline.radii);
            let heights = heights.map(|(point, radius)| self.normal.dot(point) - radius);
            heights.fold(f64::INFINITY, f64::min)
        });
        let surfaces: SmallVec<[(Surface, f64); 1]> = self.rotated_surfaces(&rotation).collect();
        let height = |(surface, radius): &(Surface, f64)| -surface.height(&-self.normal) - radius;
        let lowest = surfaces.iter().map(height).fold(of_points, f64::min);
        // Each part is apart by more than the lowest one.
        let plane = |height: f64| Plane {
            normal: self.normal,
            plane_spin: Vector3::zeros(),
            gap: gap + (height - lowest),
        };
        let mut apart = limit;
        if !self.parts.outline.is_empty() {
            let of_origin = PointBounds::of_origin();
            let fixed = RotatingPoints {
                points: &still,
                radii: &[],
                spin: Vector3::zeros(),
                speed: 0.0,
                bounds: &of_origin,
            };
            apart = self.with_outline(s, |outline| {
                separated_for(&plane(of_points), &origin_motion, &fixed, outline, limit)
            });
        }
        for (part, leaf) in surfaces.iter().zip(self.parts.smooth_leaves()) {
            let fixed = RotatingHull {
                hull: Hull::Points(&still),
                spin: Vector3::zeros(),
                speed: 0.0,
                accelerations: &[],
            };
            let accelerations = self.turning.point_bounds(leaf.vertices().iter()).accelerations;
            let surface = RotatingHull {
                hull: Hull::Surface(&part.0),
                spin: turn.spin,
                speed: self.turning.speed,
                accelerations: &accelerations,
            };
            apart = apart.min(smooth_separated_for(
                &plane(height(part)),
                &origin_motion,
                [&fixed, &surface],
                apart,
            ));
        }
        apart
    }
}
