//! Restores a world from a snapshot.

use super::record::{BodyRecord, PairRecord, Record};
use super::{Snapshot, SnapshotError, VERSION, check};
use crate::bodies::{Bodies, BodyConstants, BodyContacts, BodyMotion, Identity, State};
use crate::clock::Clock;
use crate::contact::{Contacts, Islands};
use crate::impact::{Collider, Extents};
use crate::lane::pairs::{PairContact, PairForecast};
use crate::ledger::SavedLedger;
use crate::limits::{MAX_MAGNITUDE, ValueError};
use crate::scene::Shape;
use crate::world::schedule::Schedule;
use crate::world::search::Search;
use crate::world::{World, WorldBuilder};
use std::sync::Arc;

impl WorldBuilder {
    /// Restores the world of a snapshot, which continues with the same events.
    ///
    /// From the builder it takes [`custom_response`](Self::custom_response) and
    /// [`touch_test`](Self::touch_test), which cannot be saved and are required if the saved world
    /// had them (the rate of the test is the saved one), and [`record_motion`](Self::record_motion),
    /// [`swap_queue`](Self::swap_queue) and [`lane_of_balls`](Self::lane_of_balls); all else is as it was saved. O(n log n + pairs).
    ///
    /// # Errors
    /// See [`SnapshotError`].
    pub fn restore(self, snapshot: &Snapshot) -> Result<World, SnapshotError> {
        if snapshot.version != VERSION {
            return Err(SnapshotError::Version {
                found: snapshot.version,
                known: VERSION,
            });
        }
        let record = &snapshot.world;
        let hooks = [
            ("custom_response", record.custom_response, self.has_custom_response()),
            ("touch_test", record.poll_rate.is_some(), self.has_touch_test()),
        ];
        for (what, saved, given) in hooks {
            if saved != given {
                return Err(SnapshotError::HookMismatch { what, saved });
            }
        }
        check::numbers(record)?;
        let mut world = self
            .settings(record.settings)
            .method(record.held_by)
            .report_overlaps(record.report_overlaps)
            .report_rests(record.report_rests)
            .report_motion_changes(!record.hide_motion_changes)
            .start_time(record.now.clamp(-MAX_MAGNITUDE, MAX_MAGNITUDE))
            .poll_rate_or(record.poll_rate)
            .build()?;
        world.clock = Clock::restored(record.now, record.instant.clone());
        world.search = Search::new(record.held_by, record.now, &record.settings.domain, world.config.swap_queue());
        world.config.set_method(record.method);
        world.restore_bodies(record)?;
        check::links(&world, record)?;
        world.restore_pairs(record)?;
        for pair in &record.overlaps {
            world.begin_pair_in_overlap(*pair, false);
        }
        world.restore_rest(record);
        Ok(world)
    }
}

impl World {
    fn restore_bodies(&mut self, record: &Record) -> Result<(), SnapshotError> {
        let mut shapes: Vec<(Shape, Arc<Collider>)> = Vec::with_capacity(record.shapes.len());
        for shape in &record.shapes {
            // A copy of the shape: the snapshot may be dropped.
            let shape = shape.clone();
            self.config.settings().domain.check_shape(&shape)?;
            let collider = self.shapes.get(&shape)?;
            shapes.push((shape, collider));
        }
        let mut bodies = Bodies::inside(&self.config.settings().domain);
        for place in &record.places {
            let state = match &place.body {
                Some(body) => {
                    let (shape, collider) = &shapes[body.shape as usize];
                    let collider = match &body.piece.inertia {
                        Some(inertia) => self.shapes.get_about(shape, &inertia.centre)?,
                        None => Arc::clone(collider),
                    };
                    Some(body.state(shape, collider))
                }
                None => None,
            };
            bodies.restore(place.generation, state);
        }
        bodies.restore_order(&record.free, &record.in_order, record.next_serial);
        self.bodies = bodies;
        let is_half_space = |index: &u32| self.bodies[*index].is_half_space();
        let half_spaces = record.in_order.iter().copied().filter(is_half_space).collect();
        self.search.restore_half_spaces(half_spaces);
        Ok(())
    }

