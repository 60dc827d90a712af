//! The state of one body.

use super::super::constants::MAX_GRAIN;
use super::super::lasting::Lasting;
use crate::domain::ImageOffset;
use crate::impact::{Collider, Extents, Moving};
use crate::motion::MotionPiece;
use crate::motion::bounds::Lease;
use crate::response::{CollisionHistory, Role};
use crate::scene::{Body, BodyKind, Shape, unsigned};
use nalgebra::Vector3;
use std::ops::Deref;
use std::sync::Arc;

/// A body in a world.
#[derive(Debug)]
pub(in crate::world) struct State {
    /// Place in scene order: the number of insertions before this one.
    pub(in crate::world) serial: u32,
    pub(in crate::world) name: Option<String>,
    /// The user's own number, 0 where none was given.
    pub(in crate::world) tag: u128,
    pub(in crate::world) shape: Shape,
    pub(in crate::world) collider: Arc<Collider>,
    /// The current piece of the trajectory.
    pub(in crate::world) piece: MotionPiece,
    /// Lengths of a periodic domain to be added to the piece, so that the place goes on without a jump since the body came:
    /// each piece begins inside. See [`couple`](super::pair_view).
    pub(in crate::world) image_offset: ImageOffset,
    /// Lengths to be added to that, from before a gas or a snapshot held the body: `turns` is counted from where the broad phase
    /// took it in.
    pub(in crate::world) image_offset_before: ImageOffset,
    /// Counts the pieces: what was predicted from an older one is stale. It may go round: whoever begins a piece has all pairs of the body
    /// predicted anew before the next event, so nothing is ever kept from 2³² pieces before.
    pub(in crate::world) stamp: u32,
    /// The round of its epoch in which the piece began: see [`instant`](super::instant).
    pub(in crate::world) round: u32,
    pub(in crate::world) extents: Extents,
    /// 1 / mass, 0 for a fixed body.
    pub(in crate::world) inverse_mass: f64,
    /// 1 / inertia, 0 where impulses do not change the spin.
    pub(in crate::world) inverse_inertia: f64,
    pub(in crate::world) restitution: f64,
    pub(in crate::world) friction: f64,
    pub(in crate::world) own: OwnConstants,
    pub(in crate::world) role: Role,
    /// Bounds of the user's own, for a motion that is not known: of few bodies, so the others need not have room for them.
    pub(in crate::world) lease: Option<Box<Lease>>,
    /// Acceleration where nothing supports it: its own and gravity.
    pub(in crate::world) free_acceleration: Vector3<f64>,
    /// Its own part of that, without gravity.
    pub(in crate::world) own_acceleration: Vector3<f64>,
    /// The pairs it is in, by their places in the pair table.
    pub(in crate::world) pairs: Vec<u32>,
    /// The other body of each of those pairs: to find one without looking at them all.
    pub(in crate::world) others: Vec<u32>,
    /// The walls it rests on, one bit each.
    pub(in crate::world) wall_rests: u8,
    /// The walls on which rests without force ended when the piece began, in the same way: see
    /// [`Pair::link`](super::pairs::Pair::link).
    pub(in crate::world) wall_links: u8,
    /// Its last collisions, for the Zeno policy.
    pub(in crate::world) past: CollisionHistory,
    /// The contacts that last of bodies that turn or grow; those long past may be left.
    pub(in crate::world) lasting: Vec<Lasting>,
}

/// Which constants a body names itself. The others follow the world's defaults when these change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::world) struct OwnConstants {
    pub(in crate::world) restitution: bool,
    pub(in crate::world) friction: bool,
}

impl State {
    pub(in crate::world) fn moving(&self) -> Moving<'_> {
        Moving {
            collider: &self.collider,
            piece: &self.piece,
            extents: &self.extents,
        }
    }

    /// Radius of the ball about the origin that holds it at the epoch of its piece: infinite for a half-space.
    pub(in crate::world) fn bounding_radius(&self) -> f64 {
        self.shape.bounding_radius() + self.piece.swell
    }

    pub(in crate::world) fn is_dynamic(&self) -> bool {
        self.role.kind == BodyKind::Dynamic
    }

    /// Whether floats tell less of its place, or of time at its speed, than it takes to know when it meets others.
    pub(in crate::world) fn is_coarse(&self) -> bool {
        let piece = &self.piece;
        let grain = f64::EPSILON * (piece.position.amax() + piece.velocity.amax() * piece.epoch.abs());
        grain > MAX_GRAIN * self.bounding_radius()
    }

    /// Lengths of a periodic domain from where its piece is to where it would be if it had not been folded back into the domain
    /// since it came.
    pub(in crate::world) fn lengths_gone(&self) -> ImageOffset {
        std::array::from_fn(|axis| self.image_offset[axis] + self.image_offset_before[axis])
    }

    /// Counts its turns from here on, as for a broad phase that takes it in now.
    pub(in crate::world) fn restart_image_offset(&mut self) {
        self.image_offset_before = self.lengths_gone();
        self.image_offset = [0; 3];
    }

    /// Begins a new piece of the same motion at time `t`, held up by nothing.
    pub(in crate::world) fn begin_piece(&mut self, t: f64) {
        if t > self.piece.epoch {
            self.wall_links = 0;
        }
        self.piece = MotionPiece {
            acceleration: self.free_acceleration,
            ..self.piece.rebased(t)
        };
        self.stamp = self.stamp.wrapping_add(1);
    }
}

/// The state of a body that is being inserted.
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
            shape: body.shape.clone(),
            extents: self.collider.extents_along(&self.piece),
            collider: self.collider,
            free_acceleration: self.piece.acceleration,
            own_acceleration: unsigned(body.acceleration),
            piece: self.piece,
            image_offset: [0; 3],
            image_offset_before: [0; 3],
            stamp: 0,
            round: 0,
            inverse_mass: self.inverse_mass,
            inverse_inertia: self.inverse_inertia,
            restitution: body.restitution.unwrap_or(self.default_restitution),
            friction: body.friction.unwrap_or(self.default_friction),
            own: OwnConstants {
                restitution: body.restitution.is_some(),
                friction: body.friction.is_some(),
            },
            role: Role::of(body),
            lease: body.lease.map(Box::new),
            pairs: Vec::new(),
            others: Vec::new(),
            wall_rests: 0,
            wall_links: 0,
            past: CollisionHistory::default(),
            lasting: Vec::new(),
        }
    }
}

/// A body's state as it is read: where it stands, or made for the purpose.
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
