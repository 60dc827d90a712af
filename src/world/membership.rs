//! Insertion and removal of bodies.

use super::bounded::check_lease;
use super::periodic::check_body_in_periodic;
use super::schedule::Entry;
use super::{World, WorldError, name_or_number};
use crate::bodies::{NewBody, State};
use crate::domain::ImageOffset;
use crate::event::BodyId;
use crate::limits::MAX_SERIALS;
use crate::motion::bounds::Bounds;
use crate::scene::{Body, Dimensions};
use crate::stopwatch::Part;

impl World {
    /// Adds a body at the present time, which is also the epoch of its motion. Its scheduled
    /// changes must not lie in the past.
    ///
    /// Cost: O(n), and a prediction for each body near it.
    ///
    /// # Errors
    /// [`WorldError::Value`] for a number or a shape that is not allowed; [`WorldError::Time`] for
    /// a scheduled change that lies in the past; [`WorldError::NoTouchTest`];
    /// [`WorldError::Periodic`]; [`WorldError::Overlap`] of a body that it would collide with, or
    /// of a wall; [`WorldError::TooManyBodies`]. The world is then as before.
    pub fn insert(&mut self, body: Body) -> Result<BodyId, WorldError> {
        self.insert_all(std::slice::from_ref(&body)).map(|ids| ids[0])
    }

    /// Adds many bodies at once, all or none: much faster than one by one. O((n + m) log(n + m))
    /// for m new among n.
    ///
    /// # Errors
    /// As [`insert`](Self::insert), of the first body that is refused.
    pub fn insert_all(&mut self, bodies: &[Body]) -> Result<Vec<BodyId>, WorldError> {
        let prepared = self.prepare_all(bodies);
        if prepared.is_err() {
            self.shapes.release_unused();
        }
        let states = prepared?;
        self.sync_broad_phase();
        self.apply_method_rule(self.bodies.len() + states.len());
        self.choose_lanes_for(&states);
        self.bodies.reserve(states.len());
        let ids: Vec<BodyId> = states.into_iter().map(|state| self.insert_into_lane(state)).collect();
        let begun = self.enter_broad_phase(&ids);
        if let Err(refusal) = self.check_starts(&ids, &begun) {
            self.undo_insertion(&ids);
            return Err(refusal);
        }
        for (id, body) in ids.iter().zip(bodies) {
            let serial = self.bodies.serial(id.index);
            for scheduled in &body.changes {
                self.agenda.schedule_mut().add(
                    scheduled.time,
                    serial,
                    Entry::Motion {
                        body: *id,
                        change: scheduled.change,
                    },
                );
            }
            for scheduled in &body.body_changes {
                let change = Box::new(scheduled.change.clone());
                let entry = Entry::Constants { body: *id, change };
                self.agenda.schedule_mut().add(scheduled.time, serial, entry);
            }
        }
        if self.ledger.records_motion() {
            for id in &ids {
                let piece = *self.body_ref(id.index).piece();
                self.ledger.record(*id, &piece);
            }
        }
        for id in &ids {
            self.update_sums(id.index, true);
            let is_coarse = self.body_ref(id.index).is_coarse();
            self.ledger.counters_mut().coarse += u64::from(is_coarse);
        }
        self.flush_balls();
        for (pair, image) in begun {
            self.begin_pair(pair, image, true);
        }
        for id in ids
            .iter()
            .filter(|id| !self.bodies.in_balls(id.index))
            .copied()
            .collect::<Vec<_>>()
        {
            self.predict_walls(id.index);
            self.queue_expiry(id.index);
        }
        self.apply_rezoned(true);
        self.lanes.count(ids.len());
        Ok(ids)
    }

    /// Removes a body at the present time. The next step reports the ends of its contacts and
    /// overlaps. O(n).
    ///
    /// # Errors
    /// [`WorldError::StaleId`].
    pub fn remove(&mut self, id: BodyId) -> Result<(), WorldError> {
        self.check_id(id)?;
        self.sync_broad_phase();
        self.evict_from_overlaps(id.index);
        self.expand(id.index);
        self.rests().end_rests_of(id.index);
        self.rests().leave_island(id.index);
        self.bodies.forget_moved(id.index);
        let mut ends = Vec::new();
        while let Some(place) = self.bodies[id.index].pairs().first().copied() {
            ends.extend(self.end_of_contact(place));
            ends.extend(self.end_of_overlap(place));
            self.drop_pair(place);
        }
        self.report_ends(ends);
        self.leave_broad_phase(&[id]);
        self.apply_rezoned(false);
        self.agenda.schedule_mut().forget(id);
        self.clock.instant_mut().forget(id.index);
        self.update_sums(id.index, false);
        let state = self.bodies.remove(id).expect("checked above");
        self.shapes.release(&state.constants().shape, &state.constants().collider);
        self.repredict_moved();
        self.apply_method_rule(self.bodies.len());
        self.lanes.count(1);
        Ok(())
    }

    /// Checks bodies and prepares their states.
    fn prepare_all(&mut self, bodies: &[Body]) -> Result<Vec<State>, WorldError> {
        let first_serial = self.bodies.next_serial();
        let mut states = Vec::with_capacity(bodies.len());
        for (number, body) in bodies.iter().enumerate() {
            let serial = first_serial
                .map(|first| first as usize + number)
                .filter(|serial| *serial < MAX_SERIALS as usize);
            let serial = serial.ok_or(WorldError::TooManyBodies(MAX_SERIALS))? as u32;
            let state = self.prepare(body, serial).map_err(|error| match error {
                WorldError::Value(error) => error.within(&name_or_number(body.name.as_ref(), serial)).into(),
                other => other,
            })?;
            states.push(state);
        }
        Ok(states)
    }

