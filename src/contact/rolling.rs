//! Balls that roll at rest: how their spin moves the point of contact.
//!
//! A ball that impulses make spin slides, rolls and spins about the normal while it rests. In each of
//! these phases the forces are constant, so its motion is one piece with a constant acceleration and
//! angular acceleration. While it slides, friction acts against the sliding, which does not change its
//! direction on a plane. When the sliding ends it rolls: then friction holds the point of contact, and a
//! moment acts against the rolling. (For the phases of a ball on a table see W. C. Marlow, "The Physics of
//! Pocket Billiards", 1995, and I. Han, "Dynamics in carom and three cushion billiards", J. Mech. Sci.
//! Technol. 19 (2005) 976.)

use crate::bodies::State;
use nalgebra::Vector3;

/// The two parties of a rest as far as their spins matter for its point of contact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Rolling {
    /// From the centre of each to the point of contact, along the normal, in metres. 0 for what does not
    /// roll: its spin does not count.
    levers: [f64; 2],
    /// 1 / inertia; 0 for what does not roll.
    inverse_inertias: [f64; 2],
}

/// Vectors of the two parties: linear and angular velocities, or accelerations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Twists {
    pub(super) linear: [Vector3<f64>; 2],
    pub(super) angular: [Vector3<f64>; 2],
}

/// Whether impulses change the spin of a ball.
fn rolls(state: &State) -> bool {
    state.constants().inverse_inertia > 0.0 && state.constants().collider.ball_radius().is_some()
}

impl Rolling {
    /// The two bodies of a rest; none stands for a wall.
    pub(super) fn of(sides: [Option<&State>; 2]) -> Self {
        let mut rolling = Self::default();
        for (side, sign) in [(0, 1.0), (1, -1.0)] {
            if let Some(state) = sides[side].filter(|state| rolls(state)) {
                rolling.levers[side] = sign * state.bounding_radius();
                rolling.inverse_inertias[side] = state.constants().inverse_inertia;
            }
        }
        rolling
    }

    /// Whether one of the two rolls.
    pub(super) fn is_some(&self) -> bool {
        self.levers != [0.0; 2]
    }

    /// The radius of the smaller of the two that rolls, in metres; infinite if none does.
    pub(super) fn radius(&self) -> f64 {
        let radii = self.levers.iter().map(|lever| lever.abs()).filter(|radius| *radius > 0.0);
        radii.fold(f64::INFINITY, f64::min)
    }

    /// The velocity (or acceleration) of the second at the point of contact relative to the first, across
    /// the normal.
    pub(super) fn sliding(&self, normal: &Vector3<f64>, of: &Twists) -> Vector3<f64> {
        let mut relative = of.linear[1] - of.linear[0];
        if self.is_some() {
            let by_spin = |side: usize| of.angular[side].cross(normal) * self.levers[side];
            relative += by_spin(1) - by_spin(0);
        }
        relative - normal * normal.dot(&relative)
    }

    /// The angular velocity (or acceleration) of the second relative to the first, across the normal.
    pub(super) fn turning(&self, normal: &Vector3<f64>, of: &Twists) -> Vector3<f64> {
        let relative = self.relative_spin(of);
        relative - normal * normal.dot(&relative)
    }

    /// The same along the normal.
    pub(super) fn spinning(&self, normal: &Vector3<f64>, of: &Twists) -> f64 {
        normal.dot(&self.relative_spin(of))
    }

    fn relative_spin(&self, of: &Twists) -> Vector3<f64> {
        let spin = |side: usize| match self.levers[side] == 0.0 {
            true => Vector3::zeros(),
            false => of.angular[side],
        };
        spin(1) - spin(0)
    }

    /// What a unit force across the normal adds to the acceleration of the sliding, in 1/kg; `masses`: the
    /// sum of the inverse masses.
    pub(super) fn mobility(&self, masses: f64) -> f64 {
        masses + self.sum(|lever, inverse| lever * lever * inverse)
    }

    /// What a unit moment adds to the relative angular acceleration, in 1/(kg m²).
    pub(super) fn angular_mobility(&self) -> f64 {
        self.sum(|_, inverse| inverse)
    }

