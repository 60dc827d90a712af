//! What sectors record of their collisions and of their balls.

use crate::lane::balls::{BallCollision, BallState};
use crate::motion::OwnMotion;

/// The depth of a ball that belongs to the sector, and of one that is not in it.
pub(super) const OWN: f32 = -1.0;
pub(super) const ABSENT: f32 = f32::INFINITY;

/// A collision, in the sector of its ball or of the first of two.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub(super) time: f64,
    /// The numbers of the two in scene order. Those of walls follow on those of balls.
    pub(super) serials: [u32; 2],
    pub(super) collision: BallCollision,
    /// The motions of the balls after it, if these are recorded.
    pub(super) motions: Option<Box<[OwnMotion]>>,
}

impl Record {
    /// Whether it comes before another one in the total order.
    #[inline]
    pub(super) fn goes_before(&self, other: &Self) -> bool {
        (self.time, self.serials) < (other.time, other.serials)
    }
}

/// A collision of one ball, for comparison and as its new motion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) name: u32,
    /// The number of the partner in scene order.
    pub(super) partner: u32,
    /// Whether it is the second of the two in scene order.
    pub(super) is_second: bool,
    pub(super) state: BallState,
}

impl Entry {
    /// Entries with this key are in order already where they were recorded, but for collisions at
    /// the same time: the time is the epoch of the new motion.
    pub(super) fn key(&self) -> (f64, bool, u32) {
        (self.state.flight.epoch, self.is_second, self.name)
    }

    /// Whether it is the same collision, to the bit.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.name == other.name && self.partner == other.partner && self.state.has_motion_of(&other.state)
    }
}

/// The motion of a ball before a collision.
#[derive(Clone, Copy, Debug)]
pub(super) struct Former {
    pub(super) name: u32,
    pub(super) state: BallState,
}

/// Where a ball is from now on, for one sector.
#[derive(Clone, Copy, Debug)]
pub(super) struct Note {
    pub(super) name: u32,
    /// Its depth there, [`OWN`] or [`ABSENT`].
    pub(super) depth: f32,
    /// The sectors that have it, as bits.
    pub(super) sectors: u32,
    /// The place of its copy, if it is new there.
    pub(super) copy: Option<u32>,
}
