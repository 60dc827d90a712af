//! The public functions that drive a world.

use super::constants::{LAST_TIME, MAX_FRAMES_AHEAD};
use super::next::Source;
use super::{StepError, World, WorldError};
use crate::event::Event;
use crate::lane::balls::UpcomingKind;
use crate::limits::{ValueError, check_range};

impl World {
    /// Advances to the next event and returns it; none if there is no event up to twice
    /// [`MAX_MAGNITUDE`](crate::scene::limits::MAX_MAGNITUDE) (the time then stays).
    ///
    /// # Errors
    /// See [`StepError`]. [`WorldError::NoLimit`] with the swept method, which has frames without
    /// end; with a touch test, which may be polled for ever; and after much work without an event:
    /// in a periodic domain when a body has crossed it some ten thousand times, when bodies near
    /// each other have rotated by some ten thousand radians, or when rotating or growing bodies
    /// have rested on others for some seconds (the time has then advanced, and the next step
    /// continues from there).
    pub fn step(&mut self) -> Result<Option<Event>, StepError> {
        if matches!(self.config.method(), super::Method::Swept { .. }) || self.hooks.touch_test().is_some() {
            return Err(WorldError::NoLimit.into());
        }
        self.next_event_until(f64::INFINITY)
    }

    /// Advances to the next event, if it comes at or before `limit`, and returns it; otherwise
    /// advances to `limit` and returns none.
    ///
    /// # Errors
    /// See [`StepError`]; [`WorldError::Time`] for a limit that has passed or is not finite,
    /// [`WorldError::Value`] for one beyond twice
    /// [`MAX_MAGNITUDE`](crate::scene::limits::MAX_MAGNITUDE).
    pub fn step_before(&mut self, limit: f64) -> Result<Option<Event>, StepError> {
        self.check_limit(limit)?;
        self.next_event_until(limit)
    }

    /// Advances to time `target` and returns the events on the way, in order, including those at
    /// `target`.
    ///
    /// # Errors
    /// See [`StepError`]; the events before the error are then in [`events`](Self::events), and the
    /// time is that of the error. [`WorldError::Time`] for a target that has passed or is not
    /// finite, [`WorldError::Value`] for one beyond twice
    /// [`MAX_MAGNITUDE`](crate::scene::limits::MAX_MAGNITUDE).
    pub fn advance_to(&mut self, target: f64) -> Result<&[Event], StepError> {
        self.check_limit(target)?;
        self.ledger.clear_delivered();
        if self.config.threads() > 1 {
            self.advance_on_threads(target, &mut |ledger, event| ledger.deliver(event))?;
            return Ok(self.ledger.delivered());
        }
        while let Some(event) = self.next_event_until(target)? {
            self.ledger.deliver(event);
        }
        Ok(self.ledger.delivered())
    }

    /// The events that the last [`advance_to`](Self::advance_to) returned.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        self.ledger.delivered()
    }

    /// The time of the next event if no motion changes before; none if there is no further event
    /// (by the swept method: within one frame).
    ///
    /// No event happens before this time, so a caller may sleep until then. The end of a rest and a
    /// poll count as well, although they may report no event; in a periodic domain so does a new
    /// motion piece of a body that has travelled far. The swept method searches at most ten
    /// thousand frames ahead and returns the time up to which they contain no event. The present
    /// does not change; the work done ahead is kept unless a motion is changed before.
    pub fn next_event_time(&mut self) -> Option<f64> {
        if let Some(event) = self.ledger.peek() {
            return Some(event.time);
        }
        if !self.agenda.expired().is_empty() {
            // Expired bounds must be replaced now.
            return Some(self.clock.now());
        }
        self.settle_balls();
        self.settle_pairs();
        let frames = matches!(self.config.method(), super::Method::Swept { .. });
        let mut frames_ahead = 0;
        loop {
            let due = self.next_due();
            if let Some((_, Source::Pair(place))) = due
                && self.is_deferred(place)
            {
                self.predictor().predict_deferred(place);
                continue;
            }
            let mut due = due.map_or(f64::INFINITY, |(moment, _)| moment.time);
            let next = self.next_search_time();
            if let Ok(Some(coming)) = self.next_in_balls(due.min(next), self.clock.now(), usize::MAX) {
                if let UpcomingKind::Rezoned = coming.kind {
                    self.apply_rezoned(false);
                    continue;
                }
                due = due.min(coming.time);
            }
            if next > due.min(LAST_TIME) {
                return Some(due).filter(|time| *time <= LAST_TIME);
            }
            if frames && due == f64::INFINITY && self.search.reached() > self.clock.now() {
                return None;
            }
            if frames && frames_ahead == MAX_FRAMES_AHEAD {
                return Some(next);
            }
            frames_ahead += 1;
            self.advance_search(next, usize::MAX);
        }
    }

    pub(super) fn check_limit(&self, limit: f64) -> Result<(), WorldError> {
        // In this form a NaN is refused as well.
        if limit >= self.clock.now() && limit < f64::INFINITY {
            check_clock("time", limit).map_err(WorldError::from)
        } else {
            Err(WorldError::Time {
                time: limit,
                now: self.clock.now(),
            })
        }
    }
}

/// Checks a time for a clock.
pub(super) fn check_clock(field: &str, time: f64) -> Result<(), ValueError> {
    check_range(field, time, -LAST_TIME, LAST_TIME)
}
