//! A body of a pair, as the narrow phase takes it.

use super::collider::{Collider, Extents};
use crate::motion::{MotionPiece, PreparedRotation, Rotation};
use nalgebra::{UnitQuaternion, Vector3};

/// One body of a pair: its shape, its current piece, and the tight box in the piece's orientation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moving<'a> {
    pub(crate) collider: &'a Collider,
    pub(crate) piece: &'a MotionPiece,
    pub(crate) extents: &'a Extents,
    /// That of the body's own piece, from which this one may differ by a shift or a delay.
    pub(crate) rotation: Option<&'a PreparedRotation>,
}

impl MotionPiece {
    /// The same motion delayed by `late` seconds: at time `t` the body is where this piece has it
    /// at `t - late`. It restores the exact position at an impact time that was rounded.
    #[inline]
    pub(crate) fn delayed(&self, t: f64, late: f64) -> Self {
        Self {
            position: self.position - self.velocity_at(t) * late,
            velocity: self.velocity - self.acceleration * late,
            swell: self.swell - self.growth * late,
            ..*self
        }
    }
}

impl<'a> Moving<'a> {
    /// A body with this shape, piece and tight box.
    pub(crate) fn new(collider: &'a Collider, piece: &'a MotionPiece, extents: &'a Extents) -> Self {
        Self {
            collider,
            piece,
            extents,
            rotation: None,
        }
    }

    /// Whether rotation moves the body's surface. False for a ball about its origin, which only
    /// spins.
    pub(crate) fn rotates(&self) -> bool {
        self.piece.spins() && self.collider.can_rotate()
    }

    /// The orientation at a time: the same bits as those of the piece, by the rotation that is kept if there is one.
    pub(crate) fn orientation_at(&self, t: f64) -> UnitQuaternion<f64> {
        match self.rotation {
            Some(kept) if self.piece.spins() => kept.of(self.piece).at(t - self.piece.epoch).0,
            _ => self.piece.orientation_at(t),
        }
    }

    /// How the surface turns from the epoch on: at rest for a body that does not rotate.
    pub(super) fn rotation(&self) -> Rotation {
        if self.rotates() {
            self.rotation
                .map_or_else(|| Rotation::new(self.piece), |prepared| prepared.of(self.piece))
        } else {
            Rotation::constant(self.piece.orientation, Vector3::zeros())
        }
    }
}
