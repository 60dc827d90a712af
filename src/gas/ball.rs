//! What is held of a ball: two lines of memory.

use super::cells::NONE;
use super::grid::Tag;
use crate::event::BodyId;
use crate::scene::{Flight, Wall};
use std::hint::select_unpredictable;

/// A ball of a gas, as the gas is told of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ball {
    /// Its index names it here.
    pub(crate) id: BodyId,
    /// Its place in scene order.
    pub(crate) serial: u32,
    /// Number of its matter: balls with the same number are of the same.
    pub(crate) kind: u32,
    pub(crate) matter: Matter,
    pub(crate) flight: Flight,
}

/// What balls of one kind have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Matter {
    pub(crate) radius: f64,
    /// 1 / mass, 0 for a ball that is held fast: walls are nothing to it.
    pub(crate) inverse_mass: f64,
    pub(crate) restitution: f64,
    pub(crate) friction: f64,
}

/// All that a look at a ball needs: one line of memory.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Hot {
    pub(super) flight: Flight,
    pub(super) tag: Tag,
}

/// The next event of a ball, and who it is: what its own events need besides. One line of memory, too.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Card {
    /// When it is due: for its meeting, or sooner, to go over into another cell.
    pub(super) due: f64,
    /// When it meets its partner.
    pub(super) hit: f64,
    /// The partner's motion when that was predicted.
    pub(super) partner_stamp: Stamp,
    pub(super) partner: u32,
    pub(super) serial: u32,
    pub(super) id: BodyId,
    /// Number of its matter.
    pub(super) kind: u32,
    /// Into which cell it goes over next.
    pub(super) way: Way,
    /// How many lengths of a periodic domain it is away from the cell in which it is.
    pub(super) image: [i16; 3],
}

/// Tells the motions of a ball apart.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Stamp {
    pub(super) epoch: f64,
    pub(super) turns: u32,
}

impl Hot {
    #[inline]
    pub(super) fn stamp(&self) -> Stamp {
        Stamp {
            epoch: self.flight.epoch,
            turns: self.tag.turns(),
        }
    }
}

/// A way into a cell next to one's own.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Way {
    pub(super) axis: u8,
    pub(super) up: bool,
}

/// What a ball is due with that goes over into another cell.
pub(super) const CELL: u32 = NONE;

/// From this partner on they are walls, in order.
pub(super) const FIRST_WALL: u32 = u32::MAX - 8;

impl Card {
    /// Makes it the card of a vacant slot. Its rank stays: entries of the calendar that do not count any more are still compared.
    pub(super) fn vacate(&mut self) {
        (self.due, self.hit, self.partner) = (f64::INFINITY, f64::INFINITY, NONE);
        self.id.index = NONE;
    }

    #[inline]
    pub(super) fn is_vacant(&self) -> bool {
        self.id.index == NONE
    }

    /// It meets its partner, unless it goes over into another cell before.
    #[inline]
    pub(super) fn set_due(&mut self, crossing: f64, way: Way) {
        self.due = self.hit.min(crossing);
        self.way = way;
    }

    /// Whom or what it is due with: never written down, for who stands where in memory changes.
    #[inline]
    pub(super) fn due_with(&self) -> u32 {
        // Nobody can foresee which it is.
        select_unpredictable(self.due < self.hit, CELL, self.partner)
    }
}

/// The rank of a meeting among those at the same time: of the first of the two in scene order, then of the second; walls
/// come last.
pub(super) fn rank(cards: &[Card], body: u32, partner: u32) -> u64 {
    let one = cards[body as usize].serial;
    let other = cards.get(partner as usize).map_or(partner, |card| card.serial);
    u64::from(one.min(other)) << 32 | u64::from(one.max(other))
}

pub(super) fn wall_of(partner: u32) -> Option<Wall> {
    Wall::ALL.get(partner.checked_sub(FIRST_WALL)? as usize).copied()
}
