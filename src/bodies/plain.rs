//! Bodies that the lane of balls may cover: plain balls.

use super::State;
use crate::lane::balls::Species;
use crate::motion::{Flight, OwnMotion, Spin};
use crate::scene::BodyKind;
use nalgebra::Vector3;

/// What makes a body no plain ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotPlain {
    /// It is not a ball, or its mass is not distributed as in one.
    Shape,
    /// It does not simply collide, or has bounds of the user's.
    Role,
    /// It is fixed, and moves.
    FixedAndMoving,
    /// The forces of a contact change its acceleration.
    Forces,
}

impl State {
    /// Whether it is a plain ball: without forces of contacts, and of the usual role.
    pub(crate) fn is_plain_ball(&self) -> bool {
        self.not_plain().is_none()
    }

    /// What makes it no plain ball, if anything does.
    pub(crate) fn not_plain(&self) -> Option<NotPlain> {
        let (role, piece) = (&self.constants().role, self.piece());
        let zero = Vector3::zeros();
        if self.constants().collider.ball_radius().is_none() || piece.inertia.is_some() {
            Some(NotPlain::Shape)
        } else if role.sensor || role.touch_only || role.own_law || self.lease().is_some() {
            Some(NotPlain::Role)
        } else if role.kind == BodyKind::Fixed && (piece.velocity != zero || piece.acceleration != zero) {
            Some(NotPlain::FixedAndMoving)
        } else {
            let has_forces = self.is_in_island() || piece.acceleration != *self.free_acceleration();
            has_forces.then_some(NotPlain::Forces)
        }
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
            rolling_friction: constants.rolling_friction,
            spinning_friction: constants.spinning_friction,
            acceleration: *self.free_acceleration(),
            groups: constants.role.groups,
            turns: constants.inverse_inertia > 0.0 || self.piece().spins(),
            growth_rate: self.piece().growth,
            swells: self.swells(),
        }
    }

    /// Whether it grows, or has grown.
    pub(crate) fn swells(&self) -> bool {
        self.piece().growth != 0.0 || self.piece().swell != 0.0
    }

    /// What is a ball's own in its motion.
    pub(crate) fn own_motion(&self) -> OwnMotion {
        let piece = self.piece();
        OwnMotion {
            flight: Flight {
                position: piece.position,
                velocity: piece.velocity,
                epoch: piece.epoch,
            },
            spin: Spin {
                orientation: piece.orientation,
                angular_velocity: piece.angular_velocity,
            },
            swell: piece.swell,
        }
    }
}
