//! How long two bodies stay apart in any rotation: bodies of revolution about the axes of their
//! spins enclose them.
//!
//! A point u from a body's origin, which rotates about the unit axis k, is never lower along a unit
//! normal n than
//!
//! > (n·k)(u·k) - |n×k| |u×k|.
//!
//! If the spin changes, the bound is -|u|.
//!
//! So two bodies that rotate near each other are certainly apart for as long as the motion of their
//! origins needs, whatever the number of rotations. This bound costs more than a test of closest
//! points, and is weaker near contact; therefore only long searches use it.

use super::plane::{OriginMotion, RotatingPoints};
use crate::roots::first_negative_quadratic;
use nalgebra::Vector3;

/// The lowest height of any point along a unit normal, over a full rotation.
pub(super) fn lowest_over_rotation(body: &RotatingPoints, normal: &Vector3<f64>) -> f64 {
    let axis = body.spin.try_normalize(0.0);
    let lowest = |point: &Vector3<f64>| match axis {
        _ if !body.bounds.accelerations.is_empty() => -point.norm(),
        Some(axis) => normal.dot(&axis) * point.dot(&axis) - normal.cross(&axis).norm() * point.cross(&axis).norm(),
        None => normal.dot(point),
    };
    let radius = |number: usize| body.radii.get(number).copied().unwrap_or(0.0);
    let points = body.points.iter().enumerate();
    points
        .map(|(number, point)| lowest(point) - radius(number))
        .fold(f64::INFINITY, f64::min)
}

/// A height along a unit normal that the lowest point never exceeds, over a full rotation.
pub(super) fn ceiling_over_rotation(body: &RotatingPoints, normal: &Vector3<f64>) -> f64 {
    let radius = |number: usize| body.radii.get(number).copied().unwrap_or(0.0);
    let highest = |(number, point): (usize, &Vector3<f64>)| {
        let one = [*point];
        let alone = RotatingPoints {
            points: &one,
            radii: &[],
            ..*body
        };
        -lowest_over_rotation(&alone, &-normal) - radius(number)
    };
    body.points.iter().enumerate().map(highest).fold(f64::INFINITY, f64::min)
}

/// How long a gap between bodies of revolution stays open along a fixed normal; 0 if it is not
/// open.
pub(super) fn revolution_separated_for(normal: &Vector3<f64>, gap: f64, origin_motion: &OriginMotion) -> f64 {
    if !(gap > 0.0) {
        return 0.0;
    }
    let pull = (-normal.dot(&origin_motion.acceleration)).max(0.0);
    first_negative_quadratic(gap, normal.dot(&origin_motion.velocity) - origin_motion.growth, -0.5 * pull)
}

#[cfg(test)]
mod tests {
    use super::super::pair::PointBounds;
    use super::*;
    use crate::portable;

    /// Slow check: the body is rotated by small steps through a full rotation.
    #[test]
    fn the_lowest_point_stays_within_the_full_rotation_bounds() {
        let points = [
            Vector3::new(0.7, -0.2, 0.4),
            Vector3::new(-0.5, 0.9, 0.1),
            Vector3::new(0.1, 0.3, -1.2),
        ];
        let spins = [Vector3::z(), Vector3::new(1.0, -2.0, 0.5), Vector3::new(0.0, 1e-3, 0.0)];
        for radii in [&[] as &[f64], &[0.25, 0.0, 0.5]] {
            for spin in spins {
                for normal in [Vector3::y(), Vector3::new(0.6, 0.0, 0.8)] {
                    let body = RotatingPoints {
                        points: &points,
                        radii,
                        spin,
                        speed: spin.norm(),
                        bounds: &PointBounds::default(),
                    };
                    let (low, high) = (lowest_over_rotation(&body, &normal), ceiling_over_rotation(&body, &normal));
                    for step in 0..1000 {
                        let rotation =
                            portable::rotation(&(spin.normalize() * (std::f64::consts::TAU * f64::from(step) / 1000.0)));
                        let height = |(number, point): (usize, &Vector3<f64>)| {
                            normal.dot(&(rotation * point)) - radii.get(number).copied().unwrap_or(0.0)
                        };
                        let lowest = points.iter().enumerate().map(height).fold(f64::INFINITY, f64::min);
                        assert!(low - 1e-9 <= lowest && lowest <= high + 1e-9, "{low} {lowest} {high}");
                    }
                }
            }
        }
    }
}
