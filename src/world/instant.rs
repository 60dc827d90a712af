//! What happens at one and the same time.
//!
//! Collisions at one time come in rounds. Those that were foreseen before that time are the first; what a collision of one
//! round causes at once is of the next. So a push goes through a row of touching bodies as a front, and in what collapses
//! all pairs have their turns: if the first in scene order always came first, the pairs of a row would have to come to an
//! end one within the other, which takes a number of collisions that is exponential in their number.
//!
//! The round of a collision is a function of the two motion pieces: where one of them began at this very time, it is the
//! round in which it began. (A ball in a gas has no place for it. A gas answers the first round alone, and ends before the
//! second.)

use super::constants::{STALL_BASE, STALL_PER_BODY};
use super::pairs::{Due, Step};
use super::run::Source;
use super::{StepError, World};
use crate::lane::balls::{Upcoming, UpcomingKind};

/// The present instant, since time last went on.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Instant {
    /// Events so far.
    events: u64,
    /// The round of what is caused now.
    pub(super) round: u32,
    /// Whether rests without force have ended.
    pub(super) has_links: bool,
    /// Bodies that have a piece of this instant and round while a gas holds them.
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

    /// Remembers that the motion of a body in a gas begins in the present round.
    pub(super) fn note(&mut self, body: u32) {
        self.collided.push((body, self.round));
    }

    /// A body is gone: its place may be taken by another.
    pub(super) fn forget(&mut self, body: u32) {
        self.collided.retain(|(known, _)| *known != body);
    }

    /// The balls of which a round is remembered, each with it.
    pub(super) fn rounds(&self) -> impl Iterator<Item = (u32, u32)> {
        self.collided.iter().copied()
    }

    /// The round in which the piece of a ball began that began at this instant.
    pub(super) fn round_of(&self, body: u32) -> u32 {
        let noted = self.collided.iter().rev().find(|(known, _)| *known == body);
        noted.map_or(0, |(_, round)| *round)
    }
}

impl World {
    pub(super) fn advance_clock(&mut self, time: f64) {
        self.clock.advance_to(time);
    }

    /// Takes note of the round of what is answered now.
    pub(super) fn enter_round_of(&mut self, due: &Due) {
        if due.order.kind == Step::Impact.order() {
            self.clock.instant.round = due.order.round + 1;
        }
    }

    /// The round of an impact between bodies at a time.
    pub(super) fn round_of(&self, time: f64, bodies: &[u32]) -> u32 {
        let rounds = bodies.iter().map(|body| {
            let state = &self.bodies[*body];
            if state.piece.epoch == time { state.round } else { 0 }
        });
        rounds.max().unwrap_or(0)
    }

    /// Remembers the round of a body's piece, which a gas is to hold.
    pub(super) fn note_round(&mut self, body: u32, epoch: f64, round: u32) {
        if epoch == self.clock.now && round > 0 {
            self.clock.instant.collided.push((body, round));
        }
    }

    /// Whether what comes in a gas was caused at this instant.
    pub(super) fn is_of_later_round(&self, coming: &Upcoming) -> bool {
        let Some(balls) = self.lanes.balls.as_ref().filter(|_| !self.clock.instant.collided.is_empty()) else {
            return false;
        };
        // Where very many meet at once, few of them are to be sought: the motion of one that was struck begins now.
        let collided_now = |body: u32| balls.flight(body).epoch == self.clock.now && self.clock.instant.round_of(body) > 0;
        let collides = matches!(coming.kind, UpcomingKind::Pair(_) | UpcomingKind::Wall(..));
        collides && self.bodies_of(coming).into_iter().flatten().any(collided_now)
    }

    /// Refuses to go on where events come without end at one time. The count begins anew, so the next call goes on.
    pub(super) fn check_progress(&mut self, source: &Source) -> Result<(), StepError> {
        self.clock.instant.events += 1;
        if self.clock.instant.events <= STALL_BASE + STALL_PER_BODY * self.bodies.len() as u64 {
            return Ok(());
        }
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
        let events = std::mem::take(&mut self.clock.instant.events);
        Err(StepError::Stalled {
            time: self.clock.now,
            events,
            names,
        })
    }
}
