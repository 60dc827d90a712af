//! What one of the worlds writes down that share the bodies of another world: that one counts and sums it.

use super::{Counters, Hit};
use crate::event::{BodyId, Event};
use crate::lane::order::Due;
use crate::motion::MotionPiece;
use nalgebra::Vector3;
use std::ops::Range;

/// One change of the ledger by an event.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Item {
    /// A dynamic body changes its velocity.
    Velocity {
        mass: f64,
        before: Vector3<f64>,
        after: Vector3<f64>,
    },
    /// A collision changes the sums.
    Hit(Hit),
    /// There is something to report.
    Event(Event),
    /// A body has a new motion piece.
    Piece(BodyId, MotionPiece),
    /// A body is in an island of which something has changed.
    Island(u32),
}

/// The counters of an event that do not depend on how it was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    collisions: u64,
    wall_collisions: u64,
    motion_changes: u64,
    rests: u64,
    rest_ends: u64,
    zeno_collisions: u64,
    islands: u64,
    touches: u64,
    renewals: u64,
    coarse: u64,
    unresolved: u64,
}

impl Tally {
    fn of(counters: &Counters) -> Self {
        Self {
            collisions: counters.collisions,
            wall_collisions: counters.wall_collisions,
            motion_changes: counters.motion_changes,
            rests: counters.rests,
            rest_ends: counters.rest_ends,
            zeno_collisions: counters.zeno_collisions,
            islands: counters.islands,
            touches: counters.touches,
            renewals: counters.renewals,
            coarse: counters.coarse,
            // Of predictions: these are counted as work.
            unresolved: 0,
        }
    }

    /// What has been counted since. (A collision that goes on is subtracted again.)
    fn since(&self, before: &Self) -> Self {
        Self {
            collisions: self.collisions.wrapping_sub(before.collisions),
            wall_collisions: self.wall_collisions.wrapping_sub(before.wall_collisions),
            motion_changes: self.motion_changes.wrapping_sub(before.motion_changes),
            rests: self.rests.wrapping_sub(before.rests),
            rest_ends: self.rest_ends.wrapping_sub(before.rest_ends),
            zeno_collisions: self.zeno_collisions.wrapping_sub(before.zeno_collisions),
            islands: self.islands.wrapping_sub(before.islands),
            touches: self.touches.wrapping_sub(before.touches),
            renewals: self.renewals.wrapping_sub(before.renewals),
            coarse: self.coarse.wrapping_sub(before.coarse),
            unresolved: before.unresolved,
        }
    }

    /// Adds it to counters.
    fn add_to(&self, counters: &mut Counters) {
        let sum = |own: &mut u64, more: u64| *own = own.wrapping_add(more);
        sum(&mut counters.collisions, self.collisions);
        sum(&mut counters.wall_collisions, self.wall_collisions);
        sum(&mut counters.motion_changes, self.motion_changes);
        sum(&mut counters.rests, self.rests);
        sum(&mut counters.rest_ends, self.rest_ends);
        sum(&mut counters.zeno_collisions, self.zeno_collisions);
        sum(&mut counters.islands, self.islands);
        sum(&mut counters.touches, self.touches);
        sum(&mut counters.renewals, self.renewals);
        sum(&mut counters.coarse, self.coarse);
        sum(&mut counters.unresolved, self.unresolved);
    }
}

/// An executed event.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) due: Due,
    /// The places of its bodies, in scene order: one if the other side is a wall.
    pub(crate) bodies: [Option<u32>; 2],
    tally: Tally,
    /// Whether rests without force have ended at its time.
    pub(crate) has_links: bool,
    items: Range<usize>,
}

impl Entry {
    /// Adds what it has counted.
    pub(super) fn count(&self, counters: &mut Counters) {
        self.tally.add_to(counters);
    }
}

/// The executed events, in order.
#[derive(Debug, Default)]
pub(crate) struct Journal {
    entries: Vec<Entry>,
    items: Vec<Item>,
    /// The event that is executed now, and the counters before it.
    open: Option<(Due, [Option<u32>; 2], Tally)>,
}

impl Journal {
    /// All events since the last [restart](Self::restart).
    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What an event has changed.
    pub(crate) fn items(&self, entry: &Entry) -> &[Item] {
        &self.items[entry.items.clone()]
    }

    /// The bodies that an event has reached: those with a new motion, in the order in which it has reached them, and then
    /// those that are in islands of which it has changed something.
    pub(crate) fn reached(&self, entry: &Entry) -> impl Iterator<Item = u32> {
        self.items(entry).iter().filter_map(|item| match item {
            Item::Piece(body, _) => Some(body.index),
            Item::Island(body) => Some(*body),
            _ => None,
        })
    }

    /// The bodies to which the event that is executed now has given a new motion so far.
    pub(crate) fn moved_now(&self) -> impl Iterator<Item = u32> {
        let first = self.entries.last().map_or(0, |last| last.items.end);
        self.items[first..].iter().filter_map(|item| match item {
            Item::Piece(body, _) => Some(body.index),
            _ => None,
        })
    }

    /// Drops all events.
    pub(crate) fn restart(&mut self) {
        self.entries.clear();
        self.items.clear();
        self.open = None;
    }

    /// Writes something down, if it is of an event.
    pub(crate) fn add(&mut self, item: Item) {
        if self.open.is_some() {
            self.items.push(item);
        }
    }

    /// Counts a solution of contacts that did not converge, of the event that is executed now.
    pub(super) fn count_unresolved(&mut self) {
        if let Some((_, _, tally)) = &mut self.open {
            tally.unresolved += 1;
        }
    }

    pub(super) fn begin(&mut self, due: Due, bodies: [Option<u32>; 2], counters: &Counters) {
        self.open = Some((due, bodies, Tally::of(counters)));
    }

    pub(super) fn end(&mut self, counters: &Counters, has_links: bool) {
        let Some((due, bodies, before)) = self.open.take() else {
            return;
        };
        let first = self.entries.last().map_or(0, |last| last.items.end);
        self.entries.push(Entry {
            due,
            bodies,
            tally: Tally::of(counters).since(&before),
            has_links,
            items: first..self.items.len(),
        });
    }
}
