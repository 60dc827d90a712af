//! A world of plain balls goes on as a gas: the same events, to the bit, at a small part of the cost.
//!
//! What makes it one is checked when bodies come and when their motion changes. Where something happens that a gas does not know (two
//! balls come to rest on each other), the world goes on with leases for a while.

use super::bodies::{Seen, State};
use super::pairs::{Pair, Step, WALL_SERIAL, moment};
use super::{Method, StepError, World, WorldError};
use crate::broad_phase::AllPairs;
use crate::event::{BodyId, Event, EventKind, Party};
use crate::gas::{Answer, Ball, Coming, Gas, Matter, Space, What, Work};
use crate::impact::{Impact, approach_noise, first_impact, first_impact_of_balls};
use crate::queue::{EventQueue, Moment};
use crate::response::Past;
use crate::scene::{BodyKind, Domain, Flight, Groups, MotionChange, MotionPiece, ResponseMode, Wall, Zeno};
use nalgebra::Vector3;

/// In a periodic domain, how often the fastest body goes through it before a step that has found nothing gives up.
const ENDLESS: f64 = 1e4;

/// Events for which the world goes on without a gas where something stood against it, at the least.
const LEAST_EVENTS: usize = 64;

impl State {
    /// The radius, of a ball that only flies.
    pub(super) fn plain_radius(&self) -> Option<f64> {
        let Self { role, piece, .. } = self;
        let moves = piece.velocity != Vector3::zeros();
        let flies = self.free_acceleration == Vector3::zeros() && piece.acceleration == Vector3::zeros();
        let keeps = !piece.spins() && piece.growth == 0.0 && piece.swell == 0.0 && self.inverse_inertia == 0.0;
        let meets_all = !role.sensor && !role.touch_only && role.groups == Groups::default();
        let held_still = role.kind == BodyKind::Dynamic || !moves;
        let plain = flies && keeps && meets_all && held_still && self.lease.is_none();
        self.collider.ball_radius().filter(|_| plain)
    }

    /// What it has in common with others of its kind, if it is a ball.
    pub(super) fn matter(&self) -> Matter {
        Matter {
            radius: self.collider.ball_radius().unwrap_or(f64::INFINITY),
            inverse_mass: self.inverse_mass,
            restitution: self.restitution,
            friction: self.friction,
        }
    }

    pub(super) fn flight(&self) -> Flight {
        Flight {
            position: self.piece.position,
            velocity: self.piece.velocity,
            epoch: self.piece.epoch,
        }
    }
}

/// The first impact of two balls, the second being at its image so far away, and that again.
fn impact_with(a: &State, b: &State, shift: Vector3<f64>) -> Option<(Impact, Vector3<f64>)> {
    let radius_sum = a.bounding_radius() + b.bounding_radius();
    first_impact_of_balls(&a.piece, &b.piece, radius_sum, &shift).map(|impact| (impact, shift))
}

impl World {
    /// Where a gas would be, if what holds for the whole world lets it be one.
    pub(super) fn space_of_gas(&self) -> Option<Space> {
        let (min, max, periodic) = match self.settings.domain {
            Domain::Open => return None,
            Domain::Box { min, max } => (min, max, false),
            Domain::Periodic { min, max } => (min, max, true),
        };
        let by_impulses = self.settings.response == ResponseMode::Collide && self.response.is_none();
        let asked_no_more = !self.report_overlaps && self.touch_test.is_none();
        (by_impulses && asked_no_more).then_some(Space { min, max, periodic })
    }

    /// Whether all is as a gas needs it.
    fn is_gas(&self) -> bool {
        let busy = |pair: &Pair| pair.in_contact || pair.in_overlap || pair.passing || pair.resting.is_some();
        self.space_of_gas().is_some()
            && self.rests == 0
            && self.moved.is_empty()
            && self.pairs.iter().all(|(_, pair)| !busy(pair))
            && self.bodies.in_order().iter().all(|index| self.is_plain(*index))
    }

    /// Whether a gas can hold this body.
    pub(super) fn is_plain(&self, index: u32) -> bool {
        self.bodies.folded(index).is_some() || self.bodies[index].plain_radius().is_some()
    }

    /// Whether the domain is periodic: then all is a gas, or refused.
    pub(super) fn is_periodic(&self) -> bool {
        matches!(self.settings.domain, Domain::Periodic { .. })
    }

    /// How the gas has a body move, and when it collided.
    fn flight_in_gas(&self, index: u32) -> (Flight, Past) {
        let gas = self.gas.as_ref().expect("what is folded is in a gas");
        (gas.flight(index), gas.past(index))
    }

