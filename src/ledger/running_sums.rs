//! Running sums for the statistics of a run: a few sums, updated at each collision by a few
//! additions.
//!
//! Between collisions the kinetic energy, the momentum and the sum of the speeds of bodies without
//! acceleration are constant. So their integrals over time need an update only where a velocity
//! changes.
//!
//! The virial of a collision of a and b is r . dp with r = x_a - x_b and dp the momentum that a
//! takes up (Haile 1992, *Molecular Dynamics Simulation*, chapters 3 and 6; Alder and Wainwright
//! 1960, DOI 10.1063/1.1731425). With the levers l from each centre to the point of contact, r =
//! l_b - l_a: this holds for any shape and across the faces of a periodic domain, where centres are
//! those of nearest images. A wall has no centre: its side ends at the point of contact.

use crate::event::Party;
use crate::response::{Encounter, Twist};
use nalgebra::Vector3;

/// What a body collided with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Against {
    /// Another dynamic body.
    Body,
    /// A fixed body.
    Fixed,
    /// A wall of the domain.
    Wall,
}

/// The contribution of a collision to the sums.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hit {
    pub(crate) against: Against,
    /// r . dp, in joules.
    pub(crate) virial: f64,
    /// Momentum exchanged along the normal, in kg m/s, >= 0.
    pub(crate) impulse: f64,
    /// Change of the energy of the two, spin included, in joules.
    pub(crate) energy_change: f64,
}

impl Hit {
    /// The contribution of an encounter and its outcome; `impulse` and `energy_change` as in its
    /// event.
    pub(crate) fn of(encounter: &Encounter, after: &[Twist; 2], impulse: f64, energy_change: f64) -> Self {
        let [a, b] = &encounter.sides;
        let against = match (b.party, a.inverse_mass > 0.0 && b.inverse_mass > 0.0) {
            (Party::Wall(_), _) => Against::Wall,
            (Party::Body(_), true) => Against::Body,
            (Party::Body(_), false) => Against::Fixed,
        };
        let lever = |side: usize| encounter.point - encounter.sides[side].position;
        let taken_up = || (after[0].velocity - a.velocity) / a.inverse_mass;
        let virial = match against {
            Against::Body => (lever(1) - lever(0)).dot(&taken_up()),
            Against::Wall => -lever(0).dot(&taken_up()),
            Against::Fixed => 0.0,
        };
        Self {
            against,
            virial,
            impulse,
            energy_change,
        }
    }
}

/// The sums. [`add_body`](Self::add_body) and [`remove_body`](Self::remove_body) update the set of
/// bodies, [`change_velocity`](Self::change_velocity) the velocities,
/// [`collision`](Self::collision) the collisions.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct RunningSums {
    /// Beginning of the measurement, in seconds.
    pub(crate) since: f64,
    /// Time up to which the integrals are complete, in seconds.
    until: f64,
    /// Of the dynamic bodies at present: total mass, momentum, kinetic energy of the centres, sum
    /// of the speeds.
    mass: f64,
    momentum: Vector3<f64>,
    pub(crate) kinetic: f64,
    speeds: f64,
    /// Integrals over time of the kinetic energy, of the kinetic energy of the drift, and of the
    /// sum of the speeds.
    kinetic_integral: f64,
    drift_integral: f64,
    pub(crate) path: f64,
    pub(crate) body_collisions: u64,
    pub(crate) fixed_collisions: u64,
    pub(crate) wall_collisions: u64,
    /// Sum of the virials, of bodies and walls.
    pub(crate) virial: f64,
    /// Sum of the impulses on walls.
    pub(crate) wall_impulse: f64,
    /// Sum of the changes of energy in collisions.
    pub(crate) energy_change: f64,
}

impl RunningSums {
    /// Resets the measurement; the bodies stay.
    pub(crate) fn restart(&mut self, now: f64) {
        *self = Self {
            since: now,
            until: now,
            mass: self.mass,
            momentum: self.momentum,
            kinetic: self.kinetic,
            speeds: self.speeds,
            ..Self::default()
        };
    }

