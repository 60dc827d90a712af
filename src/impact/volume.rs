//! Volumes of shapes.

use nalgebra::Vector3;
use std::f64::consts::PI;

pub(super) fn ball_volume(radius: f64) -> f64 {
    4.0 / 3.0 * PI * radius.powi(3)
}

pub(super) fn capsule_volume(half_height: f64, radius: f64) -> f64 {
    2.0 * PI * radius.powi(2) * half_height + ball_volume(radius)
}

/// What a closed surface of triangles encloses, counted positive where they run counter-clockwise seen from outside: the sum of
/// the signed tetrahedra over the triangles (divergence theorem), from a corner of the surface so that a body far from its own
/// origin does not cancel.
pub(super) fn enclosed_volume(mut triangles: impl Iterator<Item = [Vector3<f64>; 3]> + Clone) -> f64 {
    let Some([apex, ..]) = triangles.clone().next() else {
        return 0.0;
    };
    let six_times: f64 = triangles
        .by_ref()
        .map(|[a, b, c]| (a - apex).dot(&(b - apex).cross(&(c - apex))))
        .sum();
    six_times / 6.0
}