    /// The state of a body, wherever it is held.
    pub(super) fn seen(&self, index: u32) -> Seen<'_> {
        self.bodies.seen(index, || self.flight_in_gas(index))
    }

    /// Holds all of a body here, so that it can be changed; in a gas until it is [folded](Self::fold) again.
    pub(super) fn unfold(&mut self, index: u32) {
        if let Some(gas) = &self.gas {
            self.bodies.unfold(index, || (gas.flight(index), gas.past(index)));
        }
    }

    /// Leaves a body to the gas, if there is one, once the gas has been told what changed of it.
    pub(super) fn fold(&mut self, index: u32) {
        if let Some(gas) = &mut self.gas {
            if self.bodies.folded(index).is_none() {
                gas.set_past(index, self.bodies[index].past);
            }
            self.bodies.fold(index);
        }
    }

    /// Puts a body that is held in full into the gas.
    fn give_to_gas(&mut self, index: u32) {
        let id = self.bodies.id(index);
        let state = &self.bodies[index];
        let (matter, flight, past, serial) = (state.matter(), state.flight(), state.past, state.serial);
        let kind = self.bodies.fold(index);
        if let Some(gas) = &mut self.gas {
            let ball = Ball {
                id,
                serial,
                kind,
                matter,
                flight,
            };
            gas.insert(&ball, self.now);
            gas.set_past(index, past);
        }
    }

    /// Goes on as a gas, if the method is leases and all is as it must be. O(n) to find out, O(n log n) to change over.
    pub(super) fn try_gas(&mut self) {
        if self.gas.is_some() || self.held_by != Method::Leases || !self.is_gas() {
            return;
        }
        let Some(space) = self.space_of_gas() else { return };
        self.sync_broad_phase();
        while self.broad.next_time() <= self.now {
            self.advance_broad_phase(self.now);
        }
        let places: Vec<u32> = self.pairs.iter().map(|(place, _)| place).collect();
        for place in places {
            self.drop_pair(place);
        }
        self.walls.clear();
        self.broad = Box::new(AllPairs::default());
        self.broad_now = self.now;
        self.gas = Some(Box::new(self.new_gas(space)));
        for at in 0..self.bodies.len() {
            self.give_to_gas(self.bodies.in_order()[at]);
        }
        if let Some(gas) = &mut self.gas {
            gas.settle(self.now);
        }
    }

    /// A gas without balls.
    fn new_gas(&self, space: Space) -> Gas {
        let keeps_pasts = !matches!(self.settings.zeno, Zeno::Stick { .. });
        Gas::new(space, keeps_pasts)
    }

    /// Goes on with leases, and back to a gas after some events, if nothing stands against it then. False if it was no gas, or must stay
    /// one, since nothing else can follow bodies in a periodic domain.
    pub(super) fn leave_gas(&mut self) -> bool {
        if self.gas.is_none() || self.is_periodic() {
            return false;
        }
        self.sync_broad_phase();
        for at in 0..self.bodies.len() {
            self.unfold(self.bodies.in_order()[at]);
        }
        if let Some(gas) = self.gas.take() {
            self.gas_work.add(&gas.counters());
        }
        self.until_gas = self.bodies.len().max(LEAST_EVENTS);
        self.hold_anew();
        for at in 0..self.bodies.len() {
            self.predict_walls(self.bodies.in_order()[at]);
        }
        true
    }

    /// Tries to go on as a gas after some events: what stood against it may be gone.
    pub(super) fn hope_for_gas(&mut self) {
        if self.gas.is_none() && self.held_by == Method::Leases && self.until_gas == 0 {
            self.until_gas = self.bodies.len().max(LEAST_EVENTS);
        }
    }

    /// One event less until the world tries to go on as a gas again.
    pub(super) fn count_down_to_gas(&mut self) {
        if self.gas.is_none() && self.until_gas > 0 {
            self.until_gas -= 1;
            if self.until_gas == 0 {
                self.try_gas();
                self.until_gas = if self.gas.is_some() {
                    0
                } else {
                    self.bodies.len().max(LEAST_EVENTS)
                };
            }
        }
    }

    /// The next meeting in the gas up to a limit.
    pub(super) fn coming_in_gas(&mut self, limit: f64) -> Result<Option<Coming>, WorldError> {
        let Some(gas) = &mut self.gas else { return Ok(None) };
        let end = limit.min(self.now + ENDLESS * gas.time_through());
        let coming = gas.coming(self.now, end.min(f64::MAX));
        let endless = coming.is_none() && limit == f64::INFINITY && end < f64::INFINITY && gas.len() > 1;
        if endless { Err(WorldError::NoLimit) } else { Ok(coming) }
    }

    /// Whether what comes in the gas comes before something else that is due.
    pub(super) fn comes_first(&self, coming: &Coming, due: &Moment) -> bool {
        if coming.time != due.time {
            return coming.time < due.time;
        }
        let (order, first, second) = match coming.what {
            What::Pair(pair) => {
                let [a, b] = self.gas.as_ref().map_or([0, 0], |gas| pair.map(|slot| gas.serial(slot)));
                (Step::Impact.order(), a, b)
            }
            What::Wall(body, wall) => (Step::Impact.order(), self.bodies.serial(body), WALL_SERIAL + wall as u32),
            What::Far(body) => (0, self.bodies.serial(body), 0),
        };
        moment(coming.time, order, first, second).order < due.order
    }

    /// Answers what comes in the gas, and tells it.
    pub(super) fn handle_in_gas(&mut self, coming: &Coming) -> Result<Option<Event>, StepError> {
        match coming.what {
            What::Pair(pair) => return self.collide_in_gas(pair),
            What::Wall(body, wall) => self.meet_wall_in_gas(body, wall)?,
            What::Far(body) => {
                self.unfold(body);
                self.mark_moved(body);
            }
        }
        self.renew_moved();
        Ok(None)
    }

    fn meet_wall_in_gas(&mut self, body: u32, wall: Wall) -> Result<(), StepError> {
        let velocity = self.flight_in_gas(body).0.velocity;
        if self.may_rest(wall.normal().dot(&velocity), velocity.norm()) && self.leave_gas() {
            return Ok(());
        }
        self.unfold(body);
        let met = self.collide_with_wall(body, wall);
        if met.is_err() {
            self.fold(body);
        }
        met
    }

    /// Whether what closes so slowly, with this sum of speeds, may be laid to rest: that is not for a gas to do.
    fn may_rest(&self, closing: f64, speeds: f64) -> bool {
        let sticks = match self.settings.zeno {
            Zeno::Stick { speed } => speed,
            _ => 0.0,
        };
        closing <= sticks.max(approach_noise(speeds))
    }

    /// Answers the meeting of two balls: what [`collide`](Self::collide) does for a pair in the table.
    fn collide_in_gas(&mut self, pair: [u32; 2]) -> Result<Option<Event>, StepError> {
        let Some(gas) = &mut self.gas else { return Ok(None) };
        debug_assert!(!gas.has_looked_beyond(self.now), "what comes is as far as was looked");
        let answer = gas.collide(pair, self.now, &self.settings.zeno);
        let struck = match answer {
            Answer::Told(struck) => struck,
            Answer::Rests => {
                self.leave_gas();
                return Ok(None);
            }
            Answer::Endless(ids) => return Err(self.zeno_error(ids.map(Party::Body))),
            Answer::Silent => {
                self.follow_turned();
                return Ok(None);
            }
        };
        self.counters.collisions += 1;
        self.counters.zeno_collisions += u64::from(struck.by_policy);
        for turned in struck.turned.iter().filter(|turned| turned.inverse_mass > 0.0) {
            let mass = 1.0 / turned.inverse_mass;
            self.tally.turn(self.now, mass, &turned.before, &turned.after);
        }
        self.tally.collision(&struck.hit);
        self.follow_turned();
        Ok(Some(Event {
            time: self.now,
            kind: EventKind::Collision(struck.told),
        }))
    }

    /// Counts and records the motions that a collision in the gas has changed, and has all predicted anew that depends on them.
    fn follow_turned(&mut self) {
        let Some(gas) = &mut self.gas else { return };
        self.counters.motion_changes += gas.turned().len() as u64;
        if let Some(pieces) = &mut self.recorded {
            for slot in gas.turned() {
                let id = gas.id(*slot);
                let nature = self.bodies.folded(id.index).expect("what collides in the gas is folded");
                pieces.push((id, nature.piece(&gas.flight(id.index))));
            }
        }
        gas.settle(self.now);
    }

    /// Makes ready for bodies that come, all of them plain balls or not: an empty world begins as a gas, and one that is a gas ceases to be
    /// one where it must.
    pub(super) fn welcome(&mut self, plain: bool) {
        if !plain {
            self.leave_gas();
        } else if self.bodies.len() == 0 && self.gas.is_none() && self.held_by == Method::Leases {
            self.gas = self.space_of_gas().map(|space| Box::new(self.new_gas(space)));
        }
    }

    /// Finds a place for a body, and gives it to the gas, if there is one.
    pub(super) fn hold(&mut self, state: State) -> BodyId {
        let id = self.bodies.insert(state);
        if self.gas.is_some() {
            self.give_to_gas(id.index);
        }
        id
    }

    /// The pairs of new bodies in the gas and others that they meet now.
    pub(super) fn met_in_gas(&mut self, ids: &[BodyId]) -> Vec<(u32, u32)> {
        let Some(gas) = &mut self.gas else { return Vec::new() };
        gas.make_fit(self.now);
        let mut met = Vec::new();
        for id in ids {
            gas.add_met(id.index, self.now, &mut met);
        }
        met
    }

    /// Tells the gas of the motions that changed. False if there is none any more, since one is no plain ball now.
    pub(super) fn renew_in_gas(&mut self) -> bool {
        let changed = std::mem::take(&mut self.laws_changed);
        if changed && !self.moved.iter().all(|index| self.is_plain(*index)) {
            let moved = std::mem::take(&mut self.moved);
            let left = self.leave_gas();
            debug_assert!(left, "such a change is refused in a periodic domain");
            self.moved = moved;
            return false;
        }
        let Some(gas) = &mut self.gas else { return false };
        for index in std::mem::take(&mut self.moved) {
            let state = &self.bodies[index];
            if let Some(pieces) = &mut self.recorded {
                pieces.push((self.bodies.id(index), state.piece));
            }
            gas.turn(index, state.flight());
            gas.set_past(index, state.past);
            let kind = self.bodies.fold(index);
            gas.set_kind(index, kind);
        }
        gas.settle(self.now);
        true
    }

    /// Refuses a change of motion that cannot be followed in a periodic domain.
    pub(super) fn check_periodic(&self, index: u32, change: &MotionChange) -> Result<(), WorldError> {
        let zero = |vector: &Option<Vector3<f64>>| vector.is_none_or(|vector| vector == Vector3::zeros());
        let held_still = self.seen(index).is_dynamic() || zero(&change.velocity);
        let plain = zero(&change.acceleration) && zero(&change.angular_velocity) && change.growth.unwrap_or(0.0) == 0.0;
        if self.is_periodic() && !(plain && held_still) {
            return Err(self.not_in_periodic(self.name_of(index)));
        }
        Ok(())
    }

    pub(super) fn not_in_periodic(&self, name: String) -> WorldError {
        let reason = "there all bodies must be balls that meet each other, in uniform motion, without gravity, growth or spin, and the \
                      response must be the law of impulses, without overlaps told and touch tests; what is fixed stands still";
        WorldError::Periodic {
            name,
            reason: reason.to_owned(),
        }
    }

    /// From the second of two to its image nearest to the first at present: whole lengths of the domain.
    fn to_nearest_image(&self, a: &State, b: &State) -> Vector3<f64> {
        let Domain::Periodic { min, max } = self.settings.domain else {
            return Vector3::zeros();
        };
        let apart = b.piece.position_at(self.now) - a.piece.position_at(self.now);
        let lengths = max - min;
        -apart.component_div(&lengths).map(f64::round).component_mul(&lengths)
    }

    /// The piece of the second of two, at its image nearest to the first at present.
    pub(super) fn nearest_image(&self, a: &State, b: &State) -> MotionPiece {
        let mut piece = b.piece;
        if self.is_periodic() {
            piece.position += self.to_nearest_image(a, b);
        }
        piece
    }

    /// The first impact of two, and how far the image of the second is from it that is met: in a periodic domain the image nearest at
    /// present, or one beside that.
    pub(super) fn first_impact_of(&self, a: &State, b: &State) -> Option<(Impact, Vector3<f64>)> {
        let Domain::Periodic { min, max } = self.settings.domain else {
            return first_impact(&a.moving(), &b.moving()).map(|impact| (impact, Vector3::zeros()));
        };
        let nearest = self.to_nearest_image(a, b);
        let beside = (0..27).map(|number| Vector3::new(number % 3, number / 3 % 3, number / 9).map(|step| f64::from(step) - 1.0));
        let impacts = beside.filter_map(|step| impact_with(a, b, nearest + step.component_mul(&(max - min))));
        impacts.min_by(|(one, _), (other, _)| one.time.total_cmp(&other.time))
    }

    /// What all gases have done.
    pub(super) fn gas_so_far(&self) -> Work {
        let mut work = self.gas_work;
        if let Some(gas) = &self.gas {
            work.add(&gas.counters());
        }
        work
    }

    pub(super) fn broad_counters(&self) -> Vec<(&'static str, u64)> {
        match &self.gas {
            Some(_) => self.gas_so_far().entries().to_vec(),
            None => self.broad.counters(),
        }
    }

    /// The pairs of a gas that are near each other, in scene order, each once.
    pub(super) fn near_in_gas(&self, gas: &Gas) -> Vec<[u32; 2]> {
        let mut near = Vec::new();
        for index in self.bodies.in_order() {
            gas.add_boxes_met(*index, self.now, &mut near);
        }
        let mut near: Vec<[u32; 2]> = near.into_iter().map(|(a, b)| self.in_scene_order(a, b)).collect();
        near.retain(|pair| self.relation_of(*pair).is_some());
        near.sort_unstable();
        near.dedup();
        near
    }
}
