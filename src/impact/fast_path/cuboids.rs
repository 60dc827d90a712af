//! Two cuboids: the separating axis test over time (see [`polytope`](super::super::polytope)), with
//! projections from half extents.
//!
//! Everything is in a's axes A. With `M = Aᵀ B`, the projection of both on a face axis of a has the
//! half width `h_a + |M| h_b`, and the product of two edges `A_i x B_j` is `M_{i+1,j} A_{i+2} -
//! M_{i+2,j} A_{i+1}` (Gottschalk, Lin, Manocha 1996, table of OBB axes): four products, where
//! projections of all corners take 48.
//!
//! A miss needs no margin here: the general test decides it by the same axes, without one.

use super::super::convex_part::Cuboid;
use super::super::rotation::rotated;
use super::constants::{NEARLY_PARALLEL_EDGES_SQUARED, PARALLEL_EDGES_SQUARED, UNAMBIGUOUS};
use super::{Entry, FastResult, PartPair};
use nalgebra::Vector3;

/// One axis, not unit: the projections overlap while |along + rate s| <= extent.
#[derive(Clone, Copy)]
struct Axis {
    extent: f64,
    along: f64,
    rate: f64,
    /// Square of its length.
    square: f64,
    /// Its number: faces of a, faces of b, edges.
    number: usize,
}

/// All axes of a test.
struct Axes {
    all: [Axis; 15],
    count: usize,
}

impl PartPair<'_> {
    pub(super) fn cuboids(&self, a: &Cuboid, b: &Cuboid) -> FastResult {
        let (b_axes, b_center) = match self.rotation {
            Some(rotation) => (b.axes.map(|axis| rotated(rotation, &axis)), rotated(rotation, &b.center)),
            None => (b.axes, b.center),
        };
        let in_a = |v: &Vector3<f64>| Vector3::new(a.axes[0].dot(v), a.axes[1].dot(v), a.axes[2].dot(v));
        let b_axes = b_axes.map(|axis| in_a(&axis));
        let position = in_a(&(self.rel.position + b_center - a.center));
        let velocity = in_a(&self.rel.velocity);
        let (mut begin, mut end) = (self.window.begin, self.window.end);
        let mut first = None;
        let mut axes = Axes {
            all: [Axis {
                extent: 0.0,
                along: 0.0,
                rate: 0.0,
                square: 1.0,
                number: 0,
            }; 15],
            count: 0,
        };
        // Whether the projections overlap in the time that is left.
        let mut narrow = |axis: Axis| {
            axes.all[axes.count] = axis;
            axes.count += 1;
            if axis.rate == 0.0 {
                return axis.along.abs() <= axis.extent;
            }
            let (middle, half) = (-axis.along / axis.rate, axis.extent / axis.rate.abs());
            if middle - half > begin {
                begin = middle - half;
                first = Some(axis);
            }
            end = if middle + half < end { middle + half } else { end };
            begin <= end
        };
        for i in 0..3 {
            let extent = a.half[i] + (0..3).map(|j| b.half[j] * b_axes[j][i].abs()).sum::<f64>();
            let axis = Axis {
                extent,
                along: position[i],
                rate: velocity[i],
                square: 1.0,
                number: i,
            };
            if !narrow(axis) {
                return FastResult::Miss;
            }
        }
        for (j, face) in b_axes.iter().enumerate() {
            let axis = Axis {
                extent: b.half[j] + a.half.x * face.x.abs() + a.half.y * face.y.abs() + a.half.z * face.z.abs(),
                along: face.dot(&position),
                rate: face.dot(&velocity),
                square: 1.0,
                number: 3 + j,
            };
            if !narrow(axis) {
                return FastResult::Miss;
            }
        }
        for i in 0..3 {
            let (k, l) = ((i + 1) % 3, (i + 2) % 3);
            for j in 0..3 {
                let (up, down) = (b_axes[j][k], b_axes[j][l]);
                let square = up * up + down * down;
                if square < NEARLY_PARALLEL_EDGES_SQUARED {
                    if square < PARALLEL_EDGES_SQUARED {
                        continue;
                    }
                    return FastResult::Undecided;
                }
                let (m, n) = ((j + 1) % 3, (j + 2) % 3);
                let of_a = a.half[k] * down.abs() + a.half[l] * up.abs();
                let axis = Axis {
                    extent: of_a + b.half[m] * b_axes[n][i].abs() + b.half[n] * b_axes[m][i].abs(),
                    along: up * position[l] - down * position[k],
                    rate: up * velocity[l] - down * velocity[k],
                    square,
                    number: 6 + 3 * i + j,
                };
                if !narrow(axis) {
                    return FastResult::Miss;
                }
            }
        }
        // In contact when the window begins.
        let Some(first) = first else { return FastResult::Undecided };
        if !self.is_unambiguous(&axes, &first, begin, &b_axes) {
            return FastResult::Undecided;
        }
        let [x, y, z] = a.axes;
        let in_axes = direction(&first, &b_axes) / (-first.rate.signum() * first.square.sqrt());
        FastResult::Hit(Entry {
            s: begin,
            normal: x * in_axes.x + y * in_axes.y + z * in_axes.z,
            unresolved: false,
        })
    }

    /// Whether they close on the first axis and overlap on all others.
    fn is_unambiguous(&self, axes: &Axes, first: &Axis, begin: f64, b_axes: &[Vector3<f64>; 3]) -> bool {
        let speed_squared = self.rel.velocity.norm_squared();
        let least = (UNAMBIGUOUS * UNAMBIGUOUS * speed_squared).max(self.noise() * self.noise());
        if !(first.rate * first.rate > least * first.square) {
            return false;
        }
        let margin = self.margin(begin);
        let gap = first.along.abs() - first.extent;
        // It may be in contact already, up to rounding.
        if gap <= margin {
            return false;
        }
        axes.all[..axes.count].iter().all(|axis| {
            axis.number == first.number
                || axis.extent - (axis.along + axis.rate * begin).abs() > margin
                || is_same(first, axis, b_axes)
        })
    }
}

/// Whether two axes are the same: faces and orthogonal edges, of cuboids that differ by a rotation
/// about one axis.
fn is_same(first: &Axis, axis: &Axis, b_axes: &[Vector3<f64>; 3]) -> bool {
    let across = direction(first, b_axes).cross(&direction(axis, b_axes));
    across.norm_squared() < PARALLEL_EDGES_SQUARED * first.square * axis.square
}

/// The axis itself, in a's axes.
fn direction(axis: &Axis, b_axes: &[Vector3<f64>; 3]) -> Vector3<f64> {
    match axis.number {
        number @ 0..3 => Vector3::ith(number, 1.0),
        number @ 3..6 => b_axes[number - 3],
        number => {
            let (i, j) = ((number - 6) / 3, (number - 6) % 3);
            Vector3::ith(i, 1.0).cross(&b_axes[j])
        }
    }
}
