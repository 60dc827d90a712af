//! How one body moves.

use crate::domain::ImageOffset;
use crate::impact::{Collider, Extents};
use crate::motion::bounds::Lease;
use crate::motion::{Inertia, MotionPiece, OwnMotion, PreparedRotation};
use nalgebra::{UnitQuaternion, Vector3};

/// The motion of a body.
#[derive(Clone, Debug)]
pub(crate) struct BodyMotion {
    /// The current piece of the trajectory.
    piece: MotionPiece,
    rotation: PreparedRotation,
    extents: Extents,
    /// See [`image_offset`](Self::image_offset).
    image_offset: ImageOffset,
    /// Domain lengths before that: from the insertion, or a stay in the lane of balls, to the time
    /// at which the broad phase took the body in.
    image_offset_before: ImageOffset,
    stamp: u32,
    round: u32,
    /// See [`is_in_island`](Self::is_in_island).
    in_island: bool,
    /// Few bodies have bounds of their own, so these are boxed.
    lease: Option<Box<Lease>>,
    /// Acceleration without support: its own and gravity.
    free_acceleration: Vector3<f64>,
    /// Its own acceleration, without gravity.
    own_acceleration: Vector3<f64>,
}

impl BodyMotion {
    /// The motion of a body on a piece, with its extents. The acceleration of the piece is free of
    /// support, and none of it is the body's own.
    pub(crate) fn new(piece: MotionPiece, extents: Extents) -> Self {
        Self {
            free_acceleration: piece.acceleration,
            piece,
            rotation: PreparedRotation::default(),
            extents,
            image_offset: [0; 3],
            image_offset_before: [0; 3],
            stamp: 0,
            round: 0,
            in_island: false,
            lease: None,
            own_acceleration: Vector3::zeros(),
        }
    }

    /// The same with this part of the acceleration as its own.
    pub(crate) fn with_own_acceleration(mut self, own: Vector3<f64>) -> Self {
        self.own_acceleration = own;
        self
    }

    /// The same with another acceleration without support.
    pub(crate) fn with_free_acceleration(mut self, free: Vector3<f64>) -> Self {
        self.free_acceleration = free;
        self
    }

    /// The same with bounds of the user's.
    pub(crate) fn with_lease(mut self, lease: Option<Lease>) -> Self {
        self.lease = lease.map(Box::new);
        self
    }

    /// The same after these domain lengths.
    pub(crate) fn with_lengths_gone(mut self, lengths: ImageOffset) -> Self {
        self.image_offset_before = lengths;
        self
    }

    /// The same with this revision of its piece, begun in this round.
    pub(crate) fn with_revision(mut self, stamp: u32, round: u32) -> Self {
        (self.stamp, self.round) = (stamp, round);
        self
    }

    /// The same in an island, or not, with the same piece.
    pub(crate) fn within_island(mut self, in_island: bool) -> Self {
        self.in_island = in_island;
        self
    }

    #[inline]
    pub(crate) fn piece(&self) -> &MotionPiece {
        &self.piece
    }

    /// The rotation of the piece.
    #[inline]
    pub(crate) fn rotation(&self) -> &PreparedRotation {
        &self.rotation
    }

    #[inline]
    pub(crate) fn extents(&self) -> &Extents {
        &self.extents
    }

    /// Domain lengths from the wrapped piece to the continuous path since the broad phase took the
    /// body in: each piece begins inside the domain. See
    /// [`pair_view`](crate::lane::pairs).
    #[inline]
    pub(crate) fn image_offset(&self) -> &ImageOffset {
        &self.image_offset
    }

    /// Domain lengths from the wrapped position to the continuous one since the insertion.
    pub(crate) fn lengths_gone(&self) -> ImageOffset {
        std::array::from_fn(|axis| self.image_offset[axis] + self.image_offset_before[axis])
    }

