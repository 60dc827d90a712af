//! Volume, centroid and second moments of shapes.
//!
//! Second moments are kept about the centroid and over the volume, as the mean of
//! (x - centroid) (x - centroid)ᵀ: so nothing cancels in a body far from its own origin, and the
//! small moments of a thin body keep their digits.

mod enclosed;
#[cfg(test)]
mod tests;

use super::constants::{CENTRED, UNCORRELATED};
use crate::motion::Inertia;
use nalgebra::{Isometry3, Matrix3, Vector3};
use std::f64::consts::PI;

/// Moments of a body of density 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Moments {
    /// Volume, in cubic metres.
    pub(super) volume: f64,
    /// The integral of the squared distance from the body's origin, in m⁵: half the trace of the
    /// inertia tensor about the origin.
    pub(super) square: f64,
    /// Centroid in the body's axes, in metres.
    pub(super) centroid: Vector3<f64>,
    /// The mean of (x - centroid) (x - centroid)ᵀ over the volume, in m².
    pub(super) covariance: Matrix3<f64>,
}

impl Moments {
    pub(super) fn ball(radius: f64) -> Self {
        let volume = 4.0 / 3.0 * PI * radius * radius * radius;
        Self {
            volume,
            square: 0.6 * volume * radius * radius,
            centroid: Vector3::zeros(),
            covariance: Matrix3::from_diagonal_element(0.2 * radius * radius),
        }
    }

    pub(super) fn cuboid(half: &Vector3<f64>) -> Self {
        let volume = 8.0 * half.product();
        Self {
            volume,
            square: volume * half.norm_squared() / 3.0,
            centroid: Vector3::zeros(),
            covariance: Matrix3::from_diagonal(&(half.component_mul(half) / 3.0)),
        }
    }

    /// A cylinder with a half ball at each end. The centroid of a half ball is 3/8 of the radius
    /// out.
    pub(super) fn capsule(half_height: f64, radius: f64) -> Self {
        let ball = Self::ball(radius);
        let cylinder = 2.0 * PI * radius * radius * half_height;
        let about_axis = 0.5 * radius * radius + half_height * half_height / 3.0;
        let volume = cylinder + ball.volume;
        let [of_cylinder, of_ball] = [cylinder / volume, ball.volume / volume];
        let across = of_cylinder * (0.25 * radius * radius) + of_ball * (0.2 * radius * radius);
        let along = of_cylinder * (half_height * half_height / 3.0)
            + of_ball * (0.2 * radius * radius + half_height * (half_height + 0.75 * radius));
        Self {
            volume,
            square: cylinder * about_axis + ball.square + ball.volume * half_height * (half_height + 0.75 * radius),
            centroid: Vector3::zeros(),
            covariance: Matrix3::from_diagonal(&Vector3::new(across, along, across)),
        }
    }

    pub(super) fn ellipsoid(half: &Vector3<f64>) -> Self {
        let spread = half.component_mul(half) / 5.0;
        Self::symmetric(4.0 / 3.0 * PI * half.product(), &spread)
    }

    pub(super) fn cylinder(half_height: f64, radius: f64) -> Self {
        let (across, along) = (0.25 * radius * radius, half_height * half_height / 3.0);
        Self::symmetric(2.0 * PI * radius * radius * half_height, &Vector3::new(across, along, across))
    }

    /// About its centroid, a quarter of the height above the base.
    pub(super) fn cone(half_height: f64, radius: f64) -> Self {
        let (across, along) = (0.15 * radius * radius, 0.15 * half_height * half_height);
        Self::symmetric(
            2.0 / 3.0 * PI * radius * radius * half_height,
            &Vector3::new(across, along, across),
        )
    }

