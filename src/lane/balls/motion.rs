//! The motion of a ball with its cell: one cache line, all that a scan reads.

use crate::motion::Flight;

/// Bits of a cell number on an axis.
const CELL_BITS: u32 = 13;
const CELL_MASK: u64 = (1 << CELL_BITS) - 1;

/// The first bit of the revision.
const REVISION_BIT: u32 = 3 * CELL_BITS;

/// The most cells on an axis.
pub(super) const MOST_CELLS_ON_AXIS: usize = 1 << CELL_BITS;

/// The motion of a ball.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct BallMotion {
    pub(super) flight: Flight,
    pub(super) tag: Tag,
}

/// Distinguishes all motions that a ball has had.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Stamp {
    epoch: f64,
    revision: u32,
}

/// In one word the cell of a ball on each axis, and the number of its motion, modulo the 25 bits
/// that are left: no two motions with the same epoch share it, also if a ball has gone back to an
/// earlier motion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tag(u64);

impl BallMotion {
    #[inline]
    pub(super) fn stamp(&self) -> Stamp {
        Stamp {
            epoch: self.flight.epoch,
            revision: self.tag.revision(),
        }
    }
}

impl Tag {
    #[inline]
    pub(super) fn cell(self) -> [u32; 3] {
        let part = |axis: u32| (self.0 >> (CELL_BITS * axis) & CELL_MASK) as u32;
        [part(0), part(1), part(2)]
    }

    /// The same revision in another cell.
    #[inline]
    pub(super) fn in_cell(self, cell: [u32; 3]) -> Self {
        let cell = u64::from(cell[0]) | u64::from(cell[1]) << CELL_BITS | u64::from(cell[2]) << (2 * CELL_BITS);
        Self(cell | (self.0 >> REVISION_BIT) << REVISION_BIT)
    }

    #[inline]
    pub(super) fn revision(self) -> u32 {
        (self.0 >> REVISION_BIT) as u32
    }

    /// The tag of the next motion.
    #[inline]
    pub(super) fn next_revision(self) -> Self {
        Self(self.0.wrapping_add(1 << REVISION_BIT))
    }
}
