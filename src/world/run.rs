//! The loop that joins the stages, and the ways to drive it.

use super::budget::{Unbounded, WorkLimit};
use super::pair_view::{PairView, lengths_between};
use super::pairs::{Due, Step, WALL_SERIAL};
use super::schedule::Entry;
use super::{StepError, World, WorldError, name_or_number};
use crate::domain::Wall;
use crate::event::{Event, EventKind, Party, Touch};
use crate::impact::contact_near;
use crate::lane::balls::{Upcoming, UpcomingKind};
use crate::limits::{MAX_MAGNITUDE, ValueError, check_range};
use crate::queue::EventQueue;

/// Where the next event comes from.
pub(super) enum Source {
    Schedule,
    Pair(u32),
    Wall(u32, Wall),
    /// A body in a periodic domain begins a new piece.
    Wrap(u32),
    Expiry(u32),
    BallLane(Upcoming),
}

/// What the loop came to.
pub(super) enum LoopOutcome {
    Event(Event),
    /// There is none up to the limit.
    LimitReached,
    /// The pace has set an end to it.
    BudgetSpent,
}

/// The last time that a world comes to, in seconds: what would come later never does. A world may begin at the last time
/// that can be named, and still goes on for as long again.
pub(super) const LAST_TIME: f64 = 2.0 * MAX_MAGNITUDE;

/// Searches of a pair that turns, thousands of radians each, after which a step without a limit has had enough, on average over all
/// pairs.
const MAX_RESUMED_SEARCHES: u64 = 16;

/// Hops, of which a thousand are in a second at the least, after which a step without a limit has had enough, for each body.
const MAX_HOPS_PER_BODY: u64 = 2048;

/// Frames of the swept method that are looked ahead at the most for the next event: as many as take some milliseconds.
const MAX_FRAMES_AHEAD: u32 = 10_000;

impl World {
    /// Goes on to the next event that the user sees; none if nothing will ever happen, which is: by twice [`MAX_MAGNITUDE`]
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
    /// twice [`MAX_MAGNITUDE`].
    pub fn step_before(&mut self, limit: f64) -> Result<Option<Event>, StepError> {
        self.check_limit(limit)?;
        self.next_event_until(limit)
    }

    /// Goes on to time `target` and gives the events on the way, in order, those at `target` included.
    ///
    /// # Errors
    /// See [`StepError`]; the events before the obstacle are then in [`events`](Self::events), and the time is the obstacle's.
    /// [`WorldError::Time`] for a target that has passed or is not finite, [`WorldError::Value`] for one beyond twice
    /// [`MAX_MAGNITUDE`].
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

    #[inline]
    pub(super) fn next_event_until(&mut self, limit: f64) -> Result<Option<Event>, StepError> {
        match self.find_event_until(limit, &mut Unbounded)? {
            LoopOutcome::Event(event) => Ok(Some(event)),
            LoopOutcome::LimitReached | LoopOutcome::BudgetSpent => Ok(None),
        }
    }

