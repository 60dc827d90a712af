//! The law of impulses, with and without spin.
//!
//! Without friction the impulse is along the normal. Its size makes the two separate at e times
//! their closing speed: Newton's restitution. With friction it is the law of Chatterjee and Ruina
//! (1998, "A new algebraic rigid-body collision law based on impulse space considerations", J.
//! Appl. Mech. 65), with their tangential restitution 0. Its normal part is Newton's, too. It never
//! adds energy, which Coulomb's law with Newton's restitution can do if a body is hit off its
//! centre.

use super::{Encounter, Side, Twist};
use nalgebra::{Matrix3, Vector3};

/// Shortest lever, as a fraction of its distance from the origin; a shorter one counts as 0.
/// Rounding of a hit through the centre must not make a body spin.
const SHORTEST_LEVER: f64 = 1e-12;

impl Side {
    /// The lever (r x n) of an impulse along a unit normal at a point, in metres. Exactly zero for
    /// an impulse through the origin, and for bodies with a spin that impulses do not change.
    #[inline]
    pub(crate) fn lever(&self, point: &Vector3<f64>, normal: &Vector3<f64>) -> Vector3<f64> {
        if self.inverse_inertia.is_zero() {
            return Vector3::zeros();
        }
        let r = point - self.position;
        let lever = r.cross(normal);
        if lever.norm() <= SHORTEST_LEVER * r.norm() {
            Vector3::zeros()
        } else {
            lever
        }
    }

    /// Speed along the normal at a point per unit of impulse along it there, in 1/kg.
    #[inline]
    pub(crate) fn mobility(&self, point: &Vector3<f64>, normal: &Vector3<f64>) -> f64 {
        self.inverse_mass + self.inverse_inertia.square(&self.lever(point, normal))
    }

    /// Velocity at a point per unit of impulse there, as a matrix, in 1/kg: 1/m - [r] I⁻¹ [r], with
    /// [r] the matrix of the cross product.
    #[inline]
    fn mobilities(&self, point: &Vector3<f64>) -> Matrix3<f64> {
        let r = point - self.position;
        Matrix3::from_diagonal_element(self.inverse_mass) + self.inverse_inertia.mobilities(&r)
    }

    /// Its velocities after an impulse at a point: `along` the normal, and `across` it.
    #[inline]
    pub(crate) fn after_impulse(&self, point: &Vector3<f64>, normal: &Vector3<f64>, along: f64, across: &Vector3<f64>) -> Twist {
        let mut after = Twist::of(self);
        after.velocity += (normal * along + across) * self.inverse_mass;
        if !self.inverse_inertia.is_zero() {
            let turn = self.lever(point, normal) * along + (point - self.position).cross(across);
            after.angular_velocity += self.inverse_inertia.times(&turn);
        }
        after
    }
}

/// The law of impulses: the velocities after a collision. Spin changes of bodies that rotate
/// ([`Body::rotates`](crate::Body::rotates)).
///
/// The closing and sliding velocities are those at the point of contact, spin included. Along the
/// normal the two separate at restitution times the closing speed, after Newton. Across it friction
/// stops the sliding, or is limited to Coulomb's coefficient times the normal impulse (Chatterjee
/// and Ruina 1998, with tangential restitution 0; if no body rotates: the sliding stops, or
/// decreases by the coefficient times the normal impulse).
#[must_use]
pub fn impulse(encounter: &Encounter) -> [Twist; 2] {
    let [a, b] = &encounter.sides;
    if a.inverse_inertia.is_zero() && b.inverse_inertia.is_zero() {
        return without_rotation(encounter);
    }
    let Encounter { point, normal, .. } = encounter;
    let plain = encounter.closing_speed / (a.mobility(point, normal) + b.mobility(point, normal));
    with_friction(encounter, plain, (1.0 + encounter.restitution) * plain)
}

/// The same law, after which the two open at a given speed (m/s) instead of a share of their closing
/// speed.
pub(crate) fn impulse_to_opening(encounter: &Encounter, opening: f64) -> [Twist; 2] {
    let Encounter {
        point, normal, sides, ..
    } = encounter;
    let mobility = sides[0].mobility(point, normal) + sides[1].mobility(point, normal);
    let plain = encounter.closing_speed / mobility;
    with_friction(encounter, plain, plain + opening / mobility)
}

/// The velocities after an impulse along the normal, and the one across that friction allows.
/// `plain`: the part along the normal that stops the closing.
fn with_friction(encounter: &Encounter, plain: f64, along: f64) -> [Twist; 2] {
    let Encounter {
        point,
        normal,
        sides: [a, b],
        ..
    } = encounter;
    let (mut along, mut across) = (along, Vector3::zeros());
    if encounter.friction > 0.0 {
        let opening = b.velocity_at(point) - a.velocity_at(point);
        // The impulse that stops both closing and sliding, minus the impulse that stops the closing
        // alone.
        let stop = (a.mobilities(point) + b.mobilities(point))
            .try_inverse()
            .map(|m| m * -opening);
        if let Some(stop) = stop {
            let (rest_along, rest_across) = (normal.dot(&stop) - plain, stop - normal * normal.dot(&stop));
            let grips = rest_across.norm() <= encounter.friction * (along + rest_along);
            let share = if grips {
                1.0
            } else {
                encounter.friction * along / (rest_across.norm() - encounter.friction * rest_along)
            };
            along += rest_along * share;
            across = rest_across * share;
        }
    }
    [
        a.after_impulse(point, normal, -along, &-across),
        b.after_impulse(point, normal, along, &across),
    ]
}

/// The law of impulses for two sides without a change of spin.
fn without_rotation(encounter: &Encounter) -> [Twist; 2] {
    let Encounter {
        normal,
        closing_speed,
        restitution,
        friction,
        ..
    } = encounter;
    let [a, b] = &encounter.sides;
    let inverse_sum = a.inverse_mass + b.inverse_mass;
    if inverse_sum == 0.0 {
        return [Twist::of(a), Twist::of(b)];
    }
    let relative = || b.velocity_at(&encounter.point) - a.velocity_at(&encounter.point);
    let total = momentum_transfer(inverse_sum, normal, *closing_speed, *restitution, *friction, relative);
    let with = |side: &Side, velocity| Twist {
        velocity,
        ..Twist::of(side)
    };
    [
        with(a, a.velocity - total * a.inverse_mass),
        with(b, b.velocity + total * b.inverse_mass),
    ]
}

/// Momentum that the second side receives, in kg m/s, if no spin changes. `inverse_sum` > 0 is the
/// sum of 1 / mass, `relative` the velocity of the second relative to the first at the contact.
#[inline]
pub(crate) fn momentum_transfer(
    inverse_sum: f64,
    normal: &Vector3<f64>,
    closing_speed: f64,
    restitution: f64,
    friction: f64,
    relative: impl FnOnce() -> Vector3<f64>,
) -> Vector3<f64> {
    let along = (1.0 + restitution) * closing_speed / inverse_sum;
    let mut total = normal * along;
    if friction > 0.0 {
        let relative = relative();
        let sliding = relative - normal * normal.dot(&relative);
        let speed = sliding.norm();
        if speed > 0.0 {
            let across = (speed / inverse_sum).min(friction * along);
            total -= sliding * (across / speed);
        }
    }
    total
}

#[cfg(test)]
mod tests;
