//! A shape at one position and orientation, for distances and rays.

use super::collider::Kind;
use super::{Collider, Moving};
use nalgebra::{UnitQuaternion, Vector3};

/// A shape with a position and an orientation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PosedShape<'a> {
    pub(super) collider: &'a Collider,
    pub(super) position: Vector3<f64>,
    pub(super) orientation: UnitQuaternion<f64>,
    /// Radius of a ball minus that of its shape, in metres.
    pub(super) swell: f64,
}

impl Collider {
    /// A single point: a ball of radius 0, for distances.
    pub(crate) fn point() -> Self {
        Self::ball(0.0)
    }
}

impl<'a> PosedShape<'a> {
    /// A shape that is not a grown ball.
    pub(crate) fn new(collider: &'a Collider, position: Vector3<f64>, orientation: UnitQuaternion<f64>) -> Self {
        Self {
            collider,
            position,
            orientation,
            swell: 0.0,
        }
    }

    /// A body at time `t`, shifted to an image.
    pub(crate) fn of(body: &Moving<'a>, t: f64, shift: &Vector3<f64>) -> Self {
        Self {
            collider: body.collider,
            position: body.piece.position_at(t) + shift,
            orientation: body.piece.orientation_at(t),
            swell: body.piece.swell_at(t),
        }
    }

    /// Radius of the ball about the origin that encloses the shape; infinite for a half-space.
    pub(super) fn extent(&self) -> f64 {
        match &self.collider.kind {
            Kind::Ball { radius, .. } => radius + self.swell,
            Kind::HalfSpace { .. } => f64::INFINITY,
            Kind::Parts(parts) => parts.extent,
        }
    }
}