    /// Goes on to the next event up to a limit, or until the pace says that it is enough.
    pub(super) fn find_event_until<P: WorkLimit>(&mut self, limit: f64, pace: &mut P) -> Result<LoopOutcome, StepError> {
        // Where bounds have expired nothing is known of what comes later.
        let blocked = !self.agenda.expired.is_empty() && limit > self.clock.now;
        let limit = if blocked { self.clock.now } else { limit };
        let last = limit.min(LAST_TIME);
        let (since, mut endless) = (self.clock.now, f64::INFINITY);
        let (mut looks_again, hops) = (0, self.ledger.counters.zeno_collisions);
        // Up to when it is known that there is nothing that is not in the queues.
        let mut clear = self.clock.now;
        loop {
            if let Some(event) = self.ledger.outbox.pop_front() {
                return Ok(LoopOutcome::Event(event));
            }
            if pace.is_spent() {
                self.advance_through_idle(clear, limit);
                return Ok(LoopOutcome::BudgetSpent);
            }
            let due = self.next_due();
            let until = due.as_ref().map_or(limit, |(moment, _)| moment.time.min(limit));
            let search = self.next_search_time();
            if self.lanes.is_review_due() && until.min(search) > self.clock.now && self.is_instant_over()? {
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
                if P::PORTION < usize::MAX && self.search.broad.next_time() > self.search.reached {
                    clear = self.search.reached;
                }
                continue;
            }
            match due {
                Some((moment, Source::Pair(place))) if moment.time <= last && self.is_deferred(place) => {
                    self.predict_deferred(place)
                }
                Some((moment, Source::Wrap(body))) if moment.time <= last => {
                    let unlimited = limit == f64::INFINITY;
                    if unlimited && self.bodies.len() == 1 && self.agenda.schedule.peek().is_none() {
                        return Ok(LoopOutcome::LimitReached);
                    }
                    if unlimited && moment.time > endless {
                        return Err(WorldError::NoLimit.into());
                    }
                    self.handle(&moment, Source::Wrap(body))?;
                    endless = endless.min(self.no_limit_time(body));
                }
                Some((moment, source)) if moment.time <= last => {
                    looks_again += u64::from(self.is_search_cut_off(&source));
                    let hopped = self.ledger.counters.zeno_collisions - hops;
                    let had_enough = looks_again > MAX_RESUMED_SEARCHES * self.pairs.queue.len() as u64
                        || hopped > MAX_HOPS_PER_BODY * self.bodies.len() as u64;
                    if limit == f64::INFINITY && had_enough {
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

    /// When candidate pairs can next begin or end by the passing of time: in the broad phase, or across the lanes.
    #[inline]
    fn next_search_time(&self) -> f64 {
        self.search.broad.next_time().min(self.lanes.zones.next_time())
    }

    /// Takes the broad phase on to a time, by so many steps at the most, or makes the zone anew that expires before.
    fn advance_search(&mut self, until: f64, steps: usize) {
        if self.lanes.zones.next_time() <= self.search.broad.next_time() {
            self.renew_next_zone();
        } else {
            self.advance_broad_phase_by(until, steps);
        }
    }

    /// Whether nothing is left to happen in the lane of balls at the present time.
    fn is_instant_over(&mut self) -> Result<bool, WorldError> {
        Ok(self.next_in_balls(self.clock.now, self.clock.now, usize::MAX)?.is_none())
    }

    pub(super) fn advance_broad_phase(&mut self, until: f64) {
        self.advance_broad_phase_by(until, usize::MAX);
    }

    /// The same, by so many steps at the most.
    #[inline]
    fn advance_broad_phase_by(&mut self, until: f64, steps: usize) {
        let reached = match steps {
            usize::MAX => self.search.broad.advance(until, &mut self.search.changes),
            steps => self.search.broad.advance_some(until, steps, &mut self.search.changes),
        };
        self.search.reached = reached.max(self.search.reached);
        self.apply_pair_changes(false);
    }

    /// The earliest of what is predicted and scheduled.
    pub(super) fn next_due(&self) -> Option<(Due, Source)> {
        let pair = self
            .pairs
            .queue
            .peek()
            .map(|(key, place)| (key, self.first_by_images(place, &key)));
        let mut first: Option<(Due, Source)> = pair.map(|(key, place)| (key, Source::Pair(place)));
        let mut offer = |moment: Due, source| {
            if first
                .as_ref()
                .is_none_or(|(best, _)| (moment.time, moment.order) < (best.time, best.order))
            {
                first = Some((moment, source));
            }
        };
        if let Some((moment, body)) = self.agenda.walls.peek() {
            let source = match self.is_periodic() {
                true => Source::Wrap(body),
                false => Source::Wall(body, Wall::ALL[(moment.order.second - WALL_SERIAL) as usize]),
            };
            offer(moment, source);
        }
        if let Some((moment, body)) = self.agenda.expiries.peek() {
            offer(moment, Source::Expiry(body));
        }
        if let Some(moment) = self.agenda.schedule.peek() {
            offer(moment, Source::Schedule);
        }
        first
    }

    /// Of a pair that is a pair by several images, which are due at the same time, that by the first.
    fn first_by_images(&self, place: u32, key: &Due) -> u32 {
        if !self.is_periodic() {
            return place;
        }
        let pair = self.pairs[place].bodies;
        let [a, b] = pair.map(|body| &self.bodies[body]);
        let due = self.pairs.of(&self.bodies, pair);
        let due = due.filter(|place| self.pairs.queue.key(*place).as_ref() == Some(key));
        due.min_by_key(|place| lengths_between(a, b, &self.pairs[*place].image))
            .unwrap_or(place)
    }

    /// Whether the next step of a pair is to find out what it does.
    fn is_deferred(&self, place: u32) -> bool {
        matches!(self.pairs[place].plan.first(), Some((_, Step::PredictDeferred)))
    }

    /// Whether it is a pair whose search was cut off.
    fn is_search_cut_off(&self, source: &Source) -> bool {
        match source {
            Source::Pair(place) => matches!(self.pairs[*place].plan.first(), Some((_, Step::ResumeSearch))),
            _ => false,
        }
    }

    fn handle(&mut self, due: &Due, source: Source) -> Result<(), StepError> {
        self.advance_clock(due.time);
        self.enter_round_of(due);
        self.check_progress(&source)?;
        self.sync_broad_phase();
        match source {
            Source::Schedule => self.handle_scheduled()?,
            Source::Wall(body, wall) => self.collide_with_wall(body, wall)?,
            Source::Pair(place) => self.handle_pair(place)?,
            Source::Wrap(body) => self.wrap_body(body)?,
            Source::Expiry(body) => self.expire(body),
            Source::BallLane(_) => unreachable!("what comes in a balls is handled before"),
        }
        self.repredict_moved();
        self.lanes.count(1);
        Ok(())
    }

    fn handle_scheduled(&mut self) -> Result<(), StepError> {
        let Some((time, entry)) = self.agenda.schedule.pop() else {
            return Ok(());
        };
        let kind = match entry {
            Entry::User { token } => EventKind::Scheduled { token },
            Entry::Motion { body, change } => {
                self.apply_change(body.index, &change)
                    .map_err(|reason| StepError::Jump { time, reason })?;
                if self.config.hide_motion_changes {
                    return Ok(());
                }
                EventKind::MotionChange { body }
            }
            Entry::Constants { body, change } => {
                self.change_body(body, &change)
                    .map_err(|reason| StepError::Change { time, reason })?;
                EventKind::MotionChange { body }
            }
        };
        // Before the ends of contacts that it has caused.
        self.ledger.outbox.push_front(Event { time, kind });
        Ok(())
    }

    /// Takes the next step of a pair's plan.
    fn handle_pair(&mut self, place: u32) -> Result<(), StepError> {
        let pair = &mut self.pairs[place];
        let (time, step) = pair.plan.remove(0);
        let bodies = pair.bodies.map(|body| self.bodies.id(body));
        match step {
            Step::OverlapBegin | Step::OverlapEnd => {
                pair.in_overlap = step == Step::OverlapBegin;
                let kind = match step {
                    Step::OverlapBegin => EventKind::OverlapBegin { bodies },
                    _ => EventKind::OverlapEnd { bodies },
                };
                self.ledger.push(time, kind);
            }
            Step::ContactBegin => {
                pair.in_contact = true;
                let kind = EventKind::ContactBegin(touch_of(bodies, &self.bodies.pair_view(pair), time));
                self.ledger.push(time, kind);
            }
            Step::ContactEnd => {
                pair.in_contact = false;
                self.ledger.push(time, EventKind::ContactEnd { bodies });
                self.plan_poll(place, time);
            }
            Step::Impact => self.restore_step_on_error(place, (time, step), |world| world.collide(place))?,
            Step::RestEnd => self.end_rest(place),
            Step::SlideEnd => self.end_slide(place),
            Step::PassEnd => self.end_pass(place),
            Step::Poll => self.restore_step_on_error(place, (time, step), |world| {
                world.poll_pair(place, time);
                Ok(())
            })?,
            Step::ResumeSearch => self.resume_search(place),
            Step::PredictDeferred => unreachable!("nothing happens when a pair is looked at"),
        }
        self.queue_pair(place);
        Ok(())
    }

    /// Takes a step in which code of the user's own may be asked. If that ends in an error, or in a panic, which goes on,
    /// the step is still to be taken: the world is as it was before.
    fn restore_step_on_error(
        &mut self,
        place: u32,
        step: (f64, Step),
        ask: impl FnOnce(&mut Self) -> Result<(), StepError>,
    ) -> Result<(), StepError> {
        self.call_or_undo(ask, |world| world.pairs[place].plan.insert(0, step))
    }

    /// The name of a body at an occupied place, for messages.
    pub(super) fn name_of(&self, index: u32) -> String {
        name_or_number(self.bodies.name(index), self.bodies.serial(index))
    }

    /// A refusal of a value for a body at an occupied place, which it names.
    pub(super) fn of_body(&self, index: u32, error: ValueError) -> WorldError {
        error.within(&self.name_of(index)).into()
    }

    /// The name of a body, or of a wall: that which a body was given, or `body-<number of insertions before it>`; `domain:-x` and so on
    /// of a wall.
    ///
    /// # Errors
    /// [`WorldError::StaleId`].
    pub fn name(&self, party: impl Into<Party>) -> Result<String, WorldError> {
        match party.into() {
            Party::Wall(wall) => Ok(wall.to_string()),
            Party::Body(id) => self.state(id).map(|_| self.name_of(id.index)),
        }
    }
}

/// Checks a time that a clock is to show.
pub(super) fn check_clock(field: &str, time: f64) -> Result<(), ValueError> {
    check_range(field, time, -LAST_TIME, LAST_TIME)
}

fn touch_of(bodies: [crate::event::BodyId; 2], view: &PairView, time: f64) -> Touch {
    let [a, b] = &view.moving();
    let contact = contact_near(a, b, time);
    let relative = b.piece.velocity_of(time, &contact.point) - a.piece.velocity_of(time, &contact.point);
    Touch {
        bodies,
        point: contact.point,
        normal: contact.normal,
        closing_speed: (a.piece.growth + b.piece.growth - contact.normal.dot(&relative)).max(0.0),
    }
}