    /// Checks a body and prepares its state.
    fn prepare(&mut self, body: &Body, serial: u32) -> Result<State, WorldError> {
        body.check()?;
        self.config.settings().dimensions.check_body(body)?;
        self.config.settings().domain.check_shape(&body.shape)?;
        let motions = body.changes.iter().map(|scheduled| scheduled.time);
        let mut times = motions.chain(body.body_changes.iter().map(|scheduled| scheduled.time));
        if let Some(time) = times.find(|time| *time < self.clock.now()) {
            return Err(WorldError::Time {
                time,
                now: self.clock.now(),
            });
        }
        if (body.touch_only || body.lease.is_some()) && self.hooks.touch_test().is_none() {
            return Err(WorldError::NoTouchTest {
                name: name_or_number(body.name.as_ref(), serial),
            });
        }
        let mut collider = self.shapes.get(&body.shape)?;
        if let Some(lease) = &body.lease {
            check_lease(lease, collider.is_half_space(), self.clock.now())?;
        }
        let dimensions = self.config.settings().dimensions;
        let inverse_mass = body.inverse_mass(|| dimensions.volume(&body.shape, collider.volume()))?;
        let gyration = dimensions.gyration(&body.shape, collider.gyration());
        let inverse_inertia = body.inverse_inertia(inverse_mass, gyration)?;
        let mut piece = body.first_piece(self.clock.now(), &self.config.settings().gravity);
        if dimensions == Dimensions::Three
            && let Some(inertia) = body.rigid(&collider)?
        {
            collider = self.shapes.get_about(&body.shape, &inertia.centre)?;
            piece = piece.with_inertia(inertia);
        }
        let fresh = NewBody {
            body,
            collider,
            inverse_mass,
            inverse_inertia,
            settings: self.config.settings(),
            piece,
            serial,
        };
        let mut state = fresh.state();
        if self.is_periodic() {
            let inside = self.config.settings().domain.image(&state.piece().position);
            state.motion_mut().wrap(inside, &[0; 3]);
            check_body_in_periodic(&state)?;
        }
        Ok(state)
    }

    /// Enters new bodies into the broad phase and returns the pairs that begin with them.
    pub(super) fn enter_broad_phase(&mut self, ids: &[BodyId]) -> Vec<([u32; 2], ImageOffset)> {
        let mut begun = Vec::new();
        let others = ids.iter().map(|id| id.index).filter(|index| !self.bodies.in_balls(*index));
        let (unbounded, bounded): (Vec<u32>, Vec<u32>) = others.partition(|index| self.bodies[*index].is_half_space());
        let with_bounds: Vec<(u32, Bounds)> = bounded.iter().map(|index| (*index, self.bodies[*index].bounds())).collect();
        self.ledger
            .time(Part::Broad, || self.search.insert(&with_bounds, self.clock.now()));
        let changes = self.search.take_changes();
        let begins = changes.iter().filter(|change| change.begins);
        begun.extend(begins.map(|change| (change.bodies, change.image)));
        self.search.reuse(changes);
        for index in bounded {
            begun.extend(
                self.search
                    .half_spaces()
                    .iter()
                    .map(|half_space| ([*half_space, index], [0; 3])),
            );
        }
        for index in unbounded {
            let earlier = |other: &&u32| {
                if self.bodies.in_balls(**other) {
                    return false;
                }
                let other = &self.bodies[**other];
                !other.is_half_space() || other.serial() < self.bodies[index].serial()
            };
            begun.extend(
                self.bodies
                    .in_order()
                    .iter()
                    .filter(earlier)
                    .map(|other| ([*other, index], [0; 3])),
            );
            self.search.add_half_space(index);
        }
        if let Some(balls) = self.lanes.occupied() {
            let new_balls = ids.iter().filter(|id| self.bodies.in_balls(id.index)).count();
            if new_balls == balls.len() {
                self.renew_all_zones();
            } else {
                for id in ids
                    .iter()
                    .filter(|id| !self.bodies.in_balls(id.index))
                    .copied()
                    .collect::<Vec<_>>()
                {
                    self.renew_zone(id.index, self.clock.now());
                }
            }
            begun.extend(self.pairs_across());
        }
        begun
    }

    /// Removes bodies from the broad phase, the lanes and the queues. Their full states are stored.
    pub(super) fn leave_broad_phase(&mut self, ids: &[BodyId]) {
        for id in ids {
            self.agenda.forget(id.index);
        }
        for id in ids {
            if self.bodies.in_balls(id.index) {
                if let Some(balls) = self.lanes.balls_mut() {
                    balls.remove(std::iter::once(id.index));
                }
                self.bodies.leave_balls(id.index);
                continue;
            }
            self.remove_zone(id.index);
            if self.bodies[id.index].is_half_space() {
                self.search.remove_half_space(id.index);
            } else {
                self.ledger
                    .time(Part::Broad, || self.search.remove(id.index, self.clock.now()));
            }
        }
        // The pairs are dropped already: the changes of the broad phase are their ends.
        let ends = self.search.take_changes();
        self.search.reuse(ends);
        self.flush_balls();
    }

    fn undo_insertion(&mut self, ids: &[BodyId]) {
        for id in ids {
            self.expand(id.index);
        }
        self.leave_broad_phase(ids);
        for id in ids.iter().rev() {
            if let Some(state) = self.bodies.undo_insert(*id) {
                self.shapes.release(&state.constants().shape, &state.constants().collider);
            }
        }
    }
}
