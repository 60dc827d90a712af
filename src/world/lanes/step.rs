//! The next event of the lane of balls, and its execution.

use super::super::constants::{LAST_TIME, MAX_IDLE_LENGTHS};
use super::super::{StepError, World, WorldError};
use crate::event::{EventKind, Party};
use crate::lane::Lane;
use crate::lane::balls::{BallCollision, CollisionOutcome, MeetingOutcome, Upcoming, UpcomingKind};
use crate::lane::order::Due;
use crate::ledger::Against;
use smallvec::SmallVec;

impl World {
    /// The next event of the lane of balls up to a limit, for a step that began at `since`. After
    /// `crossings` cell crossings it is a [pause](UpcomingKind::Paused); `usize::MAX`: never.
    #[inline(always)]
    pub(in crate::world) fn next_in_balls(
        &mut self,
        limit: f64,
        since: f64,
        crossings: usize,
    ) -> Result<Option<Upcoming>, WorldError> {
        let is_periodic = self.is_periodic();
        let alone = self.bodies.len() == 1;
        let Some(balls) = self.lanes.balls.get_mut().filter(|balls| balls.len() > 0) else {
            return Ok(None);
        };
        if limit < f64::INFINITY || !is_periodic {
            return Ok(balls.next(self.clock.now(), limit.min(LAST_TIME), crossings));
        }
        if alone {
            // A single ball meets nothing.
            return Ok(None);
        }
        loop {
            let end = since + balls.transit_time(MAX_IDLE_LENGTHS);
            let coming = balls.next(self.clock.now(), end.min(LAST_TIME), crossings);
            if coming.is_some() || end >= LAST_TIME {
                return Ok(coming);
            }
            // The fastest ball may be slow by now.
            if !balls.forget_former_speeds(self.clock.now()) {
                return Err(WorldError::NoLimit);
            }
        }
    }

    /// Whether an event of the lane of balls precedes another one.
    #[inline]
    pub(in crate::world) fn comes_first(&self, coming: &Upcoming, other: &Due) -> bool {
        if coming.time != other.time {
            return coming.time < other.time;
        }
        let balls = self.lanes.balls();
        balls.is_none_or(|balls| balls.key(coming).order < other.order)
    }

    /// Executes an event of the lane of balls at its time, and predicts again what it changes. Balls with
    /// a second event at one instant go to the lane of pairs instead.
    #[inline(always)]
    pub(in crate::world) fn execute_in_balls(&mut self, coming: Upcoming) -> Result<(), StepError> {
        self.clock.advance_to(coming.time);
        if self.is_of_later_round(&coming) {
            match self.bodies_of(&coming) {
                [Some(first), Some(second)] => self.evict([first, second]),
                [first, second] => first.or(second).into_iter().for_each(|body| self.evict([body])),
            }
            return Ok(());
        }
        self.check_progress(|world| world.names_in_balls(&coming))?;
        match coming.kind {
            UpcomingKind::Pair(pair) => self.collide_balls(pair)?,
            UpcomingKind::Wall(body, wall) => self.collide_ball_with_wall(body, wall)?,
            UpcomingKind::Overlap(pair, begins) => self.change_overlap(pair, begins),
            UpcomingKind::Wrap(body) => {
                self.check_outgrown(body)?;
                self.expand(body);
                self.motions().mark(body);
                self.repredict_moved();
            }
            UpcomingKind::Paused | UpcomingKind::Rezoned => {}
        }
        self.lanes.count(1);
        Ok(())
    }

    fn change_overlap(&mut self, pair: [u32; 2], begins: bool) {
        if let Some(balls) = self.lanes.balls.get_mut() {
            balls.change_overlap(pair, begins);
        }
        if !begins {
            self.clock.instant_mut().note_end_of_overlap(pair);
        }
        let bodies = pair.map(|body| self.bodies.id(body));
        let kind = match begins {
            true => EventKind::OverlapBegin { bodies },
            false => EventKind::OverlapEnd { bodies },
        };
        self.ledger.push(self.clock.now(), kind);
    }