    /// The revision of the piece: a prediction from an older one is stale. The counter may wrap
    /// around. All pairs of a body with a new piece are predicted again before the next event, so
    /// no prediction is 2³² revisions old.
    #[inline]
    pub(crate) fn stamp(&self) -> u32 {
        self.stamp
    }

    /// The round of its epoch in which the piece began: see [`instant`](crate::clock).
    #[inline]
    pub(crate) fn round(&self) -> u32 {
        self.round
    }

    /// Whether it is in an [island](crate::contact): its velocities then include its acceleration, and
    /// its pieces have none.
    #[inline]
    pub(crate) fn is_in_island(&self) -> bool {
        self.in_island
    }

    /// Sets whether it is in an island. The piece, which begins now, gets the acceleration that goes with
    /// that.
    pub(crate) fn set_in_island(&mut self, in_island: bool) {
        self.in_island = in_island;
        self.release();
    }

    #[inline]
    pub(crate) fn lease(&self) -> Option<&Lease> {
        self.lease.as_deref()
    }

    #[inline]
    pub(crate) fn free_acceleration(&self) -> &Vector3<f64> {
        &self.free_acceleration
    }

    pub(crate) fn own_acceleration(&self) -> &Vector3<f64> {
        &self.own_acceleration
    }

    /// The rounding of its position, or of time at its speed, in metres.
    pub(crate) fn grain(&self) -> f64 {
        f64::EPSILON * (self.piece.position.amax() + self.piece.velocity.amax() * self.piece.epoch.abs())
    }

    /// Begins a new piece of the same motion at time `t`, in a round of that time, without support.
    pub(super) fn restart(&mut self, t: f64, round: u32) {
        self.piece = MotionPiece {
            acceleration: self.unsupported(),
            angular_acceleration: Vector3::zeros(),
            ..self.piece.rebased_with(t, || self.rotation.of(&self.piece))
        };
        self.rotation.forget();
        self.stamp = self.stamp.wrapping_add(1);
        self.round = round;
    }

    /// Sets the round in which the piece began.
    pub(crate) fn set_round(&mut self, round: u32) {
        self.round = round;
    }

    /// Replaces the piece by another one, in a domain in which it is not wrapped further.
    pub(super) fn replace(&mut self, piece: MotionPiece, collider: &Collider) {
        self.piece = piece;
        self.rotation.forget();
        self.fit_extents(collider);
    }

    /// Fits the extents to a shape.
    pub(super) fn fit_extents(&mut self, collider: &Collider) {
        self.extents = collider.extents_along(&self.piece);
    }

    /// Sets the velocity at the epoch of the piece, in metres per second.
    #[inline]
    pub(crate) fn set_velocity(&mut self, velocity: Vector3<f64>) {
        self.piece.velocity = velocity;
    }

    /// The velocity at the epoch of the piece, in metres per second.
    #[inline]
    pub(crate) fn velocity_mut(&mut self) -> &mut Vector3<f64> {
        &mut self.piece.velocity
    }

    /// The acceleration of the piece, in metres per second squared: the free one, and that of the
    /// forces of contacts.
    #[inline]
    pub(crate) fn acceleration_mut(&mut self) -> &mut Vector3<f64> {
        &mut self.piece.acceleration
    }

    /// The angular velocity of a ball at the epoch of its piece, in radians per second. (The extents of
    /// other shapes depend on it.)
    #[inline]
    pub(crate) fn spin_of_ball_mut(&mut self) -> &mut Vector3<f64> {
        &mut self.piece.angular_velocity
    }

    /// The angular acceleration of the piece of a ball, in radians per second squared: of the forces of
    /// contacts.
    #[inline]
    pub(crate) fn angular_acceleration_mut(&mut self) -> &mut Vector3<f64> {
        &mut self.piece.angular_acceleration
    }

    /// Removes the forces of rests.
    pub(crate) fn release(&mut self) {
        self.piece.acceleration = self.unsupported();
        self.piece.angular_acceleration = Vector3::zeros();
    }

