//! Vectors of four balls side by side.

use super::constants::LANES;
use nalgebra::Vector3;
use wide::f64x4;

/// A vector of each of four balls.
#[derive(Clone, Copy, Debug)]
pub(super) struct Four {
    pub(super) x: f64x4,
    pub(super) y: f64x4,
    pub(super) z: f64x4,
}

impl Four {
    /// The same vector for all four.
    #[inline(always)]
    pub(super) fn of(v: &Vector3<f64>) -> Self {
        Self {
            x: f64x4::splat(v.x),
            y: f64x4::splat(v.y),
            z: f64x4::splat(v.z),
        }
    }

    #[inline(always)]
    pub(super) fn minus(&self, other: &Self) -> Self {
        Self {
            x: self.x - other.x,
            y: self.y - other.y,
            z: self.z - other.z,
        }
    }

    /// The sum with a multiple of another.
    #[inline(always)]
    pub(super) fn plus(&self, other: &Self, times: f64x4) -> Self {
        Self {
            x: self.x + other.x * times,
            y: self.y + other.y * times,
            z: self.z + other.z * times,
        }
    }

    #[inline(always)]
    pub(super) fn dot(&self, other: &Self) -> f64x4 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// The vector of one of the four.
    #[inline(always)]
    pub(super) fn of_lane(&self, lane: usize) -> [f64; 3] {
        [self.x.as_array()[lane], self.y.as_array()[lane], self.z.as_array()[lane]]
    }

    /// By axis, then by ball.
    #[inline(always)]
    pub(super) fn lanes(&self) -> [[f64; LANES]; 3] {
        [self.x.to_array(), self.y.to_array(), self.z.to_array()]
    }
}
