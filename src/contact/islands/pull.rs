//! What pulls the bodies of an island, from one renewal to the next.

use super::movers::Movers;
use super::probes::Stage;
use crate::contact::context::Rests;
use nalgebra::Vector3;

/// The pull on the bodies of a problem, in their order.
pub(super) struct Pull {
    /// Their accelerations if nothing touched them, in m/s^2.
    free: Vec<Vector3<f64>>,
    /// The times for which their velocities get these accelerations, in seconds: from the middle of the last step
    /// to that of the next one.
    times: Vec<f64>,
    /// Their mean by the weights of the bodies, in seconds.
    mean: f64,
}

#[cfg(test)]
impl Pull {
    /// That of bodies with these accelerations, for a time in seconds.
    pub(super) fn by(free: &[Vector3<f64>], time: f64) -> Self {
        Self {
            free: free.to_vec(),
            times: vec![time; free.len()],
            mean: 0.0,
        }
    }

    /// Adds what it changes the motions by in a time in seconds.
    pub(super) fn add_for(&self, time: f64, motions: &mut Movers) {
        for (velocity, free) in motions.velocities[1..].iter_mut().zip(&self.free) {
            *velocity += free * time;
        }
    }
}

impl Pull {
    /// That on some bodies of an island before a step in seconds. While bodies are probed, all are pulled for the
    /// whole step: so they press on each other as they do at rest.
    pub(super) fn on(rests: &Rests<'_>, bodies: &[u32], step: f64, stage: Stage) -> Self {
        let time = |body: &u32| match stage {
            Stage::Probe(_) => step,
            _ => rests.clock.now() + 0.5 * step - rests.contacts.islands().graph.anticipated(*body),
        };
        let free: Vec<Vector3<f64>> = bodies.iter().map(|body| *rests.bodies[*body].free_acceleration()).collect();
        let times: Vec<f64> = bodies.iter().map(time).collect();
        let (mut weights, mut sum) = (0.0, 0.0);
        for ((body, free), time) in bodies.iter().zip(&free).zip(&times) {
            let weight = free.norm() / rests.bodies[*body].constants().inverse_mass;
            weights += weight;
            sum += weight * time;
        }
        Self {
            mean: if weights > 0.0 { (sum / weights).max(0.0) } else { 0.0 },
            free,
            times,
        }
    }

    /// Whether it is none.
    pub(super) fn is_none(&self) -> bool {
        self.free.iter().all(|free| *free == Vector3::zeros())
    }

    /// The mean of its times by the weights of the bodies, in seconds; 0 if it is negative. (Bodies that have joined the
    /// island, or have been stirred, are pulled for another time than the rest of it.)
    pub(super) fn mean_time(&self) -> f64 {
        self.mean
    }

    /// Adds it to the motions.
    pub(super) fn add_to(&self, motions: &mut Movers) {
        for (velocity, (free, time)) in motions.velocities[1..].iter_mut().zip(self.free.iter().zip(&self.times)) {
            *velocity += free * *time;
        }
    }

    /// Its work on bodies with these motions in a time in seconds, in joules.
    pub(super) fn work(&self, movers: &Movers, time: f64) -> f64 {
        let moving = movers.velocities[1..].iter().zip(&movers.inverse_masses[1..]);
        let power = moving
            .zip(&self.free)
            .map(|((velocity, inverse), free)| free.dot(velocity) / inverse);
        power.sum::<f64>() * time
    }

    /// The energy of bodies in the middle of the last step, in joules, with heights from those at present. `movers`: their
    /// motions with this pull [added](Self::add_to), before a step in seconds that begins now.
    pub(super) fn energy_before(&self, movers: &Movers, step: f64) -> f64 {
        let mut energy = movers.energy();
        let moving = movers.velocities[1..].iter().zip(&movers.inverse_masses[1..]);
        for ((now, inverse), (free, time)) in moving.zip(self.free.iter().zip(&self.times)) {
            let last = now - free * *time;
            let kinetic = 0.5 * (last.norm_squared() - now.norm_squared());
            energy += (kinetic + free.dot(&last) * (time - 0.5 * step)) / inverse;
        }
        energy
    }

    /// Twice the kinetic energy of bodies with these masses after a fall from rest for a time in seconds, in joules.
    pub(super) fn energy_of_fall(&self, movers: &Movers, time: f64) -> f64 {
        let masses = movers.inverse_masses[1..].iter().map(|inverse| 1.0 / inverse);
        masses
            .zip(&self.free)
            .map(|(mass, free)| mass * free.norm_squared() * time * time)
            .sum()
    }
}
