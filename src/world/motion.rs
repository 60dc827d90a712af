//! Changes of motion: new pieces, and all updates that follow from them.

use super::schedule::{Entry, ScheduleId};
use super::{World, WorldError};
use crate::broad::CandidateChange;
use crate::contact::forget_lasting;
use crate::domain::ImageOffset;
use crate::event::BodyId;
use crate::limits::check_time;
use crate::motion::MotionChange;
use crate::scene::{BodyKind, check_change, unsigned};
use crate::stopwatch::Part;
use nalgebra::Vector3;
use smallvec::SmallVec;

impl World {
    /// Changes a body's motion at the present time. A new position or orientation is a jump, which
    /// must not overlap a body that it would collide with.
    ///
    /// Cost: a prediction for each body near it; a jump is compared with every other body, O(n).
    ///
    /// # Errors
    /// [`WorldError::StaleId`]; [`WorldError::Value`] for a number that is not allowed;
    /// [`WorldError::Periodic`] for growth in a periodic domain; [`WorldError::Overlap`] after a
    /// jump. Nothing changed then.
    pub fn set_motion(&mut self, id: BodyId, change: &MotionChange) -> Result<(), WorldError> {
        check_change(change, &self.state(id)?.constants().shape).map_err(|error| self.of_body(id.index, error))?;
        self.check_periodic(id.index, change)?;
        self.sync_broad_phase();
        self.apply_change(id.index, change)?;
        self.repredict_moved();
        Ok(())
    }

    /// Schedules a change of a body's motion at a time in seconds, reported as
    /// [`EventKind::MotionChange`](crate::EventKind::MotionChange). A jump is checked at that time:
    /// see [`StepError::Jump`](super::StepError::Jump). The id returned serves to
    /// [`cancel`](Self::cancel) it. O(log n).
    ///
    /// # Errors
    /// [`WorldError::StaleId`]; [`WorldError::Value`] for a number that is not allowed;
    /// [`WorldError::Periodic`] for growth in a periodic domain; [`WorldError::Time`] for a time
    /// that has passed.
    pub fn schedule_motion(&mut self, id: BodyId, time: f64, change: MotionChange) -> Result<ScheduleId, WorldError> {
        let serial = self.state(id)?.serial();
        self.check_future(time)?;
        check_change(&change, &self.state(id)?.constants().shape).map_err(|error| self.of_body(id.index, error))?;
        self.check_periodic(id.index, &change)?;
        Ok(self
            .agenda
            .schedule_mut()
            .add(time, serial, Entry::Motion { body: id, change }))
    }

    /// Schedules a user-defined event, reported as
    /// [`EventKind::Scheduled`](crate::EventKind::Scheduled) with the token at its time, in
    /// seconds. The id returned serves to [`cancel`](Self::cancel) it. O(log n).
    ///
    /// # Errors
    /// [`WorldError::Time`] for a time that has passed, [`WorldError::Value`] for a time that is
    /// not a number in range.
    pub fn schedule(&mut self, time: f64, token: u64) -> Result<ScheduleId, WorldError> {
        self.check_future(time)?;
        Ok(self.agenda.schedule_mut().add(time, 0, Entry::User { token }))
    }

