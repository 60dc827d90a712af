//! Volumes of shapes and their second moments about the body's origin.

use nalgebra::Vector3;
use std::f64::consts::PI;

/// Moments of a body of density 1 about its origin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Moments {
    /// Volume, in cubic metres.
    pub(super) volume: f64,
    /// The integral of the squared distance from the origin, in m⁵: half the trace of the inertia
    /// tensor.
    pub(super) square: f64,
}

impl Moments {
    pub(super) fn ball(radius: f64) -> Self {
        let volume = 4.0 / 3.0 * PI * radius * radius * radius;
        Self {
            volume,
            square: 0.6 * volume * radius * radius,
        }
    }

    pub(super) fn cuboid(half: &Vector3<f64>) -> Self {
        let volume = 8.0 * half.product();
        Self {
            volume,
            square: volume * half.norm_squared() / 3.0,
        }
    }

    /// A cylinder with a half ball at each end. The centroid of a half ball is 3/8 of the radius
    /// out.
    pub(super) fn capsule(half_height: f64, radius: f64) -> Self {
        let ball = Self::ball(radius);
        let cylinder = 2.0 * PI * radius * radius * half_height;
        let about_axis = 0.5 * radius * radius + half_height * half_height / 3.0;
        Self {
            volume: cylinder + ball.volume,
            square: cylinder * about_axis + ball.square + ball.volume * half_height * (half_height + 0.75 * radius),
        }
    }

    pub(super) fn ellipsoid(half: &Vector3<f64>) -> Self {
        let volume = 4.0 / 3.0 * PI * half.product();
        Self {
            volume,
            square: 0.2 * volume * half.norm_squared(),
        }
    }

    pub(super) fn cylinder(half_height: f64, radius: f64) -> Self {
        let volume = 2.0 * PI * radius * radius * half_height;
        Self {
            volume,
            square: volume * (0.5 * radius * radius + half_height * half_height / 3.0),
        }
    }

    /// About the middle of the height. The centroid is a quarter of the height above the base.
    pub(super) fn cone(half_height: f64, radius: f64) -> Self {
        let volume = 2.0 / 3.0 * PI * radius * radius * half_height;
        Self {
            volume,
            square: volume * (0.3 * radius * radius + 0.4 * half_height * half_height),
        }
    }

    /// A cuboid, a slab on each face, a quarter of a cylinder on each edge, and an eighth of a ball on
    /// each corner.
    pub(super) fn rounded_cuboid(half: &Vector3<f64>, radius: f64) -> Self {
        let mut sum = Self::cuboid(half);
        sum = sum.and(Self::ball(radius).apart(half, 0.375 * radius));
        for axis in 0..3 {
            let mut slab = *half;
            slab[axis] = 0.5 * radius;
            let outward = Vector3::ith(axis, half[axis] + 0.5 * radius);
            let pair = Self::cuboid(&slab);
            sum = sum.and(pair.placed(&outward)).and(pair.placed(&outward));
            // The four edges along this axis are one cylinder, cut in quarters.
            let mut across = *half;
            across[axis] = 0.0;
            sum = sum.and(Self::cylinder(half[axis], radius).apart(&across, 4.0 / (3.0 * PI) * radius));
        }
        sum
    }

    /// The sum of two bodies.
    fn and(self, other: Self) -> Self {
        Self {
            volume: self.volume + other.volume,
            square: self.square + other.square,
        }
    }

    /// A cylinder or a ball, cut by the planes through its axis or centre, with the pieces moved apart:
    /// each by `by`, outwards on each axis. The centroid of a quarter of a disc is 4 / (3 pi) of the
    /// radius out on each of two axes, that of an eighth of a ball 3/8.
    fn apart(self, by: &Vector3<f64>, out: f64) -> Self {
        let moved = by.norm_squared() + 2.0 * out * by.sum();
        Self {
            volume: self.volume,
            square: self.square + self.volume * moved,
        }
    }

    /// Moments of the volume that a closed surface of triangles encloses, positive where the
    /// triangles run counter-clockwise from outside: the sum over the signed tetrahedra
    /// between the triangles and a corner of the surface (divergence theorem). A corner, not the
    /// origin, so that the volume of a body far from its own origin does not cancel.
    pub(super) fn enclosed(triangles: impl Iterator<Item = [Vector3<f64>; 3]> + Clone) -> Self {
        let Some([apex, ..]) = triangles.clone().next() else {
            return Self::default();
        };
        let (mut six_volumes, mut squares) = (0.0, 0.0);
        for [a, b, c] in triangles {
            let six = (a - apex).dot(&(b - apex).cross(&(c - apex)));
            let corners = [apex, a, b, c];
            let total: Vector3<f64> = corners.iter().sum();
            six_volumes += six;
            squares += six * (corners.iter().map(Vector3::norm_squared).sum::<f64>() + total.norm_squared());
        }
        Self {
            volume: six_volumes / 6.0,
            square: squares / 120.0,
        }
    }

