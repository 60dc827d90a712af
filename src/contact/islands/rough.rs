//! The part of a load that friction and rotation add.

use super::solver::Movers;
use nalgebra::{Matrix2, Vector2, Vector3};

/// Friction at one normal of a touch, and the sides' rotation.
#[derive(Clone, Debug)]
pub(super) struct Rough {
    /// From the centres of mass of the two to the point of contact, in metres.
    arms: [Vector3<f64>; 2],
    /// Velocity at the point of the second less that of the first, across the normal, as far as sides
    /// have it that impulses do not move, in metres per second.
    pub(super) drift: Vector3<f64>,
    coefficient: f64,
    /// Impulse of friction on the second, in N s, across the normal.
    pub(super) friction: Vector3<f64>,
    /// Two unit vectors across the normal, and the impulse along them that stops a unit velocity.
    across: [Vector3<f64>; 2],
    stopping: Matrix2<f64>,
}

impl Rough {
    /// No friction yet.
    pub(super) fn new(
        sides: [u32; 2],
        normal: &Vector3<f64>,
        arms: [Vector3<f64>; 2],
        coefficient: f64,
        movers: &Movers,
    ) -> Self {
        let first = normal.cross(&any_across(normal)).normalize();
        let across = [first, normal.cross(&first)];
        let mut rough = Self {
            arms,
            drift: Vector3::zeros(),
            coefficient,
            friction: Vector3::zeros(),
            across,
            stopping: Matrix2::zeros(),
        };
        if coefficient > 0.0 {
            let by = across.map(|along| rough.mobility(sides, &along, movers));
            let response = |row: usize, column: usize| across[row].dot(&by[column]);
            let responses = Matrix2::new(response(0, 0), response(0, 1), response(1, 0), response(1, 1));
            rough.stopping = responses.try_inverse().unwrap_or_else(Matrix2::zeros);
        }
        rough
    }

    /// Relative velocity at the point by a unit impulse there.
    pub(super) fn mobility(&self, sides: [u32; 2], impulse: &Vector3<f64>, movers: &Movers) -> Vector3<f64> {
        let of_side = |side: usize| {
            let (mover, arm) = (sides[side] as usize, &self.arms[side]);
            let turned = movers.inverse_inertias[mover].times(&arm.cross(impulse));
            impulse * movers.inverse_masses[mover] + turned.cross(arm)
        };
        of_side(0) + of_side(1)
    }

    /// Velocity at the point of the second relative to the first, without the drift along the normal.
    pub(super) fn relative_velocity(&self, sides: [u32; 2], movers: &Movers) -> Vector3<f64> {
        movers.velocity_at(sides[1], &self.arms[1]) - movers.velocity_at(sides[0], &self.arms[0])
    }

    /// Applies an impulse to the second, and the opposite to the first.
    pub(super) fn apply(&self, sides: [u32; 2], impulse: &Vector3<f64>, movers: &mut Movers) {
        movers.push(sides[0], &-impulse, &self.arms[0]);
        movers.push(sides[1], impulse, &self.arms[1]);
    }

    /// Improves the friction at an impulse along the normal. Returns by how much, in N s.
    pub(super) fn improve(&mut self, sides: [u32; 2], impulse: f64, movers: &mut Movers) -> f64 {
        if self.coefficient == 0.0 || (impulse == 0.0 && self.friction == Vector3::zeros()) {
            return 0.0;
        }
        let sliding = self.relative_velocity(sides, movers) + self.drift;
        let [first, second] = &self.across;
        let stop = self.stopping * Vector2::new(first.dot(&sliding), second.dot(&sliding));
        let wanted = self.friction - (first * stop.x + second * stop.y);
        self.set(sides, impulse, wanted, movers)
    }

    /// Changes the friction, up to the limit at an impulse along the normal.
    pub(super) fn go_on(&mut self, sides: [u32; 2], impulse: f64, by: &Vector3<f64>, movers: &mut Movers) {
        if self.coefficient > 0.0 {
            self.set(sides, impulse, self.friction + by, movers);
        }
    }

    /// Sets the friction, or as much of it as the limit at an impulse along the normal allows. Returns by
    /// how much it changes, in N s.
    fn set(&mut self, sides: [u32; 2], impulse: f64, friction: Vector3<f64>, movers: &mut Movers) -> f64 {
        let (limit, strength) = (self.coefficient * impulse, friction.norm());
        let friction = if strength > limit {
            friction * (limit / strength)
        } else {
            friction
        };
        let change = friction - self.friction;
        if change != Vector3::zeros() {
            self.apply(sides, &change, movers);
        }
        self.friction = friction;
        change.norm()
    }
}

/// A unit vector that is not along another one.
fn any_across(normal: &Vector3<f64>) -> Vector3<f64> {
    let mut axis = Vector3::zeros();
    axis[normal.iamin()] = 1.0;
    axis
}
