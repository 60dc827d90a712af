//! Convex hulls, with the axes that the separating axis test needs.
//!
//! Incremental: a tetrahedron first, then point by point, outermost first. The faces visible from
//! the point are removed, and their rim is joined to it (de Berg et al. 2008, "Computational
//! Geometry", section 11.2, without the conflict graph). The side of a plane on which a point lies
//! is decided exactly (Shewchuk 1997, doi:10.1007/PL00009321), so that neither flat hulls nor many
//! points in one plane can break the topology. parry's hull was tried first: it treats a plate of 1
//! : 10^-4 as a polygon.

use super::constants::{COPLANAR_FACES, MAX_COMPARED_AXES, PARALLEL_AXES};
use super::convex_part::Polytope;
use crate::limits::ValueError;
use nalgebra::Vector3;
use robust::{Coord3D, orient3d};
use smallvec::SmallVec;

/// A convex hull: a polytope, and a triangulation of its surface, counter-clockwise from
/// outside.
#[derive(Debug)]
pub(super) struct Hull {
    pub(super) polytope: Polytope,
    /// Corners of the triangles.
    pub(super) triangles: Vec<[Vector3<f64>; 3]>,
}

/// The convex hull of points; an error if they lie in one plane. O(n f) for f final faces.
pub(super) fn convex_hull(points: &[Vector3<f64>]) -> Result<Hull, ValueError> {
    let Some(first) = first_tetrahedron(points) else {
        let shown = format!("{} points", points.len());
        return Err(ValueError::new("points", shown, "must not lie in one plane"));
    };
    let [a, b, c, d] = first;
    let mut faces = vec![[a, b, c], [a, c, d], [a, d, b], [b, d, c]];
    let centre = points.iter().sum::<Vector3<f64>>() / points.len() as f64;
    let mut order: Vec<usize> = (0..points.len()).filter(|i| !first.contains(i)).collect();
    // The sort is stable: equal distances keep the order of the points.
    order.sort_by(|&i, &j| {
        (points[j] - centre)
            .norm_squared()
            .total_cmp(&(points[i] - centre).norm_squared())
    });
    let mut rim: Vec<[usize; 2]> = Vec::new();
    for point in order {
        rim.clear();
        faces.retain(|face| {
            let visible = is_visible(points, face, point);
            if visible {
                rim.extend((0..3).map(|i| [face[i], face[(i + 1) % 3]]));
            }
            !visible
        });
        rim.sort_unstable();
        for edge in &rim {
            if rim.binary_search(&[edge[1], edge[0]]).is_err() {
                faces.push([edge[0], edge[1], point]);
            }
        }
    }
    Ok(assemble(points, &faces))
}

/// Four points that span a volume, oriented so that [a, b, c] is counter-clockwise from
/// outside: the point farthest from the first, then from the line through both, then from the
/// plane.
fn first_tetrahedron(points: &[Vector3<f64>]) -> Option<[usize; 4]> {
    let farthest = |measure: &dyn Fn(&Vector3<f64>) -> f64| {
        let mut best = (0.0, None);
        for (i, point) in points.iter().enumerate() {
            let value = measure(point);
            if value > best.0 {
                best = (value, Some(i));
            }
        }
        best.1
    };
    let origin = *points.first()?;
    let b = farthest(&|p| (p - origin).norm())?;
    let along = (points[b] - origin).normalize();
    let c = farthest(&|p| (p - origin).cross(&along).norm())?;
    let across = along.cross(&(points[c] - origin)).try_normalize(0.0)?;
    let d = farthest(&|p| (p - origin).dot(&across).abs())?;
    let side = orientation(points, &[0, b, c], d);
    match side {
        _ if side < 0.0 => Some([0, c, b, d]),
        _ if side > 0.0 => Some([0, b, c, d]),
        _ => None,
    }
}

fn is_visible(points: &[Vector3<f64>], face: &[usize; 3], point: usize) -> bool {
    orientation(points, face, point) < 0.0
}

/// Negative if the point is on the side from which the face is counter-clockwise. The sign is
/// exact.
fn orientation(points: &[Vector3<f64>], face: &[usize; 3], point: usize) -> f64 {
    let at = |i: usize| Coord3D {
        x: points[i].x,
        y: points[i].y,
        z: points[i].z,
    };
    orient3d(at(face[0]), at(face[1]), at(face[2]), at(point))
}

