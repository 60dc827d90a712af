//! The axes that can separate two convex polytopes without spin: the normals of the faces of their
//! Minkowski difference.
//!
//! Face normals of both, and cross products of edge directions. Two polygons that are nearly
//! parallel have a difference that is nearly flat, and those normals alone leave its rim uncertain:
//! for them the normals of the edges in their planes are added. Any axis with disjoint projections
//! separates, so an additional axis is never wrong.

use super::super::rotation::{fast_max, fast_min};
use super::Polytope;
use super::constants::{NEARLY_PARALLEL_EDGES, NEARLY_PARALLEL_PLANES, PARALLEL_EDGES};
use nalgebra::Vector3;
use std::ops::ControlFlow;

/// The number of axes of a separating axis test.
pub(in crate::impact) fn axis_count(a: &Polytope, b: &Polytope) -> usize {
    a.normals.len() + b.normals.len() + a.edges.len() * b.edges.len()
}

/// Calls `visit` with each axis until it returns `Break`. Axes are not oriented, and those from
/// edges not unit. Faces come first.
#[inline]
pub(super) fn each_axis<B>(a: &Polytope, b: &Polytope, mut visit: impl FnMut(&Vector3<f64>) -> ControlFlow<B>) -> ControlFlow<B> {
    for normal in a.normals.iter().chain(&b.normals) {
        visit(normal)?;
    }
    if a.flat && b.flat && nearly_parallel_planes(a, b) {
        each_rim_axis(a, b, &mut visit)?;
    }
    for along_a in &a.edges {
        for along_b in &b.edges {
            if let Some(axis) = edge_axis(along_a, along_b) {
                visit(&axis)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Calls `visit` with the unit normals of the edges of two flat polytopes, each in its plane.
pub(super) fn each_rim_axis<B>(
    a: &Polytope,
    b: &Polytope,
    mut visit: impl FnMut(&Vector3<f64>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for flat in [a, b] {
        for edge in &flat.edges {
            visit(&flat.normals[0].cross(edge))?;
        }
    }
    ControlFlow::Continue(())
}

/// Whether the planes of two flat polytopes are nearly parallel.
pub(super) fn nearly_parallel_planes(a: &Polytope, b: &Polytope) -> bool {
    a.normals[0].cross(&b.normals[0]).norm_squared() < NEARLY_PARALLEL_PLANES * NEARLY_PARALLEL_PLANES
}

/// The direction orthogonal to two unit edge directions, not unit; none if they are parallel.
#[inline]
pub(in crate::impact) fn edge_axis(along_a: &Vector3<f64>, along_b: &Vector3<f64>) -> Option<Vector3<f64>> {
    let axis = along_a.cross(along_b);
    let sine_squared = axis.norm_squared();
    if sine_squared >= NEARLY_PARALLEL_EDGES * NEARLY_PARALLEL_EDGES {
        return Some(axis);
    }
    if sine_squared < PARALLEL_EDGES * PARALLEL_EDGES {
        return None;
    }
    let axis = axis / sine_squared.sqrt();
    Some(axis - along_a * axis.dot(along_a))
}

/// Least and greatest projection onto an axis.
#[inline]
pub(super) fn span(polytope: &Polytope, axis: &Vector3<f64>) -> (f64, f64) {
    let (mut min, mut max) = (f64::INFINITY, f64::NEG_INFINITY);
    for vertex in &polytope.vertices {
        let along = axis.dot(vertex);
        min = fast_min(min, along);
        max = fast_max(max, along);
    }
    (min, max)
}

/// The projections overlap while low <= axis . p <= high, p the position of b's origin relative to
/// a's.
#[inline]
pub(super) fn overlap_bounds(a: &Polytope, b: &Polytope, axis: &Vector3<f64>) -> (f64, f64) {
    let (a, b) = (span(a, axis), span(b, axis));
    (a.0 - b.1, a.1 - b.0)
}

/// Sum of the radii of both about their origins: the scale of rounding in projections.
pub(super) fn sizes(a: &Polytope, b: &Polytope) -> f64 {
    a.radius() + b.radius()
}
