//! Penetration depth of two overlapping convex hulls.

use super::constants::{MAX_AXES_IN_DEPTH, MIN_ORTHOGONAL_PART};
use super::convex_part::{ConvexPart, Core, Polytope};
use super::hull_pair::HullPair;
use super::parry_adapter::expand_polytope;
use super::polytope::{self, axis_count};
use nalgebra::Vector3;
use smallvec::{SmallVec, smallvec};
use std::borrow::Cow;

/// The least displacement that separates the hulls.
#[derive(Clone, Copy, Debug)]
pub(super) struct Penetration {
    /// Its length, >= 0.
    pub(super) depth: f64,
    /// Its unit direction: b moves along it, a against it.
    pub(super) normal: Vector3<f64>,
}

/// The penetration of the overlapping cores of two parts.
pub(super) fn penetration(a: &ConvexPart, b: &ConvexPart, offset: &Vector3<f64>) -> Penetration {
    if let (Some(a), Some(b)) = (as_polytope(&a.core), as_polytope(&b.core))
        && a.normals.len() + b.normals.len() > 0
        && axis_count(&a, &b) <= MAX_AXES_IN_DEPTH
    {
        let found = polytope::separation(&a, &b, offset);
        return Penetration {
            depth: (-found.gap).max(0.0),
            normal: found.normal,
        };
    }
    hull_penetration(&HullPair::of(a, b), offset)
}

/// A core as a polytope: a point has no faces and no edges, a segment no faces.
fn as_polytope(core: &Core) -> Option<Cow<'_, Polytope>> {
    let thin = |vertices: &[Vector3<f64>], edges: SmallVec<[Vector3<f64>; 3]>| {
        Cow::Owned(Polytope {
            vertices: SmallVec::from_slice(vertices),
            normals: SmallVec::new(),
            edges,
            flat: false,
            cuboid: None,
        })
    };
    match core {
        Core::Polytope(polytope) => Some(Cow::Borrowed(polytope)),
        // Its own search covers it.
        Core::Smooth(_) => None,
        Core::Point(_) => Some(thin(core.vertices(), SmallVec::new())),
        Core::Segment([from, to]) => {
            let along = (to - from).try_normalize(0.0)?;
            Some(thin(core.vertices(), smallvec![along]))
        }
    }
}

/// The penetration of overlapping hulls, b displaced by `offset`: across the plane of points and
/// segments, otherwise by parry's expanding polytope algorithm.
fn hull_penetration(hulls: &HullPair, offset: &Vector3<f64>) -> Penetration {
    let flat = match (hulls.a, hulls.b) {
        // Differences of points and segments span at most a plane, so the least displacement is 0,
        // across it.
        ([_], [_]) => Some(Vector3::zeros()),
        ([a, b], [_]) | ([_], [a, b]) => Some(b - a),
        ([a, b], [c, d]) => Some((b - a).cross(&(d - c))),
        _ => None,
    };
    if let Some(direction) = flat {
        let crossing = hulls.a.len() == 2 && hulls.b.len() == 2;
        let normal = if crossing { direction } else { across(&direction, offset) };
        let normal = normal
            .try_normalize(0.0)
            .unwrap_or_else(|| across(&(hulls.a[hulls.a.len() - 1] - hulls.a[0]), offset));
        return Penetration {
            depth: 0.0,
            normal: toward(normal, hulls, offset),
        };
    }
    let size = size(hulls.a).max(size(hulls.b));
    match expand_polytope(hulls, offset, size) {
        Some((depth, normal)) => Penetration { depth, normal },
        None => along_centres(hulls, offset),
    }
}

/// The displacement along the line of centres: it separates the hulls, but is not the least.
fn along_centres(hulls: &HullPair, offset: &Vector3<f64>) -> Penetration {
    let normal = toward(Vector3::x(), hulls, offset);
    let between = centre(hulls.b) + offset - centre(hulls.a);
    let normal = between.try_normalize(0.0).unwrap_or(normal);
    let most = |points: &[Vector3<f64>], sign: f64| points.iter().map(|p| sign * p.dot(&normal)).fold(f64::MIN, f64::max);
    Penetration {
        depth: (most(hulls.a, 1.0) + most(hulls.b, -1.0) - offset.dot(&normal)).max(0.0),
        normal,
    }
}

/// A unit vector orthogonal to `direction`, as near as possible to `hint`.
fn across(direction: &Vector3<f64>, hint: &Vector3<f64>) -> Vector3<f64> {
    let Some(unit) = direction.try_normalize(0.0) else {
        return hint.try_normalize(0.0).unwrap_or_else(Vector3::x);
    };
    let axis = Vector3::ith(unit.iamin(), 1.0);
    [*hint, axis]
        .iter()
        .find_map(|v| (v - unit * v.dot(&unit)).try_normalize(MIN_ORTHOGONAL_PART * v.norm()))
        .unwrap_or(axis)
}

/// The normal or its opposite, whichever points from a's centre to b's.
fn toward(normal: Vector3<f64>, hulls: &HullPair, offset: &Vector3<f64>) -> Vector3<f64> {
    let between = centre(hulls.b) + offset - centre(hulls.a);
    if between.dot(&normal) < 0.0 { -normal } else { normal }
}

fn centre(points: &[Vector3<f64>]) -> Vector3<f64> {
    points.iter().sum::<Vector3<f64>>() / points.len() as f64
}

fn size(points: &[Vector3<f64>]) -> f64 {
    points.iter().map(|p| (p - points[0]).norm()).fold(0.0, f64::max)
}
