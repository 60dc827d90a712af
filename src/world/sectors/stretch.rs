//! A stretch: many windows in sectors, up to a time or to an event that is not for them.

use super::super::{StepError, World};
use super::Sectors;
use super::board::{Board, Job};
use super::progress::{NextEnd, Progress};
use super::workers::Workers;
use crate::event::Event;
use crate::ledger::Ledger;
use crate::scene::Settings;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::thread;

/// Uses the events of a stretch, in order.
type UseEvent<'a> = &'a mut dyn FnMut(&mut Ledger, Event);

/// A panic of that function.
type Panic = Box<dyn Any + Send>;

/// The outcome of a window.
enum Outcome {
    /// It was right, or there is something to do before it.
    GoOn,
    /// It was wrong, and is repeated in shorter parts.
    Repeat,
    /// After this time an event follows that is not for sectors.
    Until(f64),
    /// Sectors cannot go on.
    Stop,
}

impl World {
    /// Advances to a time on several threads where they can, and passes the events to a function.
    pub(in crate::world) fn advance_on_threads(&mut self, target: f64, use_event: UseEvent<'_>) -> Result<(), StepError> {
        loop {
            if let Some(end) = self.end_for_sectors(target)
                && let Some(sectors) = self.take_sectors()
                && self.advance_in_sectors(sectors, end, use_event) >= target
            {
                return Ok(());
            }
            if let Some(end) = self.end_for_parts(target)
                && let Some(reached) = self.advance_in_parts(end, use_event)
                && reached >= target
            {
                return Ok(());
            }
            let (begin, before) = (self.clock.now(), self.ledger.counters().collisions);
            let work = self.work_of_pairs();
            let is_at_target = self.advance_one_by_one(target, use_event)?;
            let (passed, collisions) = (self.clock.now() - begin, self.ledger.counters().collisions - before);
            self.note_one_by_one(collisions);
            self.note_work_of_pairs(self.work_of_pairs().saturating_sub(work), passed);
            if passed > 0.0 && collisions > 0 {
                self.sectors.rate = Some(collisions as f64 / passed);
            }
            if is_at_target {
                return Ok(());
            }
        }
    }

    /// Executes some events one by one. Returns whether there is none left up to the target.
    fn advance_one_by_one(&mut self, target: f64, use_event: UseEvent<'_>) -> Result<bool, StepError> {
        for _ in 0..self.events_before_sectors() {
            match self.next_event_until(target)? {
                Some(event) => use_event(&mut self.ledger, event),
                None => return Ok(true),
            }
        }
        Ok(false)
    }

    /// Advances in sectors up to a time, or less far. Returns the time that it has reached.
    fn advance_in_sectors(&mut self, mut sectors: Box<Sectors>, end: f64, use_event: UseEvent<'_>) -> f64 {
        let Sectors {
            board, all, progress, ..
        } = &mut *sectors;
        let expected = progress.window_sizes.rate() * (end - progress.now());
        let worthwhile = (expected / self.config.tuning().least_shared) as usize;
        let begun = progress.now();
        let threads = self.config.threads().min(all.len()).min(worthwhile).max(1);
        let (board, all) = (&*board, &all[..]);
        let run = thread::scope(|scope| {
            let mut stretch = Stretch {
                workers: Workers::start(scope, board, all, threads),
                board,
                progress,
                settings: *self.config.settings(),
                unconfirmed: None,
                confirmations: board.confirmations(0),
            };
            let run = stretch.run(self, end, use_event);
            let confirmed = stretch.confirm(self, use_event);
            run.and(confirmed)
        });
        let reached = sectors.progress.now();
        if reached >= end {
            self.sectors.failures = 0;
        }
        self.end_stretch(sectors, begun);
        if let Err(panic) = run {
            resume_unwind(panic);
        }
        reached
    }
}

/// The windows of a stretch.
struct Stretch<'a, 'b> {
    workers: Workers<'a>,
    board: &'a Board,
    progress: &'b mut Progress,
    settings: Settings,
    /// The width of the last window, if it is right and not yet confirmed.
    unconfirmed: Option<f64>,
    /// Windows that every sector has confirmed, or will first in the next job.
    confirmations: u64,
}

