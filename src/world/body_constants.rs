//! Changes of the constants of bodies between two events.
//!
//! All changes take the same steps:
//!
//! 1. Check the new constants as an insertion does: the body itself, then its place. A refusal
//!    changes nothing.
//! 2. Replace the old constants.
//! 3. Where predictions depend on them (a shape, or the bodies that it meets), the body begins a
//!    new motion piece and its pairs are formed again. Between events, masses and friction affect
//!    only bodies at rest: these begin new pieces with new forces. Other constants (restitution;
//!    mass and friction of moving bodies) apply from the next collision on, without a new piece.
//!
//! The new pieces are a function of the change and the rests alone, so they are the same by every
//! method.

use super::bounded::check_lease;
use super::schedule::{Entry, ScheduleId};
use super::{World, WorldError};
use crate::bodies::{BodyConstants, OwnConstants};
use crate::broad::CandidateChange;
use crate::domain::ImageOffset;
use crate::event::BodyId;
use crate::limits::ValueError;
use crate::response::{Relation, Role};
use crate::scene::{BodyChange, Dimensions, GivenInertia, Shape, check_change, check_shape_in_motion};
use nalgebra::Vector3;
use std::sync::Arc;

/// The consequences of a change of constants.
#[derive(Clone, Copy)]
struct Effect {
    /// The shape changes.
    reshapes: bool,
    /// The pairs of the body, or their relations, may change.
    pairs_anew: bool,
    /// The mass changes.
    weighs_anew: bool,
    /// The forces of rests change.
    shifts_forces: bool,
    /// Another shape, or the same about another centre of mass.
    refits: bool,
}

impl World {
    /// Changes the constants of a body at the present time, all or none of them: groups, sensor,
    /// restitution, friction, mass, shape, inertia, centre of mass. The change is refused where the body, as at an
    /// insertion, is not allowed or overlaps a body with which it would collide from now on.
    ///
    /// No event reports the change itself. The next step reports the contacts and overlaps that it
    /// begins or ends, at the present time. With another shape, inertia or centre of mass, other groups,
    /// or another sensor flag the body begins a new motion piece of the same motion; its rests end, and
    /// begin again where it is still pressed on a body. A new mass restarts the [statistics](Self::statistics).
    ///
    /// Cost: O(n) and a prediction for each body near it, for a new shape or inertia, other groups, and
    /// sensors; else O(rests of the body).
    ///
    /// # Errors
    /// [`WorldError::StaleId`]; [`WorldError::Value`] for a number that is not allowed, for a shape
    /// that the body's motion, its own bounds, a change scheduled for it or a periodic domain does
    /// not allow, for a density or a body that rotates without a volume, for an inertia or a centre of
    /// mass of a body that does not rotate, grows, or is in the plane; [`WorldError::Overlap`] of
    /// a body that it would collide with from now on, or of a wall. The world is then as before.
    ///
    /// # Example
    /// ```
    /// use kinesweep::scene::BodyChange;
    /// use kinesweep::{Body, EventKind, Shape, World};
    /// use nalgebra::Vector3;
    /// let mut world = World::builder().build()?;
    /// let ball = Body::new(Shape::ball(1.0)?);
    /// let ghost = world.insert(ball.clone().velocity(Vector3::x()).sensor())?;
    /// world.insert(ball.position(Vector3::x() * 10.0))?;
    /// world.advance_to(4.0)?;
    /// // It becomes solid, three times as heavy, and smaller.
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

