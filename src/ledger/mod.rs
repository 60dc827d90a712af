//! The results of a run: events, counters, sums, recorded motions.

mod counters;
mod journal;
mod running_sums;

pub use counters::Counters;
pub(crate) use journal::{Entry, Item, Journal};
pub(crate) use running_sums::{Against, Hit, RunningSums};

use crate::event::{BodyId, Collision, Event, EventKind};
use crate::lane::order::Due;
use crate::motion::MotionPiece;
use crate::response::{Encounter, Twist};
use crate::stopwatch::{Part, Stopwatch};
use nalgebra::Vector3;
use std::collections::VecDeque;
use std::vec::Drain;

/// Events and measurements of a run.
pub(crate) struct Ledger {
    /// Events that have happened and were not returned.
    outbox: VecDeque<Event>,
    /// The events that the last advance returned.
    delivered: Vec<Event>,
    counters: Counters,
    sums: RunningSums,
    records_motion: bool,
    /// New motion pieces since they were last taken, if they are recorded.
    recorded: Vec<(BodyId, MotionPiece)>,
    /// Times of the parts of the run, if they are measured.
    stopwatch: Option<Stopwatch>,
    /// Where events are written down for another world, instead of being counted, summed and reported.
    journal: Option<Box<Journal>>,
}

/// The contents of a ledger that a snapshot stores.
pub(crate) struct SavedLedger {
    pub(crate) outbox: Vec<Event>,
    pub(crate) counters: Counters,
    pub(crate) sums: RunningSums,
    pub(crate) recorded: Vec<(BodyId, MotionPiece)>,
}

impl Ledger {
    /// An empty ledger of a run from a time on.
    pub(crate) fn new(start: f64, records_motion: bool) -> Self {
        let mut sums = RunningSums::default();
        sums.restart(start);
        Self {
            outbox: VecDeque::new(),
            delivered: Vec::new(),
            counters: Counters::default(),
            sums,
            records_motion,
            recorded: Vec::new(),
            stopwatch: None,
            journal: None,
        }
    }

    /// A ledger that writes events down for another world.
    pub(crate) fn with_journal() -> Self {
        Self {
            journal: Some(Box::default()),
            ..Self::new(0.0, false)
        }
    }

    /// Where events are written down, if they are.
    #[inline]
    pub(crate) fn journal(&self) -> Option<&Journal> {
        self.journal.as_deref()
    }

    /// The same, to drop what has been written down.
    pub(crate) fn journal_mut(&mut self) -> Option<&mut Journal> {
        self.journal.as_deref_mut()
    }

    /// An event of some bodies is executed from now on.
    pub(crate) fn begin_entry(&mut self, due: Due, bodies: [Option<u32>; 2]) {
        if let Some(journal) = &mut self.journal {
            journal.begin(due, bodies, &self.counters);
        }
    }

    /// It has been executed. `has_links`: rests without force have ended at its time.
    #[inline]
    pub(crate) fn end_entry(&mut self, has_links: bool) {
        if let Some(journal) = &mut self.journal {
            journal.end(&self.counters, has_links);
        }
    }

    /// Counts a solution of contacts that did not converge.
    pub(crate) fn count_unresolved(&mut self) {
        match &mut self.journal {
            Some(journal) => journal.count_unresolved(),
            None => self.counters.unresolved += 1,
        }
    }

    /// Does what another world has written down about an event at a time.
    pub(crate) fn carry_over(&mut self, now: f64, entry: &Entry, items: &[Item]) {
        entry.count(&mut self.counters);
        for item in items {
            match item {
                Item::Velocity { mass, before, after } => self.sums.change_velocity(now, *mass, before, after),
                Item::Hit(hit) => self.sums.collision(hit),
                Item::Event(event) => self.outbox.push_back(*event),
                Item::Piece(body, piece) => self.record(*body, piece),
                Item::Island(_) => {}
            }
        }
    }

    /// A dynamic body of this mass, in kilograms, changes its velocity, in metres per second.
    #[inline]
    pub(crate) fn change_velocity(&mut self, now: f64, mass: f64, before: &Vector3<f64>, after: &Vector3<f64>) {
        match &mut self.journal {
            Some(journal) => journal.add(Item::Velocity {
                mass,
                before: *before,
                after: *after,
            }),
            None => self.sums.change_velocity(now, mass, before, after),
        }
    }

    /// What a snapshot stores.
    pub(crate) fn saved(&self) -> SavedLedger {
        SavedLedger {
            outbox: self.outbox.iter().copied().collect(),
            counters: self.counters.clone(),
            sums: self.sums.clone(),
            recorded: self.recorded.clone(),
        }
    }

