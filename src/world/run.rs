//! The loop: finds the next event, executes it, predicts again.

use super::budget::{Unbounded, WorkLimit};
use super::constants::{LAST_TIME, MAX_HOPS_PER_BODY, MAX_RESUMED_SEARCHES};
use super::next::{Source, earlier};
use super::{StepError, World, WorldError};
use crate::event::Event;
use crate::lane::balls::UpcomingKind;
use crate::lane::pairs::lengths_between;
use crate::lane::pairs::{Due, Step};

/// The outcome of the loop.
pub(super) enum LoopOutcome {
    Event(Event),
    /// There is no event up to the limit.
    LimitReached,
    /// The work limit was reached first.
    BudgetSpent,
}

impl World {
    #[inline]
    pub(super) fn next_event_until(&mut self, limit: f64) -> Result<Option<Event>, StepError> {
        match self.find_event_until(limit, &mut Unbounded)? {
            LoopOutcome::Event(event) => Ok(Some(event)),
            LoopOutcome::LimitReached | LoopOutcome::BudgetSpent => Ok(None),
        }
    }

    /// Advances to the next event up to a limit, or until the work limit is reached.
    pub(super) fn find_event_until<P: WorkLimit>(&mut self, limit: f64, pace: &mut P) -> Result<LoopOutcome, StepError> {
        // After bounds have expired no later event is predictable.
        let blocked = !self.agenda.expired().is_empty() && limit > self.clock.now();
        let limit = if blocked { self.clock.now() } else { limit };
        let last = limit.min(LAST_TIME);
        let (since, mut endless) = (self.clock.now(), f64::INFINITY);
        let (mut resumed, hops) = (0, self.ledger.counters().zeno_collisions);
        // The time up to which no event exists outside of the queues.
        let mut clear = self.clock.now();
        loop {
            if let Some(event) = self.ledger.pop() {
                return Ok(LoopOutcome::Event(event));
            }
            if pace.is_spent() {
                self.advance_through_idle(clear, limit);
                return Ok(LoopOutcome::BudgetSpent);
            }
            let due = self.next_due();
            let until = due.as_ref().map_or(limit, |(moment, _)| moment.time.min(limit));
            let search = self.next_search_time();
            if self.lanes.is_review_due() && until.min(search) > self.clock.now() && self.is_instant_over()? {
                self.review_lanes();
                continue;
            }
            if let Some(coming) = self.next_in_balls(until.min(search), since, P::PORTION)?
                && (coming.time < search || matches!(coming.kind, UpcomingKind::Rezoned))
                && due.as_ref().is_none_or(|(due, _)| self.comes_first(&coming, due))
            {
                match coming.kind {
                    UpcomingKind::Paused => {
                        clear = coming.time.next_down();
                        continue;
                    }
                    UpcomingKind::Rezoned => {
                        self.apply_rezoned(false);
                        continue;
                    }
                    _ => self.advance_clock(coming.time),
                }
                if self.is_of_later_round(&coming) {
                    match self.bodies_of(&coming) {
                        [Some(first), Some(second)] => self.evict([first, second]),
                        [first, second] => first.or(second).into_iter().for_each(|body| self.evict([body])),
                    }
                    continue;
                }
                self.check_progress(&Source::BallLane(coming))?;
                let event = self.handle_ball_event(&coming)?;
                self.lanes.count(1);
                if let Some(event) = event {
                    return Ok(LoopOutcome::Event(event));
                }
                continue;
            }
            if search <= until.min(last) {
                let end = if self.lanes.occupied().is_some() {
                    search
                } else {
                    until.min(last)
                };
                self.advance_search(end, P::PORTION);
                if P::PORTION < usize::MAX && self.search.next_time() > self.search.reached() {
                    clear = self.search.reached();
                }
                continue;
            }
            match due {
                Some((moment, Source::Pair(place))) if moment.time <= last && self.is_deferred(place) => {
                    self.predict_deferred(place)
                }
                Some((moment, Source::Wrap(body))) if moment.time <= last => {
                    let unlimited = limit == f64::INFINITY;
                    if unlimited && self.bodies.len() == 1 && self.agenda.schedule().peek().is_none() {
                        return Ok(LoopOutcome::LimitReached);
                    }
                    if unlimited && moment.time > endless {
                        return Err(WorldError::NoLimit.into());
                    }
                    self.handle(&moment, Source::Wrap(body))?;
                    endless = endless.min(self.no_limit_time(body));
                }
                Some((moment, source)) if moment.time <= last => {
                    resumed += u64::from(self.is_search_cut_off(&source));
                    let hopped = self.ledger.counters().zeno_collisions - hops;
                    let is_too_much = resumed > MAX_RESUMED_SEARCHES * self.pairs.queued() as u64
                        || hopped > MAX_HOPS_PER_BODY * self.bodies.len() as u64;
                    if limit == f64::INFINITY && is_too_much {
                        return Err(WorldError::NoLimit.into());
                    }
                    self.handle(&moment, source)?;
                }
                _ if blocked => return Err(self.expired_error()),
                _ => {
                    if limit < f64::INFINITY {
                        self.advance_clock(limit);
                    }
                    return Ok(LoopOutcome::LimitReached);
                }
            }
        }
    }

