//! The bodies that impulses move, while these are computed.

use crate::response::InverseInertia;
use nalgebra::Vector3;

/// The bodies that impulses move, while these are computed.
#[derive(Clone, Debug, Default)]
pub(super) struct Movers {
    pub(super) velocities: Vec<Vector3<f64>>,
    pub(super) angular_velocities: Vec<Vector3<f64>>,
    /// In 1/kg; 0 for what does not move.
    pub(super) inverse_masses: Vec<f64>,
    pub(super) inverse_inertias: Vec<InverseInertia>,
}

impl Movers {
    /// Adds a body and returns its number.
    pub(super) fn add(
        &mut self,
        velocity: Vector3<f64>,
        angular_velocity: Vector3<f64>,
        inverse_mass: f64,
        inverse_inertia: InverseInertia,
    ) -> u32 {
        self.velocities.push(velocity);
        self.angular_velocities.push(angular_velocity);
        self.inverse_masses.push(inverse_mass);
        self.inverse_inertias.push(inverse_inertia);
        self.velocities.len() as u32 - 1
    }

    /// Adds what no impulse moves: walls and fixed bodies. Where they move, a load has their
    /// [drift](Load::drift).
    pub(super) fn add_still(&mut self) -> u32 {
        self.add(Vector3::zeros(), Vector3::zeros(), 0.0, InverseInertia::default())
    }

    /// Removes all.
    pub(super) fn clear(&mut self) {
        self.velocities.clear();
        self.angular_velocities.clear();
        self.inverse_masses.clear();
        self.inverse_inertias.clear();
    }

    /// Becomes equal to others, in the memory that it has.
    pub(super) fn copy(&mut self, others: &Self) {
        self.velocities.clone_from(&others.velocities);
        self.angular_velocities.clone_from(&others.angular_velocities);
        self.inverse_masses.clone_from(&others.inverse_masses);
        self.inverse_inertias.clone_from(&others.inverse_inertias);
    }

    pub(super) fn velocity_at(&self, mover: u32, arm: &Vector3<f64>) -> Vector3<f64> {
        let mover = mover as usize;
        self.velocities[mover] + self.angular_velocities[mover].cross(arm)
    }

    /// The same bodies, with the changes of their velocities from others.
    pub(super) fn since(&self, before: &Self) -> Self {
        let changes =
            |now: &[Vector3<f64>], before: &[Vector3<f64>]| now.iter().zip(before).map(|(now, before)| now - before).collect();
        Self {
            velocities: changes(&self.velocities, &before.velocities),
            angular_velocities: changes(&self.angular_velocities, &before.angular_velocities),
            inverse_masses: self.inverse_masses.clone(),
            inverse_inertias: self.inverse_inertias.clone(),
        }
    }

    /// The kinetic energy, in joules.
    pub(super) fn energy(&self) -> f64 {
        let moved = (0..self.velocities.len()).filter(|mover| self.inverse_masses[*mover] > 0.0);
        let energies = moved.map(|mover| {
            let by_rotation = self.inverse_inertias[mover].energy(&self.angular_velocities[mover]);
            0.5 * self.velocities[mover].norm_squared() / self.inverse_masses[mover] + by_rotation
        });
        energies.sum()
    }
}
