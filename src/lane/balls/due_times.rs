//! The due times of the balls, as the calendar reads them.

use super::calendar::{Calendar, DueSource};
use super::cell_grid::CellGrid;
use super::cells::Cells;
use super::constants::{BODIES_PER_BATCHED_BUCKET, BODIES_PER_BUCKET, PREFETCH_FROM};
use super::filing::Filing;
use super::lists::NeighbourLists;
use super::motion::BallMotion;
use super::neighbours::NeighbourCells;
use super::next_event::{CROSSING, Direction, NextEvent, rank};
use super::store::BallStore;
use std::cmp::Ordering;

/// The calendar of the balls.
#[derive(Debug, Default)]
pub(super) struct Schedule {
    calendar: Calendar<Entry>,
    /// Whether the calendar is to be rebuilt, as slots have changed.
    is_stale: bool,
}

impl Schedule {
    #[inline(always)]
    pub(super) fn calendar(&self) -> &Calendar<Entry> {
        &self.calendar
    }

    #[inline(always)]
    pub(super) fn calendar_mut(&mut self) -> &mut Calendar<Entry> {
        &mut self.calendar
    }

    #[inline(always)]
    pub(super) fn is_stale(&self) -> bool {
        self.is_stale
    }

    /// Makes the calendar stale: events are not inserted until it is rebuilt.
    pub(super) fn make_stale(&mut self) {
        self.is_stale = true;
    }

    /// Rebuilds the calendar from the due times of all balls. O(n).
    pub(super) fn rebuild(&mut self, now: f64, due: &DueTimes<'_>) {
        self.is_stale = false;
        self.calendar.rebuild(now, due);
    }
}

/// A ball, its due time at the time of writing, and its partner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) time: f64,
    pub(super) body: u32,
    /// The partner that it is due to meet, or [`CROSSING`]: the rank depends on this and the ball
    /// alone.
    pub(super) partner: u32,
}

/// The due times of all balls, and what their events will read.
pub(super) struct DueTimes<'a> {
    events: &'a [NextEvent],
    motions: &'a [BallMotion],
    cells: &'a Cells,
    neighbours: &'a [Vec<NeighbourCells>; 3],
    strides: [u32; 3],
    lists: Option<&'a NeighbourLists>,
}

impl<'a> DueTimes<'a> {
    #[inline(always)]
    pub(super) fn new(balls: &'a BallStore, grid: &'a CellGrid, filing: &'a Filing, lists: Option<&'a NeighbourLists>) -> Self {
        Self {
            events: balls.events(),
            motions: balls.motions(),
            cells: filing.cells(),
            neighbours: grid.finest().neighbours(),
            strides: grid.grid().strides(),
            lists,
        }
    }

    /// Reads all rows of neighbouring cells.
    fn fetch_neighbours(&self, cell: [u32; 3]) -> u32 {
        let mut read = 0;
        let [x, y, z] = [0, 1, 2].map(|axis| &self.neighbours[axis][cell[axis] as usize]);
        for z in z.adds() {
            for y in y.adds() {
                read ^= self.cells.fetch(z + y + x.adds()[0]);
            }
        }
        read
    }

    /// Reads the cell into which a ball crosses next, and the cells that become its neighbours
    /// then.
    fn fetch_ahead(&self, slot: usize) -> u32 {
        let Direction { axis, up } = self.events[slot].direction;
        let axis = usize::from(axis);
        let mut cell = self.motions[slot].tag.cell();
        let mut neighbours = [0, 1, 2].map(|axis| &self.neighbours[axis][cell[axis] as usize]);
        let Some(next) = neighbours[axis].next(0, up) else { return 0 };
        cell[axis] = next.cell;
        neighbours[axis] = &self.neighbours[axis][next.cell as usize];
        let Some(ahead) = neighbours[axis].next(0, up) else { return 0 };
        let ahead = ahead.cell * self.strides[axis];
        let mut read = self.cells.fetch((0..3).map(|axis| cell[axis] * self.strides[axis]).sum());
        let [one, other] = match axis {
            0 => [neighbours[1].adds(), neighbours[2].adds()],
            1 => [&neighbours[0].adds()[..1], neighbours[2].adds()],
            _ => [&neighbours[0].adds()[..1], neighbours[1].adds()],
        };
        for one in one {
            for other in other {
                read ^= self.cells.fetch(ahead + one + other);
            }
        }
        read
    }
}

impl DueSource for DueTimes<'_> {
    type Entry = Entry;

    fn bodies(&self) -> u32 {
        self.events.len() as u32
    }

    #[inline]
    fn bodies_per_bucket(&self) -> usize {
        match self.lists {
            Some(_) => BODIES_PER_BUCKET,
            None => BODIES_PER_BATCHED_BUCKET,
        }
    }

    #[inline]
    fn time(&self, body: u32) -> f64 {
        self.events[body as usize].due
    }

    #[inline]
    fn entry(&self, body: u32) -> Entry {
        let event = &self.events[body as usize];
        Entry {
            time: event.due,
            body,
            partner: event.due_with(),
        }
    }

    #[inline]
    fn time_of(&self, entry: &Entry) -> f64 {
        entry.time
    }

    /// By time, then by rank; crossings come first.
    #[inline]
    fn order(&self, one: &Entry, other: &Entry) -> Ordering {
        let rank = |entry: &Entry| match entry.partner {
            CROSSING => 0,
            partner => rank(self.events, entry.body, partner),
        };
        one.time.total_cmp(&other.time).then_with(|| rank(one).cmp(&rank(other)))
    }

    #[inline]
    fn is_valid(&self, entry: &Entry) -> bool {
        self.entry(entry.body) == *entry
    }

    /// Reads a word of each cache line that the events of a bucket need. Executed one by one,
    /// events spend most of their time waiting for memory; here many lines are requested at once.
    fn prefetch(&self, entries: &[Entry]) {
        if self.motions.len() < PREFETCH_FROM {
            return;
        }
        let mut read = 0;
        for entry in entries {
            read ^= self.motions[entry.body as usize].tag.revision();
            let partner = entry.partner as usize;
            if let (Some(ball), Some(event)) = (self.motions.get(partner), self.events.get(partner)) {
                read ^= ball.tag.revision() ^ event.kind;
            }
        }
        for entry in entries {
            read ^= match self.lists {
                Some(lists) => lists.fetch(entry.body) ^ lists.fetch(entry.partner),
                None if self.events[entry.body as usize].level > 0 => 0,
                None if entry.partner == CROSSING => self.fetch_ahead(entry.body as usize),
                None => self.fetch_neighbours(self.motions[entry.body as usize].tag.cell()),
            };
        }
        std::hint::black_box(read);
    }
}
