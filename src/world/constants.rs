//! Changes of what bodies are, and of what holds for the whole world, between two events.
//!
//! One place for all of them:
//!
//! 1. Check the new constants as an insertion does, the body itself and then where it is. A refusal changes nothing.
//! 2. Put them in place of the old ones.
//! 3. Where predictions depend on them (a shape, or what a body meets) the body begins a new motion piece and is paired anew. Masses
//!    and friction matter between events only to bodies at rest: these begin new pieces, whose forces are found anew. What is left
//!    (restitution, and mass and friction of what flies) counts from the next collision on: no piece begins.
//!
//! Which pieces begin depends on the change and on the rests alone, so it is the same by every method.

use super::bodies::{Own, State};
use super::bounded::check_lease;
use super::schedule::{Entry, ScheduleId};
use super::{World, WorldError};
use crate::broad::CandidateChange;
use crate::domain::ImageOffset;
use crate::event::BodyId;
use crate::impact::Collider;
use crate::limits::{ValueError, check_vector};
use crate::queue::EventQueue;
use crate::response::{Relation, Role};
use crate::scene::{
    BodyChange, BodyKind, Shape, check_change, check_friction, check_restitution, check_shape_in_motion, inverse_inertia,
    unsigned,
};
use nalgebra::Vector3;
use std::mem::swap;
use std::sync::Arc;

/// The constants of a body after a change.
struct Constants {
    shape: Shape,
    collider: Arc<Collider>,
    inverse_mass: f64,
    inverse_inertia: f64,
    restitution: f64,
    friction: f64,
    own: Own,
    role: Role,
}

impl Constants {
    /// Exchanges them for those of a body, whose extents follow.
    fn exchange(&mut self, state: &mut State) {
        swap(&mut self.shape, &mut state.shape);
        swap(&mut self.collider, &mut state.collider);
        swap(&mut self.inverse_mass, &mut state.inverse_mass);
        swap(&mut self.inverse_inertia, &mut state.inverse_inertia);
        swap(&mut self.restitution, &mut state.restitution);
        swap(&mut self.friction, &mut state.friction);
        swap(&mut self.own, &mut state.own);
        swap(&mut self.role, &mut state.role);
        if !Arc::ptr_eq(&self.collider, &state.collider) {
            state.extents = state.collider.extents_along(&state.piece);
        }
    }
}

/// What follows from a change, apart from the constants themselves.
#[derive(Clone, Copy)]
struct Effect {
    /// There is a new shape.
    reshapes: bool,
    /// Pairs of the body may be something else than before, or other ones.
    pairs_anew: bool,
    /// There is a new mass.
    weighs_anew: bool,
    /// The forces of rests change.
    shifts_forces: bool,
}

