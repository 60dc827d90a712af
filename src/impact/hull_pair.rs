//! Two convex hulls of points, by their vertices.

use super::convex_part::ConvexPart;
use super::extreme::farthest;
use nalgebra::Vector3;

/// Two convex hulls of points, the second displaced. All in the same axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct HullPair<'a> {
    pub(super) a: &'a [Vector3<f64>],
    pub(super) b: &'a [Vector3<f64>],
}

impl<'a> HullPair<'a> {
    /// The cores of two convex parts.
    pub(super) fn of(a: &'a ConvexPart, b: &'a ConvexPart) -> Self {
        Self {
            a: a.vertices(),
            b: b.vertices(),
        }
    }

    /// The gap of the hulls along a unit normal.
    pub(super) fn gap(&self, normal: &Vector3<f64>, offset: &Vector3<f64>) -> f64 {
        self.difference(self.support(normal), offset).dot(normal)
    }

    /// The pair of vertices, of a and of b, with the least difference b - a along `v`. The first of
    /// equals.
    pub(super) fn support(&self, v: &Vector3<f64>) -> (u32, u32) {
        (farthest(self.a, v) as u32, farthest(self.b, &-v) as u32)
    }

    /// The difference b - a of a pair of vertices, b displaced by `offset`.
    pub(super) fn difference(&self, (a, b): (u32, u32), offset: &Vector3<f64>) -> Vector3<f64> {
        (self.b[b as usize] - self.a[a as usize]) + offset
    }
}
