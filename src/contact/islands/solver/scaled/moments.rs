//! The moments of a load in scaled coordinates.

use super::row::Change;
use nalgebra::{Matrix3, Vector3};

/// What is constant of the moments of a load.
pub(super) struct MomentRow {
    pub(super) sides: [u32; 2],
    pub(super) normal: Vector3<f64>,
    pub(super) limits: [f64; 2],
    pub(super) radius: f64,
    pub(super) stopping: f64,
    /// The relative angular velocity at the beginning.
    pub(super) start: Vector3<f64>,
}

impl MomentRow {
    /// Improves the moments at an impulse along the normal. Returns by how much they change the velocity of
    /// the surface at most, in metres per second.
    #[inline]
    pub(super) fn improve(&self, moment: &mut Vector3<f64>, impulse: f64, roots: &[Matrix3<f64>], changes: &mut [Change]) -> f64 {
        if impulse == 0.0 && *moment == Vector3::zeros() {
            return 0.0;
        }
        let spin = |side: u32| roots[side as usize] * changes[side as usize].spin;
        let (first, second) = (spin(self.sides[0]), spin(self.sides[1]));
        let wanted = *moment - (self.start + second - first) * self.stopping;
        let next = self.limited(&wanted, impulse);
        let change = next - *moment;
        *moment = next;
        self.turn(&change, roots, changes);
        change.norm() * self.radius / self.stopping
    }

    /// As much of a moment as the limits at an impulse along the normal allow.
    pub(super) fn limited(&self, moment: &Vector3<f64>, impulse: f64) -> Vector3<f64> {
        let [rolling, spinning] = self.limits.map(|limit| limit * impulse);
        let along = self.normal.dot(moment);
        let mut across = moment - self.normal * along;
        let strength = across.norm();
        if strength > rolling {
            across *= rolling / strength;
        }
        across + self.normal * along.clamp(-spinning, spinning)
    }

    /// Applies an impulse of a moment to the second side, and the opposite to the first.
    pub(super) fn turn(&self, by: &Vector3<f64>, roots: &[Matrix3<f64>], changes: &mut [Change]) {
        for (side, sign) in self.sides.into_iter().zip([-1.0, 1.0]) {
            changes[side as usize].spin += roots[side as usize].tr_mul(by) * sign;
        }
    }
}
