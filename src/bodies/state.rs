//! The state of one body.

use super::adjacency::Adjacency;
use super::constants::MAX_GRAIN;
use super::contacts::BodyContacts;
use super::motion::BodyMotion;
use crate::domain::ImageOffset;
use crate::impact::{Collider, Extents, Moving};
use crate::motion::bounds::{Bounds, Lease};
use crate::motion::{Inertia, MotionPiece};
use crate::response::{InverseInertia, Role};
use crate::scene::{BodyKind, GivenInertia, Shape};
use nalgebra::{UnitQuaternion, Vector3};
use std::ops::Deref;
use std::sync::Arc;

/// A body in a world. What changes it stands in the types of its four parts.
#[derive(Debug)]
pub(crate) struct State {
    identity: Identity,
    constants: BodyConstants,
    motion: BodyMotion,
    contacts: BodyContacts,
    adjacency: Adjacency,
}

/// What names a body.
#[derive(Clone, Debug)]
pub(crate) struct Identity {
    /// Position in scene order: the number of insertions before this one.
    pub(crate) serial: u32,
    pub(crate) name: Option<String>,
    /// The user's number; 0 if none was given.
    pub(crate) tag: u128,
}

/// What a body is: it changes by a call of the user alone.
#[derive(Clone, Debug)]
pub(crate) struct BodyConstants {
    pub(crate) shape: Shape,
    pub(crate) collider: Arc<Collider>,
    /// 1 / mass, 0 for a fixed body.
    pub(crate) inverse_mass: f64,
    /// 1 / inertia; 0 if impulses do not change the spin. A mean, where the piece has inertia.
    pub(crate) inverse_inertia: f64,
    /// The inertia of its piece.
    pub(crate) inertia: Option<Inertia>,
    /// The mass properties that the user has given.
    pub(crate) given: GivenInertia,
    pub(crate) restitution: f64,
    pub(crate) friction: f64,
    pub(crate) rolling_friction: f64,
    pub(crate) spinning_friction: f64,
    pub(crate) own: OwnConstants,
    pub(crate) role: Role,
}

/// Which constants the body sets itself. The others follow the world's defaults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct OwnConstants {
    pub(crate) restitution: bool,
    pub(crate) friction: bool,
    pub(crate) rolling_friction: bool,
    pub(crate) spinning_friction: bool,
}

impl State {
    /// A body without pairs.
    pub(crate) fn new(identity: Identity, constants: BodyConstants, motion: BodyMotion, contacts: BodyContacts) -> Self {
        Self {
            identity,
            constants,
            motion,
            contacts,
            adjacency: Adjacency::default(),
        }
    }

    /// Position in scene order.
    #[inline]
    pub(crate) fn serial(&self) -> u32 {
        self.identity.serial
    }

    pub(crate) fn identity(&self) -> &Identity {
        &self.identity
    }

    pub(super) fn identity_mut(&mut self) -> &mut Identity {
        &mut self.identity
    }

    #[inline]
    pub(crate) fn constants(&self) -> &BodyConstants {
        &self.constants
    }

    /// Exchanges the constants. With another shape the body has other extents. With another inertia
    /// it rotates in another way from the epoch of its piece on, at which its origin stays where it is.
    pub(crate) fn exchange_constants(&mut self, constants: &mut BodyConstants) {
        std::mem::swap(constants, &mut self.constants);
        if constants.inertia != self.constants.inertia {
            self.motion.set_inertia(self.constants.inertia);
        }
        if !Arc::ptr_eq(&constants.collider, &self.constants.collider) {
            self.motion.fit_extents(&self.constants.collider);
        }
    }

    /// Sets the restitution of a body that has none of its own.
    pub(super) fn set_default_restitution(&mut self, restitution: f64) {
        if !self.constants.own.restitution {
            self.constants.restitution = restitution;
        }
    }

    /// Sets the coefficient of friction of a body that has none of its own.
    pub(super) fn set_default_friction(&mut self, friction: f64) {
        if !self.constants.own.friction {
            self.constants.friction = friction;
        }
    }

    /// Sets the rolling friction of a body that has none of its own.
    pub(super) fn set_default_rolling_friction(&mut self, friction: f64) {
        if !self.constants.own.rolling_friction {
            self.constants.rolling_friction = friction;
        }
    }

    /// Sets the spinning friction of a body that has none of its own.
    pub(super) fn set_default_spinning_friction(&mut self, friction: f64) {
        if !self.constants.own.spinning_friction {
            self.constants.spinning_friction = friction;
        }
    }

    pub(super) fn motion(&self) -> &BodyMotion {
        &self.motion
    }

    #[inline]
    pub(crate) fn motion_mut(&mut self) -> &mut BodyMotion {
        &mut self.motion
    }

    /// The current piece of the trajectory.
    #[inline]
    pub(crate) fn piece(&self) -> &MotionPiece {
        self.motion.piece()
    }

    /// The box about the origin in the orientation of the piece.
    #[inline]
    pub(crate) fn extents(&self) -> &Extents {
        self.motion.extents()
    }

    /// See [`BodyMotion::image_offset`].
    #[inline]
    pub(crate) fn image_offset(&self) -> &ImageOffset {
        self.motion.image_offset()
    }

    /// See [`BodyMotion::stamp`].
    #[inline]
    pub(crate) fn stamp(&self) -> u32 {
        self.motion.stamp()
    }

    /// See [`BodyMotion::round`].
    #[inline]
    pub(crate) fn round(&self) -> u32 {
        self.motion.round()
    }