    /// The moments of a body displaced by `centroid`, given those about its centroid.
    pub(super) fn placed(self, centroid: &Vector3<f64>) -> Self {
        Self {
            volume: self.volume,
            square: self.square + self.volume * centroid.norm_squared(),
        }
    }

    /// The moments of a body displaced by `by`, with its centroid at `centroid` from its origin; self are
    /// those about its origin.
    pub(super) fn moved_from(self, centroid: &Vector3<f64>, by: &Vector3<f64>) -> Self {
        Self {
            volume: self.volume,
            square: self.square + self.volume * (by.norm_squared() + 2.0 * by.dot(centroid)),
        }
    }

    /// Volume, if it is a positive number.
    pub(super) fn positive_volume(&self) -> Option<f64> {
        (self.volume > 0.0 && self.volume.is_finite()).then_some(self.volume)
    }

    /// A third of the trace of the inertia tensor over the mass, in m², if it is a positive number.
    pub(super) fn gyration(&self) -> Option<f64> {
        let gyration = 2.0 / 3.0 * self.square / self.positive_volume()?;
        (gyration > 0.0 && gyration.is_finite()).then_some(gyration)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    /// The same surface of a cuboid as twelve triangles.
    fn box_surface(half: Vector3<f64>, at: Vector3<f64>) -> Vec<[Vector3<f64>; 3]> {
        let corner = |bits: usize| at + Vector3::from_fn(|axis, _| if bits >> axis & 1 == 0 { -half[axis] } else { half[axis] });
        let mut triangles = Vec::new();
        for axis in 0..3 {
            let (u, v) = (1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3));
            let up = 1 << axis;
            triangles.extend([[up, up | u, up | u | v], [up, up | u | v, up | v]].map(|t| t.map(corner)));
            triangles.extend([[0, u | v, u], [0, v, u | v]].map(|t| t.map(corner)));
        }
        triangles
    }

    #[test]
    fn a_closed_surface_has_the_moments_of_its_volume() {
        for at in [Vector3::zeros(), Vector3::new(5.0, -3.0, 2.0)] {
            let half = Vector3::new(0.5, 1.0, 2.0);
            let enclosed = Moments::enclosed(box_surface(half, at).into_iter());
            let closed = Moments::cuboid(&half).placed(&at);
            assert_relative_eq!(enclosed.volume, closed.volume, max_relative = 1e-12);
            assert_relative_eq!(enclosed.square, closed.square, max_relative = 1e-12);
        }
    }

    #[test]
    fn degenerate_capsules_have_the_moments_of_a_ball_and_a_rod() {
        let ball = Moments::ball(0.7);
        let capsule = Moments::capsule(0.0, 0.7);
        assert_relative_eq!(ball.square, capsule.square, max_relative = 1e-14);
        // A thin one is a rod: a third of the squared half length, over the mass; the trace counts
        // it twice.
        let rod = Moments::capsule(1.0, 1e-6);
        assert_relative_eq!(rod.gyration().unwrap(), 2.0 / 9.0, max_relative = 1e-5);
        assert_relative_eq!(ball.gyration().unwrap(), 0.4 * 0.49, max_relative = 1e-14);
    }

    #[test]
    fn a_capsule_has_the_moments_of_its_slices() {
        let (half_height, radius) = (0.8, 0.3);
        let slices = 200_000;
        let (low, high) = (-half_height - radius, half_height + radius);
        let step: f64 = (high - low) / f64::from(slices);
        let mut sum = Moments::default();
        for slice in 0..slices {
            let y = low + (f64::from(slice) + 0.5) * step;
            let beyond = (y.abs() - half_height).max(0.0);
            let square = radius * radius - beyond * beyond;
            sum.volume += PI * square * step;
            sum.square += PI * square * (0.5 * square + y * y) * step;
        }
        let capsule = Moments::capsule(half_height, radius);
        assert_relative_eq!(sum.volume, capsule.volume, max_relative = 1e-8);
        assert_relative_eq!(sum.square, capsule.square, max_relative = 1e-8);
    }
}
