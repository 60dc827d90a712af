//! The two lanes. Each body is in one of them.
//!
//! The *lane of balls* ([`BallLane`]) stores one event per ball, for balls that fly and bounce, at a
//! small part of the cost of the *lane of pairs*, which covers all else: any shape, any motion,
//! lasting contact. The impact of two balls and its result are functions of their two motion
//! pieces, and both lanes evaluate the same functions. So the lane of a body changes no event.
//!
//! 1. A pair across the lanes belongs to the lane of pairs. A body of that lane has a
//!    [*zone*](zones): the cells of the lane of balls from which a ball could reach it. The balls
//!    in a zone are *near*: their full states are stored for the pairs as well, and updated when
//!    the lane of balls changes their motions.
//! 2. A ball [leaves](World::leave_balls) the lane of balls at an event that this lane does not
//!    cover: it comes to rest, it collides again at the instant of a collision, or the user changes
//!    its motion or constants. It [returns](World::review_lanes) afterwards.
//! 3. The lane of balls is [open](World::choose_lanes) if the method is leases, the domain is
//!    bounded, and the bodies that it covers outnumber the others.

mod body_lane;
mod choose;
mod constants;
mod near;
mod review;
mod step;
mod usual;
mod walls;
mod zones;

pub use body_lane::BodyLane;

use super::sectors::HomeLane;
use super::{Method, World};
use crate::bodies::{BodyRef, CompactBall, State};
use crate::contact::has_lasting;
use crate::domain::{Domain, largest_radius};
use crate::event::BodyId;
use crate::lane::balls::{Ball, BallLane, LaneCounters, Space};
use crate::lane::pairs::Pair;
use crate::scene::{Dimensions, ResponseMode};
use constants::LARGEST_WITH_BOX;
use usual::UsualBalls;
use zones::Zones;

/// The lane of balls, and the state of the link between the lanes.
#[derive(Debug, Default)]
pub(super) struct Lanes {
    settings: LaneSettings,
    /// The lane of balls, if it is open.
    balls: HomeLane,
    /// The zones of the bodies in the lane of pairs.
    zones: Zones,
    /// Bodies in the lane of pairs with a new motion that the lane of balls may cover.
    review: Vec<u32>,
    /// The balls that the lane of balls takes.
    usual: UsualBalls,
    /// Events, insertions and removals until the next choice of lanes.
    countdown: usize,
    /// The counters of closed lanes of balls.
    work: LaneCounters,
}

/// What the builder of the world has decided about the lane of balls.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LaneSettings {
    /// The lane of balls stays closed.
    closed: bool,
    /// Where overlaps of boxes are reported, the radius up to which balls are in the lane of balls.
    largest_with_box: Option<f64>,
}

impl LaneSettings {
    pub(super) fn new(closed: bool, reports_overlaps: bool, domain: &Domain) -> Self {
        let sides = domain.periodic_box().map(|domain| domain.sides());
        let largest = sides.map_or(f64::INFINITY, |sides| LARGEST_WITH_BOX * largest_radius(&sides));
        Self {
            closed,
            largest_with_box: reports_overlaps.then_some(largest),
        }
    }
}

impl Lanes {
    /// Closed at first.
    pub(super) fn new(settings: LaneSettings) -> Self {
        Self {
            settings,
            ..Self::default()
        }
    }

    /// The lane of balls, if it is open.
    #[inline]
    pub(super) fn balls(&self) -> Option<&BallLane> {
        self.balls.get()
    }

    /// The lane of balls, to change it, if it is open.
    #[inline]
    pub(super) fn balls_mut(&mut self) -> Option<&mut BallLane> {
        self.balls.get_mut()
    }

    /// The lane of balls, and its sectors.
    pub(super) fn home(&self) -> &HomeLane {
        &self.balls
    }

    /// The same, to change it.
    pub(super) fn home_mut(&mut self) -> &mut HomeLane {
        &mut self.balls
    }

    /// Whether the lane of balls covers the motion and the constants of a body.
    fn takes(&self, state: &State) -> bool {
        self.not_taken(state).is_none()
    }

    /// Why the lane of balls does not cover the motion and the constants of a body, if it does not.
    fn not_taken(&self, state: &State) -> Option<BodyLane> {
        match state.not_plain() {
            Some(reason) => Some(reason.into()),
            None if self.has_unfit_box(state) => Some(BodyLane::ReportedOverlaps),
            None => self.usual.not_usual(state),
        }
    }

    /// Whether a ball has a box with overlaps that the lane of balls does not follow: one that grows, or
    /// could overlap two images of another.
    fn has_unfit_box(&self, state: &State) -> bool {
        let largest = self.settings.largest_with_box;
        largest.is_some_and(|largest| state.swells() || state.bounding_radius() >= largest)
    }

    /// The expiries of the zones.
    #[inline]
    pub(super) fn zones(&self) -> &Zones {
        &self.zones
    }

    /// The lane of balls, if it has a ball.
    #[inline]
    pub(super) fn occupied(&self) -> Option<&BallLane> {
        self.balls.get().filter(|balls| balls.len() > 0)
    }

    /// Counts events, insertions and removals: after as many as there are bodies, the lanes are
    /// chosen again.
    #[inline]
    pub(super) fn count(&mut self, changes: usize) {
        self.countdown = self.countdown.saturating_sub(changes);
    }

    /// Requests a choice of lanes at the end of the present instant.
    pub(super) fn choose_soon(&mut self) {
        self.countdown = 0;
    }

    /// Whether the lanes must be reviewed at the end of the present instant.
    #[inline]
    pub(super) fn is_review_due(&self) -> bool {
        self.countdown == 0 || !self.review.is_empty()
    }

