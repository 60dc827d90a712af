//! The public functions that drive a world.

use super::constants::{LAST_TIME, MAX_FRAMES_AHEAD};
use super::run::Source;
use super::{StepError, World, WorldError};
use crate::event::Event;
use crate::lane::balls::UpcomingKind;
use crate::limits::{ValueError, check_range};

impl World {
    /// Goes on to the next event that the user sees; none if nothing will ever happen, which is: by twice [`MAX_MAGNITUDE`](crate::MAX_MAGNITUDE)
    /// (the time then stays).
    ///
    /// # Errors
    /// See [`StepError`]. [`WorldError::NoLimit`] with the swept method, which never runs out of frames, with a touch
    /// test, which may be asked for ever, and in a periodic domain where nothing has happened while somebody went through it some ten
    /// thousand times, or where bodies have turned beside each other for some ten thousand radians, or what turns or grows has
    /// rested on others for some seconds (the time has gone on then, and the next step goes on from there).
    pub fn step(&mut self) -> Result<Option<Event>, StepError> {
        if matches!(self.config.method, super::Method::Swept { .. }) || self.hooks.touch_test.is_some() {
            return Err(WorldError::NoLimit.into());
        }
        self.next_event_until(f64::INFINITY)
    }

    /// Goes on to the next event that the user sees, if it comes at or before `limit`; otherwise to `limit`, and there is none.
    ///
    /// # Errors
    /// See [`StepError`]; [`WorldError::Time`] for a limit that has passed or is not finite, [`WorldError::Value`] for one beyond
    /// twice [`MAX_MAGNITUDE`](crate::MAX_MAGNITUDE).
    pub fn step_before(&mut self, limit: f64) -> Result<Option<Event>, StepError> {
        self.check_limit(limit)?;
        self.next_event_until(limit)
    }

    /// Goes on to time `target` and gives the events on the way, in order, those at `target` included.
    ///
    /// # Errors
    /// See [`StepError`]; the events before the obstacle are then in [`events`](Self::events), and the time is the obstacle's.
    /// [`WorldError::Time`] for a target that has passed or is not finite, [`WorldError::Value`] for one beyond twice
    /// [`MAX_MAGNITUDE`](crate::MAX_MAGNITUDE).
    pub fn advance_to(&mut self, target: f64) -> Result<&[Event], StepError> {
        self.check_limit(target)?;
        self.ledger.delivered.clear();
        while let Some(event) = self.next_event_until(target)? {
            self.ledger.delivered.push(event);
        }
        Ok(&self.ledger.delivered)
    }

    /// The events that the last [`advance_to`](Self::advance_to) gave.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.ledger.delivered
    }

    /// The time of the next event, as things stand; none if nothing will ever happen (by the swept method: within one frame).
    ///
    /// What happens before it is known to be nothing, so a caller may sleep until then. The end of a rest and a poll, which
    /// may tell nothing, count as well, and in a periodic domain so does a new motion piece of what has gone far. The swept
    /// method looks through ten thousand frames at most, and tells the time up to which nothing happens in them. The present
    /// does not change; work done to look ahead is kept unless a motion is changed before.
    pub fn next_event_time(&mut self) -> Option<f64> {
        if let Some(event) = self.ledger.outbox.front() {
            return Some(event.time);
        }
        if !self.agenda.expired.is_empty() {
            // Bounds that have expired are to be given anew now.
            return Some(self.clock.now);
        }
        let frames = matches!(self.config.method, super::Method::Swept { .. });
        let mut looked = 0;
        loop {
            let due = self.next_due();
            if let Some((_, Source::Pair(place))) = due
                && self.is_deferred(place)
            {
                self.predict_deferred(place);
                continue;
            }
            let mut due = due.map_or(f64::INFINITY, |(moment, _)| moment.time);
            let next = self.next_search_time();
            if let Ok(Some(coming)) = self.next_in_balls(due.min(next), self.clock.now, usize::MAX) {
                if let UpcomingKind::Rezoned = coming.kind {
                    self.apply_rezoned(false);
                    continue;
                }
                due = due.min(coming.time);
            }
            if next > due.min(LAST_TIME) {
                return Some(due).filter(|time| *time <= LAST_TIME);
            }
            if frames && due == f64::INFINITY && self.search.reached > self.clock.now {
                return None;
            }
            if frames && looked == MAX_FRAMES_AHEAD {
                return Some(next);
            }
            looked += 1;
            self.advance_search(next, usize::MAX);
        }
    }

    pub(super) fn check_limit(&self, limit: f64) -> Result<(), WorldError> {
        // Written so that a NaN is refused as well.
        if limit >= self.clock.now && limit < f64::INFINITY {
            check_clock("time", limit).map_err(WorldError::from)
        } else {
            Err(WorldError::Time {
                time: limit,
                now: self.clock.now,
            })
        }
    }
}

/// Checks a time that a clock is to show.
pub(super) fn check_clock(field: &str, time: f64) -> Result<(), ValueError> {
    check_range(field, time, -LAST_TIME, LAST_TIME)
}
