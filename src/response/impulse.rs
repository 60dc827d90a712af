//! The law of impulses, for bodies whose spin impulses change and for bodies whose spin they don't.
//!
//! Without friction the impulse is along the normal, of the size that makes the two open at e times their closing speed: Newton's
//! restitution. With friction it is the law of Chatterjee and Ruina (1998, "A new algebraic rigid-body collision law based on
//! impulse space considerations", J. Appl. Mech. 65), with their tangential restitution 0. Its normal part is Newton's, too; it
//! never adds energy, which Coulomb's law with Newton's restitution can do where a body is hit off its centre.

use super::{Encounter, Side, Twist};
use nalgebra::{Matrix3, Vector3};

/// A lever shorter than this part of its distance from the origin is none: what rounding leaves of a hit through the centre
/// must not make a body spin.
const NO_LEVER: f64 = 1e-12;

impl Side {
    /// The lever (r x n) of an impulse along a unit normal at a point, in metres; exactly zero for what hits through the
    /// origin, and for bodies whose spin impulses don't change.
    pub(crate) fn lever(&self, point: &Vector3<f64>, normal: &Vector3<f64>) -> Vector3<f64> {
        if self.inverse_inertia == 0.0 {
            return Vector3::zeros();
        }
        let r = point - self.position;
        let lever = r.cross(normal);
        if lever.norm() <= NO_LEVER * r.norm() {
            Vector3::zeros()
        } else {
            lever
        }
    }

    /// Speed along the normal at a point that an impulse of 1 N s along it there makes, in 1/kg.
    pub(crate) fn mobility(&self, point: &Vector3<f64>, normal: &Vector3<f64>) -> f64 {
        self.inverse_mass + self.inverse_inertia * self.lever(point, normal).norm_squared()
    }

    /// Velocity at a point that impulses there make, as a matrix, in 1/kg: 1/m + (r² - r rᵀ) / I.
    fn mobilities(&self, point: &Vector3<f64>) -> Matrix3<f64> {
        let r = point - self.position;
        let turning = Matrix3::from_diagonal_element(r.norm_squared()) - r * r.transpose();
        Matrix3::from_diagonal_element(self.inverse_mass) + turning * self.inverse_inertia
    }

    /// Its velocities after an impulse at a point: `along` the normal, and `across` it.
    pub(crate) fn pushed(&self, point: &Vector3<f64>, normal: &Vector3<f64>, along: f64, across: &Vector3<f64>) -> Twist {
        let mut after = Twist::of(self);
        after.velocity += (normal * along + across) * self.inverse_mass;
        if self.inverse_inertia > 0.0 {
            let turn = self.lever(point, normal) * along + (point - self.position).cross(across);
            after.angular_velocity += turn * self.inverse_inertia;
        }
        after
    }
}

/// The law of impulses: the velocities after a collision. Spin changes of bodies that rotate
/// ([`Body::rotates`](crate::Body::rotates)).
///
/// Closing and sliding are those of the two at the point of contact, spin included. Along the normal the two open at restitution
/// times the closing speed, after Newton. Across it friction stops the sliding, or gives as much as Coulomb's coefficient times
/// the normal impulse allows (Chatterjee and Ruina 1998, with tangential restitution 0; where no body rotates that is: the
/// sliding is stopped or loses the coefficient times the normal impulse).
#[must_use]
pub fn impulse(encounter: &Encounter) -> [Twist; 2] {
    let [a, b] = &encounter.sides;
    if a.inverse_inertia == 0.0 && b.inverse_inertia == 0.0 {
        return without_rotation(encounter);
    }
    let Encounter { point, normal, .. } = encounter;
    let plain = encounter.closing_speed / (a.mobility(point, normal) + b.mobility(point, normal));
    let (mut along, mut across) = ((1.0 + encounter.restitution) * plain, Vector3::zeros());
    if encounter.friction > 0.0 {
        let opening = b.velocity_at(point) - a.velocity_at(point);
        // What would stop both closing and sliding, less what would stop the closing alone.
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
        a.pushed(point, normal, -along, &-across),
        b.pushed(point, normal, along, &across),
    ]
}

/// The same for two whose spin, if any, stays.
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
    let total = push(inverse_sum, normal, *closing_speed, *restitution, *friction, relative);
    let with = |side: &Side, velocity| Twist {
        velocity,
        ..Twist::of(side)
    };
    [
        with(a, a.velocity - total * a.inverse_mass),
        with(b, b.velocity + total * b.inverse_mass),
    ]
}

/// What the second of two whose spin stays takes up of momentum, in kg m/s: `inverse_sum` > 0 is the sum of 1 / mass,
/// `relative` the velocity at the contact of the second over the first.
#[inline]
pub(crate) fn push(
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