    /// Cancels a scheduled event or change. False if it is not pending: it has happened, was
    /// cancelled before, or its body was removed. The id of another world names another entry here,
    /// or none. O(log n).
    ///
    /// ```
    /// use kinesweep::{EventKind, World};
    /// let mut world = World::builder().build()?;
    /// let alarm = world.schedule(1.0, 7)?;
    /// world.schedule(2.0, 8)?;
    /// assert!(world.cancel(alarm) && !world.cancel(alarm));
    /// let event = world.step()?.expect("the second");
    /// assert_eq!((event.time, event.kind), (2.0, EventKind::Scheduled { token: 8 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cancel(&mut self, id: ScheduleId) -> bool {
        self.agenda.schedule_mut().cancel(id)
    }

    /// Cancels all changes of motion that are scheduled for a body, including those that it was
    /// [inserted with](crate::Body::change_at), and returns their number. O(n) for n scheduled
    /// entries.
    ///
    /// # Errors
    /// [`WorldError::StaleId`].
    pub fn cancel_motions(&mut self, id: BodyId) -> Result<usize, WorldError> {
        self.check_id(id)?;
        Ok(self.agenda.schedule_mut().forget(id))
    }

    pub(super) fn check_future(&self, time: f64) -> Result<(), WorldError> {
        check_time("time", time)?;
        if time >= self.clock.now() {
            Ok(())
        } else {
            Err(WorldError::Time {
                time,
                now: self.clock.now(),
            })
        }
    }

    /// Changes a motion at the present time, or refuses and leaves it.
    pub(super) fn apply_change(&mut self, index: u32, change: &MotionChange) -> Result<(), WorldError> {
        self.expand(index);
        if change.is_jump() {
            if let Err(refusal) = self.try_jump(index, change) {
                self.compact(index);
                return Err(refusal);
            }
            self.rests().end_rests_of(index);
            forget_lasting(&mut self.bodies, index);
        }
        if let Some(own) = change.acceleration {
            let pull = match self.bodies[index].constants().role.kind {
                BodyKind::Dynamic => self.config.settings().gravity,
                BodyKind::Fixed => Vector3::zeros(),
            };
            let motion = self.bodies.motion_mut(index);
            motion.set_accelerations(unsigned(own), unsigned(own + pull));
        }
        let velocity = change
            .velocity
            .unwrap_or_else(|| self.bodies[index].piece().velocity_at(self.clock.now()));
        self.motions().begin_piece(index, velocity);
        if let Some(angular_velocity) = change.angular_velocity {
            self.rests().set_spin(index, unsigned(angular_velocity));
        }
        if let Some(growth) = change.growth {
            self.bodies.motion_mut(index).set_growth(growth + 0.0);
        }
        if self.bodies[index].rotates_or_grows() {
            self.rests().end_rests_of(index);
        }
        Ok(())
    }

    /// Moves a body by a jump, or refuses and leaves it.
    fn try_jump(&mut self, index: u32, change: &MotionChange) -> Result<(), WorldError> {
        let state = &self.bodies[index];
        let before = (*state.piece(), *state.extents(), *state.image_offset());
        let mut piece = state.piece().rebased(self.clock.now());
        let place = piece.position;
        piece.position = change.position.unwrap_or(place);
        piece.orientation = change.orientation.unwrap_or(piece.orientation);
        self.bodies.place(index, piece);
        self.motions().wrap_from(index, &place);
        let mut checked = self.check_domain(index);
        for other in self.bodies.in_order() {
            if checked.is_ok() && *other != index {
                checked = self.check_pair_start(self.in_scene_order(index, *other));
            }
        }
        if checked.is_err() {
            let (piece, extents, image_offset) = before;
            self.bodies.motion_mut(index).put_back(piece, extents, image_offset);
        }
        checked
    }

    /// Updates everything that depends on the changed motions: rests, bounds, pairs, predictions,
    /// walls.
    pub(super) fn repredict_moved(&mut self) {
        if self.bodies.moved().is_empty() {
            return;
        }
        self.rests().solve_contacts();
        let mut leaving: SmallVec<[u32; 2]> = SmallVec::new();
        for at in 0..self.bodies.moved().len() {
            let index = self.bodies.moved()[at];
            self.ledger.record(self.bodies.id(index), self.bodies[index].piece());
            if self.bodies.in_balls(index) {
                match self.is_for_balls(index) {
                    true => self.send_motion_to_balls(index),
                    false => leaving.push(index),
                }
            } else {
                if !self.bodies[index].is_half_space() {
                    let bounds = self.bodies[index].bounds();
                    let offset = self.bodies[index].image_offset();
                    let now = self.clock.now();
                    self.ledger
                        .time(Part::Broad, || self.search.update(index, offset, &bounds, now));
                }
                self.update_lane_of(index);
            }
        }
        self.apply_pair_changes(true);
        for index in leaving {
            self.leave_balls(index, true);
        }
        self.flush_balls();
        self.apply_rezoned(true);
        for at in 0..self.bodies.moved().len() {
            let index = self.bodies.moved()[at];
            self.predict_pairs_of(index);
            if !self.bodies.in_balls(index) {
                self.predict_walls(index);
            }
        }
        let moved = self.bodies.take_moved();
        for index in &moved {
            self.compact(*index);
        }
        self.bodies.reuse_moved(moved);
    }

    /// Begins and ends pairs as the broad phase reported. `fresh`: a motion has just changed, so
    /// the predicted steps of a pair at this very time have not happened.
    pub(super) fn apply_pair_changes(&mut self, fresh: bool) {
        let changes = self.search.take_changes();
        for change in &changes {
            if change.begins {
                self.begin_pair(change.bodies, change.image, fresh);
                continue;
            }
            let (pair, image) = self.in_scene_order_by(change.bodies, change.image);
            if let Some(place) = self.pairs.find(&self.bodies, pair, &image) {
                self.end_pair(place);
            }
        }
        self.search.reuse(changes);
    }

    pub(super) fn begin_pair(&mut self, pair: [u32; 2], image: ImageOffset, fresh: bool) {
        let (pair, image) = self.in_scene_order_by(pair, image);
        let Some(relation) = self.relation_of(pair) else { return };
        let are_full = pair.iter().all(|body| self.bodies.is_full(*body));
        if are_full && self.pairs.find(&self.bodies, pair, &image).is_some() {
            return;
        }
        self.ledger.counters_mut().pair_begins += 1;
        for body in pair {
            self.expand(body);
        }
        let place = self.pairs.insert(&mut self.bodies, pair, image, relation);
        self.predict_pair(place, fresh);
    }

    /// Ends a candidate pair. A pair that a jump separated is kept until its end is reported.
    pub(super) fn end_pair(&mut self, place: u32) {
        let pair = &self.pairs[place];
        if pair.in_contact() || pair.in_overlap() || pair.is_at_rest() {
            return;
        }
        self.ledger.counters_mut().pair_ends += 1;
        self.drop_pair(place);
    }

    pub(super) fn drop_pair(&mut self, place: u32) {
        self.pairs.set_due(place, None);
        let pair = self.pairs.remove(&mut self.bodies, place);
        self.contacts.forget_pair(&pair);
    }

    /// Moves the broad phase to the present: back from a look ahead for the next event.
    pub(super) fn sync_broad_phase(&mut self) {
        let now = self.clock.now();
        if let Some(balls) = self.lanes.balls_mut() {
            balls.rewind(now);
            self.rewind_zones();
            self.apply_rezoned(false);
        }
        self.ledger.time(Part::Broad, || self.search.sync(self.clock.now()));
        if !self.search.changes().is_empty() {
            self.cancel_opposite_changes();
            self.apply_pair_changes(false);
        }
    }

    /// Keeps the last change of each pair, if its changes do not cancel. A pair that has ended and
    /// begun again keeps its plan.
    fn cancel_opposite_changes(&mut self) {
        let changes = self.search.take_changes();
        let named = |(number, change): (usize, &CandidateChange)| (self.in_scene_order_by(change.bodies, change.image), number);
        let mut reported: Vec<_> = changes.iter().enumerate().map(named).collect();
        reported.sort_unstable();
        let of_pairs = reported.chunk_by(|(one, _), (other, _)| one == other);
        let last = of_pairs
            .filter(|of_pair| of_pair.len() % 2 == 1)
            .map(|of_pair| of_pair[of_pair.len() - 1].1);
        let mut kept: Vec<usize> = last.collect();
        kept.sort_unstable();
        self.search.add_changes(kept.into_iter().map(|number| changes[number]));
    }
}
