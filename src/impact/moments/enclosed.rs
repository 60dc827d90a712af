//! Moments of the volume that a closed surface encloses.

use super::Moments;
use nalgebra::{Matrix3, Vector3};

impl Moments {
    /// Moments of the volume that a closed surface of triangles encloses, positive where the
    /// triangles run counter-clockwise from outside: the sum over the signed tetrahedra between
    /// the triangles and one point (divergence theorem).
    ///
    /// 1. Volume, second moment about the origin, and centroid: the point is a corner of the surface,
    ///    not the origin, so that the volume of a body far from its own origin does not cancel.
    /// 2. Second moments about the centroid: the point is that centroid, and the sums are
    ///    compensated, since symmetric surfaces of many triangles must have equal moments.
    pub(in crate::impact) fn enclosed(triangles: impl Iterator<Item = [Vector3<f64>; 3]> + Clone) -> Self {
        let Some([apex, ..]) = triangles.clone().next() else {
            return Self::default();
        };
        let (mut six_volumes, mut squares) = (0.0, 0.0);
        let mut firsts = Vector3::zeros();
        for [a, b, c] in triangles.clone() {
            let (from_a, from_b, from_c) = (a - apex, b - apex, c - apex);
            let six = from_a.dot(&from_b.cross(&from_c));
            let corners = [apex, a, b, c];
            let total: Vector3<f64> = corners.iter().sum();
            six_volumes += six;
            squares += six * (corners.iter().map(Vector3::norm_squared).sum::<f64>() + total.norm_squared());
            firsts += (from_a + from_b + from_c) * six;
        }
        let (centroid, covariance) = about_point(triangles, &(apex + firsts / (4.0 * six_volumes)));
        Self {
            volume: six_volumes / 6.0,
            square: squares / 120.0,
            centroid,
            covariance,
        }
    }
}

/// The centroid, and the mean of (x - centroid) (x - centroid)ᵀ, by tetrahedra about a point near
/// the centroid.
fn about_point(triangles: impl Iterator<Item = [Vector3<f64>; 3]>, point: &Vector3<f64>) -> (Vector3<f64>, Matrix3<f64>) {
    let mut sums = [Sum::default(); 10];
    for triangle in triangles {
        let [a, b, c] = triangle.map(|corner| corner - point);
        let six = a.dot(&b.cross(&c));
        let total = a + b + c;
        let second = |i: usize, j: usize| a[i] * a[j] + b[i] * b[j] + c[i] * c[j] + total[i] * total[j];
        let terms = [
            1.0,
            total.x,
            total.y,
            total.z,
            second(0, 0),
            second(1, 1),
            second(2, 2),
            second(0, 1),
            second(1, 2),
            second(2, 0),
        ];
        sums.iter_mut().zip(terms).for_each(|(sum, term)| sum.add(six * term));
    }
    let [six, x, y, z, xx, yy, zz, xy, yz, zx] = sums.map(Sum::total);
    // A tetrahedron has 1/6 of `six` as volume, a quarter of that times the sum of its corners as
    // first moment, and 1/20 of it times the sum of products as second moments.
    let offset = Vector3::new(x, y, z) / (4.0 * six);
    let about_it = Matrix3::new(xx, xy, zx, xy, yy, yz, zx, yz, zz) / (20.0 * six);
    (point + offset, about_it - offset * offset.transpose())
}

/// A compensated sum (Neumaier 1974, doi:10.1002/zamm.19740540106): its error is that of one
/// rounding, and of the square of the rounding unit times the sum of magnitudes.
#[derive(Clone, Copy, Default)]
struct Sum {
    rounded: f64,
    lost: f64,
}

impl Sum {
    fn add(&mut self, term: f64) {
        let sum = self.rounded + term;
        self.lost += if self.rounded.abs() >= term.abs() {
            (self.rounded - sum) + term
        } else {
            (term - sum) + self.rounded
        };
        self.rounded = sum;
    }

    fn total(self) -> f64 {
        self.rounded + self.lost
    }
}
