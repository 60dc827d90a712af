//! Where parts are used.

use super::super::World;
use super::super::method::Method;
use super::division::Division;
use crate::bodies::State;
use crate::broad::BroadPhase;
use crate::domain::ImageOffset;
use crate::lane::pairs::PairContact;
use crate::response::Relation;
use crate::scene::ResponseMode;
use hashbrown::HashMap;
use std::sync::OnceLock;

/// Failures beyond which parts are tried no more rarely.
const MOST_FAILURES: u32 = 16;

/// What a world has of its parts, and has learnt about them.
#[derive(Default)]
pub(in crate::world) struct PartState {
    /// The parts after a stretch, as long as nothing has changed since. The world has no candidate pairs then.
    pub(super) division: Option<Box<Division>>,
    /// The contacts of pairs that are about to begin, by their bodies and the domain lengths between them.
    pub(super) waiting: HashMap<([u32; 2], ImageOffset), PairContact>,
    /// The bodies of the island that is renewed now, of which the world writes its events down.
    pub(super) reached: Vec<u32>,
    /// A broad phase for queries then.
    pub(super) filed: OnceLock<Box<dyn BroadPhase>>,
    /// Work per second, as measured last on one thread.
    rate: Option<f64>,
    /// Work on one thread since the last division.
    recent: u64,
    /// How many divisions in a row have not paid.
    failures: u32,
    /// Windows so far, and how many were repeated.
    pub(super) windows: u64,
    pub(super) mismatches: u64,
    /// Windows with islands, of those that were right.
    pub(super) with_islands: u64,
}

impl PartState {
    /// The world divides.
    pub(super) fn begin(&mut self) {
        self.recent = 0;
    }

    /// The parts are dropped: whether they have done so much that it was worthwhile to divide.
    pub(super) fn end(&mut self, has_paid: bool) {
        self.failures = if has_paid { 0 } else { self.failures + 1 };
    }
}

impl World {
    /// Windows in parts so far, and how many were repeated.
    #[cfg(test)]
    pub(super) fn part_counts(&self) -> [u64; 2] {
        [self.parts.windows, self.parts.mismatches]
    }

    /// Windows with islands so far that were right.
    #[cfg(test)]
    pub(super) fn windows_with_islands(&self) -> u64 {
        self.parts.with_islands
    }

    /// The end of a stretch that parts can cover from now on, at most `target`; none if they cannot or do not pay.
    pub(in crate::world) fn end_for_parts(&mut self, target: f64) -> Option<f64> {
        let tuning = self.config.part_tuning();
        let covers = self.bodies.len() > 1
            && self.bodies.len() + tuning.bodies_an_island * self.contacts.islands().count() >= tuning.least_bodies
            && !self.lanes.home().is_open()
            && self.search.method() == Method::Leases
            && self.config.settings().response != ResponseMode::PassThrough
            && !self.config.reports_overlaps()
            && !self.hooks.any()
            && self.ledger.peek().is_none()
            && self.agenda.expired().is_empty()
            && self.bodies.moved().is_empty();
        if !covers || self.has_more_now() {
            return None;
        }
        let scheduled = self.agenda.schedule().peek();
        let end = scheduled.map_or(target, |due| target.min(due.time.next_down()));
        if self.is_behind_parts() {
            // To find candidate pairs again takes as long as a long stretch.
            return (end > self.clock.now()).then_some(end);
        }
        // It pays also for many short stretches without changes between.
        let expected = self.parts.rate? * (end - self.clock.now()) + self.parts.recent as f64;
        let least = self.least_work_of_parts() as f64 * f64::from(1 << self.parts.failures.min(MOST_FAILURES));
        let pays = expected >= least && end > self.clock.now();
        if !pays {
            return None;
        }
        let is_for_parts = self.is_for_parts();
        if !is_for_parts {
            self.parts.end(false);
        }
        is_for_parts.then_some(end)
    }

    /// Whether more events are due at the present time: what follows from one is not for parts.
    fn has_more_now(&self) -> bool {
        let of_body = self.agenda.next(self.is_periodic()).map(|(due, _)| due);
        let renewal = self.contacts.islands().next().map(|(due, _)| due);
        let mut first = self.pairs.first_due().into_iter().chain(of_body).chain(renewal);
        first.any(|due| due.time <= self.clock.now())
    }

    /// The work for which it pays to divide.
    pub(super) fn least_work_of_parts(&self) -> u64 {
        (self.config.part_tuning().least_work * self.bodies.len() as f64) as u64
    }

    /// The shortest window that pays, in seconds.
    pub(super) fn shortest_window(&self) -> f64 {
        let least = self.config.part_tuning().least_window;
        self.parts.rate.map_or(0.0, |rate| least / rate)
    }

    /// Whether all bodies and pairs are for parts. O(n + pairs).
    fn is_for_parts(&self) -> bool {
        let is_usual = |state: &State| {
            let role = &state.constants().role;
            !role.sensor && !role.touch_only && state.lease().is_none() && !state.moving().grows()
        };
        self.bodies.in_order().iter().all(|index| is_usual(&self.bodies[*index]))
            && self
                .pairs
                .iter()
                .all(|(_, pair)| pair.relation() == Relation::Collide && !pair.is_passing() && !pair.in_contact())
    }

    /// The number of events to execute one by one before parts are tried again.
    pub(in crate::world) fn events_before_parts(&self) -> u64 {
        self.config.part_tuning().least_serial << self.parts.failures.min(MOST_FAILURES)
    }

    /// The work of the lane of pairs so far: a unit is about what it takes to insert a body.
    pub(in crate::world) fn work_of_pairs(&self) -> u64 {
        let counters = self.ledger.counters();
        let of_leases = self.search.broad().counters().into_iter().map(|(_, count)| count);
        counters.predictions + counters.looks + of_leases.sum::<u64>()
    }

    /// Notes how much work was done on one thread in some time, in seconds.
    pub(in crate::world) fn note_work_of_pairs(&mut self, work: u64, passed: f64) {
        self.parts.recent += work;
        if passed > 0.0 {
            self.parts.rate = Some(work as f64 / passed);
        }
    }
}
