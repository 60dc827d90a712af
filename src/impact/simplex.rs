//! The simplex of the closest-point search: up to four differences of vertices, and the point of
//! their hull nearest the origin.

use super::constants::FLAT_TETRAHEDRON;
use super::hull_pair::HullPair;
use nalgebra::Vector3;
use smallvec::{SmallVec, smallvec};
use std::hint::select_unpredictable;

#[derive(Clone, Debug, Default)]
pub(super) struct Simplex {
    corners: SmallVec<[Corner; 4]>,
}

/// A difference of a vertex of b and a vertex of a, and its weight in the nearest point.
#[derive(Clone, Copy, Debug)]
struct Corner {
    w: Vector3<f64>,
    pair: (u32, u32),
    share: f64,
}

/// The nearest point of a part of the simplex: its corners and their weights.
struct Nearest {
    point: Vector3<f64>,
    shares: SmallVec<[(usize, f64); 3]>,
}

impl Simplex {
    pub(super) fn is_empty(&self) -> bool {
        self.corners.is_empty()
    }

    pub(super) fn push(&mut self, pair: (u32, u32)) {
        self.corners.push(Corner {
            w: Vector3::zeros(),
            pair,
            share: 0.0,
        });
    }

    /// Recomputes all differences for b displaced by `offset`.
    pub(super) fn displace(&mut self, hulls: &HullPair, offset: &Vector3<f64>) {
        for corner in &mut self.corners {
            corner.w = hulls.difference(corner.pair, offset);
        }
    }

    pub(super) fn displace_last(&mut self, w: Vector3<f64>) {
        if let Some(last) = self.corners.last_mut() {
            last.w = w;
        }
    }

    pub(super) fn contains(&self, pair: (u32, u32)) -> bool {
        self.corners.iter().any(|corner| corner.pair == pair)
    }

