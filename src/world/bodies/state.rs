//! The state of one body.

use super::super::constants::MAX_GRAIN;
use crate::domain::ImageOffset;
use crate::impact::{Collider, Extents, Moving};
use crate::motion::MotionPiece;
use crate::motion::bounds::Lease;
use crate::response::{CollisionHistory, Role};
use crate::scene::{Body, BodyKind, Shape, unsigned};
use crate::world::contact::LastingContact;
use nalgebra::Vector3;
use std::ops::Deref;
use std::sync::Arc;

/// A body in a world.
#[derive(Debug)]
pub(in crate::world) struct State {
    /// Position in scene order: the number of insertions before this one.
    pub(in crate::world) serial: u32,
    pub(in crate::world) name: Option<String>,
    /// The user's number; 0 if none was given.
    pub(in crate::world) tag: u128,
    pub(in crate::world) constants: BodyConstants,
    pub(in crate::world) motion: BodyMotion,
    pub(in crate::world) contact: BodyContacts,
    /// The places of its pairs in the pair table.
    pub(in crate::world) pairs: Vec<u32>,
    /// The other body of each of those pairs, to find a pair without access to the table.
    pub(in crate::world) others: Vec<u32>,
}

/// What a body is: it changes by a call of the user alone.
#[derive(Debug)]
pub(in crate::world) struct BodyConstants {
    pub(in crate::world) shape: Shape,
    pub(in crate::world) collider: Arc<Collider>,
    /// 1 / mass, 0 for a fixed body.
    pub(in crate::world) inverse_mass: f64,
    /// 1 / inertia; 0 if impulses do not change the spin.
    pub(in crate::world) inverse_inertia: f64,
    pub(in crate::world) restitution: f64,
    pub(in crate::world) friction: f64,
    pub(in crate::world) own: OwnConstants,
    pub(in crate::world) role: Role,
}

/// How a body moves.
#[derive(Debug)]
pub(in crate::world) struct BodyMotion {
    /// The current piece of the trajectory.
    pub(in crate::world) piece: MotionPiece,
    pub(in crate::world) extents: Extents,
    /// Domain lengths from the wrapped piece to the continuous path since the broad phase took the
    /// body in: each piece begins inside the domain. See [`pair_view`](super::super::pair_view).
    pub(in crate::world) image_offset: ImageOffset,
    /// Domain lengths before that: from the insertion, or a stay in the lane of balls, to the time
    /// at which the broad phase took the body in.
    pub(in crate::world) image_offset_before: ImageOffset,
    /// The revision of the piece: a prediction from an older one is stale. The counter may wrap
    /// around. All pairs of a body with a new piece are predicted again before the next event, so
    /// no prediction is 2³² revisions old.
    pub(in crate::world) stamp: u32,
    /// The round of its epoch in which the piece began: see [`instant`](super::super::instant).
    pub(in crate::world) round: u32,
    /// User-defined bounds of a body without a known motion. Few bodies have them, so they are
    /// boxed.
    pub(in crate::world) lease: Option<Box<Lease>>,
    /// Acceleration without support: its own and gravity.
    pub(in crate::world) free_acceleration: Vector3<f64>,
    /// Its own acceleration, without gravity.
    pub(in crate::world) own_acceleration: Vector3<f64>,
}

/// Contacts of a body that last, and its last collisions.
#[derive(Debug, Default)]
pub(in crate::world) struct BodyContacts {
    /// The walls on which it rests, one bit each.
    pub(in crate::world) wall_rests: u8,
    /// The walls, one bit each, on which rests without force ended when the piece began: see
    /// [`Pair::link`](super::super::pairs::Pair::link).
    pub(in crate::world) wall_links: u8,
    /// Its last collisions, for the Zeno policy.
    pub(in crate::world) past: CollisionHistory,
    /// Lasting contacts of bodies that rotate or grow. Ended ones may remain.
    pub(in crate::world) lasting: Vec<LastingContact>,
}

/// Which constants the body sets itself. The others follow the world's defaults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::world) struct OwnConstants {
    pub(in crate::world) restitution: bool,
    pub(in crate::world) friction: bool,
}