    /// The force across the normal, and the moment across it, on the second, that add this to the
    /// accelerations of sliding and of turning. One of the two must roll.
    ///
    /// With the force F and the moment T = n × U, the sliding changes by k F + q U and the turning, × n,
    /// by q F + w U.
    pub(super) fn stop_both(
        &self,
        normal: &Vector3<f64>,
        masses: f64,
        sliding: &Vector3<f64>,
        turning: &Vector3<f64>,
    ) -> [Vector3<f64>; 2] {
        let (k, w) = (self.mobility(masses), self.angular_mobility());
        let q = self.sum(|lever, inverse| lever * inverse);
        let (s, t) = (sliding, turning.cross(normal));
        let determinant = k * w - q * q;
        let force = (s * w - t * q) / determinant;
        let along = (t * k - s * q) / determinant;
        [force, normal.cross(&along)]
    }

    /// What a moment across the normal on the second, and the opposite on the first, adds to the
    /// acceleration of the sliding.
    pub(super) fn sliding_by_moment(&self, normal: &Vector3<f64>, moment: &Vector3<f64>) -> Vector3<f64> {
        moment.cross(normal) * self.sum(|lever, inverse| lever * inverse)
    }

    /// What a force across the normal and a moment on the second, and the opposite on the first, add to
    /// the angular acceleration of each.
    pub(super) fn turns(&self, normal: &Vector3<f64>, force: &Vector3<f64>, moment: &Vector3<f64>) -> [Vector3<f64>; 2] {
        let turn =
            |side: usize, sign: f64| (normal.cross(force) * self.levers[side] + moment) * (sign * self.inverse_inertias[side]);
        [turn(0, -1.0), turn(1, 1.0)]
    }

    fn sum(&self, of: impl Fn(f64, f64) -> f64) -> f64 {
        (0..2).map(|side| of(self.levers[side], self.inverse_inertias[side])).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two balls of different sizes and inertias, and one on a plane.
    const CASES: [Rolling; 3] = [
        Rolling {
            levers: [0.5, -0.2],
            inverse_inertias: [3.0, 20.0],
        },
        Rolling {
            levers: [0.0, -0.2],
            inverse_inertias: [0.0, 20.0],
        },
        Rolling {
            levers: [0.5, 0.0],
            inverse_inertias: [3.0, 0.0],
        },
    ];

    /// What a force and a moment add to the two.
    fn response(rolling: &Rolling, normal: &Vector3<f64>, masses: [f64; 2], by: &[Vector3<f64>; 2]) -> Twists {
        Twists {
            linear: [by[0] * -masses[0], by[0] * masses[1]],
            angular: rolling.turns(normal, &by[0], &by[1]),
        }
    }

    #[test]
    fn a_force_and_a_moment_stop_sliding_and_turning() {
        let normal = Vector3::new(0.6, 0.0, -0.8);
        let (sliding, turning) = (Vector3::new(0.8, 2.0, 0.6), Vector3::new(-1.6, 0.3, -1.2));
        for rolling in CASES {
            let masses = [1.5, 0.7];
            let sum = masses[0] + masses[1];
            let by = rolling.stop_both(&normal, sum, &sliding, &turning);
            let response = response(&rolling, &normal, masses, &by);
            assert!((rolling.sliding(&normal, &response) - sliding).norm() < 1e-12, "{rolling:?}");
            assert!((rolling.turning(&normal, &response) - turning).norm() < 1e-12, "{rolling:?}");
            assert!(by.iter().all(|vector| vector.dot(&normal).abs() < 1e-12));
        }
    }

    #[test]
    fn a_unit_force_and_a_unit_moment_add_their_mobilities() {
        let normal = Vector3::new(0.6, 0.0, -0.8);
        for rolling in CASES {
            let masses = [1.5, 0.7];
            let force = response(&rolling, &normal, masses, &[Vector3::y(), Vector3::zeros()]);
            let expected = Vector3::y() * rolling.mobility(masses[0] + masses[1]);
            assert!((rolling.sliding(&normal, &force) - expected).norm() < 1e-12, "{rolling:?}");
            let moment = response(&rolling, &normal, masses, &[Vector3::zeros(), normal]);
            assert!((rolling.spinning(&normal, &moment) - rolling.angular_mobility()).abs() < 1e-12);
            let moment = Vector3::new(0.8, 3.0, 0.6);
            let by_moment = response(&rolling, &normal, masses, &[Vector3::zeros(), moment]);
            let expected = rolling.sliding_by_moment(&normal, &moment);
            assert!((rolling.sliding(&normal, &by_moment) - expected).norm() < 1e-12);
        }
    }
}