impl Stretch<'_, '_> {
    /// Advances up to a time, or less far. The last window is still to be confirmed.
    ///
    /// # Errors
    /// A panic of the function that uses the events. Those that it has not used are in the ledger.
    fn run(&mut self, world: &mut World, end: f64, use_event: UseEvent<'_>) -> Result<(), Panic> {
        let mut end = end;
        while self.progress.now() < end {
            match self.window(world, end, use_event)? {
                Outcome::GoOn => {}
                Outcome::Repeat => {
                    world.sectors.mismatches += 1;
                    if !self.progress.window_sizes.note_mismatch() {
                        break;
                    }
                }
                Outcome::Until(time) => {
                    world.sectors.failures += 1;
                    end = end.min(time);
                }
                Outcome::Stop => break,
            }
        }
        Ok(())
    }

    /// One window, or what must come before it.
    fn window(&mut self, world: &mut World, end: f64, use_event: UseEvent<'_>) -> Result<Outcome, Panic> {
        let to = match self.progress.next_end(end, self.board) {
            NextEnd::At(to) => to,
            NextEnd::Never => return Ok(Outcome::Stop),
            NextEnd::Choose => {
                self.confirm(world, use_event)?;
                self.choose_ghosts();
                return Ok(Outcome::GoOn);
            }
        };
        world.sectors.windows += 1;
        let outcome = self.attempt(world, to, use_event);
        match outcome {
            Ok(Outcome::GoOn) => self.unconfirmed = Some(self.progress.advance_to(to)),
            _ => self.workers.perform(Job::Undo, || ()),
        }
        outcome
    }

    /// Advances all sectors to a time, and verifies what they did. Meanwhile the window before is
    /// counted.
    fn attempt(&mut self, world: &mut World, to: f64, use_event: UseEvent<'_>) -> Result<Outcome, Panic> {
        let before = self.unconfirmed.take();
        self.confirmations += u64::from(before.is_some());
        let job = Job::Run {
            to,
            settings: self.settings,
            confirms: before.is_some(),
        };
        let counted = self
            .workers
            .perform(job, || before.map_or(Ok(0), |_| self.count_window(world, use_event)));
        let unusual = self.board.take_unusual();
        self.note_right(before, counted?);
        if unusual < f64::INFINITY {
            return Ok(Outcome::Until(unusual.next_down()));
        }
        if !self.progress.has_enough_ghosts(to, self.board) {
            return Ok(Outcome::Repeat);
        }
        self.workers.perform(Job::Verify, || ());
        Ok(match self.board.take_mismatch() {
            true => Outcome::Repeat,
            false => Outcome::GoOn,
        })
    }

    /// Confirms the last window, if it is right and not yet confirmed.
    fn confirm(&mut self, world: &mut World, use_event: UseEvent<'_>) -> Result<(), Panic> {
        let Some(width) = self.unconfirmed.take() else { return Ok(()) };
        self.confirmations += 1;
        let counted = self.workers.perform(Job::Confirm, || self.count_window(world, use_event))?;
        self.note_right(Some(width), counted);
        Ok(())
    }

    fn note_right(&mut self, width: Option<f64>, collisions: usize) {
        if let Some(width) = width {
            self.progress.window_sizes.note_right(collisions, width);
        }
    }

    /// Chooses again which balls are in which sectors. The last window is confirmed.
    fn choose_ghosts(&mut self) {
        self.progress.choose(&self.board.slabs, &self.board.fastest());
        let depth = self.progress.depth();
        self.workers.perform(Job::Announce { depth }, || ());
        self.workers.perform(Job::Receive, || ());
    }

    /// Counts the collisions of the last window, as soon as all sectors have confirmed it, and uses
    /// the events. Returns their number.
    fn count_window(&self, world: &mut World, use_event: UseEvent<'_>) -> Result<usize, Panic> {
        let sectors = 0..self.board.count();
        self.workers.wait_for(|| {
            sectors
                .clone()
                .all(|sector| self.board.confirmations(sector) >= self.confirmations)
        });
        let count = world.count_window_in_order(self.board);
        let use_all = AssertUnwindSafe(|| {
            while let Some(event) = world.ledger.pop() {
                use_event(&mut world.ledger, event);
            }
        });
        catch_unwind(use_all).map(|()| count)
    }
}