    /// The pairs of vertices with differences that are its corners.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        self.corners.iter().map(|corner| corner.pair)
    }

    /// The length of the largest difference.
    pub(super) fn largest(&self) -> f64 {
        self.corners
            .iter()
            .map(|corner| corner.w.norm_squared())
            .fold(0.0, f64::max)
            .sqrt()
    }

    /// The point nearest the origin. Corners that it does not need are removed. None if the origin
    /// is inside.
    pub(super) fn reduce(&mut self) -> Option<Vector3<f64>> {
        let nearest = match self.corners.len() {
            1 => self.vertex(0),
            2 => self.segment(0, 1),
            3 => self.triangle(0, 1, 2),
            _ => self.tetrahedron()?,
        };
        self.corners = nearest
            .shares
            .iter()
            .map(|&(i, share)| Corner {
                share,
                ..self.corners[i]
            })
            .collect();
        Some(nearest.point)
    }

    /// The unit normal at the nearest point `v`. With three corners it comes from their plane,
    /// which keeps its digits as v becomes small.
    pub(super) fn normal(&self, v: &Vector3<f64>) -> Vector3<f64> {
        if let [a, b, c] = self.corners.as_slice() {
            let normal = shorter_cross(&a.w, &b.w, &c.w);
            if let Some(normal) = normal.try_normalize(0.0) {
                return if normal.dot(v) < 0.0 { -normal } else { normal };
            }
        }
        v.normalize()
    }

    /// Error bound of [`normal`](Self::normal), in radians, for corners with an error of
    /// `rounding`: that error over the width of their triangle, or, with fewer than three corners,
    /// over the distance.
    pub(super) fn normal_error(&self, v: &Vector3<f64>, rounding: f64) -> f64 {
        let width = match self.corners.as_slice() {
            [a, b, c] => {
                let [ab, bc, ca] = [b.w - a.w, c.w - b.w, a.w - c.w].map(|edge| edge.norm_squared());
                let middle = ab.max(bc).min(ab.max(ca)).min(bc.max(ca));
                shorter_cross(&a.w, &b.w, &c.w).norm() / middle.sqrt()
            }
            _ => v.norm(),
        };
        rounding / width
    }

    /// The part of a vector that is orthogonal to the simplex: a vector projected along its line or
    /// its plane.
    pub(super) fn orthogonal_part(&self, v: &Vector3<f64>) -> Vector3<f64> {
        match self.corners.as_slice() {
            [a, b] => match (b.w - a.w).try_normalize(0.0) {
                Some(along) => v - along * v.dot(&along),
                None => *v,
            },
            [a, b, c] => match shorter_cross(&a.w, &b.w, &c.w).try_normalize(0.0) {
                Some(normal) => normal * v.dot(&normal),
                None => *v,
            },
            _ => *v,
        }
    }

    /// The nearest point's contribution from a.
    pub(super) fn point_on_a(&self, hulls: &HullPair) -> Vector3<f64> {
        self.corners
            .iter()
            .map(|corner| hulls.a[corner.pair.0 as usize] * corner.share)
            .sum()
    }

    fn vertex(&self, i: usize) -> Nearest {
        Nearest {
            point: self.corners[i].w,
            shares: smallvec![(i, 1.0)],
        }
    }

    fn segment(&self, i: usize, j: usize) -> Nearest {
        let (a, b) = (self.corners[i].w, self.corners[j].w);
        let ab = b - a;
        let (along, whole) = (-a.dot(&ab), ab.norm_squared());
        if along <= 0.0 || whole == 0.0 {
            self.vertex(i)
        } else if along >= whole {
            self.vertex(j)
        } else {
            let t = along / whole;
            // From the nearer end, for the smaller rounding.
            let point = if t < 0.5 { a + ab * t } else { b - ab * (1.0 - t) };
            Nearest {
                point,
                shares: smallvec![(i, 1.0 - t), (j, t)],
            }
        }
    }

    fn triangle(&self, i: usize, j: usize, k: usize) -> Nearest {
        let (a, b, c) = (self.corners[i].w, self.corners[j].w, self.corners[k].w);
        let normal = shorter_cross(&a, &b, &c);
        let area = normal.norm_squared();
        // Weights of the corners, times the area: the origin projects to the inside if none is
        // negative.
        let share_a = b.cross(&c).dot(&normal);
        let share_b = c.cross(&a).dot(&normal);
        let share_c = a.cross(&b).dot(&normal);
        let sum = share_a + share_b + share_c;
        if area > 0.0 && sum > 0.0 && share_a > 0.0 && share_b > 0.0 && share_c > 0.0 {
            return Nearest {
                point: normal * (a.dot(&normal) / area),
                shares: smallvec![(i, share_a / sum), (j, share_b / sum), (k, share_c / sum)],
            };
        }
        nearest_of([self.segment(i, j), self.segment(j, k), self.segment(k, i)])
    }

    fn tetrahedron(&self) -> Option<Nearest> {
        let faces = [[0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2], [1, 3, 2, 0]];
        let mut best: Option<Nearest> = None;
        for [i, j, k, opposite] in faces {
            let [a, b, c, d] = [i, j, k, opposite].map(|corner| self.corners[corner].w);
            let normal = shorter_cross(&a, &b, &c);
            let (origin_side, inner_side) = (-a.dot(&normal), (d - a).dot(&normal));
            let unsure = FLAT_TETRAHEDRON * normal.norm() * (a.norm() + (d - a).norm());
            if origin_side * inner_side > 0.0 && origin_side.abs() > unsure && inner_side.abs() > unsure {
                continue;
            }
            let nearest = self.triangle(i, j, k);
            best = match best {
                Some(other) if other.point.norm_squared() <= nearest.point.norm_squared() => Some(other),
                _ => Some(nearest),
            };
        }
        best
    }
}

fn nearest_of(candidates: [Nearest; 3]) -> Nearest {
    let [mut best, second, third] = candidates;
    for next in [second, third] {
        if next.point.norm_squared() < best.point.norm_squared() {
            best = next;
        }
    }
    best
}

/// Twice the triangle's area along its normal, from its two shorter edges: their product has the
/// least cancellation.
pub(super) fn shorter_cross(a: &Vector3<f64>, b: &Vector3<f64>, c: &Vector3<f64>) -> Vector3<f64> {
    let (ab, bc, ca) = (b - a, c - b, a - c);
    let (x, y, z) = (ab.norm_squared(), bc.norm_squared(), ca.norm_squared());
    // Without branches: which edge is longest is unpredictable.
    let (not_ab, not_bc) = (x >= y && x >= z, y >= z);
    let one = select_unpredictable(not_ab, bc, select_unpredictable(not_bc, ca, ab));
    let other = select_unpredictable(not_ab, ca, select_unpredictable(not_bc, ab, bc));
    one.cross(&other)
}
