//! The loop: finds the next event, executes it, predicts again.

use super::next::{Source, earlier};
use super::span::Span;
use super::work_limit::{Unbounded, WorkLimit};
use super::{StepError, World, WorldError};
use crate::event::Event;
use crate::lane::Lane;
use crate::lane::balls::{Upcoming, UpcomingKind};
use crate::lane::order::{Due, Step};
use crate::lane::pairs::lengths_between;
use crate::stopwatch::Part;

/// The outcome of the loop.
pub(super) enum LoopOutcome {
    /// There is an event: the first that the ledger has.
    Event,
    /// There is no event up to the limit.
    LimitReached,
    /// The work limit was reached first.
    BudgetSpent,
}

/// What the loop does next.
enum Next {
    /// The lanes are chosen again: the present instant is over.
    Review,
    /// Candidate pairs may change before the next event: the search advances up to a time.
    Search { until: f64 },
    /// The deferred prediction of a pair.
    Prediction(u32),
    /// An event of the lane of balls.
    Balls(Upcoming),
    /// Balls are in other zones than before.
    Rezoned,
    /// The lane of balls has no event up to a time; it has done its portion of work.
    Clear { until: f64 },
    /// An event of the lane of pairs, of a single body, or of the schedule.
    Event(Due, Source),
    /// There is nothing up to the limit.
    Nothing,
}

impl World {
    #[inline]
    pub(super) fn next_event_until(&mut self, limit: f64) -> Result<Option<Event>, StepError> {
        match self.find_event_until(limit, &mut Unbounded)? {
            // An event is copied once, some time after it was written: it is too long for more.
            LoopOutcome::Event => Ok(self.ledger.pop()),
            LoopOutcome::LimitReached | LoopOutcome::BudgetSpent => Ok(None),
        }
    }

    /// Advances to the next event up to a limit, or until the work limit is reached.
    pub(super) fn find_event_until<P: WorkLimit>(&mut self, limit: f64, pace: &mut P) -> Result<LoopOutcome, StepError> {
        self.settle_balls();
        self.settle_pairs();
        let mut span = Span::new(self, limit);
        // The time up to which no event exists outside of the queues.
        let mut clear = self.clock.now();
        loop {
            if self.ledger.peek().is_some() {
                return Ok(LoopOutcome::Event);
            }
            if pace.is_spent() {
                self.advance_through_idle(clear, span.limit);
                return Ok(LoopOutcome::BudgetSpent);
            }
            match self.next(&span, P::PORTION)? {
                Next::Review => self.review_lanes(),
                Next::Rezoned => self.apply_rezoned(false),
                Next::Clear { until } => clear = until,
                Next::Search { until } => {
                    self.advance_search(until, P::PORTION);
                    if P::PORTION < usize::MAX && self.search.next_time() > self.search.reached() {
                        clear = self.search.reached();
                    }
                }
                Next::Prediction(place) => self.predictor().predict_deferred(place),
                Next::Balls(coming) => self.execute_in_balls(coming)?,
                Next::Event(due, source) => {
                    if span.ends_before(self, &due, &source)? {
                        return Ok(LoopOutcome::LimitReached);
                    }
                    span.count(self, &source);
                    self.execute(&due, source)?;
                    span.look_back(self, &source);
                }
                Next::Nothing if span.is_blocked => return Err(self.expired_error()),
                Next::Nothing => {
                    if span.limit < f64::INFINITY {
                        self.clock.advance_to(span.limit);
                    }
                    return Ok(LoopOutcome::LimitReached);
                }
            }
        }
    }

    /// What comes next: the earliest of both lanes, the agenda and the search for candidate pairs.
    #[inline(always)]
    fn next(&mut self, span: &Span, portion: usize) -> Result<Next, WorldError> {
        let due = self.next_due();
        let until = due.as_ref().map_or(span.limit, |(due, _)| due.time.min(span.limit));
        let search = self.next_search_time();
        if self.lanes.is_review_due() && until.min(search) > self.clock.now() && self.is_instant_over()? {
            return Ok(Next::Review);
        }
        if let Some(coming) = self.next_in_balls(until.min(search), span.since, portion)? {
            match coming.kind {
                UpcomingKind::Rezoned => return Ok(Next::Rezoned),
                UpcomingKind::Paused if coming.time < search => {
                    return Ok(Next::Clear {
                        until: coming.time.next_down(),
                    });
                }
                _ if coming.time < search && due.as_ref().is_none_or(|(due, _)| self.comes_first(&coming, due)) => {
                    return Ok(Next::Balls(coming));
                }
                _ => {}
            }
        }
        if search <= until.min(span.last) {
            // Zones expire one by one.
            let has_balls = self.lanes.occupied().is_some();
            let until = if has_balls { search } else { until.min(span.last) };
            return Ok(Next::Search { until });
        }
        let due = due.map(|(due, source)| match source {
            Source::Pair(place) => (due, Source::Pair(self.first_by_images(place, &due))),
            source => (due, source),
        });
        Ok(match due {
            Some((due, Source::Pair(place))) if due.time <= span.last && self.is_deferred(place) => Next::Prediction(place),
            Some((due, source)) if due.time <= span.last => Next::Event(due, source),
            _ => Next::Nothing,
        })
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
        self.ledger.time(Part::Broad, || self.search.advance(until, steps));
        self.apply_pair_changes(false);
    }

    /// The earliest predicted or scheduled event; of a pair that is due by several images at once, by any
    /// of them.
    #[inline]
    pub(super) fn next_due(&mut self) -> Option<(Due, Source)> {
        let pair = self.pairs.next(self.clock.now(), f64::INFINITY, usize::MAX);
        let pair = pair.map(|(key, place)| (key, Source::Pair(place)));
        let renewal = self.contacts.islands().next();
        let first = earlier(pair, renewal.map(|(due, island)| (due, Source::Renewal(island))));
        // Mostly nothing else is due.
        match self.agenda.is_empty() {
            true => first,
            false => earlier(first, self.agenda.next(self.is_periodic())),
        }
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
}
