//! The part of a load that resists rolling and spinning.

use super::movers::Movers;
use crate::contact::coefficients::Coefficients;
use nalgebra::Vector3;

/// The moments against rolling and spinning at one normal of a touch. (They act whether or not the two
/// slide there.)
#[derive(Clone, Debug)]
pub(super) struct Moments {
    /// The most across and along the normal, in metres: times the impulse along it, in N m s.
    pub(super) limits: [f64; 2],
    /// Radius of the smaller party, in metres.
    pub(super) radius: f64,
    /// The angular velocity of the second less that of the first, as far as sides have it that impulses
    /// do not move, in radians per second.
    pub(super) drift: Vector3<f64>,
    /// Impulse of the moments on the second, in N m s. The first feels the opposite.
    pub(super) moment: Vector3<f64>,
    /// The impulse of a moment against a unit angular velocity that stops it, if it adds most in that
    /// direction.
    pub(super) stopping: f64,
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
}