    /// A cuboid, a slab on each face, a quarter of a cylinder on each edge, and an eighth of a ball on
    /// each corner. The centroid of a quarter of a disc is 4 / (3 pi) of the radius from its corner on
    /// each axis, that of an eighth of a ball 3/8.
    pub(super) fn rounded_cuboid(half: &Vector3<f64>, radius: f64) -> Self {
        let square = half.component_mul(half);
        let moved = |spread: f64, out: f64| square.map(|s| spread + s) + half * (2.0 * out);
        let core = Self::cuboid(half);
        let corners = Self::ball(radius);
        let mut volume = core.volume + corners.volume;
        let mut spread = square / 3.0 * core.volume + moved(0.2 * radius * radius, 0.375 * radius) * corners.volume;
        for axis in 0..3 {
            let slabs = core.volume / half[axis] * radius;
            let mut of_slabs = square / 3.0;
            of_slabs[axis] = radius * radius / 12.0 + (half[axis] + 0.5 * radius).powi(2);
            let edges = 2.0 * PI * radius * radius * half[axis];
            let mut of_edges = moved(0.25 * radius * radius, 4.0 / (3.0 * PI) * radius);
            of_edges[axis] = square[axis] / 3.0;
            volume += slabs + edges;
            spread += of_slabs * slabs + of_edges * edges;
        }
        Self::symmetric(volume, &(spread / volume))
    }

    /// Of a body with its centroid at its origin: volume, and the mean square of each coordinate.
    fn symmetric(volume: f64, spread: &Vector3<f64>) -> Self {
        Self {
            volume,
            square: volume * spread.sum(),
            centroid: Vector3::zeros(),
            covariance: Matrix3::from_diagonal(spread),
        }
    }

    /// The moments of the same body at a place, given those of a body with its centroid at the
    /// origin.
    pub(super) fn placed(self, place: &Isometry3<f64>) -> Self {
        let centroid = place.translation.vector;
        let rotation = place.rotation.to_rotation_matrix();
        let rotated = rotation.matrix() * self.covariance * rotation.matrix().transpose();
        Self {
            volume: self.volume,
            square: self.square + self.volume * centroid.norm_squared(),
            centroid,
            covariance: (rotated + rotated.transpose()) * 0.5,
        }
    }

    /// Of several parts; where they overlap, the density is that of all of them. A part without a
    /// positive volume leaves the whole without one.
    pub(super) fn sum(parts: &[Self]) -> Self {
        let mut sum = Self::default();
        for part in parts {
            sum.volume += part.positive_volume().unwrap_or(f64::NAN);
            sum.square += part.square;
        }
        // From the first centroid, not from the origin: see the top of this file.
        let Some(first) = parts.first().map(|part| part.centroid) else {
            return sum;
        };
        let share = |part: &Self| part.volume / sum.volume;
        sum.centroid = first
            + parts
                .iter()
                .map(|part| (part.centroid - first) * share(part))
                .sum::<Vector3<f64>>();
        for part in parts {
            let arm = part.centroid - sum.centroid;
            sum.covariance += (part.covariance + arm * arm.transpose()) * share(part);
        }
        sum
    }

    /// Volume, if it is a positive number.
    pub(super) fn positive_volume(&self) -> Option<f64> {
        (self.volume > 0.0 && self.volume.is_finite()).then_some(self.volume)
    }

    /// A third of the trace of the inertia tensor about the origin over the mass, in m², if it is a
    /// positive number.
    pub(super) fn gyration(&self) -> Option<f64> {
        let gyration = 2.0 / 3.0 * self.square / self.positive_volume()?;
        (gyration > 0.0 && gyration.is_finite()).then_some(gyration)
    }

    /// Of a body of 1 kg and uniform density. None without a positive volume, or where the second
    /// moments are not those of a solid (an open surface).
    ///
    /// What is zero up to rounding becomes zero: the centre of a symmetric body is its origin, and
    /// its axes are those of the body.
    pub(super) fn inertia(&self) -> Option<Inertia> {
        self.positive_volume()?;
        let spread = self.covariance.diagonal();
        let size = spread.sum().sqrt();
        let centre = self.centroid.map(|c| if c.abs() <= CENTRED * size { 0.0 } else { c });
        let mut covariance = self.covariance;
        for (i, j) in [(0, 1), (1, 2), (2, 0)] {
            if covariance[(i, j)].abs() <= UNCORRELATED * spread[i].sqrt() * spread[j].sqrt() {
                (covariance[(i, j)], covariance[(j, i)]) = (0.0, 0.0);
            }
        }
        Inertia::of_covariance(&covariance, centre)
    }
}
