//! The two parties of a touch as a load sees them: arms, motion that impulses do not change, and the last
//! impulses.

use super::constants::SAME_CONTACT;
use super::loaded::STILL;
use super::present;
use super::touch::{Other, Push, Touch};
use crate::contact::coefficients::Coefficients;
use crate::contact::context::Rests;
use crate::impact::NearPoint;
use nalgebra::Vector3;

impl Rests<'_> {
    /// Friction between the parties of a touch.
    pub(super) fn coefficients_of(&self, touch: &Touch) -> Coefficients {
        let first = &self.bodies[touch.first];
        match touch.second {
            Other::Body(second) => Coefficients::between(first, &self.bodies[second]),
            Other::Wall(_) => Coefficients::on_wall(first, self.settings),
        }
    }
}

/// The last impulses nearest to a point, along about the same normal.
pub(super) fn last_push<'a>(pushes: &'a [Push], normal: &Vector3<f64>, arm: &Vector3<f64>) -> Option<&'a Push> {
    let same = pushes.iter().filter(|push| push.normal.dot(normal) >= SAME_CONTACT);
    let distance = |push: &Push| (push.arm - arm).norm_squared();
    same.min_by(|one, other| distance(one).total_cmp(&distance(other)))
}

/// From the centres of mass of the two parties to a point.
pub(super) fn arms(rests: &Rests<'_>, first: u32, second: Other, near: &NearPoint, shift: &Vector3<f64>) -> [Vector3<f64>; 2] {
    let now = rests.clock.now();
    let arm = |body: u32| near.point - rests.bodies[body].piece().position_at(now);
    match second {
        Other::Body(second) => [arm(first), arm(second) - shift],
        Other::Wall(_) => [arm(first), Vector3::zeros()],
    }
}

/// The velocity at a point of the second party relative to the first that impulses do not change: of
/// fixed bodies that move.
pub(super) fn drift(
    rests: &Rests<'_>,
    first: u32,
    second: Other,
    sides: [u32; 2],
    point: &Vector3<f64>,
    shift: &Vector3<f64>,
) -> Vector3<f64> {
    let velocity = |body: u32, point: &Vector3<f64>| present::velocity_of(rests.bodies[body].piece(), rests.clock.now(), point);
    let mut drift = Vector3::zeros();
    if sides[0] == STILL {
        drift -= velocity(first, point);
    }
    if let Other::Body(second) = second
        && sides[1] == STILL
    {
        drift += velocity(second, &(point - shift));
    }
    drift
}

/// The angular velocity of the second party relative to the first that impulses do not change.
pub(super) fn spin_drift(rests: &Rests<'_>, first: u32, second: Other, sides: [u32; 2]) -> Vector3<f64> {
    let spin = |body: u32| present::spin(rests.bodies[body].piece(), rests.clock.now());
    let mut drift = Vector3::zeros();
    if sides[0] == STILL {
        drift -= spin(first);
    }
    if let Other::Body(second) = second
        && sides[1] == STILL
    {
        drift += spin(second);
    }
    drift
}