fn assemble(points: &[Vector3<f64>], faces: &[[usize; 3]]) -> Hull {
    let size = faces
        .iter()
        .flatten()
        .map(|&i| (points[i] - points[faces[0][0]]).norm())
        .fold(0.0, f64::max);
    let (flat_of, planes) = merge_coplanar(points, faces, COPLANAR_FACES * size);
    let mut flats_at: Vec<SmallVec<[usize; 6]>> = vec![SmallVec::new(); points.len()];
    for (face, &flat) in faces.iter().zip(&flat_of) {
        for &corner in face {
            if !flats_at[corner].contains(&flat) {
                flats_at[corner].push(flat);
            }
        }
    }
    // A corner has three faces. A point with fewer is within a face or an edge.
    let vertices = (0..points.len())
        .filter(|&i| flats_at[i].len() >= 3)
        .map(|i| points[i])
        .collect();
    let mut edges: Vec<Vector3<f64>> = Vec::new();
    let twins = directed_edges(faces);
    for &(edge, face) in &twins {
        if edge[0] < edge[1] && flat_of[face] != flat_of[twin(&twins, edge)] {
            edges.push(points[edge[1]] - points[edge[0]]);
        }
    }
    // The longest are the most exact.
    edges.sort_by(|p, q| q.norm_squared().total_cmp(&p.norm_squared()));
    Hull {
        polytope: Polytope {
            vertices,
            normals: distinct(planes.into_iter()),
            edges: distinct(edges.into_iter().map(|edge| edge.normalize())),
            flat: false,
            cuboid: None,
        },
        triangles: faces.iter().map(|face| face.map(|i| points[i])).collect(),
    }
}

/// For each triangle the number of its flat face, and the unit normals of the faces. Each face
/// grows over neighbours from its largest triangle, which has the most exact normal.
fn merge_coplanar(points: &[Vector3<f64>], faces: &[[usize; 3]], tolerance: f64) -> (Vec<usize>, Vec<Vector3<f64>>) {
    const NONE: usize = usize::MAX;
    let normal = |face: &[usize; 3]| (points[face[1]] - points[face[0]]).cross(&(points[face[2]] - points[face[0]]));
    let mut by_area: Vec<usize> = (0..faces.len()).collect();
    by_area.sort_by(|&i, &j| normal(&faces[j]).norm_squared().total_cmp(&normal(&faces[i]).norm_squared()));
    let twins = directed_edges(faces);
    let mut flat_of = vec![NONE; faces.len()];
    let mut planes = Vec::new();
    for seed in by_area {
        if flat_of[seed] != NONE {
            continue;
        }
        let Some(plane) = normal(&faces[seed]).try_normalize(0.0) else {
            // A sliver too thin to have a normal: the planes of its neighbours contain it.
            flat_of[seed] = 0;
            continue;
        };
        let origin = points[faces[seed][0]];
        let mut stack = vec![seed];
        flat_of[seed] = planes.len();
        while let Some(face) = stack.pop() {
            for i in 0..3 {
                let next = twin(&twins, [faces[face][i], faces[face][(i + 1) % 3]]);
                let within = |&corner: &usize| (points[corner] - origin).dot(&plane).abs() <= tolerance;
                if flat_of[next] == NONE && faces[next].iter().all(within) {
                    flat_of[next] = planes.len();
                    stack.push(next);
                }
            }
        }
        planes.push(plane);
    }
    (flat_of, planes)
}

/// The directed edges and their triangles, sorted.
fn directed_edges(faces: &[[usize; 3]]) -> Vec<([usize; 2], usize)> {
    let mut edges: Vec<_> = faces
        .iter()
        .enumerate()
        .flat_map(|(face, corners)| (0..3).map(move |i| ([corners[i], corners[(i + 1) % 3]], face)))
        .collect();
    edges.sort_unstable();
    edges
}

/// The triangle on the other side of a directed edge.
fn twin(edges: &[([usize; 2], usize)], edge: [usize; 2]) -> usize {
    let reversed = [edge[1], edge[0]];
    let found = edges.binary_search_by(|probe| probe.0.cmp(&reversed));
    edges[found.expect("the surface of a hull is closed")].1
}

/// Unit directions without those that are parallel or opposite to an earlier one.
fn distinct<A: smallvec::Array<Item = Vector3<f64>>>(directions: impl ExactSizeIterator<Item = Vector3<f64>>) -> SmallVec<A> {
    if directions.len() > MAX_COMPARED_AXES {
        return directions.collect();
    }
    let mut kept: SmallVec<A> = SmallVec::new();
    for direction in directions {
        if kept.iter().all(|other| other.cross(&direction).norm() > PARALLEL_AXES) {
            kept.push(direction);
        }
    }
    kept
}

#[cfg(test)]
mod tests;
