//! A world of plain balls goes on as a gas: the same events, to the bit, at a small part of the cost.
//!
//! What makes it one is checked when bodies come and when their motion changes. Where something happens that a gas does not
//! know (two balls come to rest on each other), the world goes on with leases for a while.

use super::bodies::{Folded, Seen, State};
use super::pairs::Pair;
use super::respond::OwnLaw;
use super::{Method, World};
use crate::broad_phase::AllPairs;
use crate::event::BodyId;
use crate::lane::balls::{Ball, BallLane as Gas, LaneCounters as Work, Space, Species as Matter};
use crate::queue::EventQueue;
use crate::scene::{BodyKind, Domain, Flight, Groups, ResponseMode, Zeno};
use nalgebra::Vector3;

/// Events for which the world goes on without a gas where something stood against it, at the least.
const LEAST_EVENTS: usize = 64;

impl State {
    /// The radius, of a ball that only flies.
    pub(super) fn plain_radius(&self) -> Option<f64> {
        let Self { role, piece, .. } = self;
        let moves = piece.velocity != Vector3::zeros();
        let accelerations = [self.free_acceleration, self.own_acceleration, piece.acceleration];
        let flies = accelerations.iter().all(|acceleration| *acceleration == Vector3::zeros());
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

impl World {
    /// Where a gas would be, if what holds for the whole world lets it be one.
    pub(super) fn space_of_gas(&self) -> Option<Space> {
        let (min, max, periodic) = match self.settings.domain {
            Domain::Open => return None,
            Domain::Box { min, max } => (min, max, false),
            Domain::Periodic { min, max } => (min, max, true),
        };
        let has_own_law = self.response.as_ref().is_some_and(OwnLaw::answers_pairs);
        let by_impulses = self.settings.response == ResponseMode::Collide && !has_own_law;
        let asked_no_more = !self.report_overlaps && self.touch_test.is_none();
        (by_impulses && asked_no_more).then_some(Space { min, max, periodic })
    }

    /// Whether all is as a gas needs it.
    fn is_gas(&self) -> bool {
        let busy = |pair: &Pair| pair.in_contact || pair.in_overlap || pair.passing || pair.is_at_rest();
        self.space_of_gas().is_some()
            && self.rests == 0
            && !self.instant.has_links
            && self.moved.is_empty()
            && self.pairs.iter().all(|(_, pair)| !busy(pair))
            && self.bodies.in_order().iter().all(|index| self.is_plain(*index))
    }

    /// Whether a gas can hold this body.
    pub(super) fn is_plain(&self, index: u32) -> bool {
        self.bodies.folded(index).is_some() || self.bodies[index].plain_radius().is_some()
    }

    /// What the gas holds of a body.
    pub(super) fn folded_in_gas(&self, index: u32) -> Folded {
        folded_in(self.gas.as_ref().expect("what is folded is in a gas"), index)
    }

    /// The state of a body, wherever it is held.
    pub(super) fn seen(&self, index: u32) -> Seen<'_> {
        self.bodies.seen(index, || self.folded_in_gas(index))
    }

    /// Holds all of a body here, so that it can be changed; in a gas until it is [folded](Self::fold) again.
    pub(super) fn unfold(&mut self, index: u32) {
        if let Some(gas) = &self.gas {
            self.bodies.unfold(index, || folded_in(gas, index));
        }
    }

    /// Leaves a body to the gas again, if there is one, which has been told how it moves.
    pub(super) fn fold(&mut self, index: u32) {
        let Some(gas) = &mut self.gas else { return };
        if self.bodies.folded(index).is_none() {
            let state = &self.bodies[index];
            let (matter, past, epoch, round) = (state.matter(), state.past, state.piece.epoch, state.round);
            gas.set_past(index, past);
            gas.set_lengths_gone(index, state.lengths_gone());
            gas.set_kind(index, self.bodies.fold(index), matter);
            self.note_struck(index, epoch, round);
        }
    }

    /// Puts a body that is held in full into the gas.
    fn give_to_gas(&mut self, index: u32) {
        let id = self.bodies.id(index);
        let state = &self.bodies[index];
        let (matter, flight, past, serial) = (state.matter(), state.flight(), state.past, state.serial);
        let (round, lengths_gone) = (state.round, state.lengths_gone());
        let kind = self.bodies.fold(index);
        self.note_struck(index, flight.epoch, round);
        if let Some(gas) = &mut self.gas {
            let ball = Ball {
                id,
                serial,
                kind,
                species: matter,
                flight,
            };
            gas.insert(&ball, self.now);
            gas.set_past(index, past);
            gas.set_lengths_gone(index, lengths_gone);
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
            gas.flush(self.now);
        }
    }

    /// A gas without balls.
    fn new_gas(&self, space: Space) -> Gas {
        let keeps_pasts = !matches!(self.settings.zeno, Zeno::Stick { .. });
        Gas::new(space, keeps_pasts)
    }

    /// Goes on with leases, and back to a gas after some events, if nothing stands against it then. False if it was no gas.
    pub(super) fn leave_gas(&mut self) -> bool {
        if self.gas.is_none() {
            return false;
        }
        self.sync_broad_phase();
        for at in 0..self.bodies.len() {
            let index = self.bodies.in_order()[at];
            self.unfold(index);
            // There are no pairs that they could matter to, and the broad phase is another.
            self.bodies[index].restart_turns();
        }
        self.restore_rounds();
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

    /// Makes ready for bodies that come, all of them plain balls or not: an empty world begins as a gas, and one that is a
    /// gas ceases to be one where it must.
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
        gas.refit(self.now);
        let mut met = Vec::new();
        for id in ids {
            gas.add_contacts(id.index, self.now, &mut met);
        }
        met
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
            gas.add_box_overlaps(*index, self.now, &mut near);
        }
        let mut near: Vec<[u32; 2]> = near.into_iter().map(|(a, b)| self.in_scene_order(a, b)).collect();
        near.retain(|pair| self.relation_of(*pair).is_some());
        near.sort_unstable();
        near.dedup();
        near
    }
}

/// What a gas holds of a body.
fn folded_in(gas: &Gas, index: u32) -> Folded {
    Folded {
        flight: gas.flight(index),
        past: gas.past(index),
        lengths_gone: gas.lengths_gone(index),
    }
}