    /// Moves balls into the lane of pairs, which then finds their next event.
    pub(in crate::world) fn evict<const N: usize>(&mut self, bodies: [u32; N]) {
        self.sync_broad_phase();
        for body in bodies {
            self.leave_balls(body, false);
        }
        self.flush_balls();
        self.apply_rezoned(false);
        self.lanes.count(N);
    }

    /// Moves a ball with boxes that overlap its own into the lane of pairs, which ends overlaps where it
    /// jumps or is removed.
    pub(in crate::world) fn evict_from_overlaps(&mut self, body: u32) {
        let balls = self.lanes.balls.get().filter(|_| self.bodies.in_balls(body));
        if balls.is_some_and(|balls| balls.overlapping(body).next().is_some()) {
            self.evict([body]);
        }
    }

    /// The bodies of an event of the lane of balls.
    pub(in crate::world) fn bodies_of(&self, coming: &Upcoming) -> [Option<u32>; 2] {
        match coming.kind {
            UpcomingKind::Pair(pair) => pair.map(|slot| self.lanes.balls.get().map(|balls| balls.id(slot).index)),
            UpcomingKind::Overlap(pair, _) => pair.map(Some),
            UpcomingKind::Wall(body, _) | UpcomingKind::Wrap(body) => [Some(body), None],
            UpcomingKind::Paused | UpcomingKind::Rezoned => [None; 2],
        }
    }

    /// Executes the collision of two balls, as [`collide`](Self::collide) does for a pair in the
    /// table.
    fn collide_balls(&mut self, pair: [u32; 2]) -> Result<(), StepError> {
        if self.hooks.has_pair_law() {
            return self.collide_balls_by_law(pair);
        }
        match self.lanes.balls.get().is_some_and(|balls| balls.are_free()) {
            true => self.collide_balls_by_impulses::<true>(pair),
            false => self.collide_unlike_balls(pair),
        }
    }

    /// The same where balls have accelerations, turn or swell.
    #[inline(never)]
    fn collide_unlike_balls(&mut self, pair: [u32; 2]) -> Result<(), StepError> {
        self.collide_balls_by_impulses::<false>(pair)
    }

    #[inline(always)]
    fn collide_balls_by_impulses<const FREE: bool>(&mut self, pair: [u32; 2]) -> Result<(), StepError> {
        let Some(balls) = self.lanes.balls.get_mut() else {
            return Ok(());
        };
        debug_assert!(!balls.is_ahead_of(self.clock.now()), "the lane of balls is at the present");
        match balls.collide::<FREE>(pair, self.clock.now(), &self.config.settings().zeno) {
            CollisionOutcome::Collided(collision) => self.conclude_collision(&collision),
            CollisionOutcome::MayRest => drop(self.evict_pair(pair)),
            CollisionOutcome::Endless(ids) => return Err(self.zeno_error(ids.map(Party::Body))),
        }
        Ok(())
    }

    /// The same by the user's law.
    #[inline(never)]
    fn collide_balls_by_law(&mut self, pair: [u32; 2]) -> Result<(), StepError> {
        let Some(balls) = self.lanes.balls.get() else { return Ok(()) };
        let outcome = balls.meet(pair, self.clock.now(), &self.config.settings().zeno);
        let meeting = match &outcome {
            MeetingOutcome::Collides(meeting) => meeting,
            MeetingOutcome::MayRest => {
                self.evict_pair(pair);
                return Ok(());
            }
            MeetingOutcome::Endless(ids) => return Err(self.zeno_error(ids.map(Party::Body))),
        };
        let encounter = balls.encounter(meeting);
        let answer = self.respond(&encounter)?;
        self.clock.instant_mut().enter_round(1);
        let late = meeting.late_with(answer.opening);
        if answer.passing || meeting.begins_to_turn(&answer.after) {
            let bodies = self.evict_pair(pair);
            let place = self.pairs.of(&self.bodies, bodies).find(|place| self.meets_now(*place));
            let place = place.expect("the pair that meets is in the lane of pairs now");
            let crowding = self.crowding(encounter.closing_speed, &encounter.sides);
            self.conclude(place, &encounter, &answer, late.into(), meeting.by_policy(), &crowding);
            self.ledger.collision(&encounter, &answer.after);
            self.predictor().queue(place);
            self.repredict_moved();
            return Ok(());
        }
        let Some(balls) = self.lanes.balls.get_mut() else {
            return Ok(());
        };
        let collision = balls.part(meeting, &answer.after, late);
        self.conclude_collision(&collision);
        Ok(())
    }