    /// The counters of all lanes of balls.
    pub(super) fn work(&self) -> LaneCounters {
        let mut work = self.work;
        if let Some(balls) = self.balls.get() {
            work.add(&balls.counters());
        }
        work
    }

    /// Adds the work of lanes of copies.
    pub(super) fn add_work(&mut self, work: &LaneCounters) {
        self.work.add(work);
    }

    /// Restores the counters of earlier runs of the same world.
    pub(super) fn restore_work(&mut self, work: LaneCounters) {
        self.work = work;
    }
}

impl World {
    /// The space of a lane of balls, or why the settings of the world allow none.
    pub(super) fn space_of_balls(&self) -> Result<Space, BodyLane> {
        if self.search.method() != Method::Leases {
            return Err(BodyLane::OtherMethod);
        }
        let settings = self.config.settings();
        let (min, max, periodic) = match settings.domain {
            Domain::Open => return Err(BodyLane::OpenDomain),
            Domain::Box { min, max } => (min, max, false),
            Domain::Periodic { min, max } => (min, max, true),
        };
        if self.lanes.settings.closed {
            Err(BodyLane::Closed)
        } else if settings.response != ResponseMode::Collide {
            Err(BodyLane::PassThrough)
        } else {
            let flat = settings.dimensions == Dimensions::Two;
            Ok(Space {
                min,
                max,
                periodic,
                flat,
                with_boxes: self.config.reports_overlaps(),
            })
        }
    }

    /// Whether the lane of balls covers a body with its full state here: its motion, its constants
    /// and its contacts.
    pub(super) fn is_for_balls(&self, index: u32) -> bool {
        let state = &self.bodies[index];
        let rests = |pair: &Pair| pair.is_at_rest() || pair.is_passing();
        self.lanes.takes(state)
            && state.contact().wall_rests() == 0
            && state.contact().wall_links() == 0
            && !has_lasting(state, self.clock.now())
            && state.pairs().iter().all(|place| {
                let pair = &self.pairs[*place];
                !rests(pair) && pair.links_at(self.clock.now()).is_empty()
            })
    }

    /// The state of a body in either lane.
    pub(super) fn body_ref(&self, index: u32) -> BodyRef<'_> {
        self.bodies.body_ref(index, || self.compact_ball(index))
    }

    /// The part of a ball's state that the lane of balls stores.
    pub(super) fn compact_ball(&self, index: u32) -> CompactBall {
        compact_ball_in(self.lanes.balls.get().expect("a compact ball is in the lane of balls"), index)
    }

    /// Begins the pairs of bodies with all half-spaces.
    fn pair_with_half_spaces(&mut self, indices: &[u32]) {
        for at in 0..self.search.half_spaces().len() {
            let half_space = self.search.half_spaces()[at];
            for index in indices.iter().filter(|index| **index != half_space) {
                self.begin_pair([half_space, *index], [0; 3], false);
            }
        }
    }

    /// Drops the pairs of a body without contact or overlap. Those with an overlap follow when [the lane
    /// of balls has both](Self::hand_over_overlaps).
    fn drop_free_pairs(&mut self, index: u32) {
        for place in self.bodies[index].pairs().to_vec() {
            let bodies = self.pairs[place].bodies();
            self.end_pair(place);
            // A ball far away, from which this one has jumped, is in no zone that would end.
            for other in bodies.into_iter().filter(|body| *body != index) {
                self.compact(other);
            }
        }
    }

    /// Restarts the image offset of a body in a periodic domain, for a broad phase that takes it in
    /// now.
    pub(super) fn restart_image_offset(&mut self, index: u32) {
        let image_offset = *self.bodies[index].image_offset();
        if image_offset == [0; 3] {
            return;
        }
        self.bodies.motion_mut(index).restart_image_offset();
        for at in 0..self.bodies[index].pairs().len() {
            let pair = &mut self.pairs[self.bodies[index].pairs()[at]];
            let sign = if pair.bodies()[1] == index { 1 } else { -1 };
            pair.shift_image(&image_offset.map(|lengths| sign * lengths));
        }
    }

    /// Moves a ball from the lane of pairs to the lane of balls.
    fn move_to_balls(&mut self, index: u32) {
        let id = self.bodies.id(index);
        let state = &self.bodies[index];
        let (ball_species, motion) = (state.ball_species(), state.own_motion());
        let (past, serial) = (*state.contact().past(), state.serial());
        let (round, lengths_gone) = (state.round(), state.lengths_gone());
        let kind = self.bodies.join_balls(index);
        self.clock.note_round(index, motion.flight.epoch, round);
        if let Some(balls) = self.lanes.balls.get_mut() {
            let ball = Ball {
                id,
                serial,
                kind,
                species: ball_species,
                motion,
            };
            balls.insert(&ball, self.clock.now());
            balls.set_past(index, past);
            balls.set_lengths_gone(index, lengths_gone);
        }
    }

    /// Inserts a new body into the lane that covers it.
    pub(super) fn insert_into_lane(&mut self, state: State) -> BodyId {
        let plain = self.lanes.takes(&state);
        let id = self.bodies.insert(state);
        if plain && self.lanes.balls.is_open() {
            self.move_to_balls(id.index);
            self.compact(id.index);
        }
        id
    }

    /// The counters of the broad phase and of the lane of balls, by name.
    pub(super) fn broad_counters(&self) -> Vec<(&'static str, u64)> {
        let mut counters = self.search.broad().counters();
        if self.lanes.balls.is_open() {
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

/// The part of a ball's state that the lane of balls stores.
fn compact_ball_in(balls: &BallLane, index: u32) -> CompactBall {
    CompactBall {
        motion: balls.own_motion(index),
        past: balls.past(index),
        lengths_gone: balls.lengths_gone(index),
    }
}
