//! What balls are due for, as the calendar asks about it.

use super::around::Beside;
use super::ball::{CELL, Card, Hot, Way, rank};
use super::calendar::Due;
use super::cells::Cells;
use super::lists::Lists;
use std::cmp::Ordering;

/// From so many balls on, what is due soon is fetched: fewer are in the cache as they are (128 bytes each, and their cells).
pub(super) const WORTH_FETCHING: usize = 12_000;

/// A ball, when it was due at the time of writing, and for whom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) time: f64,
    pub(super) body: u32,
    /// Whom it is due to meet, or what else: all that the rank comes from besides the ball.
    pub(super) partner: u32,
}

/// The dues of all balls, and what is needed for them.
pub(super) struct Dues<'a> {
    pub(super) cards: &'a [Card],
    pub(super) hot: &'a [Hot],
    pub(super) cells: &'a Cells,
    pub(super) beside: &'a [Vec<Beside>; 3],
    pub(super) strides: [u32; 3],
    pub(super) lists: Option<&'a Lists>,
}

/// The calendar and the dues, borrowed side by side.
macro_rules! dues {
    ($gas:expr) => {
        Dues {
            cards: &$gas.cards,
            hot: &$gas.hot,
            cells: &$gas.cells,
            beside: &$gas.beside,
            strides: $gas.grid.strides,
            lists: $gas.lists.as_ref(),
        }
    };
}
pub(super) use dues;

impl Due for Dues<'_> {
    type Entry = Entry;

    fn bodies(&self) -> u32 {
        self.cards.len() as u32
    }

    /// Where much of it is [done together](super::day), days are longer.
    #[inline]
    fn a_day(&self) -> usize {
        if self.lists.is_some() { 12 } else { 24 }
    }

    #[inline]
    fn time(&self, body: u32) -> f64 {
        self.cards[body as usize].due
    }

    #[inline]
    fn entry(&self, body: u32) -> Entry {
        let card = &self.cards[body as usize];
        Entry {
            time: card.due,
            body,
            partner: card.due_with(),
        }
    }

    #[inline]
    fn time_of(&self, entry: &Entry) -> f64 {
        entry.time
    }

    /// By time, then by rank: who goes over goes first.
    #[inline]
    fn order(&self, one: &Entry, other: &Entry) -> Ordering {
        let rank = |entry: &Entry| match entry.partner {
            CELL => 0,
            partner => rank(self.cards, entry.body, partner),
        };
        one.time.total_cmp(&other.time).then_with(|| rank(one).cmp(&rank(other)))
    }

    #[inline]
    fn counts(&self, entry: &Entry) -> bool {
        self.entry(entry.body) == *entry
    }

    /// Reads a little of everything that the events of a day need, each from another line of memory. Done one event after
    /// the other most of their time would be waiting for it; here the memory is asked for much at once.
    fn foresee(&self, entries: &[Entry]) {
        if self.hot.len() < WORTH_FETCHING {
            return;
        }
        let mut read = 0;
        for entry in entries {
            read ^= self.hot[entry.body as usize].tag.turns();
            if let (Some(ball), Some(card)) = (self.hot.get(entry.partner as usize), self.cards.get(entry.partner as usize)) {
                read ^= ball.tag.turns() ^ card.kind;
            }
        }
        for entry in entries {
            read ^= match self.lists {
                Some(lists) => lists.fetch(entry.body) ^ lists.fetch(entry.partner),
                None if entry.partner == CELL => self.fetch_ahead(entry.body as usize),
                None => self.fetch_beside(self.hot[entry.body as usize].tag.cell()),
            };
        }
        std::hint::black_box(read);
    }
}

impl Dues<'_> {
    /// Reads from all rows of cells beside one.
    fn fetch_beside(&self, cell: [u32; 3]) -> u32 {
        let mut read = 0;
        let [x, y, z] = [0, 1, 2].map(|axis| &self.beside[axis][cell[axis] as usize]);
        for z in z.adds() {
            for y in y.adds() {
                read ^= self.cells.fetch(z + y + x.adds()[0]);
            }
        }
        read
    }

    /// Reads from the cell into which a ball goes over next, and from those ahead of that.
    fn fetch_ahead(&self, slot: usize) -> u32 {
        let Way { axis, up } = self.cards[slot].way;
        let axis = usize::from(axis);
        let mut cell = self.hot[slot].tag.cell();
        let mut beside = [0, 1, 2].map(|axis| &self.beside[axis][cell[axis] as usize]);
        let Some(next) = beside[axis].next(0, up) else { return 0 };
        cell[axis] = next.cell;
        beside[axis] = &self.beside[axis][next.cell as usize];
        let Some(ahead) = beside[axis].next(0, up) else { return 0 };
        let ahead = ahead.cell * self.strides[axis];
        let mut read = self.cells.fetch((0..3).map(|axis| cell[axis] * self.strides[axis]).sum());
        let [one, other] = match axis {
            0 => [beside[1].adds(), beside[2].adds()],
            1 => [&beside[0].adds()[..1], beside[2].adds()],
            _ => [&beside[0].adds()[..1], beside[1].adds()],
        };
        for one in one {
            for other in other {
                read ^= self.cells.fetch(ahead + one + other);
            }
        }
        read
    }
}
