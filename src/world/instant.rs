//! The events at one time.
//!
//! Collisions at one time come in rounds. Those predicted before that time are the first round; an
//! immediate consequence of one round belongs to the next. So an impulse passes through a row of
//! touching bodies as a front, and in a collapse all pairs take part alternately. If the first pair in
//! scene order always came first, the pairs of a row would end one within the other, which takes a
//! number of collisions that is exponential in their number.
//!
//! The round of a collision is a function of the two motion pieces: the round in which the later of
//! them began, if one began at this very time. (A ball in the lane of balls has no field for it.
//! That lane executes the first round alone and evicts balls before the second.)

use super::constants::{STALL_BASE, STALL_PER_BODY};
use super::next::Source;
use super::pairs::{Due, Step};
use super::{StepError, World};
use crate::lane::balls::{Upcoming, UpcomingKind};

/// The present instant: all since time last advanced.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Instant {
    /// Events so far.
    events: u64,
    /// The round of new consequences.
    round: u32,
    /// Whether rests without force have ended at this instant.
    has_links: bool,
    /// The round of each ball in the lane of balls with a piece that began at this instant.
    #[cfg_attr(feature = "serde", serde(rename = "struck"))]
    collided: Vec<(u32, u32)>,
}

impl Instant {
    /// Begins a new instant.
    pub(super) fn restart(&mut self) {
        self.events = 0;
        self.round = 0;
        self.has_links = false;
        self.collided.clear();
    }

    /// The round of new consequences.
    #[inline]
    pub(super) fn round(&self) -> u32 {
        self.round
    }

    /// Enters a round.
    #[inline]
    pub(super) fn enter_round(&mut self, round: u32) {
        self.round = round;
    }

    /// Whether rests without force have ended at this instant.
    pub(super) fn has_links(&self) -> bool {
        self.has_links
    }

    /// Records that a rest without force has ended.
    pub(super) fn note_link(&mut self) {
        self.has_links = true;
    }

    /// Records that the motion of a ball in the lane of balls begins in the present round.
    #[inline]
    pub(super) fn note_collided(&mut self, body: u32) {
        self.note(body, self.round);
    }

    /// Records the round in which the motion of a ball in the lane of balls began.
    #[inline]
    pub(super) fn note(&mut self, body: u32, round: u32) {
        self.collided.push((body, round));
    }

    /// Removes a body. Another one may take its place.
    pub(super) fn forget(&mut self, body: u32) {
        self.collided.retain(|(known, _)| *known != body);
    }

    /// The balls with a recorded round, each with that round.
    pub(super) fn rounds(&self) -> impl Iterator<Item = (u32, u32)> {
        self.collided.iter().copied()
    }

    /// Whether a ball has a recorded round.
    #[inline]
    pub(super) fn has_rounds(&self) -> bool {
        !self.collided.is_empty()
    }

    /// The round in which the piece of a ball began, if it began at this instant; else 0.
    pub(super) fn round_of(&self, body: u32) -> u32 {
        let noted = self.collided.iter().rev().find(|(known, _)| *known == body);
        noted.map_or(0, |(_, round)| *round)
    }

    /// Counts an event. Beyond the limit it returns the number of events, and the count restarts.
    #[inline]
    pub(super) fn count_event(&mut self, limit: u64) -> Result<(), u64> {
        self.events += 1;
        match self.events <= limit {
            true => Ok(()),
            false => Err(std::mem::take(&mut self.events)),
        }
    }
}

impl World {
    pub(super) fn advance_clock(&mut self, time: f64) {
        self.clock.advance_to(time);
    }

    /// Enters the round of the event that is executed now.
    pub(super) fn enter_round_of(&mut self, due: &Due) {
        if due.order.kind == Step::Impact.order() {
            self.clock.instant_mut().enter_round(due.order.round + 1);
        }
    }

    /// The round of an impact between bodies at a time.
    pub(super) fn round_of(&self, time: f64, bodies: &[u32]) -> u32 {
        let rounds = bodies.iter().map(|body| {
            let state = &self.bodies[*body];
            if state.piece().epoch == time { state.round() } else { 0 }
        });
        rounds.max().unwrap_or(0)
    }

    /// Whether an event of the lane of balls is a consequence of this instant.
    pub(super) fn is_of_later_round(&self, coming: &Upcoming) -> bool {
        let Some(balls) = self.lanes.balls().filter(|_| self.clock.instant().has_rounds()) else {
            return false;
        };
        // A cheap test first: the motion of a ball that collided at this instant begins now.
        let collided_now = |body: u32| balls.flight(body).epoch == self.clock.now() && self.clock.instant().round_of(body) > 0;
        let collides = matches!(coming.kind, UpcomingKind::Pair(_) | UpcomingKind::Wall(..));
        collides && self.bodies_of(coming).into_iter().flatten().any(collided_now)
    }

    /// Refuses to advance where events at one time do not end. The count restarts, so the next call
    /// continues.
    pub(super) fn check_progress(&mut self, source: &Source) -> Result<(), StepError> {
        let limit = STALL_BASE + STALL_PER_BODY * self.bodies.len() as u64;
        let Err(events) = self.clock.instant_mut().count_event(limit) else {
            return Ok(());
        };
        let names = match source {
            Source::Pair(place) => self.pairs[*place].bodies.map(|body| self.name_of(body)),
            Source::Wall(body, wall) => [self.name_of(*body), wall.to_string()],
            Source::Wrap(body) => [self.name_of(*body), "its image".to_owned()],
            Source::Expiry(body) => [self.name_of(*body), "its bounds".to_owned()],
            Source::BallLane(coming) => {
                let [first, second] = self.bodies_of(coming);
                let other = match coming.kind {
                    UpcomingKind::Wall(_, wall) => wall.to_string(),
                    UpcomingKind::Wrap(_) => "its image".to_owned(),
                    _ => second.map_or_else(String::new, |second| self.name_of(second)),
                };
                [first.map_or_else(String::new, |first| self.name_of(first)), other]
            }
            Source::Schedule => ["the schedule".to_owned(), "the schedule".to_owned()],
        };
        Err(StepError::Stalled {
            time: self.clock.now(),
            events,
            names,
        })
    }
}