    /// Moves the balls in two slots into the lane of pairs. Returns the bodies, in scene order.
    fn evict_pair(&mut self, slots: [u32; 2]) -> [u32; 2] {
        let balls = self.lanes.balls.get().expect("slots are of an open lane");
        let bodies = slots.map(|slot| balls.id(slot).index);
        self.evict(bodies);
        bodies
    }

    /// Whether the impact of a pair is predicted for the present.
    fn meets_now(&self, place: u32) -> bool {
        let impact = self.pairs[place].forecast().impact();
        impact.is_some_and(|impact| impact.time <= self.clock.now())
    }

    /// Counts and sums a collision of the lane of balls, and predicts again what it changes.
    #[inline(always)]
    pub(super) fn conclude_collision(&mut self, collision: &BallCollision) {
        self.count_collision(collision);
        self.follow_changed_motions();
    }

    /// Stores the event of a collision of the lane of balls, and counts and sums it.
    #[inline(always)]
    pub(in crate::world) fn count_collision(&mut self, collision: &BallCollision) {
        self.ledger.push(self.clock.now(), EventKind::Collision(collision.event));
        self.clock.instant_mut().enter_round(1);
        let counters = self.ledger.counters_mut();
        match collision.hit.against {
            Against::Wall => counters.wall_collisions += 1,
            Against::Body | Against::Fixed => counters.collisions += 1,
        }
        counters.zeno_collisions += u64::from(collision.by_policy);
        for changed in collision.changes.iter().filter(|changed| changed.inverse_mass > 0.0) {
            let mass = 1.0 / changed.inverse_mass;
            self.ledger
                .sums_mut()
                .change_velocity(self.clock.now(), mass, &changed.before, &changed.after);
        }
        self.ledger.sums_mut().collision(&collision.hit);
    }

    /// Counts and records the motions that a collision of balls has changed, and repeats all
    /// predictions that depend on them.
    #[inline(always)]
    fn follow_changed_motions(&mut self) {
        let Some(balls) = self.lanes.balls.get_mut() else { return };
        self.ledger.counters_mut().motion_changes += balls.dirty().len() as u64;
        for slot in balls.dirty() {
            self.clock.instant_mut().note_collided(balls.id(*slot).index);
        }
        // Without zones no ball is near: the memory of the bodies is not read.
        match balls.has_zones() || self.ledger.records_motion() {
            true => self.follow_and_record(),
            false => balls.flush(self.clock.now()),
        }
    }

    /// Records the motions that a collision has changed, and updates the pairs across the lanes.
    #[inline(never)]
    fn follow_and_record(&mut self) {
        let Some(balls) = self.lanes.balls.get_mut() else { return };
        let mut near: SmallVec<[u32; 2]> = SmallVec::new();
        let (has_zones, records) = (balls.has_zones(), self.ledger.records_motion());
        for slot in balls.dirty() {
            let id = balls.id(*slot);
            if has_zones && self.bodies.is_full(id.index) {
                near.push(id.index);
            }
            if records {
                let species = self.bodies.species_by_number(balls.kind(*slot));
                self.ledger.record(id, &species.piece(&balls.own_motion_in(*slot)));
            }
        }
        balls.flush(self.clock.now());
        for index in near {
            self.copy_motion_from_balls(index);
            self.predict_pairs_of(index);
        }
    }
}