    /// Adds a dynamic body. The measurement restarts.
    pub(crate) fn add_body(&mut self, now: f64, mass: f64, velocity: &Vector3<f64>) {
        self.mass += mass;
        self.change_velocity(now, mass, &Vector3::zeros(), velocity);
        self.restart(now);
    }

    /// Removes a dynamic body. The measurement restarts.
    pub(crate) fn remove_body(&mut self, now: f64, mass: f64, velocity: &Vector3<f64>) {
        self.change_velocity(now, mass, velocity, &Vector3::zeros());
        self.mass -= mass;
        self.restart(now);
    }

    /// Changes the velocity of a dynamic body, for any reason.
    #[inline]
    pub(crate) fn change_velocity(&mut self, now: f64, mass: f64, before: &Vector3<f64>, after: &Vector3<f64>) {
        self.advance(now);
        let (before_squared, after_squared) = (before.norm_squared(), after.norm_squared());
        self.kinetic += 0.5 * mass * (after_squared - before_squared);
        self.speeds += after_squared.sqrt() - before_squared.sqrt();
        self.momentum += (after - before) * mass;
    }

    /// Adds a collision. Its changes of velocity are added separately.
    #[inline]
    pub(crate) fn collision(&mut self, hit: &Hit) {
        match hit.against {
            Against::Body => self.body_collisions += 1,
            Against::Fixed => self.fixed_collisions += 1,
            Against::Wall => {
                self.wall_collisions += 1;
                self.wall_impulse += hit.impulse;
            }
        }
        self.virial += hit.virial;
        self.energy_change += hit.energy_change;
    }

    /// The sums at a later time, if no velocity changes before.
    pub(crate) fn at(&self, time: f64) -> Self {
        let mut later = self.clone();
        later.advance(time);
        later
    }

    /// Integral over time of the kinetic energy, in J s: in the world's frame, or without that of
    /// the common drift if `drifts`.
    pub(crate) fn kinetic_integral(&self, drifts: bool) -> f64 {
        self.kinetic_integral - if drifts { self.drift_integral } else { 0.0 }
    }

    #[inline]
    fn advance(&mut self, now: f64) {
        let passed = now - self.until;
        if passed == 0.0 {
            return;
        }
        self.until = now;
        self.kinetic_integral += self.kinetic * passed;
        if self.mass > 0.0 {
            // The kinetic energy of the common motion.
            self.drift_integral += 0.5 * self.momentum.norm_squared() / self.mass * passed;
        }
        self.path += self.speeds * passed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integrals_follow_the_velocities() {
        let mut sums = RunningSums::default();
        sums.add_body(0.0, 2.0, &Vector3::x());
        sums.add_body(1.0, 3.0, &Vector3::zeros());
        assert_eq!((sums.since, sums.kinetic, sums.path), (1.0, 1.0, 0.0));
        // They meet at 2 s: elastic, m = 2 and 3.
        sums.change_velocity(2.0, 2.0, &Vector3::x(), &(Vector3::x() * -0.2));
        sums.change_velocity(2.0, 3.0, &Vector3::zeros(), &(Vector3::x() * 0.8));
        let later = sums.at(5.0);
        assert!((later.kinetic - 1.0).abs() < 1e-15);
        assert!((later.kinetic_integral(false) - 4.0).abs() < 1e-14);
        // The centre of mass goes on at 0.4 m/s with 5 kg.
        assert!((later.kinetic_integral(true) - (4.0 - 4.0 * 0.5 * 5.0 * 0.16)).abs() < 1e-14);
        assert!((later.path - (1.0 + 3.0 * (0.2 + 0.8))).abs() < 1e-14);
        sums.remove_body(6.0, 2.0, &(Vector3::x() * -0.2));
        sums.remove_body(6.0, 3.0, &(Vector3::x() * 0.8));
        assert!(sums.kinetic.abs() < 1e-15 && sums.at(9.0).path.abs() < 1e-15);
    }
}