impl World {
    /// Changes what a body is at the present time, all of it or nothing: groups, sensor, restitution, friction, mass, shape. It is
    /// refused where the body, as an insertion would be, is not allowed or overlaps what it would collide with from now on.
    ///
    /// No event reports the change itself. What it causes comes with the next step, at the present time: contacts and overlaps that
    /// it begins or ends. With another shape, other groups, or as a sensor or none from now on, the body begins a new motion piece
    /// of the same motion; rests of it end, and begin again where it is still pressed on something. A new mass makes the
    /// [statistics](Self::statistics) begin anew.
    ///
    /// Cost: O(n) and a prediction for each body near it, for a new shape, other groups, and sensors; else O(rests of the body).
    ///
    /// # Errors
    /// [`WorldError::StaleId`]; [`WorldError::Value`] for a number that is not allowed, for a shape that the body's motion, its own
    /// bounds, a change scheduled for it or a periodic domain does not allow, for a density or a body that rotates without a
    /// volume; [`WorldError::Overlap`] of a body that it would collide with from now on, or of a wall. The world is then as before.
    ///
    /// # Example
    /// ```
    /// use kinesweep::{Body, BodyChange, EventKind, Shape, World};
    /// use nalgebra::Vector3;
    /// let mut world = World::builder().build()?;
    /// let ball = Body::new(Shape::ball(1.0)?);
    /// let ghost = world.insert(ball.clone().velocity(Vector3::x()).sensor())?;
    /// world.insert(ball.position(Vector3::x() * 10.0))?;
    /// world.advance_to(4.0)?;
    /// // It turns solid, three times as heavy, and smaller.
    /// world.set_body(ghost, &BodyChange::new().sensor(false).mass(3.0).shape(Shape::ball(0.5)?))?;
    /// let event = world.step()?.expect("they meet");
    /// assert_eq!(event.time, 8.5);
    /// assert!(matches!(event.kind, EventKind::Collision(_)));
    /// assert_eq!(world.velocity(ghost)?.x, 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_body(&mut self, id: BodyId, change: &BodyChange) -> Result<(), WorldError> {
        self.check_id(id)?;
        self.change_body(id, change)
    }

    /// Schedules a change of what a body is at a time in seconds, reported as
    /// [`EventKind::MotionChange`](crate::EventKind::MotionChange) when it comes. Its numbers
    /// are checked now; what depends on the body and on its surroundings then, as [`set_body`](Self::set_body) does: see
    /// [`StepError::Change`](super::StepError::Change). O(log n).
    ///
    /// # Errors
    /// [`WorldError::StaleId`]; [`WorldError::Value`] for a number that is not allowed; [`WorldError::Time`] for a time that has
    /// passed.
    ///
    /// # Example
    /// ```
    /// use kinesweep::{Body, BodyChange, EventKind, Shape, World};
    /// use nalgebra::Vector3;
    /// let mut world = World::builder().build()?;
    /// let ball = Body::new(Shape::ball(1.0)?);
    /// let ghost = world.insert(ball.clone().velocity(Vector3::x()).sensor())?;
    /// world.insert(ball.position(Vector3::x() * 10.0))?;
    /// world.schedule_change(ghost, 4.0, BodyChange::new().sensor(false))?;
    /// let events = world.advance_to(10.0)?;
    /// assert_eq!(events[0].kind, EventKind::MotionChange { body: ghost });
    /// assert!(matches!(events[1].kind, EventKind::Collision(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn schedule_change(&mut self, id: BodyId, time: f64, change: BodyChange) -> Result<ScheduleId, WorldError> {
        let serial = self.state(id)?.serial;
        self.check_future(time)?;
        change.check().map_err(|error| error.within(&self.name_of(id.index)))?;
        let change = Box::new(change);
        Ok(self.agenda.schedule.add(time, serial, Entry::Constants { body: id, change }))
    }

    /// Changes what a body of this world is, or refuses and leaves it.
    pub(super) fn change_body(&mut self, id: BodyId, change: &BodyChange) -> Result<(), WorldError> {
        let mut after = self
            .checked_constants(id, change)
            .inspect_err(|_| self.shapes.release_unused())?;
        self.sync_broad_phase();
        let before = self.seen(id.index).role;
        let effect = Effect {
            reshapes: change.shape.is_some(),
            pairs_anew: change.shape.is_some() || before != after.role,
            weighs_anew: change.mass.is_some(),
            shifts_forces: change.mass.is_some() || change.friction.is_some(),
        };
        if effect.pairs_anew {
            if let Err(refusal) = self.check_place(id.index, &mut after, effect.reshapes) {
                drop(after);
                self.shapes.release_unused();
                return Err(refusal);
            }
            self.prepare_new_pairs(id.index);
        }
        self.replace_constants(id.index, after, effect);
        self.renew_moved();
        self.lanes.count(1);
        Ok(())
    }

    /// Step 1: what a body is to be, checked by itself.
    fn checked_constants(&mut self, id: BodyId, change: &BodyChange) -> Result<Constants, WorldError> {
        let within = |name: String| move |error: ValueError| error.within(&name);
        change.check().map_err(within(self.name_of(id.index)))?;
        let prepared = match &change.shape {
            Some(shape) => {
                self.check_form(id, shape).map_err(within(self.name_of(id.index)))?;
                let collider = self.shapes.get(shape).map_err(within(self.name_of(id.index)))?;
                Some((shape.clone(), collider))
            }
            None => None,
        };
        let state = self.seen(id.index);
        let (shape, collider) = prepared.unwrap_or_else(|| (state.shape.clone(), Arc::clone(&state.collider)));
        let (mut inverse_mass, mut inertia) = (state.inverse_mass, state.inverse_inertia);
        if let Some(mass) = change.mass {
            let inverse = mass.inverse(state.role.kind, || collider.volume());
            inverse_mass = inverse.map_err(within(self.name_of(id.index)))?;
        }
        if change.mass.is_some() || change.shape.is_some() {
            let inverse = inverse_inertia(inertia > 0.0, inverse_mass, collider.gyration());
            inertia = inverse.map_err(within(self.name_of(id.index)))?;
        }
        Ok(Constants {
            shape,
            collider,
            inverse_mass,
            inverse_inertia: inertia,
            restitution: change.restitution.unwrap_or(state.restitution),
            friction: change.friction.unwrap_or(state.friction),
            own: Own {
                restitution: state.own.restitution || change.restitution.is_some(),
                friction: state.own.friction || change.friction.is_some(),
            },
            role: Role {
                groups: change.groups.unwrap_or(state.role.groups),
                sensor: change.sensor.unwrap_or(state.role.sensor),
                ..state.role
            },
        })
    }

    /// Checks whether a body can have a shape: with its motion, its bounds and what is scheduled for it, in this domain.
    fn check_form(&self, id: BodyId, shape: &Shape) -> Result<(), ValueError> {
        self.config.settings.domain.check_shape(shape)?;
        let state = self.seen(id.index);
        check_shape_in_motion(shape, &state.piece)?;
        if let Some(lease) = &state.lease {
            check_lease(lease, !shape.bounding_radius().is_finite(), self.clock.now)?;
        }
        let mut scheduled = self.agenda.schedule.motions_of(id);
        scheduled.try_for_each(|change| check_change(change, shape).map_err(|error| error.within("scheduled")))
    }

    /// Step 1: refuses what would overlap a wall or a body that it would collide with from now on. (What collided with it before
    /// is where it may be, unless the shape is new.)
    fn check_place(&mut self, index: u32, after: &mut Constants, reshapes: bool) -> Result<(), WorldError> {
        self.unfold(index);
        let role = self.bodies[index].role;
        let state = &mut self.bodies[index];
        let (piece, extents) = (state.piece, state.extents);
        state.piece = piece.rebased(self.clock.now);
        after.exchange(state);
        state.extents = state.collider.extents_along(&state.piece);
        let mut checked = if reshapes { self.check_domain(index) } else { Ok(()) };
        for other in self.bodies.in_order() {
            if checked.is_ok() && *other != index {
                let before = role.relation(&self.seen(*other).role, self.config.settings.response);
                if reshapes || before != Some(Relation::Collide) {
                    checked = self.check_pair_start(self.in_scene_order(index, *other));
                }
            }
        }
        let state = &mut self.bodies[index];
        after.exchange(state);
        (state.piece, state.extents) = (piece, extents);
        self.fold(index);
        checked
    }

    /// Makes ready for a body that is to be paired anew: in the lane of pairs, and with all pairs up to the present.
    fn prepare_new_pairs(&mut self, index: u32) {
        if self.bodies.in_balls(index) {
            self.evict([index]);
        }
        while self.search.broad.next_time() <= self.clock.now {
            self.advance_broad_phase(self.clock.now);
        }
    }

    /// Step 2, and what follows from it.
    fn replace_constants(&mut self, index: u32, mut after: Constants, effect: Effect) {
        self.unfold(index);
        if effect.weighs_anew {
            self.tell_tally(index, false);
        }
        after.exchange(&mut self.bodies[index]);
        if effect.weighs_anew {
            self.tell_tally(index, true);
        }
        if effect.pairs_anew {
            self.end_rests_of(index);
            self.mark_moved(index);
            if effect.reshapes {
                let state = &mut self.bodies[index];
                state.extents = state.collider.extents_along(&state.piece);
            }
            self.pair_anew(index, after.collider.is_half_space());
        } else if effect.shifts_forces {
            self.restart_rests_of(index);
        }
        self.fold(index);
        if effect.reshapes {
            self.shapes.release(&after.shape, &after.collider);
        }
    }

    /// Step 3: begins the pairs of a body as they are from now on. Contacts that are none any more end.
    fn pair_anew(&mut self, index: u32, was_half_space: bool) {
        let mut ends = Vec::new();
        for place in self.bodies[index].pairs.clone() {
            let pair = &self.pairs[place];
            let relation = self.relation_of(pair.bodies);
            if relation == Some(pair.relation) {
                continue;
            }
            ends.extend(self.end_of_contact(place));
            match relation {
                Some(relation) => {
                    let pair = &mut self.pairs[place];
                    (pair.relation, pair.passing, pair.recent_normals) = (relation, false, None);
                }
                None => {
                    ends.extend(self.end_of_overlap(place));
                    self.drop_pair(place);
                }
            }
        }
        self.report_ends(ends);
        // All balls near it are compared with its next zone.
        self.remove_zone(index);
        let candidates = self.candidates_of(index, was_half_space);
        let mut named: Vec<([u32; 2], ImageOffset)> = candidates
            .iter()
            .map(|(bodies, image)| self.in_scene_order_by(*bodies, *image))
            .collect();
        named.sort_unstable();
        for place in self.bodies[index].pairs.clone() {
            let pair = &self.pairs[place];
            if pair.bodies.iter().any(|body| self.bodies.in_balls(*body)) {
                continue;
            }
            if named.binary_search(&(pair.bodies, pair.image)).is_err() {
                self.end_pair(place);
            }
        }
        // The pairs begin when the motions are settled.
        let begins = candidates.into_iter().map(|(bodies, image)| CandidateChange {
            bodies,
            image,
            begins: true,
        });
        self.search.changes.extend(begins);
    }

    /// The candidate pairs of a body that may have another shape than before, which is taken out of the broad phase and put in again.
    fn candidates_of(&mut self, index: u32, was_half_space: bool) -> Vec<([u32; 2], ImageOffset)> {
        let is_half_space = self.bodies[index].collider.is_half_space();
        debug_assert!(
            self.search.changes.is_empty(),
            "changes of pairs are applied before others come"
        );
        let mut changes = std::mem::take(&mut self.search.changes);
        if was_half_space {
            self.search.half_spaces.retain(|other| *other != index);
        }
        match (was_half_space, is_half_space) {
            (true, true) => {}
            (true, false) => {
                let bounds = self.bounds_of(index);
                self.search.broad.insert(&[(index, bounds)], self.clock.now, &mut changes);
            }
            (false, true) => {
                self.search.broad.remove(index, self.clock.now, &mut changes);
                self.agenda.walls.remove(index);
            }
            (false, false) => {
                let bounds = self.bounds_of(index);
                self.search.broad.shift_image(index, &self.bodies[index].turns);
                self.search.broad.reinsert(index, &bounds, self.clock.now, &mut changes);
            }
        }
        let begun = changes.drain(..).filter(|change| change.begins);
        let mut candidates: Vec<_> = begun.map(|change| (change.bodies, change.image)).collect();
        self.search.changes = changes;
        let planes: &[u32] = if is_half_space {
            self.bodies.in_order()
        } else {
            &self.search.half_spaces
        };
        let planes = planes
            .iter()
            .filter(|other| **other != index && !self.bodies.in_balls(**other));
        candidates.extend(planes.map(|other| ([*other, index], [0; 3])));
        if is_half_space {
            self.search.half_spaces.push(index);
        }
        candidates
    }

    /// Changes the restitution of the walls of the domain and of the bodies that name none, at the present time. It counts from the
    /// next collision on; no event reports it. O(n).
    ///
    /// # Errors
    /// [`WorldError::Value`] for a number below 0 or above 1. Nothing changed then.
    pub fn set_default_restitution(&mut self, restitution: f64) -> Result<(), WorldError> {
        check_restitution(restitution)?;
        self.config.settings.restitution = restitution;
        self.change_all(|state| {
            if !state.own.restitution {
                state.restitution = restitution;
            }
        });
        Ok(())
    }

    /// Changes the friction of the walls of the domain and of the bodies that name none, at the present time. It counts from the
    /// next collision on; what rests begins a new motion piece, with other forces. No event reports it. O(n).
    ///
    /// # Errors
    /// [`WorldError::Value`] for a number below 0 or too large. Nothing changed then.
    pub fn set_default_friction(&mut self, friction: f64) -> Result<(), WorldError> {
        check_friction(friction)?;
        self.sync_broad_phase();
        self.config.settings.friction = friction;
        self.change_all(|state| {
            if !state.own.friction {
                state.friction = friction;
            }
        });
        for at in 0..self.bodies.len() {
            let index = self.bodies.in_order()[at];
            if !self.bodies.in_balls(index) {
                self.restart_rests_of(index);
            }
        }
        self.renew_moved();
        Ok(())
    }

    /// Changes constants of all bodies on which no prediction depends.
    fn change_all(&mut self, change: impl Fn(&mut State)) {
        for at in 0..self.bodies.len() {
            let index = self.bodies.in_order()[at];
            self.unfold(index);
            change(&mut self.bodies[index]);
            self.fold(index);
        }
    }

    /// Changes gravity at the present time, in metres per second squared. Every dynamic body begins a new motion piece; rests are
    /// solved anew, and [`energy`](Self::energy) counts the new potential. No event reports it. The same gravity again changes
    /// nothing.
    ///
    /// Cost: O(n) and the predictions of all pairs.
    ///
    /// # Errors
    /// [`WorldError::Value`] for a number that is not allowed. Nothing changed then.
    ///
    /// # Example
    /// ```
    /// use kinesweep::{Body, Shape, World};
    /// use nalgebra::Vector3;
    /// let mut world = World::builder().build()?;
    /// let id = world.insert(Body::new(Shape::ball(1.0)?).velocity(Vector3::x()))?;
    /// world.advance_to(2.0)?;
    /// world.set_gravity(Vector3::y() * -10.0)?;
    /// world.advance_to(3.0)?;
    /// assert_eq!(world.pose(id)?.translation.vector, Vector3::new(3.0, -5.0, 0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_gravity(&mut self, gravity: Vector3<f64>) -> Result<(), WorldError> {
        check_vector("gravity", &gravity)?;
        if gravity == self.config.settings.gravity {
            return Ok(());
        }
        self.sync_broad_phase();
        let is_dynamic = |index: &u32| self.seen(*index).role.kind == BodyKind::Dynamic;
        let dynamic: Vec<u32> = self.bodies.in_order().iter().copied().filter(is_dynamic).collect();
        self.config.settings.gravity = gravity;
        if dynamic.is_empty() {
            return Ok(());
        }
        self.close_balls();
        for index in &dynamic {
            let state = &mut self.bodies[*index];
            state.free_acceleration = unsigned(state.own_acceleration + gravity);
        }
        self.mark_all_moved(&dynamic);
        self.renew_moved();
        self.lanes.choose_soon();
        Ok(())
    }
}
