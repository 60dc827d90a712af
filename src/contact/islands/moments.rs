//! The part of a load that resists rolling and spinning.

use super::movers::Movers;
use crate::contact::coefficients::Coefficients;
use nalgebra::Vector3;

/// The moments against rolling and spinning at one normal of a touch. (They act whether or not the two
/// slide there.)
#[derive(Clone, Debug)]
pub(super) struct Moments {
    /// The most across and along the normal, in metres: times the impulse along it, in N m s.
    limits: [f64; 2],
    /// Radius of the smaller party, in metres.
    radius: f64,
    /// The angular velocity of the second less that of the first, as far as sides have it that impulses
    /// do not move, in radians per second.
    pub(super) drift: Vector3<f64>,
    /// Impulse of the moments on the second, in N m s. The first feels the opposite.
    pub(super) moment: Vector3<f64>,
    /// The impulse of a moment against a unit angular velocity that stops it, if it adds most in that
    /// direction.
    stopping: f64,
}

impl Moments {
    /// No moment yet; none at all without rolling or spinning friction, or if impulses turn neither side.
    /// `radius`: that of the smaller party, in metres.
    pub(super) fn new(
        sides: [u32; 2],
        coefficients: &Coefficients,
        radius: f64,
        drift: Vector3<f64>,
        movers: &Movers,
    ) -> Option<Self> {
        let limits = [coefficients.rolling * radius, coefficients.spinning * radius];
        let inverses = sides.map(|side| movers.inverse_inertias[side as usize].greatest());
        let mobility = inverses[0] + inverses[1];
        (limits != [0.0; 2] && mobility > 0.0).then(|| Self {
            limits,
            radius,
            drift,
            moment: Vector3::zeros(),
            stopping: 1.0 / mobility,
        })
    }

    /// Applies an impulse of a moment to the second, and the opposite to the first.
    pub(super) fn turn(sides: [u32; 2], by: &Vector3<f64>, movers: &mut Movers) {
        for (side, sign) in sides.into_iter().zip([-1.0, 1.0]) {
            let inverse = &movers.inverse_inertias[side as usize];
            if !inverse.is_zero() {
                movers.angular_velocities[side as usize] += inverse.times(by) * sign;
            }
        }
    }

    /// Improves the moments at an impulse along the normal. Returns by how much they change the velocity of
    /// the surface at most, in metres per second.
    pub(super) fn improve(&mut self, sides: [u32; 2], normal: &Vector3<f64>, impulse: f64, movers: &mut Movers) -> f64 {
        if impulse == 0.0 && self.moment == Vector3::zeros() {
            return 0.0;
        }
        let [first, second] = sides.map(|side| movers.angular_velocities[side as usize]);
        let wanted = self.moment - (second - first + self.drift) * self.stopping;
        self.set(sides, normal, impulse, wanted, movers)
    }

    /// Sets the moments, or as much of them as the limits at an impulse along the normal allow. Returns by
    /// how much they change the velocity of the surface at most, in metres per second.
    pub(super) fn set(
        &mut self,
        sides: [u32; 2],
        normal: &Vector3<f64>,
        impulse: f64,
        moment: Vector3<f64>,
        movers: &mut Movers,
    ) -> f64 {
        let [rolling, spinning] = self.limits.map(|limit| limit * impulse);
        let along = normal.dot(&moment);
        let mut across = moment - normal * along;
        let strength = across.norm();
        if strength > rolling {
            across *= rolling / strength;
        }
        let moment = across + normal * along.clamp(-spinning, spinning);
        let change = moment - self.moment;
        if change != Vector3::zeros() {
            Self::turn(sides, &change, movers);
        }
        self.moment = moment;
        change.norm() * self.radius / self.stopping
    }
}
