//! Bodies that the lane of balls may cover: plain balls.

use super::State;
use crate::lane::balls::Species;
use crate::motion::Flight;
use crate::scene::{BodyKind, Groups};
use nalgebra::Vector3;

impl State {
    /// The radius of a plain ball, without forces, spin, growth and groups; none for other bodies.
    pub(crate) fn plain_radius(&self) -> Option<f64> {
        let (role, piece) = (&self.constants().role, self.piece());
        let moves = piece.velocity != Vector3::zeros();
        let accelerations = [self.free_acceleration(), self.own_acceleration(), &piece.acceleration];
        let flies = accelerations.iter().all(|acceleration| **acceleration == Vector3::zeros());
        let keeps = !piece.spins() && piece.growth == 0.0 && piece.swell == 0.0 && self.constants().inverse_inertia == 0.0;
        let meets_all = !role.sensor && !role.touch_only && !role.own_law && role.groups == Groups::default();
        let held_still = role.kind == BodyKind::Dynamic || !moves;
        let plain = flies && keeps && meets_all && held_still && self.lease().is_none();
        self.constants().collider.ball_radius().filter(|_| plain)
    }

    /// The constants of a ball that its species shares.
    pub(crate) fn ball_species(&self) -> Species {
        Species {
            radius: self.constants().collider.ball_radius().unwrap_or(f64::INFINITY),
            inverse_mass: self.constants().inverse_mass,
            restitution: self.constants().restitution,
            friction: self.constants().friction,
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