    /// The next time at which candidate pairs can begin or end: in the broad phase, or across the
    /// lanes.
    #[inline]
    pub(super) fn next_search_time(&self) -> f64 {
        let balls = self.lanes.occupied();
        if balls.is_some_and(|balls| balls.len() == self.bodies.len()) {
            // The lane of pairs is empty.
            return f64::INFINITY;
        }
        self.search.next_time().min(self.lanes.zones().next_time())
    }

    /// Advances the broad phase to a time, by at most this many steps, or renews the zone that
    /// expires before.
    pub(super) fn advance_search(&mut self, until: f64, steps: usize) {
        if self.lanes.zones().next_time() <= self.search.next_time() {
            self.renew_next_zone();
        } else {
            self.advance_broad_phase_by(until, steps);
        }
    }

    /// Whether the lane of balls has no event left at the present time.
    fn is_instant_over(&mut self) -> Result<bool, WorldError> {
        Ok(self.next_in_balls(self.clock.now(), self.clock.now(), usize::MAX)?.is_none())
    }

    /// Applies the changes of candidate pairs up to the present.
    pub(super) fn finish_search(&mut self) {
        while self.search.next_time() <= self.clock.now() {
            self.advance_broad_phase_by(self.clock.now(), usize::MAX);
        }
    }

    /// The same, by at most this many steps.
    #[inline]
    fn advance_broad_phase_by(&mut self, until: f64, steps: usize) {
        self.search.advance(until, steps);
        self.apply_pair_changes(false);
    }

    /// The earliest predicted or scheduled event.
    pub(super) fn next_due(&self) -> Option<(Due, Source)> {
        let pair = self
            .pairs
            .peek()
            .map(|(key, place)| (key, Source::Pair(self.first_by_images(place, &key))));
        earlier(pair, self.agenda.next(self.is_periodic()))
    }

    /// The first image of a pair, where several images are due at the same time.
    fn first_by_images(&self, place: u32, key: &Due) -> u32 {
        if !self.is_periodic() {
            return place;
        }
        let pair = self.pairs[place].bodies();
        let [a, b] = pair.map(|body| &self.bodies[body]);
        let due = self.pairs.of(&self.bodies, pair);
        let due = due.filter(|place| self.pairs.due(*place).as_ref() == Some(key));
        due.min_by_key(|place| lengths_between(a, b, self.pairs[*place].image()))
            .unwrap_or(place)
    }

    /// Whether the next step of a pair is a deferred prediction.
    pub(super) fn is_deferred(&self, place: u32) -> bool {
        matches!(self.pairs[place].forecast().next(), Some((_, Step::PredictDeferred)))
    }

    /// Whether the source is a pair with a search that was cut off.
    fn is_search_cut_off(&self, source: &Source) -> bool {
        match source {
            Source::Pair(place) => matches!(self.pairs[*place].forecast().next(), Some((_, Step::ResumeSearch))),
            _ => false,
        }
    }
}
