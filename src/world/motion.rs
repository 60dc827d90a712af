//! Changes of motion: new pieces, and all updates that follow from them.

use super::schedule::{Entry, ScheduleId};
use super::{World, WorldError};
use crate::contact::forget_lasting;
use crate::event::BodyId;
use crate::limits::check_time;
use crate::motion::MotionChange;
use crate::scene::{BodyKind, check_change, unsigned};
use nalgebra::Vector3;

impl World {
    /// Changes a body's motion at the present time. A new position or orientation is a jump, which
    /// must not overlap a body that it would collide with.
    ///
    /// Cost: a prediction for each body near it; a jump is compared with every other body, O(n).
    ///
    /// # Errors
    /// [`WorldError::StaleId`]; [`WorldError::Value`] for a number that is not allowed;
    /// [`WorldError::Overlap`] after a jump. Nothing changed then.
    pub fn set_motion(&mut self, id: BodyId, change: &MotionChange) -> Result<(), WorldError> {
        self.check_change(id, change)?;
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
    /// [`WorldError::Time`] for a time that has passed.
    pub fn schedule_motion(&mut self, id: BodyId, time: f64, change: MotionChange) -> Result<ScheduleId, WorldError> {
        let serial = self.state(id)?.serial();
        self.check_future(time)?;
        self.check_change(id, &change)?;
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
        if change.is_jump() {
            self.evict_from_overlaps(index);
        }
        self.expand(index);
        if change.is_jump() {
            if let Err(refusal) = self.try_jump(index, change) {
                self.compact(index);
                return Err(refusal);
            }
            self.rests().end_rests_of(index);
            self.rests().leave_island(index);
            forget_lasting(&mut self.bodies, index);
        }
        if let Some(own) = change.acceleration {
            let pull = match self.bodies[index].constants().role.kind {
                BodyKind::Dynamic => self.config.settings().gravity,
                BodyKind::Fixed => Vector3::zeros(),
            };
            self.rests().change_accelerations(index, unsigned(own), unsigned(own + pull));
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
        if change.velocity.is_some() {
            self.rests().forget_anticipation(index);
        }
        self.rests().request_renewal(index);
        Ok(())
    }

    /// Checks the numbers of a change of motion.
    fn check_change(&self, id: BodyId, change: &MotionChange) -> Result<(), WorldError> {
        let of_shape = check_change(change, &self.state(id)?.constants().shape);
        of_shape
            .and_then(|()| self.config.settings().dimensions.check_change(change))
            .map_err(|error| self.of_body(id.index, error))
    }

    /// Moves a body by a jump, or refuses and leaves it.
    fn try_jump(&mut self, index: u32, change: &MotionChange) -> Result<(), WorldError> {
        let state = &self.bodies[index];
        let before = (*state.piece(), *state.extents(), *state.image_offset());
        let mut piece = state.piece().rebased(self.clock.now());
        let place = piece.position;
        piece.orientation = change.orientation.unwrap_or(piece.orientation);
        piece.position = change.position.map_or(place, |origin| piece.centre_of_mass_for(&origin));
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
}
