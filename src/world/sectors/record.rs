//! What sectors record of their collisions and of their balls.

use crate::lane::balls::{BallCollision, BallState};
use crate::motion::OwnMotion;

/// What a ball is in a sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::world) enum Role {
    /// It belongs to the sector.
    Own,
    /// A copy of a ball that belongs to another one.
    Ghost,
    /// It is not there.
    Absent,
}

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
    pub(super) state: BallState,
}

impl Entry {
    /// Its time.
    pub(super) fn time(&self) -> f64 {
        self.state.flight.epoch
    }

    /// Whether it is the same collision, to the bit.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.name == other.name && self.partner == other.partner && self.state.has_motion_of(&other.state)
    }
}

/// A collision of a ghost.
#[derive(Clone, Copy, Debug)]
pub(super) struct OfGhost {
    pub(super) entry: Entry,
    /// Which of the former motions of the window is that before it.
    pub(super) former: u32,
    /// Whether the partner is an own ball of the sector.
    pub(super) is_with_own: bool,
}

/// Where a ball is from now on, for one sector.
#[derive(Clone, Copy, Debug)]
pub(super) struct Note {
    pub(super) name: u32,
    /// What it is there.
    pub(super) role: Role,
    /// The sectors that have it, as bits.
    pub(super) sectors: u32,
    /// The place of its copy, if it is new there.
    pub(super) copy: Option<u32>,
}
