//! The two lanes, side by side: each body is in one of them.
//!
//! The *lane of balls* ([`BallLane`]) keeps one event a ball, for balls that only fly and bounce, at a small part of the cost of
//! the *lane of pairs*, which takes everything else: any shape, any motion, contact that lasts. Where two balls meet, and what
//! they do then, are functions of their two motion pieces, and both lanes evaluate the same ones. So which body is in which
//! lane changes no event.
//!
//! 1. A pair across the lanes belongs to the lane of pairs. A body of that lane has a [*zone*](zones): the cells of the lane of
//!    balls from which a ball could reach it. The balls in a zone are *near*: their states are held with the pairs as well,
//!    and brought up to date when the lane of balls changes their motions.
//! 2. A ball [leaves](World::leave_balls) the lane of balls where it does what that lane does not cover: it comes to rest, it
//!    collides again at the instant of a collision, its motion or its constants are changed to others. It
//!    [comes back](World::review_lanes) when that is over.
//! 3. The lane of balls is [open](World::choose_lanes) where the method is leases, the domain is bounded, and the bodies for
//!    it outnumber the others.

mod near;
mod review;
mod step;
mod zones;

use super::bodies::{Folded, Seen, State};
use super::pairs::Pair;
use super::respond::OwnLaw;
use super::{Method, World};
use crate::broad::AllPairs;
use crate::domain::Domain;
use crate::event::BodyId;
use crate::lane::balls::{Ball, BallLane, LaneCounters, Space, Species};
use crate::motion::Flight;
use crate::queue::EventQueue;
use crate::scene::{BodyKind, Groups, ResponseMode, Zeno};
use nalgebra::Vector3;
use zones::Zones;

/// The lane of balls opens where there are so many bodies for it to each other one, and closes where there are fewer than the
/// second number.
const OPENS_AT: usize = 8;
const CLOSES_BELOW: usize = 4;

/// Balls much larger than nearly all others are in the lane of pairs, since the cells of the lane of balls are as wide as its
/// largest: those of more than this times the radius that is exceeded by one in so many.
const LARGER: f64 = 1.25;
const ONE_IN: usize = 32;

/// Events, insertions and removals after which lanes are chosen anew, at the least; more where there are more bodies.
const LEAST_COUNT: usize = 16;

/// What the world holds of the lane of balls and of the pairs across the lanes.
#[derive(Debug, Default)]
pub(super) struct Lanes {
    /// The lane of balls, where it is open.
    pub(super) balls: Option<Box<BallLane>>,
    /// The zones of the bodies in the lane of pairs.
    pub(super) zones: Zones,
    /// Bodies in the lane of pairs that began a motion of which the lane of balls may be capable.
    pub(super) review: Vec<u32>,
    /// The largest radius of a ball in the lane of balls, in metres.
    largest: f64,
    /// Events, insertions and removals until lanes are chosen anew.
    countdown: usize,
    /// What lanes of balls that are closed have done.
    work: LaneCounters,
}

impl Lanes {
    /// The lane of balls, if it holds any.
    #[inline]
    pub(super) fn occupied(&self) -> Option<&BallLane> {
        self.balls.as_deref().filter(|balls| balls.len() > 0)
    }

    /// Counts events, insertions and removals: after as many as there are bodies, lanes are chosen anew.
    #[inline]
    pub(super) fn count(&mut self, changes: usize) {
        self.countdown = self.countdown.saturating_sub(changes);
    }

    /// Lanes are to be chosen anew at the end of the present instant.
    pub(super) fn choose_soon(&mut self) {
        self.countdown = 0;
    }

    /// Whether there is something to do at the end of the present instant.
    #[inline]
    pub(super) fn is_review_due(&self) -> bool {
        self.countdown == 0 || !self.review.is_empty()
    }

    /// What all lanes of balls have done.
    pub(super) fn work(&self) -> LaneCounters {
        let mut work = self.work;
        if let Some(balls) = &self.balls {
            work.add(&balls.counters());
        }
        work
    }

    /// Counts what earlier runs of the same world have done.
    pub(super) fn restore_work(&mut self, work: LaneCounters) {
        self.work = work;
    }
}