    /// Restores what a snapshot stored. Recorded motions are kept if this ledger records them.
    pub(crate) fn restore(&mut self, saved: SavedLedger) {
        self.outbox = saved.outbox.into();
        self.counters = saved.counters;
        self.sums = saved.sums;
        if self.records_motion {
            self.recorded = saved.recorded;
        }
    }

    /// Adds an event.
    #[inline]
    pub(crate) fn push(&mut self, time: f64, kind: EventKind) {
        let event = Event { time, kind };
        match &mut self.journal {
            Some(journal) => journal.add(Item::Event(event)),
            None => self.outbox.push_back(event),
        }
    }

    /// Adds an event before all others that were not returned.
    pub(crate) fn push_first(&mut self, time: f64, kind: EventKind) {
        self.outbox.push_front(Event { time, kind });
    }

    /// Adds a collision, and counts it in the sums.
    pub(crate) fn collision(&mut self, encounter: &Encounter, after: &[Twist; 2]) {
        let collision = Collision::from_encounter(encounter, after);
        let hit = Hit::of(encounter, after, collision.impulse, collision.energy_change);
        match &mut self.journal {
            Some(journal) => journal.add(Item::Hit(hit)),
            None => self.sums.collision(&hit),
        }
        self.push(encounter.time, EventKind::Collision(collision));
    }

    /// The next event to return.
    #[inline]
    pub(crate) fn peek(&self) -> Option<&Event> {
        self.outbox.front()
    }

    /// Removes the next event to return.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Event> {
        self.outbox.pop_front()
    }

    /// The events that the last advance returned.
    pub(crate) fn delivered(&self) -> &[Event] {
        &self.delivered
    }

    /// Keeps an event that an advance returns.
    #[inline]
    pub(crate) fn deliver(&mut self, event: Event) {
        self.delivered.push(event);
    }

    /// Drops the events that the last advance returned.
    pub(crate) fn clear_delivered(&mut self) {
        self.delivered.clear();
    }

    /// Removes the events that the last advance returned.
    pub(crate) fn take_delivered(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.delivered)
    }

    #[inline]
    pub(crate) fn counters(&self) -> &Counters {
        &self.counters
    }

    /// The counters, to count something.
    #[inline]
    pub(crate) fn counters_mut(&mut self) -> &mut Counters {
        &mut self.counters
    }

    #[inline]
    pub(crate) fn sums(&self) -> &RunningSums {
        &self.sums
    }

    /// The running sums, to add something.
    #[inline]
    pub(crate) fn sums_mut(&mut self) -> &mut RunningSums {
        &mut self.sums
    }

    /// Whether new motion pieces are recorded.
    #[inline]
    pub(crate) fn records_motion(&self) -> bool {
        self.records_motion
    }

    /// Records a new motion piece, if these are recorded.
    #[inline]
    pub(crate) fn record(&mut self, body: BodyId, piece: &MotionPiece) {
        if self.records_motion {
            self.recorded.push((body, *piece));
        } else if let Some(journal) = &mut self.journal {
            journal.add(Item::Piece(body, *piece));
        }
    }

    /// Removes the recorded motion pieces.
    pub(crate) fn take_recorded(&mut self) -> Vec<(BodyId, MotionPiece)> {
        std::mem::take(&mut self.recorded)
    }

    /// Removes the recorded motion pieces one by one. Their memory is used again.
    pub(crate) fn drain_recorded(&mut self) -> Drain<'_, (BodyId, MotionPiece)> {
        self.recorded.drain(..)
    }

    /// Measures the times of the parts of the run from now on.
    pub(crate) fn start_stopwatch(&mut self, clock: fn() -> f64) {
        self.stopwatch = Some(Stopwatch::new(clock));
    }

    /// Stops measuring, and drops the times.
    pub(crate) fn drop_stopwatch(&mut self) {
        self.stopwatch = None;
    }

    /// Times of the parts so far, if they are measured.
    pub(crate) fn stopwatch(&self) -> Option<&Stopwatch> {
        self.stopwatch.as_ref()
    }

    /// Adds the time since the last reading to this part, if parts are measured.
    #[inline]
    pub(crate) fn end_part(&mut self, part: Part) {
        if let Some(stopwatch) = &mut self.stopwatch {
            stopwatch.end(part);
        }
    }

    /// Does work that belongs to this part; the time before it belongs to the rest.
    #[inline]
    pub(crate) fn time<T>(&mut self, part: Part, work: impl FnOnce() -> T) -> T {
        self.end_part(Part::Rest);
        let result = work();
        self.end_part(part);
        result
    }

    /// The room for events: returned ones, and those to return.
    #[cfg(test)]
    pub(crate) fn capacities(&self) -> [usize; 2] {
        [self.delivered.capacity(), self.outbox.capacity()]
    }
}
