//! Bodies that the lane of balls may cover: plain balls.

use super::State;
use crate::lane::balls::Species;
use crate::motion::{Flight, Spin};
use crate::scene::BodyKind;
use nalgebra::Vector3;

impl State {
    /// Whether it is a plain ball: without forces of contacts and growth, and of the usual role.
    pub(crate) fn is_plain_ball(&self) -> bool {
        let (role, piece) = (&self.constants().role, self.piece());
        let zero = Vector3::zeros();
        let flies = piece.acceleration == *self.free_acceleration();
        let keeps = piece.growth == 0.0 && piece.swell == 0.0;
        let collides = !role.sensor && !role.touch_only && !role.own_law;
        let held_still = role.kind == BodyKind::Dynamic || piece.velocity == zero && piece.acceleration == zero;
        let is_ball = self.constants().collider.ball_radius().is_some();
        is_ball && flies && keeps && collides && held_still && self.lease().is_none()
    }

    /// The constants of a ball that its species shares.
    pub(crate) fn ball_species(&self) -> Species {
        let constants = self.constants();
        Species {
            radius: constants.collider.ball_radius().unwrap_or(f64::INFINITY),
            inverse_mass: constants.inverse_mass,
            inverse_inertia: constants.inverse_inertia,
            restitution: constants.restitution,
            friction: constants.friction,
            acceleration: *self.free_acceleration(),
            groups: constants.role.groups,
            turns: constants.inverse_inertia > 0.0 || self.piece().spins(),
        }
    }

    /// The orientation at the epoch of the piece, and the angular velocity.
    pub(crate) fn spin(&self) -> Spin {
        Spin {
            orientation: self.piece().orientation,
            angular_velocity: self.piece().angular_velocity,
        }
    }

    pub(crate) fn flight(&self) -> Flight {
        Flight {
            position: self.piece().position,
            velocity: self.piece().velocity,
            epoch: self.piece().epoch,
        }
    }
}
