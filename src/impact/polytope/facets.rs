//! The axes of two polytopes that nearly touch, restricted to the features near the closest points.
//!
//! A facet of their Minkowski difference is a face of one polytope with the extreme feature of the
//! other, or the product of two edges (see [`axes`](super::axes)). Only facets near the origin can
//! give the next contact, and those consist of faces and edges near the closest points. So a few
//! axes replace hundreds: two where the closest points are inside two faces, some tens where two
//! vertices meet.

use super::super::rotation::fast_max;
use super::Polytope;
use super::axes::edge_axis;
use super::constants::PARALLEL_FACES_SQUARED;
use nalgebra::Vector3;
use smallvec::{SmallVec, smallvec};

/// The place at which two polytopes nearly touch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NearPoints {
    /// The closest point of each, in its own coordinates.
    pub(crate) points: [Vector3<f64>; 2],
    /// Greatest distance of a feature from its closest point, in metres.
    pub(crate) tolerance: f64,
}

/// A face near the closest point: its outward normal, and the vertices in its plane.
struct Face {
    normal: Vector3<f64>,
    vertices: SmallVec<[u32; 8]>,
}

/// Calls `visit` with each unit axis, not oriented; faces come first. O(faces x vertices), plus the
/// axes.
pub(crate) fn each_facet_axis(a: &Polytope, b: &Polytope, place: &NearPoints, mut visit: impl FnMut(&Vector3<f64>)) {
    let [faces_a, faces_b] = [
        faces(a, &place.points[0], place.tolerance),
        faces(b, &place.points[1], place.tolerance),
    ];
    for face in faces_a.iter().chain(&faces_b) {
        visit(&face.normal);
    }
    let [edges_a, edges_b] = [edges(a, &faces_a, place.tolerance), edges(b, &faces_b, place.tolerance)];
    for along_a in &edges_a {
        for along_b in &edges_b {
            if let Some(axis) = edge_axis(along_a, along_b) {
                visit(&axis.normalize());
            }
        }
    }
}

/// The faces with planes within `tolerance` of the point.
fn faces(polytope: &Polytope, point: &Vector3<f64>, tolerance: f64) -> SmallVec<[Face; 4]> {
    if polytope.flat {
        return smallvec![Face {
            normal: polytope.normals[0],
            vertices: SmallVec::new(),
        }];
    }
    let mut near = SmallVec::new();
    for axis in &polytope.normals {
        for normal in [*axis, -axis] {
            let height = |vertex: &Vector3<f64>| normal.dot(vertex);
            let highest = normal.dot(point) + tolerance;
            // Most faces are far away: the first vertices show it.
            if polytope.vertices.iter().any(|vertex| height(vertex) > highest) {
                continue;
            }
            let top = polytope.vertices.iter().map(height).fold(f64::NEG_INFINITY, fast_max);
            let within = polytope
                .vertices
                .iter()
                .zip(0..)
                .filter(|(vertex, _)| height(vertex) >= top - tolerance);
            near.push(Face {
                normal,
                vertices: within.map(|(_, number)| number).collect(),
            });
        }
    }
    near
}

/// The unit directions of the edges between these faces; all edges of a flat polytope.
fn edges(polytope: &Polytope, faces: &[Face], tolerance: f64) -> SmallVec<[Vector3<f64>; 4]> {
    if polytope.flat {
        return polytope.edges.iter().copied().collect();
    }
    let mut directions = SmallVec::new();
    for (number, one) in faces.iter().enumerate() {
        for other in &faces[..number] {
            let along = one.normal.cross(&other.normal);
            if along.norm_squared() < PARALLEL_FACES_SQUARED {
                continue;
            }
            let shared = one.vertices.iter().filter(|vertex| other.vertices.contains(vertex));
            let shared = shared.map(|&vertex| polytope.vertices[vertex as usize]);
            let order = |p: &Vector3<f64>, q: &Vector3<f64>| p.dot(&along).total_cmp(&q.dot(&along));
            let (Some(from), Some(to)) = (shared.clone().min_by(order), shared.max_by(order)) else {
                continue;
            };
            let edge = to - from;
            if edge.norm() > tolerance {
                directions.push(edge.normalize());
            }
        }
    }
    directions
}