impl State {
    pub(in crate::world) fn moving(&self) -> Moving<'_> {
        Moving {
            collider: &self.constants.collider,
            piece: &self.motion.piece,
            extents: &self.motion.extents,
        }
    }

    /// Radius of the bounding ball about the origin at the epoch of its piece; infinite for a
    /// half-space.
    pub(in crate::world) fn bounding_radius(&self) -> f64 {
        self.constants.shape.bounding_radius() + self.motion.piece.swell
    }

    pub(in crate::world) fn is_dynamic(&self) -> bool {
        self.constants.role.kind == BodyKind::Dynamic
    }

    /// Whether the rounding of its position, or of time at its speed, is too coarse to predict
    /// impacts.
    pub(in crate::world) fn is_coarse(&self) -> bool {
        let piece = &self.motion.piece;
        let grain = f64::EPSILON * (piece.position.amax() + piece.velocity.amax() * piece.epoch.abs());
        grain > MAX_GRAIN * self.bounding_radius()
    }

    /// Domain lengths from the wrapped position to the continuous one since the insertion.
    pub(in crate::world) fn lengths_gone(&self) -> ImageOffset {
        std::array::from_fn(|axis| self.motion.image_offset[axis] + self.motion.image_offset_before[axis])
    }

    /// Restarts the image offset at zero, for a broad phase that takes the body in now.
    pub(in crate::world) fn restart_image_offset(&mut self) {
        self.motion.image_offset_before = self.lengths_gone();
        self.motion.image_offset = [0; 3];
    }

    /// Begins a new piece of the same motion at time `t`, without support.
    pub(in crate::world) fn begin_piece(&mut self, t: f64) {
        if t > self.motion.piece.epoch {
            self.contact.wall_links = 0;
        }
        self.motion.piece = MotionPiece {
            acceleration: self.motion.free_acceleration,
            ..self.motion.piece.rebased(t)
        };
        self.motion.stamp = self.motion.stamp.wrapping_add(1);
    }
}

/// The parts from which the state of a new body is made.
pub(in crate::world) struct NewBody<'a> {
    pub(in crate::world) body: &'a Body,
    pub(in crate::world) collider: Arc<Collider>,
    pub(in crate::world) inverse_mass: f64,
    pub(in crate::world) inverse_inertia: f64,
    pub(in crate::world) default_restitution: f64,
    pub(in crate::world) default_friction: f64,
    pub(in crate::world) piece: MotionPiece,
    pub(in crate::world) serial: u32,
}

impl NewBody<'_> {
    pub(in crate::world) fn state(self) -> State {
        let body = self.body;
        State {
            serial: self.serial,
            name: body.name.clone(),
            tag: body.tag,
            motion: BodyMotion {
                extents: self.collider.extents_along(&self.piece),
                free_acceleration: self.piece.acceleration,
                own_acceleration: unsigned(body.acceleration),
                piece: self.piece,
                image_offset: [0; 3],
                image_offset_before: [0; 3],
                stamp: 0,
                round: 0,
                lease: body.lease.map(Box::new),
            },
            constants: BodyConstants {
                shape: body.shape.clone(),
                collider: self.collider,
                inverse_mass: self.inverse_mass,
                inverse_inertia: self.inverse_inertia,
                restitution: body.restitution.unwrap_or(self.default_restitution),
                friction: body.friction.unwrap_or(self.default_friction),
                own: OwnConstants {
                    restitution: body.restitution.is_some(),
                    friction: body.friction.is_some(),
                },
                role: Role::of(body),
            },
            contact: BodyContacts {
                wall_rests: 0,
                wall_links: 0,
                past: CollisionHistory::default(),
                lasting: Vec::new(),
            },
            pairs: Vec::new(),
            others: Vec::new(),
        }
    }
}

/// Read access to a body's state: stored, or expanded for this access.
pub(in crate::world) enum BodyRef<'a> {
    Stored(&'a State),
    Expanded(Box<State>),
}

impl Deref for BodyRef<'_> {
    type Target = State;

    fn deref(&self) -> &State {
        match self {
            Self::Stored(state) => state,
            Self::Expanded(state) => state,
        }
    }
}