    /// Restores contacts and pairs. A plan follows from the motions, so it is checked by a fresh prediction.
    fn restore_pairs(&mut self, record: &Record) -> Result<(), SnapshotError> {
        for (body, round) in record.instant.rounds() {
            self.bodies.motion_mut(body).set_round(round);
        }
        let on_walls = |index: &u32| self.bodies[*index].contact().wall_rests().count_ones() as usize;
        let on_bodies = record.pairs.iter().filter(|pair| !pair.resting.is_empty()).count();
        let rests = on_bodies + record.in_order.iter().map(on_walls).sum::<usize>();
        let islands = Islands::restored(record.islands.clone(), |body| self.bodies.serial(body));
        self.contacts = Contacts::restored(rests, islands);
        for (number, kept) in record.pairs.iter().enumerate() {
            let relation = self.relation_of(kept.bodies).expect("checked before");
            let place = self.pairs.insert(&mut self.bodies, kept.bodies, kept.image, relation);
            self.pairs.restore(place, kept.forecast(), kept.contact());
            self.predictor().queue(place);
            self.audit_stored_pair(place, relation)
                .map_err(|found| ValueError::new(format!("pairs[{number}]"), found, "must follow from the motions"))?;
        }
        Ok(())
    }

    fn restore_rest(&mut self, record: &Record) {
        let schedule = Schedule::restored(record.scheduled, &record.schedule, |id| self.bodies.serial(id.index));
        self.agenda.restore(schedule, &record.expired);
        for index in record.in_order.iter().filter(|index| !record.expired.contains(index)) {
            self.queue_expiry(*index);
        }
        let has_opened = record.pairs.is_empty() && self.reopen_balls();
        if !has_opened {
            self.lanes.choose_soon();
        }
        if self.lanes.balls().is_none() {
            self.rebuild_broad_phase();
            self.begin_pairs_of_half_spaces();
        }
        for index in &record.in_order {
            if !self.bodies.in_balls(*index) {
                self.predict_walls(*index);
            }
        }
        // Last: the rebuild has changed the rounds and the counters.
        self.clock = Clock::restored(record.now, record.instant.clone());
        self.lanes.restore_work(record.work_of_balls);
        self.ledger.restore(SavedLedger {
            outbox: record.outbox.clone(),
            counters: record.counters.clone(),
            sums: record.tally.clone(),
            recorded: record.recorded.clone(),
        });
    }
}

impl World {
    /// Begins the pairs of half-spaces, which no broad phase finds: a world that is behind its parts has saved none.
    fn begin_pairs_of_half_spaces(&mut self) {
        for half_space in self.search.half_spaces().to_vec() {
            for at in 0..self.bodies.len() {
                let other = self.bodies.in_order()[at];
                if other != half_space {
                    self.begin_pair([half_space, other], [0; 3], false);
                }
            }
        }
    }
}

impl BodyRecord {
    fn state(&self, shape: &Shape, collider: Arc<Collider>) -> State {
        let identity = Identity {
            serial: self.serial,
            name: self.name.clone(),
            tag: (u128::from(self.tag[0]) << 64) | u128::from(self.tag[1]),
        };
        let constants = BodyConstants {
            shape: shape.clone(),
            collider,
            inverse_mass: self.inverse_mass,
            inverse_inertia: self.inverse_inertia,
            inertia: self.piece.inertia,
            given: self.given,
            restitution: self.restitution,
            friction: self.friction,
            rolling_friction: self.rolling_friction,
            spinning_friction: self.spinning_friction,
            own: self.own,
            role: self.role,
        };
        let motion = BodyMotion::new(self.piece, self.extents.unwrap_or(Extents::EVERYWHERE))
            .with_own_acceleration(self.own_acceleration)
            .with_free_acceleration(self.free_acceleration)
            .with_lengths_gone(self.lengths_gone)
            .with_revision(self.stamp, self.round)
            .within_island(self.in_island)
            .with_lease(self.lease);
        let mut contacts = BodyContacts::restored(self.wall_rests, self.wall_links, self.past, self.lasting.clone());
        contacts.set_at_rest(self.is_at_rest);
        State::new(identity, constants, motion, contacts)
    }
}

impl PairRecord {
    fn forecast(&self) -> PairForecast {
        PairForecast::restored(self.stamps, self.from, &self.plan, self.impact)
    }

    fn contact(&self) -> PairContact {
        PairContact {
            in_contact: self.in_contact,
            in_overlap: self.in_overlap,
            passing: self.passing,
            resting: self.resting.iter().copied().collect(),
            recent: self.lately.clone(),
        }
    }
}