    /// User-defined bounds of a body without a known motion.
    #[inline]
    pub(crate) fn lease(&self) -> Option<&Lease> {
        self.motion.lease()
    }

    /// See [`BodyMotion::is_in_island`].
    #[inline]
    pub(crate) fn is_in_island(&self) -> bool {
        self.motion.is_in_island()
    }

    /// Acceleration without support: its own and gravity.
    #[inline]
    pub(crate) fn free_acceleration(&self) -> &Vector3<f64> {
        self.motion.free_acceleration()
    }

    /// Its own acceleration, without gravity.
    pub(crate) fn own_acceleration(&self) -> &Vector3<f64> {
        self.motion.own_acceleration()
    }

    /// Domain lengths from the wrapped position to the continuous one since the insertion.
    pub(crate) fn lengths_gone(&self) -> ImageOffset {
        self.motion.lengths_gone()
    }

    /// Contacts that last, and the last collisions.
    #[inline]
    pub(crate) fn contact(&self) -> &BodyContacts {
        &self.contacts
    }

    #[inline]
    pub(super) fn contacts_mut(&mut self) -> &mut BodyContacts {
        &mut self.contacts
    }

    /// Its pairs.
    #[inline]
    pub(crate) fn adjacency(&self) -> &Adjacency {
        &self.adjacency
    }

    #[inline]
    pub(super) fn adjacency_mut(&mut self) -> &mut Adjacency {
        &mut self.adjacency
    }

    /// The places of its pairs in the pair table.
    #[inline]
    pub(crate) fn pairs(&self) -> &[u32] {
        self.adjacency.pairs()
    }

    #[inline]
    pub(crate) fn moving(&self) -> Moving<'_> {
        Moving {
            collider: &self.constants.collider,
            piece: self.motion.piece(),
            extents: self.motion.extents(),
            rotation: Some(self.motion.rotation()),
        }
    }

    /// The moving bounds of the body: its own ones, or those of its shape along its piece.
    pub(crate) fn bounds(&self) -> Bounds {
        match self.motion.lease() {
            Some(lease) => lease.bounds.outward(),
            None => {
                let extents = self.motion.extents();
                Bounds::enclosing(self.motion.piece(), &extents.min, &extents.max)
            }
        }
    }

    /// Radius of the bounding ball about the centre of mass at the epoch of its piece; infinite for a
    /// half-space.
    pub(crate) fn bounding_radius(&self) -> f64 {
        self.shape_radius() + self.motion.piece().swell
    }

    /// The same of the shape, without growth.
    pub(crate) fn shape_radius(&self) -> f64 {
        self.constants.collider.bounding_radius()
    }

    /// The inverse inertia at time `t`, in the world's axes.
    pub(crate) fn inverse_inertia_at(&self, t: f64) -> InverseInertia {
        match &self.piece().inertia {
            Some(_) => self.inverse_inertia_in(&self.piece().orientation_at(t)),
            None => InverseInertia::scalar(self.constants.inverse_inertia),
        }
    }

    /// The inverse inertia in an orientation, in the world's axes.
    pub(crate) fn inverse_inertia_in(&self, orientation: &UnitQuaternion<f64>) -> InverseInertia {
        match &self.piece().inertia {
            Some(inertia) => InverseInertia::new(inertia, orientation),
            None => InverseInertia::scalar(self.constants.inverse_inertia),
        }
    }

    /// Kinetic energies of rotation about the principal axes at time `t`, in joules; about its own
    /// axes for a body without inertia. None if impulses do not change its spin.
    pub(crate) fn energies_of_rotation(&self, t: f64) -> Option<Vector3<f64>> {
        let inverse = self.constants.inverse_inertia;
        if inverse == 0.0 {
            return None;
        }
        let piece = self.piece();
        let spin = piece
            .orientation_at(t)
            .inverse_transform_vector(&piece.angular_velocity_at(t));
        let (moments, spin) = match &piece.inertia {
            Some(inertia) => (inertia.moments, inertia.axes.inverse_transform_vector(&spin)),
            None => (Vector3::repeat(1.0 / inverse), spin),
        };
        Some(moments.component_mul(&spin).component_mul(&spin) * 0.5)
    }

    #[inline]
    pub(crate) fn is_dynamic(&self) -> bool {
        self.constants.role.kind == BodyKind::Dynamic
    }

    #[inline]
    pub(crate) fn is_half_space(&self) -> bool {
        self.constants.collider.is_half_space()
    }

    /// Whether the rounding of its position, or of time at its speed, is too coarse to predict
    /// impacts.
    pub(crate) fn is_coarse(&self) -> bool {
        self.motion.grain() > MAX_GRAIN * self.bounding_radius()
    }

    /// Begins a new piece of the same motion at time `t`, in a round of that time, without support.
    pub(crate) fn begin_piece(&mut self, t: f64, round: u32) {
        if t > self.motion.piece().epoch {
            self.contacts.clear_wall_links();
        }
        self.motion.restart(t, round);
    }

    /// Fits the extents to the present piece.
    pub(crate) fn fit_extents(&mut self) {
        self.motion.fit_extents(&self.constants.collider);
    }

    /// Changes the spin. The extents follow.
    pub(crate) fn set_spin(&mut self, angular_velocity: Vector3<f64>) {
        self.motion.set_spin(angular_velocity, &self.constants.collider);
    }

    /// Places the body elsewhere: another position and orientation of the present piece.
    pub(crate) fn place(&mut self, piece: MotionPiece) {
        self.motion.replace(piece, &self.constants.collider);
    }
}

/// Read access to a body's state: stored, or expanded for this access.
pub(crate) enum BodyRef<'a> {
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