/// The largest radius of a ball for which the lane of balls is worth its while, among such balls.
fn largest_of(mut radii: Vec<f64>) -> f64 {
    radii.sort_unstable_by(f64::total_cmp);
    let usual = radii.len().saturating_sub(1 + radii.len() / ONE_IN);
    radii.get(usual).map_or(f64::INFINITY, |radius| LARGER * radius)
}

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
    pub(super) fn matter(&self) -> Species {
        Species {
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
    /// Where a lane of balls would be, if what holds for the whole world allows one.
    fn space_of_balls(&self) -> Option<Space> {
        let (min, max, periodic) = match self.config.settings.domain {
            Domain::Open => return None,
            Domain::Box { min, max } => (min, max, false),
            Domain::Periodic { min, max } => (min, max, true),
        };
        let has_own_law = self.hooks.response.as_ref().is_some_and(OwnLaw::answers_pairs);
        let by_impulses = self.config.settings.response == ResponseMode::Collide && !has_own_law;
        let allowed = by_impulses && !self.config.report_overlaps && self.search.held_by == Method::Leases;
        allowed.then_some(Space { min, max, periodic })
    }

    /// Whether the lane of balls covers a body whose state is held here: its motion, its constants and the contacts it is in.
    pub(super) fn is_for_balls(&self, index: u32) -> bool {
        let state = &self.bodies[index];
        let is_covered = |radius: f64| radius <= self.lanes.largest;
        let rests = |pair: &Pair| pair.is_at_rest() || pair.passing || pair.in_overlap;
        state.plain_radius().is_some_and(is_covered)
            && state.wall_rests == 0
            && state.wall_links == 0
            && state.pairs.iter().all(|place| {
                let pair = &self.pairs[*place];
                !rests(pair)
                    && pair
                        .recent_normals
                        .as_ref()
                        .is_none_or(|recent| recent.links_at(self.clock.now).is_empty())
            })
    }

    /// The state of a body, wherever it is held.
    pub(super) fn seen(&self, index: u32) -> Seen<'_> {
        self.bodies.seen(index, || self.folded_in_gas(index))
    }

    /// What the lane of balls holds of a ball.
    pub(super) fn folded_in_gas(&self, index: u32) -> Folded {
        folded_in(
            self.lanes.balls.as_ref().expect("what is folded is in the lane of balls"),
            index,
        )
    }

    /// Opens the lane of balls, or closes it, judging by how many bodies it covers. O(n).
    fn choose_lanes(&mut self) {
        self.lanes.countdown = self.bodies.len().max(LEAST_COUNT);
        let bodies = self.bodies.len();
        let Some(space) = self.space_of_balls() else {
            self.close_balls();
            return;
        };
        match &self.lanes.balls {
            Some(balls) if balls.len() < CLOSES_BELOW * (bodies - balls.len()) => self.close_balls(),
            Some(_) => {}
            None => {
                let order = self.bodies.in_order().iter();
                self.lanes.largest = largest_of(order.filter_map(|index| self.bodies[*index].plain_radius()).collect());
                let order = self.bodies.in_order().iter();
                let covered = order.filter(|index| self.is_for_balls(**index)).count();
                if covered >= OPENS_AT * (bodies - covered) {
                    self.open_balls(space);
                }
            }
        }
    }

    /// Chooses whether the lane of balls is open for bodies that come.
    pub(super) fn choose_lanes_for(&mut self, states: &[State]) {
        let radii = || states.iter().filter_map(State::plain_radius);
        let is_new = self.bodies.len() == 0;
        if is_new {
            self.close_balls();
            self.lanes.countdown = states.len().max(LEAST_COUNT);
            self.lanes.largest = largest_of(radii().collect());
        }
        let coming = states.len();
        let covered = radii().filter(|radius| *radius <= self.lanes.largest).count();
        if is_new {
            let outnumber = covered >= OPENS_AT * (coming - covered);
            if let Some(space) = self.space_of_balls().filter(|_| outnumber) {
                let mut balls = self.new_balls(space);
                balls.reserve(covered);
                self.lanes.balls = Some(Box::new(balls));
            }
        } else if let Some(balls) = &self.lanes.balls {
            let (inside, all) = (balls.len() + covered, self.bodies.len() + coming);
            if inside < CLOSES_BELOW * (all - inside) {
                self.close_balls();
            }
        }
    }

    /// A lane of balls without balls.
    fn new_balls(&self, space: Space) -> BallLane {
        let keeps_pasts = !matches!(self.config.settings.zeno, Zeno::Stick { .. });
        BallLane::new(space, keeps_pasts)
    }

    /// Opens the lane of balls for a world that is restored, in which there are no pairs.
    pub(super) fn reopen_balls(&mut self) {
        if let Some(space) = self.space_of_balls() {
            let order = self.bodies.in_order().iter();
            self.lanes.largest = largest_of(order.filter_map(|index| self.bodies[*index].plain_radius()).collect());
            self.open_balls(space);
        }
    }

    /// Moves all bodies that the lane of balls covers into a new one. O(n log n).
    fn open_balls(&mut self, space: Space) {
        let order = self.bodies.in_order().iter().copied();
        let covered: Vec<u32> = order.filter(|index| self.is_for_balls(*index)).collect();
        self.lanes.balls = Some(Box::new(self.new_balls(space)));
        self.lanes.zones.clear();
        for index in covered {
            self.drop_free_pairs(index);
            self.agenda.walls.remove(index);
            self.give_to_gas(index);
        }
        self.search.broad = Box::new(AllPairs::default());
        self.hold_anew();
        self.zone_all();
        self.flush_balls();
        self.apply_rezoned(false);
        self.fold_all();
    }

    /// Moves all balls into the lane of pairs, and closes the lane of balls. O(n log n).
    pub(super) fn close_balls(&mut self) {
        if self.lanes.balls.is_none() {
            return;
        }
        self.sync_broad_phase();
        let mut left = Vec::new();
        for at in 0..self.bodies.len() {
            let index = self.bodies.in_order()[at];
            self.unfold(index);
            if self.bodies.in_balls(index) {
                self.bodies.leave_balls(index);
                left.push(index);
            }
        }
        if let Some(balls) = self.lanes.balls.take() {
            self.lanes.work.add(&balls.counters());
        }
        self.lanes.zones.clear();
        self.lanes.review.clear();
        self.lanes.countdown = self.bodies.len().max(LEAST_COUNT);
        self.hold_anew();
        self.pair_with_half_spaces(&left);
        for index in left {
            self.predict_walls(index);
        }
    }

    /// Begins the pairs of bodies with all half-spaces.
    fn pair_with_half_spaces(&mut self, indices: &[u32]) {
        for at in 0..self.search.half_spaces.len() {
            let half_space = self.search.half_spaces[at];
            for index in indices.iter().filter(|index| **index != half_space) {
                self.begin_pair([half_space, *index], [0; 3], false);
            }
        }
    }

    /// Drops the pairs of a body in which there is neither contact nor overlap.
    fn drop_free_pairs(&mut self, index: u32) {
        for place in self.bodies[index].pairs.clone() {
            self.end_pair(place);
        }
    }

    /// Counts the lengths that a body in a periodic domain has gone from here on, as for a broad phase that takes it in now.
    pub(super) fn restart_turns(&mut self, index: u32) {
        let turns = self.bodies[index].turns;
        if turns == [0; 3] {
            return;
        }
        self.bodies[index].restart_turns();
        for at in 0..self.bodies[index].pairs.len() {
            let pair = &mut self.pairs[self.bodies[index].pairs[at]];
            let sign = if pair.bodies[1] == index { 1 } else { -1 };
            pair.image = std::array::from_fn(|axis| pair.image[axis] + sign * turns[axis]);
        }
    }

    /// Puts a ball in the lane of pairs into that of balls.
    fn give_to_gas(&mut self, index: u32) {
        let id = self.bodies.id(index);
        let state = &self.bodies[index];
        let (matter, flight, past, serial) = (state.matter(), state.flight(), state.past, state.serial);
        let (round, lengths_gone) = (state.round, state.lengths_gone());
        let kind = self.bodies.join_balls(index);
        self.note_struck(index, flight.epoch, round);
        if let Some(balls) = &mut self.lanes.balls {
            let ball = Ball {
                id,
                serial,
                kind,
                species: matter,
                flight,
            };
            balls.insert(&ball, self.clock.now);
            balls.set_past(index, past);
            balls.set_lengths_gone(index, lengths_gone);
        }
    }

    /// Finds a place for a body that comes, in the lane that covers it.
    pub(super) fn hold(&mut self, state: State) -> BodyId {
        let plain = state.plain_radius().is_some_and(|radius| radius <= self.lanes.largest);
        let id = self.bodies.insert(state);
        if plain && self.lanes.balls.is_some() {
            self.give_to_gas(id.index);
            self.fold(id.index);
        }
        id
    }

    /// The counters of the broad phase and of the lane of balls, by name.
    pub(super) fn broad_counters(&self) -> Vec<(&'static str, u64)> {
        let mut counters = self.search.broad.counters();
        if self.lanes.balls.is_some() {
            for (name, count) in self.lanes.work().entries() {
                match counters.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, known)) => *known += count,
                    None => counters.push((name, count)),
                }
            }
        }
        counters
    }
}

/// What the lane of balls holds of a ball.
fn folded_in(balls: &BallLane, index: u32) -> Folded {
    Folded {
        flight: balls.flight(index),
        past: balls.past(index),
        lengths_gone: balls.lengths_gone(index),
    }
}
