//! A stretch: many windows in parts, up to a time or to an event that is not for them.

use super::super::World;
use super::division::Division;
use crate::event::Event;
use crate::ledger::Ledger;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// A panic of the function that uses the events.
type Panic = Box<dyn Any + Send>;

impl World {
    /// Advances in parts up to a time, or less far, and passes the events to a function. Returns the time that it has
    /// reached.
    pub(in crate::world) fn advance_in_parts(&mut self, end: f64, use_event: &mut dyn FnMut(&mut Ledger, Event)) -> Option<f64> {
        let (mut division, is_first) = match self.parts.division.take() {
            Some(kept) => (kept, false),
            None => (self.divide()?, true),
        };
        let run = self.run_parts(&mut division, end, use_event);
        let reached = division.now;
        self.fall_behind(division, is_first);
        if reached < end || run.is_err() {
            // The parts are not at the begin of a window.
            self.settle_pairs();
        }
        if let Err(panic) = run {
            resume_unwind(panic);
        }
        Some(reached)
    }

    /// Divides the world; none if it is too narrow, or bodies are too fast. O(n).
    fn divide(&mut self) -> Option<Box<Division>> {
        let division = Division::of(self, self.config.part_tuning(), self.shortest_window()).map(Box::new);
        match division {
            Some(_) => self.parts.begin(),
            None => self.parts.end(false),
        }
        division
    }

    /// Executes windows up to a time, or less far.
    ///
    /// # Errors
    /// A panic of the function that uses the events.
    fn run_parts(
        &mut self,
        division: &mut Division,
        end: f64,
        use_event: &mut dyn FnMut(&mut Ledger, Event),
    ) -> Result<(), Panic> {
        let shortest = self.shortest_window();
        while division.now < end {
            let to = division.next_end(end);
            if to <= division.now || division.is_too_fast(end, shortest) || division.has_too_many_ghosts() {
                break;
            }
            self.parts.windows += 1;
            if !division.run(to) {
                division.revert();
                break;
            }
            let wrong = if division.has_enough_ghosts() {
                division.find_wrong(to)
            } else {
                None
            };
            let Some(wrong) = wrong else {
                self.parts.mismatches += 1;
                match division.undo() {
                    true => continue,
                    false => break,
                }
            };
            let Some(merged) = self.merged(division) else {
                division.revert();
                break;
            };
            self.parts.with_islands += u64::from(division.has_islands());
            self.count_merged(&merged);
            division.note_right(to);
            self.use_events(use_event)?;
            division.exchange(&wrong);
        }
        Ok(())
    }

    /// Passes all events to a function.
    ///
    /// # Errors
    /// A panic of the function. The events that it has not used are in the ledger.
    fn use_events(&mut self, use_event: &mut dyn FnMut(&mut Ledger, Event)) -> Result<(), Panic> {
        catch_unwind(AssertUnwindSafe(|| {
            while let Some(event) = self.ledger.pop() {
                use_event(&mut self.ledger, event);
            }
        }))
    }
}
