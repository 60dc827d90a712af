//! The next event of a ball: one cache line, all that the event needs besides the motion.

use super::ball::NO_BALL;
use super::motion::Stamp;
use crate::domain::Wall;
use crate::event::BodyId;
use std::hint::select_unpredictable;

/// Partner of an event that is a cell crossing.
pub(super) const CROSSING: u32 = NO_BALL;

/// The first partner that is a wall. The walls follow in their order.
pub(super) const FIRST_WALL: u32 = u32::MAX - 8;

/// The next event of a ball, and what identifies the ball.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct NextEvent {
    /// When the ball is due: at its meeting, or earlier to cross into another cell.
    pub(super) due: f64,
    /// When it meets its partner.
    pub(super) hit: f64,
    /// The partner's motion for which the meeting was predicted.
    pub(super) partner_stamp: Stamp,
    /// The slot of the partner, a wall, or no ball.
    pub(super) partner: u32,
    pub(super) serial: u32,
    pub(super) id: BodyId,
    /// The number of its species.
    pub(super) kind: u32,
    /// Where the next cell is.
    pub(super) direction: Direction,
    /// By how many lengths of a periodic domain the ball is away from its cell.
    pub(super) image: [i16; 3],
    /// The level of the grid in which the ball is filed.
    pub(super) level: u8,
}

/// The direction of a neighbouring cell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Direction {
    pub(super) axis: u8,
    pub(super) up: bool,
}

/// The earliest meeting found so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Earliest {
    pub(super) time: f64,
    pub(super) partner: u32,
}

impl Earliest {
    pub(super) const NONE: Self = Self {
        time: f64::INFINITY,
        partner: NO_BALL,
    };
}

impl NextEvent {
    /// Sets the time of the next crossing. The ball is due then, or at its meeting if that is not
    /// later.
    #[inline]
    pub(super) fn set_crossing(&mut self, crossing: f64, direction: Direction) {
        self.due = self.hit.min(crossing);
        self.direction = direction;
    }

    /// The partner of the event that is due. It is computed and never stored, as slots change.
    #[inline]
    pub(super) fn due_with(&self) -> u32 {
        select_unpredictable(self.due < self.hit, CROSSING, self.partner)
    }

    /// Makes the slot vacant: it is never due. Its serial stays, as outdated entries of the
    /// calendar are still compared by it.
    pub(super) fn vacate(&mut self) {
        (self.due, self.hit, self.partner) = (f64::INFINITY, f64::INFINITY, NO_BALL);
        self.id.index = NO_BALL;
    }

    #[inline]
    pub(super) fn is_vacant(&self) -> bool {
        self.id.index == NO_BALL
    }
}

/// The rank of a meeting among those at the same time: by the lower of the two serials, then by the
/// higher. Walls come last.
pub(super) fn rank(events: &[NextEvent], body: u32, partner: u32) -> u64 {
    let one = events[body as usize].serial;
    let other = events.get(partner as usize).map_or(partner, |event| event.serial);
    u64::from(one.min(other)) << 32 | u64::from(one.max(other))
}

/// The wall that a partner stands for, if it is one.
pub(super) fn wall_of(partner: u32) -> Option<Wall> {
    Wall::ALL.get(partner.checked_sub(FIRST_WALL)? as usize).copied()
}

/// Two slots in scene order.
#[inline(always)]
pub(super) fn in_scene_order(events: &[NextEvent], one: u32, other: u32) -> [u32; 2] {
    match events[one as usize].serial < events[other as usize].serial {
        true => [one, other],
        false => [other, one],
    }
}