    /// Schedules a change of a body's constants
    ///
    /// # Errors
    /// [`WorldError::StaleId`]; [`WorldError::Value`] for a number that is not allowed;
    /// [`WorldError::Time`] for a time that has passed.
    ///
    /// # Example
    /// ```
    /// use kinesweep::scene::BodyChange;
    /// use kinesweep::{Body, EventKind, Shape, World};
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
        let serial = self.state(id)?.serial();
        self.check_future(time)?;
        let dimensions = self.config.settings().dimensions;
        let flat = |change: &BodyChange| change.shape.as_ref().map_or(Ok(()), |shape| dimensions.check_shape(shape));
        let checked = change.check().and_then(|()| flat(&change));
        checked.map_err(|error| error.within(&self.name_of(id.index)))?;
        let change = Box::new(change);
        Ok(self
            .agenda
            .schedule_mut()
            .add(time, serial, Entry::Constants { body: id, change }))
    }

    /// Changes the constants of a body of this world, or refuses and leaves it.
    pub(super) fn change_body(&mut self, id: BodyId, change: &BodyChange) -> Result<(), WorldError> {
        let mut after = self
            .checked_constants(id, change)
            .inspect_err(|_| self.shapes.release_unused())?;
        self.sync_broad_phase();
        let state = self.body_ref(id.index);
        let changes_role = state.constants().role != after.role;
        let refits = !Arc::ptr_eq(&state.constants().collider, &after.collider);
        let effect = Effect {
            reshapes: change.shape.is_some(),
            refits: change.shape.is_some() || refits,
            pairs_anew: change.shape.is_some() || changes_role || change.given_inertia() != GivenInertia::default(),
            weighs_anew: change.mass.is_some(),
            shifts_forces: change.mass.is_some() || change.changes_friction(),
        };
        if effect.pairs_anew {
            // Another inertia leaves it where it is.
            if (effect.reshapes || changes_role)
                && let Err(refusal) = self.check_place(id.index, &mut after, effect.reshapes)
            {
                drop(after);
                self.shapes.release_unused();
                return Err(refusal);
            }
            self.prepare_new_pairs(id.index);
        }
        self.replace_constants(id.index, after, effect);
        self.repredict_moved();
        self.lanes.count(1);
        Ok(())
    }

    /// Step 1: the new constants of a body, checked without regard to its place.
    fn checked_constants(&mut self, id: BodyId, change: &BodyChange) -> Result<BodyConstants, WorldError> {
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
        let state = self.body_ref(id.index);
        let (shape, collider) =
            prepared.unwrap_or_else(|| (state.constants().shape.clone(), Arc::clone(&state.constants().collider)));
        let dimensions = self.config.settings().dimensions;
        let anew = change.given_inertia();
        let given = state.constants().given.replaced_by(&anew);
        self.check_given(id, &anew).map_err(within(self.name_of(id.index)))?;
        let (mut inverse_mass, mut inverse_inertia) = (state.constants().inverse_mass, state.constants().inverse_inertia);
        let (mut inertia, mut collider) = (state.constants().inertia, collider);
        if let Some(mass) = change.mass {
            let volume = || dimensions.volume(&shape, collider.volume());
            let inverse = mass.inverse(state.constants().role.kind, volume);
            inverse_mass = inverse.map_err(within(self.name_of(id.index)))?;
        }
        if change.mass.is_some() || change.shape.is_some() || anew != GivenInertia::default() {
            let rotates = inverse_inertia > 0.0;
            let gyration = dimensions.gyration(&shape, collider.gyration());
            let inverse = given.inverse_inertia(rotates, inverse_mass, gyration);
            let name = self.name_of(id.index);
            inverse_inertia = inverse.map_err(within(name.clone()))?;
            if rotates && dimensions == Dimensions::Three {
                inertia = given.resolve(&collider, 1.0 / inverse_mass).map_err(within(name.clone()))?;
                let centre = inertia.map_or(Vector3::zeros(), |inertia| inertia.centre);
                collider = self.shapes.get_about(&shape, &centre).map_err(within(name))?;
            }
        }
        let state = self.body_ref(id.index);
        Ok(BodyConstants {
            shape,
            collider,
            inverse_mass,
            inverse_inertia,
            inertia,
            given,
            restitution: change.restitution.unwrap_or(state.constants().restitution),
            friction: change.friction.unwrap_or(state.constants().friction),
            rolling_friction: change.rolling_friction.unwrap_or(state.constants().rolling_friction),
            spinning_friction: change.spinning_friction.unwrap_or(state.constants().spinning_friction),
            own: OwnConstants {
                restitution: state.constants().own.restitution || change.restitution.is_some(),
                friction: state.constants().own.friction || change.friction.is_some(),
                rolling_friction: state.constants().own.rolling_friction || change.rolling_friction.is_some(),
                spinning_friction: state.constants().own.spinning_friction || change.spinning_friction.is_some(),
            },
            role: Role {
                groups: change.groups.unwrap_or(state.constants().role.groups),
                sensor: change.sensor.unwrap_or(state.constants().role.sensor),
                ..state.constants().role
            },
        })
    }

    /// Checks new mass properties of a body.
    fn check_given(&self, id: BodyId, given: &GivenInertia) -> Result<(), ValueError> {
        self.config.settings().dimensions.check_given(given)?;
        let state = self.body_ref(id.index);
        let mut scheduled = self.agenda.schedule().motions_of(id);
        let grows = state.swells() || scheduled.any(|change| change.growth.is_some());
        given.check_for(state.constants().inverse_inertia > 0.0, state.is_half_space(), grows)
    }

    /// Checks a new shape of a body: against its motion, its bounds, its scheduled changes, and the
    /// domain.
    fn check_form(&self, id: BodyId, shape: &Shape) -> Result<(), ValueError> {
        self.config.settings().dimensions.check_shape(shape)?;
        self.config.settings().domain.check_shape(shape)?;
        let state = self.body_ref(id.index);
        check_shape_in_motion(shape, state.piece())?;
        if let Some(lease) = &state.lease() {
            check_lease(lease, !shape.bounding_radius().is_finite(), self.clock.now())?;
        }
        let mut scheduled = self.agenda.schedule().motions_of(id);
        scheduled.try_for_each(|change| check_change(change, shape).map_err(|error| error.within("scheduled")))
    }

    /// Step 1: refuses a body that would overlap a wall, or a body with which it collides from now
    /// on. (A body that collided with it before is allowed where it is, unless the shape is new.)
    fn check_place(&mut self, index: u32, after: &mut BodyConstants, reshapes: bool) -> Result<(), WorldError> {
        self.expand(index);
        let role = self.bodies[index].constants().role;
        let state = &self.bodies[index];
        let (piece, extents, image_offset) = (*state.piece(), *state.extents(), *state.image_offset());
        self.bodies.place(index, piece.rebased(self.clock.now()));
        self.bodies.exchange_constants(index, after);
        let mut checked = if reshapes { self.check_domain(index) } else { Ok(()) };
        for other in self.bodies.in_order() {
            if checked.is_ok() && *other != index {
                let before = role.relation(&self.body_ref(*other).constants().role, self.config.settings().response);
                if reshapes || before != Some(Relation::Collide) {
                    checked = self.check_pair_start(self.in_scene_order(index, *other));
                }
            }
        }
        self.bodies.exchange_constants(index, after);
        self.bodies.motion_mut(index).put_back(piece, extents, image_offset);
        self.compact(index);
        checked
    }

    /// Prepares new pairs of a body: it is moved to the lane of pairs, and the broad phase is
    /// brought to the present.
    fn prepare_new_pairs(&mut self, index: u32) {
        if self.bodies.in_balls(index) {
            self.evict([index]);
        }
        self.finish_search();
    }

    /// Step 2 and its consequences.
    fn replace_constants(&mut self, index: u32, mut after: BodyConstants, effect: Effect) {
        self.expand(index);
        if effect.weighs_anew {
            self.update_sums(index, false);
        }
        if self.bodies[index].constants().inertia != after.inertia {
            // It rotates in another way from now on.
            self.motions().mark(index);
        }
        let place = self.bodies[index].piece().position;
        self.bodies.exchange_constants(index, &mut after);
        if self.bodies[index].piece().position != place {
            self.motions().wrap_from(index, &place);
        }
        if effect.weighs_anew {
            self.update_sums(index, true);
        }
        if effect.pairs_anew {
            self.rests().end_rests_of(index);
            self.motions().mark(index);
            if effect.refits {
                self.bodies.fit_extents(index);
            }
            self.pair_anew(index, after.collider.is_half_space());
        } else if effect.shifts_forces {
            self.rests().restart_rests_of(index);
        }
        match effect.pairs_anew {
            true => self.rests().leave_island(index),
            false => self.rests().request_renewal(index),
        }
        self.compact(index);
        if effect.refits {
            self.shapes.release(&after.shape, &after.collider);
        }
    }

    /// Step 3: forms the pairs of a body again. Contacts that no longer exist end.
    fn pair_anew(&mut self, index: u32, was_half_space: bool) {
        let mut ends = Vec::new();
        for place in self.bodies[index].pairs().to_vec() {
            let pair = &self.pairs[place];
            let relation = self.relation_of(pair.bodies());
            if relation == Some(pair.relation()) {
                continue;
            }
            ends.extend(self.end_of_contact(place));
            match relation {
                Some(relation) => {
                    let pair = &mut self.pairs[place];
                    pair.relate(relation);
                }
                None => {
                    ends.extend(self.end_of_overlap(place));
                    self.drop_pair(place);
                }
            }
        }
        self.report_ends(ends);
        // Its next zone finds all balls near it.
        self.remove_zone(index);
        let candidates = self.candidates_of(index, was_half_space);
        let mut named: Vec<([u32; 2], ImageOffset)> = candidates
            .iter()
            .map(|(bodies, image)| self.in_scene_order_by(*bodies, *image))
            .collect();
        named.sort_unstable();
        for place in self.bodies[index].pairs().to_vec() {
            let pair = &self.pairs[place];
            if pair.bodies().iter().any(|body| self.bodies.in_balls(*body)) {
                continue;
            }
            if named.binary_search(&(pair.bodies(), *pair.image())).is_err() {
                self.end_pair(place);
            }
        }
        // The pairs begin after the new motions are solved.
        let begins = candidates.into_iter().map(|(bodies, image)| CandidateChange {
            bodies,
            image,
            begins: true,
        });
        self.search.add_changes(begins);
    }

    /// The candidate pairs of a body with a new shape. The body is removed from the broad phase and
    /// inserted again.
    fn candidates_of(&mut self, index: u32, was_half_space: bool) -> Vec<([u32; 2], ImageOffset)> {
        let is_half_space = self.bodies[index].is_half_space();
        debug_assert!(
            self.search.changes().is_empty(),
            "changes of pairs are applied before others come"
        );
        let (now, offset) = (self.clock.now(), self.bodies[index].image_offset());
        if was_half_space {
            self.search.remove_half_space(index);
        }
        match (was_half_space, is_half_space) {
            (true, true) => {}
            (true, false) => {
                let bounds = self.bodies[index].bounds();
                self.search.insert(&[(index, bounds)], now);
            }
            (false, true) => {
                self.search.remove(index, now);
                self.agenda.set_wall(index, None);
            }
            (false, false) => {
                let bounds = self.bodies[index].bounds();
                self.search.reinsert(index, offset, &bounds, now);
            }
        }
        let changes = self.search.take_changes();
        let begun = changes.iter().filter(|change| change.begins);
        let mut candidates: Vec<_> = begun.map(|change| (change.bodies, change.image)).collect();
        self.search.reuse(changes);
        let planes: &[u32] = if is_half_space {
            self.bodies.in_order()
        } else {
            self.search.half_spaces()
        };
        let planes = planes
            .iter()
            .filter(|other| **other != index && !self.bodies.in_balls(**other));
        candidates.extend(planes.map(|other| ([*other, index], [0; 3])));
        if is_half_space {
            self.search.add_half_space(index);
        }
        candidates
    }
}
