//! New bodies.

use super::contacts::BodyContacts;
use super::motion::BodyMotion;
use super::state::{BodyConstants, Identity, OwnConstants, State};
use crate::impact::Collider;
use crate::motion::MotionPiece;
use crate::response::Role;
use crate::scene::{Body, Settings, unsigned};
use std::sync::Arc;

/// The parts from which the state of a new body is made.
pub(crate) struct NewBody<'a> {
    pub(crate) body: &'a Body,
    pub(crate) collider: Arc<Collider>,
    pub(crate) inverse_mass: f64,
    pub(crate) inverse_inertia: f64,
    /// Of the world: its defaults hold for what the body does not set itself.
    pub(crate) settings: &'a Settings,
    pub(crate) piece: MotionPiece,
    pub(crate) serial: u32,
}

impl NewBody<'_> {
    pub(crate) fn state(self) -> State {
        let (body, settings) = (self.body, self.settings);
        let identity = Identity {
            serial: self.serial,
            name: body.name.clone(),
            tag: body.tag,
        };
        let motion = BodyMotion::new(self.piece, self.collider.extents_along(&self.piece))
            .with_own_acceleration(unsigned(body.acceleration))
            .with_lease(body.lease);
        let constants = BodyConstants {
            shape: body.shape.clone(),
            collider: self.collider,
            inverse_mass: self.inverse_mass,
            inverse_inertia: self.inverse_inertia,
            inertia: self.piece.inertia,
            given: body.given_inertia(),
            restitution: body.restitution.unwrap_or(settings.restitution),
            friction: body.friction.unwrap_or(settings.friction),
            rolling_friction: body.rolling_friction.unwrap_or(settings.rolling_friction),
            spinning_friction: body.spinning_friction.unwrap_or(settings.spinning_friction),
            own: OwnConstants {
                restitution: body.restitution.is_some(),
                friction: body.friction.is_some(),
                rolling_friction: body.rolling_friction.is_some(),
                spinning_friction: body.spinning_friction.is_some(),
            },
            role: Role::of(body),
        };
        State::new(identity, constants, motion, BodyContacts::default())
    }
}