    /// The acceleration of a piece without the forces of rests.
    fn unsupported(&self) -> Vector3<f64> {
        match self.in_island {
            true => Vector3::zeros(),
            false => self.free_acceleration,
        }
    }

    /// Moves the piece by a displacement and a rotation.
    pub(crate) fn displace(&mut self, by: &Vector3<f64>) {
        self.piece.position += by;
    }

    /// Rotates the piece.
    pub(crate) fn rotate(&mut self, by: &UnitQuaternion<f64>) {
        self.piece.orientation = by * self.piece.orientation;
        self.rotation.forget();
    }

    /// Sets the inertia of the piece. Its origin stays where it is at the epoch.
    pub(super) fn set_inertia(&mut self, inertia: Option<Inertia>) {
        let place = |inertia: &Option<Inertia>| inertia.map_or(Vector3::zeros(), |inertia| inertia.centre);
        let moved = place(&inertia) - place(&self.piece.inertia);
        if moved != Vector3::zeros() {
            self.piece.position += self.piece.orientation * moved;
        }
        self.piece.inertia = inertia;
    }

    /// Sets the growth of the radius, in metres per second.
    pub(crate) fn set_growth(&mut self, growth: f64) {
        self.piece.growth = growth;
    }

    pub(super) fn set_spin(&mut self, angular_velocity: Vector3<f64>, collider: &Collider) {
        self.piece.angular_velocity = angular_velocity;
        self.rotation.forget();
        self.fit_extents(collider);
    }

    /// Sets its own acceleration, and gravity on it, from the next piece on.
    pub(crate) fn set_accelerations(&mut self, own: Vector3<f64>, free: Vector3<f64>) {
        (self.own_acceleration, self.free_acceleration) = (own, free);
    }

    /// Sets bounds of the user's.
    pub(crate) fn set_lease(&mut self, lease: Lease) {
        self.lease = Some(Box::new(lease));
    }

    /// Wraps the piece to a position inside the domain, these domain lengths further back.
    pub(crate) fn wrap(&mut self, inside: Vector3<f64>, lengths: &ImageOffset) {
        self.piece.position = inside;
        for (own, more) in self.image_offset.iter_mut().zip(lengths) {
            *own += more;
        }
    }

    /// Puts back a former piece, with its extents and image offset.
    pub(crate) fn put_back(&mut self, piece: MotionPiece, extents: Extents, image_offset: ImageOffset) {
        (self.piece, self.extents, self.image_offset) = (piece, extents, image_offset);
        self.rotation.forget();
    }

    /// Takes over the motion of a copy of the body in another world, as another revision.
    pub(super) fn take_over(&mut self, copy: &Self) {
        let (lengths_gone, before) = (copy.lengths_gone(), self.image_offset_before);
        *self = Self {
            image_offset: std::array::from_fn(|axis| lengths_gone[axis] - before[axis]),
            image_offset_before: before,
            stamp: self.stamp.wrapping_add(1),
            ..copy.clone()
        };
    }

    /// Restarts the image offset at zero, for a broad phase that takes the body in now.
    pub(crate) fn restart_image_offset(&mut self) {
        self.image_offset_before = self.lengths_gone();
        self.image_offset = [0; 3];
    }

    /// Copies the motion from the lane of balls, and the domain lengths gone there.
    /// `turns`: whether its species turns.
    pub(crate) fn follow(&mut self, own: &OwnMotion, turns: bool, lengths_gone: &ImageOffset) {
        let OwnMotion { flight, spin, swell } = own;
        (self.piece.position, self.piece.velocity) = (flight.position, flight.velocity);
        self.piece.swell = *swell;
        if turns {
            (self.piece.orientation, self.piece.angular_velocity) = (spin.orientation, spin.angular_velocity);
        }
        self.image_offset = std::array::from_fn(|axis| lengths_gone[axis] - self.image_offset_before[axis]);
    }
}
