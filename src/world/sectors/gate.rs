//! Where sectors are used.

use super::super::World;
use super::constants::{BALLS_PER_SERIAL, MOST_SECTORS};
use super::meter::Meter;
use super::progress::Progress;
use super::sector::Sector;
use super::slabs::Slabs;
use super::window_sizes::WindowSizes;
use super::{Sectors, Threads};
use crate::lane::balls::{BallLane, LaneCounters};
use std::sync::Mutex;
use std::thread;

impl World {
    /// The number of threads that advance the world: see
    /// [`WorldBuilder::threads`](crate::WorldBuilder::threads).
    #[must_use]
    pub fn threads(&self) -> usize {
        self.config.threads()
    }

    /// Sets the number of threads that advance the world; 0 for all cores. It changes no event.
    pub fn set_threads(&mut self, threads: usize) {
        self.lanes.home_mut().drop_sectors();
        self.settle_pairs();
        self.config.set_threads(Threads::new(threads));
    }

    /// The end of a stretch that sectors can cover from now on, at most `target`; none if they
    /// cannot or do not pay. O(1).
    pub(super) fn end_for_sectors(&mut self, target: f64) -> Option<f64> {
        let tuning = *self.config.tuning();
        let home = self.lanes.home_mut();
        let is_behind = home.is_behind();
        let balls = home.as_it_is()?;
        let (count, is_divisible) = (balls.len(), balls.is_divisible());
        let is_outdated = is_behind || balls.is_outdated();
        let covers = count >= tuning.least_balls.max(2)
            && count == self.bodies.len()
            && is_divisible
            && !self.hooks.any()
            && self.ledger.peek().is_none()
            && self.agenda.expired().is_empty()
            && self.bodies.moved().is_empty();
        if !covers {
            return None;
        }
        // An event that is not of balls ends the stretch.
        let end = match self.next_due() {
            Some((due, _)) => target.min(due.time.next_down()),
            None => target,
        };
        // Without cells the lane of the world needs as long as for the collisions of a long
        // stretch.
        if self.has_kept_sectors() && is_outdated {
            return (end > self.clock.now()).then_some(end);
        }
        let expected = self.sectors.rate? * (end - self.clock.now());
        // Sectors pay also for many short stretches without changes between.
        let (expected, least) = match self.has_kept_sectors() {
            true => (expected, tuning.least_again),
            false => (expected + self.one_by_one() as f64, tuning.least_collisions),
        };
        (expected >= least * count as f64).then_some(end)
    }

    /// Whether sectors are kept that have the present motions.
    fn has_kept_sectors(&mut self) -> bool {
        let revision = self.revision();
        let kept = self.lanes.home().sectors();
        kept.is_some_and(|kept| kept.revision == revision)
    }

    /// The number of collisions that were executed one by one since the balls were changed last.
    fn one_by_one(&mut self) -> u64 {
        let changes = self.changes_of_balls();
        if changes == self.sectors.changes {
            self.sectors.one_by_one
        } else {
            0
        }
    }

    /// Counts collisions that were executed one by one.
    pub(super) fn note_one_by_one(&mut self, collisions: u64) {
        self.sectors.one_by_one = self.one_by_one() + collisions;
        self.sectors.changes = self.changes_of_balls();
    }

    /// How often balls were inserted, removed or changed from outside.
    fn changes_of_balls(&mut self) -> u64 {
        self.lanes.home_mut().as_it_is().map_or(0, BallLane::changes)
    }

    /// The number of events to execute one by one before the next attempt.
    pub(super) fn events_before_sectors(&self) -> u64 {
        if !self.lanes.home().is_open() {
            return self.events_before_parts();
        }
        let least = (self.bodies.len() as u64 / BALLS_PER_SERIAL).max(self.config.tuning().least_serial);
        least << self.sectors.failures.min(8)
    }

    /// What identifies the motions of all balls: any change that is not of sectors gives another
    /// value.
    pub(super) fn revision(&mut self) -> [u64; 2] {
        [self.changes_of_balls(), self.ledger.counters().motion_changes]
    }

    /// The sectors at the present; none if the domain is too narrow for two. O(n), unless they are
    /// kept from before.
    pub(super) fn take_sectors(&mut self) -> Option<Box<Sectors>> {
        self.sectors.filed.take();
        if self.has_kept_sectors() {
            return self.lanes.home_mut().take_sectors();
        }
        self.lanes.home_mut().drop_sectors();
        self.settle_balls();
        let tuning = self.config.tuning();
        let balls = self.lanes.balls()?;
        let now = self.clock.now();
        let rate = self.sectors.rate?;
        let most = self.config.threads().min(MOST_SECTORS);
        let axes = self.config.settings().dimensions.number().into();
        let (slabs, fastest, progress) = (2..=most).rev().find_map(|count| {
            let slabs = Slabs::cut(&self.config.settings().domain, axes, balls, now, count)?;
            let window_sizes = WindowSizes::new(tuning, balls.len(), count, rate);
            let fastest = slabs.fastest(balls, now);
            let progress = Progress::new(now, &slabs, window_sizes, &fastest);
            let is_wide = slabs.mean_width() >= tuning.least_width * progress.depth();
            is_wide.then_some((slabs, fastest, progress))
        })?;
        let depth = progress.depth();
        let mut board = super::Board::new(slabs, fastest, balls.are_free(), self.ledger.records_motion());
        board.meter = self.sectors.clock.map(Meter::new);
        let threads = self.config.threads();
        let all = thread::scope(|scope| {
            let new = |number| {
                let board = &board;
                scope.spawn(move || Sector::new(number, board, balls, now, depth))
            };
            let mut all = Vec::with_capacity(board.count());
            for first in (0..board.count()).step_by(threads) {
                let last = board.count().min(first + threads);
                let begun: Vec<_> = (first..last).map(new).collect();
                all.extend(begun.into_iter().map(|sector| Mutex::new(sector.join().expect("a sector"))));
            }
            all
        });
        Some(Box::new(Sectors {
            board,
            all,
            progress,
            revision: [0; 2],
            work: LaneCounters::default(),
        }))
    }
}
