//! Narrow phase, shared by both modes: time of impact, contact intervals, contact points. The only place that calls parry.
//!
//! Purity: what is predicted for a pair is a function of its two motion pieces (and shapes) alone. The search starts at the later
//! of the two epochs and ends where the tight boxes part, a time computed from the pieces. Whoever asks, whenever, gets the same
//! bits; the pair must be given in scene order.

mod approach;
mod ball;
mod half_space;
mod interval;
mod leaf;
mod polytope;
mod relative;
#[cfg(test)]
mod response_tests;
mod wall;
mod window;

pub(crate) use interval::{Interval, Intervals};
pub(crate) use relative::Relative;

use crate::scene::{MotionPiece, Shape, ValueError, Wall};
use leaf::Leaf;
use nalgebra::{UnitQuaternion, Vector3};

/// The tight axis-aligned box of a shape in a given orientation, about the body's origin. Infinite for a half-space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Extents {
    pub(crate) min: Vector3<f64>,
    pub(crate) max: Vector3<f64>,
}

/// A shape prepared for the narrow phase; shared by all bodies of the same shape.
#[derive(Debug)]
pub(crate) struct Collider {}

impl Collider {
    /// Prepares a shape.
    pub(crate) fn new(shape: &Shape) -> Result<Self, ValueError> {
        todo!()
    }
    /// Volume in cubic metres; a mesh's is what it encloses by the divergence theorem. None where that is not a positive number.
    pub(crate) fn volume(&self) -> Option<f64> {
        todo!()
    }
    /// The tight box in this orientation.
    pub(crate) fn extents(&self, orientation: &UnitQuaternion<f64>) -> Extents {
        todo!()
    }
    /// Whether the shape is a half-space.
    pub(crate) fn is_half_space(&self) -> bool {
        todo!()
    }
}

/// One body of a pair: its shape, its current piece, and the tight box in the piece's orientation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moving<'a> {
    pub(crate) collider: &'a Collider,
    pub(crate) piece: &'a MotionPiece,
    pub(crate) extents: &'a Extents,
}

/// The first impact of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Impact {
    /// When, in seconds. Never before the later epoch.
    pub(crate) time: f64,
    /// Which convex part of each shape.
    pub(crate) leaves: [u32; 2],
    /// Whether a solver gave up: the time is then early rather than late.
    pub(crate) unresolved: bool,
}

/// Where and how two shapes meet at a given time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Contact {
    /// Centroid of the patch in which they meet, in world coordinates.
    pub(crate) point: Vector3<f64>,
    /// Unit normal, from the first body to the second.
    pub(crate) normal: Vector3<f64>,
    /// How deep they overlap along the normal, >= 0.
    pub(crate) depth: f64,
}

/// The times, from the later epoch on, at which the tight boxes of a pair overlap. Absolute times.
pub(crate) fn overlap_intervals(a: &Moving, b: &Moving) -> Intervals {
    todo!()
}

/// The first time at which contact begins, or is, while the bodies approach.
pub(crate) fn first_impact(a: &Moving, b: &Moving) -> Option<Impact> {
    todo!()
}

/// Where the pair meets at an impact that was predicted for the same two pieces.
pub(crate) fn contact_at_impact(a: &Moving, b: &Moving, impact: &Impact) -> Contact {
    todo!()
}

/// The times, from the later epoch on, at which the two shapes touch, and whether a solver gave up.
pub(crate) fn contact_intervals(a: &Moving, b: &Moving) -> (Intervals, bool) {
    todo!()
}

/// Whether the shapes touch at time `t`, and where: the discrete test.
pub(crate) fn contact_at(a: &Moving, b: &Moving, t: f64) -> Option<Contact> {
    todo!()
}

/// The first time from the piece's epoch on at which the body meets a wall of the box `min`..`max` while approaching it, and the
/// wall; the first in [`Wall`]'s order at equal times.
pub(crate) fn first_wall_impact(body: &Moving, min: &Vector3<f64>, max: &Vector3<f64>) -> Option<(f64, Wall)> {
    todo!()
}

/// Where the body meets the wall at time `t`.
pub(crate) fn wall_contact(body: &Moving, wall: Wall, t: f64) -> Contact {
    todo!()
}
