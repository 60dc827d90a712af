//! The largest ball that a periodic domain admits, and when a ball outgrows it.

use nalgebra::Vector3;

/// Least number of diameters of its largest body in each side of a periodic domain. Under two, a body
/// could touch two images of another at once, and the nearest image alone would not decide.
const LEAST_DIAMETERS: f64 = 2.0;

/// The largest radius that a periodic domain with these sides admits: a quarter of the shortest.
pub(crate) fn largest_radius(sides: &Vector3<f64>) -> f64 {
    sides.min() / (2.0 * LEAST_DIAMETERS)
}

/// When a ball that grows is as large as a periodic domain with these sides admits. Its radius is
/// given at an epoch. Infinite if it does not grow.
pub(crate) fn outgrown_at(sides: &Vector3<f64>, epoch: f64, radius: f64, rate: f64) -> f64 {
    match rate > 0.0 {
        true => epoch + ((largest_radius(sides) - radius) / rate).max(0.0),
        false => f64::INFINITY,
    }
}
