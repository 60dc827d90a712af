//! The part of a load that friction and rotation add.

use super::moments::Moments;
use super::movers::Movers;
use nalgebra::Vector3;

/// Friction at one normal of a touch, and the sides' rotation.
#[derive(Clone, Debug)]
pub(super) struct Rough {
    /// From the centres of mass of the two to the point of contact, in metres.
    pub(super) arms: [Vector3<f64>; 2],
    /// Velocity at the point of the second less that of the first, as far as sides have it that impulses
    /// do not move, in metres per second.
    pub(super) drift: Vector3<f64>,
    /// By how much that changes until half of the time to the next renewal, across the normal.
    pub(super) ahead: Vector3<f64>,
    pub(super) coefficient: f64,
    /// Impulse of friction on the second, in N s, across the normal.
    pub(super) friction: Vector3<f64>,
    /// What resists rolling and spinning, if anything does.
    pub(super) moments: Option<Moments>,
}

impl Rough {
    /// No friction yet.
    pub(super) fn new(arms: [Vector3<f64>; 2], coefficient: f64) -> Self {
        Self {
            arms,
            drift: Vector3::zeros(),
            ahead: Vector3::zeros(),
            coefficient,
            friction: Vector3::zeros(),
            moments: None,
        }
    }

    /// Velocity at the point of the second relative to the first, without the drift.
    pub(super) fn relative_velocity(&self, sides: [u32; 2], movers: &Movers) -> Vector3<f64> {
        movers.velocity_at(sides[1], &self.arms[1]) - movers.velocity_at(sides[0], &self.arms[0])
    }

    /// Whether one of the sides is fixed and moves, or turns.
    pub(super) fn is_driven(&self) -> bool {
        let turns = |moments: &Moments| moments.drift != Vector3::zeros();
        self.drift != Vector3::zeros() || self.moments.as_ref().is_some_and(turns)
    }

    /// Applies an impulse at the point to the second side, with the impulse of the moments, and the opposite
    /// to the first.
    pub(super) fn start(&self, sides: [u32; 2], impulse: &Vector3<f64>, movers: &mut Movers) {
        for (number, sign) in [(0, -1.0), (1, 1.0)] {
            let side = sides[number] as usize;
            let inverse = &movers.inverse_inertias[side];
            if !inverse.is_zero() {
                let turns = inverse.times(&(self.arms[number].cross(impulse) + self.moment()));
                movers.angular_velocities[side] += turns * sign;
            }
        }
    }

    /// Applies an impulse at the point, as [`start`](Self::start) does, without that of the moments.
    pub(super) fn push(&self, sides: [u32; 2], impulse: &Vector3<f64>, movers: &mut Movers) {
        for (number, sign) in [(0, -1.0), (1, 1.0)] {
            let side = sides[number] as usize;
            let turns = movers.inverse_inertias[side].times(&self.arms[number].cross(impulse));
            movers.angular_velocities[side] += turns * sign;
        }
    }

    /// What a unit impulse along a normal changes the rate of the gap by through rotation, in 1/kg.
    pub(super) fn inverse_mass(&self, sides: [u32; 2], normal: &Vector3<f64>, movers: &Movers) -> f64 {
        let of_side = |number: usize| {
            let turning = self.arms[number].cross(normal);
            turning.dot(&movers.inverse_inertias[sides[number] as usize].times(&turning))
        };
        of_side(0) + of_side(1)
    }

    /// The impulse of the moments, in N m s.
    pub(super) fn moment(&self) -> Vector3<f64> {
        self.moments.as_ref().map_or(Vector3::zeros(), |moments| moments.moment)
    }

    /// Sets the impulse of the moments, without changing the velocities.
    pub(super) fn set_moment(&mut self, moment: Vector3<f64>) {
        if let Some(moments) = &mut self.moments {
            moments.moment = moment;
        }
    }
}
