//! One ellipsoid of a surface, by its support function.
//!
//! All c + M u, |u| <= 1, reaches as far as c·n + |Mᵀn| along n, at the point c + P(n), P(n) = M Mᵀn / |Mᵀn|. Its
//! second derivative there is (M Mᵀ - P Pᵀ) / |Mᵀn|. A disc is one with a half axis of 0, and a point is one with all of
//! them 0.

use super::super::rotation::rotated;
use nalgebra::{Matrix3, Vector3};
use smallvec::SmallVec;

/// An ellipsoid anywhere in its body's frame. A surface is the hull of one or two of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) centre: Vector3<f64>,
    /// Its half axes, orthogonal to each other; zero where it is flat.
    pub(crate) axes: [Vector3<f64>; 3],
}

impl Node {
    pub(super) fn new(centre: Vector3<f64>, half: [f64; 3]) -> Self {
        Self {
            centre,
            axes: [Vector3::x() * half[0], Vector3::y() * half[1], Vector3::z() * half[2]],
        }
    }

    /// Mᵀn.
    fn projected(&self, n: &Vector3<f64>) -> Vector3<f64> {
        Vector3::new(self.axes[0].dot(n), self.axes[1].dot(n), self.axes[2].dot(n))
    }

    /// M t.
    fn combined(&self, t: &Vector3<f64>) -> Vector3<f64> {
        self.axes[0] * t.x + self.axes[1] * t.y + self.axes[2] * t.z
    }

    /// Its half axes, but for those of length 0.
    pub(super) fn long_axes(&self) -> SmallVec<[Vector3<f64>; 3]> {
        self.axes.iter().copied().filter(|axis| axis.norm_squared() > 0.0).collect()
    }

    /// How far it reaches along n, times the length of n.
    pub(crate) fn height(&self, n: &Vector3<f64>) -> f64 {
        self.centre.dot(n) + self.projected(n).norm()
    }

    /// |Mᵀn|: how far it reaches along n from its centre.
    pub(crate) fn reach(&self, n: &Vector3<f64>) -> f64 {
        self.projected(n).norm()
    }

    /// P(n): its extreme point along n, from its centre; 0 where it has no single one.
    pub(crate) fn extreme(&self, n: &Vector3<f64>) -> Vector3<f64> {
        let along = self.projected(n);
        let length = along.norm();
        if length > 0.0 {
            self.combined(&(along / length))
        } else {
            Vector3::zeros()
        }
    }

    /// The second derivative of the height at n, applied to a vector.
    pub(crate) fn bend(&self, n: &Vector3<f64>, v: &Vector3<f64>) -> Vector3<f64> {
        let along = self.projected(n);
        let length = along.norm();
        if !(length > 0.0) {
            return Vector3::zeros();
        }
        let (unit, of_v) = (along / length, self.projected(v));
        self.combined(&((of_v - unit * unit.dot(&of_v)) / length))
    }

    /// The longest half axis.
    pub(crate) fn longest(&self) -> f64 {
        self.axes.iter().map(Vector3::norm_squared).fold(0.0, f64::max).sqrt()
    }

    /// A bound of the distance of its farthest point from the body's origin; the distance itself where
    /// the origin is on its axis.
    pub(super) fn radius(&self) -> f64 {
        let longest = self.longest();
        (self.centre.norm_squared() + 2.0 * self.projected(&self.centre).norm() + longest * longest).sqrt()
    }

    /// A vector along the axis of a disc: across its two half axes.
    pub(crate) fn axis(&self) -> Vector3<f64> {
        let [x, y, z] = &self.axes;
        x.cross(y) + y.cross(z) + z.cross(x)
    }

    pub(super) fn mapped(&self, rotation: &Matrix3<f64>) -> Self {
        Self {
            centre: rotated(rotation, &self.centre),
            axes: self.axes.map(|axis| rotated(rotation, &axis)),
        }
    }
}
