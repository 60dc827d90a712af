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

use super::pairs::{Due, Step};
use super::run::Source;
use super::{StepError, World};
use crate::lane::balls::{Upcoming as Coming, UpcomingKind as What};

/// Events at one time that no number of bodies explains: ten thousand for each, and these.
const STALL_BASE: u64 = 100_000;
const STALL_PER_BODY: u64 = 10_000;

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
    struck: Vec<(u32, u32)>,
}

impl Instant {
    /// Remembers that the motion of a body in a gas begins in the present round.
    pub(super) fn note(&mut self, body: u32) {
        self.struck.push((body, self.round));
    }

    /// A body is gone: its place may be taken by another.
    pub(super) fn forget(&mut self, body: u32) {
        self.struck.retain(|(struck, _)| *struck != body);
    }

    /// The places of the bodies of which a round is remembered.
    pub(super) fn struck(&self) -> impl Iterator<Item = u32> {
        self.struck.iter().map(|(body, _)| *body)
    }
}

impl World {
    pub(super) fn go_on_to(&mut self, time: f64) {
        if time > self.now {
            self.now = time;
            self.instant.events = 0;
            self.instant.round = 0;
            self.instant.has_links = false;
            self.instant.struck.clear();
        }
    }

    /// Takes note of the round of what is answered now.
    pub(super) fn enter_round_of(&mut self, due: &Due) {
        if due.order.kind == Step::Impact.order() {
            self.instant.round = due.order.round + 1;
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
    pub(super) fn note_struck(&mut self, body: u32, epoch: f64, round: u32) {
        if epoch == self.now && round > 0 {
            self.instant.struck.push((body, round));
        }
    }

    /// Gives the bodies that a gas has held their rounds back.
    pub(super) fn restore_rounds(&mut self) {
        for (body, round) in std::mem::take(&mut self.instant.struck) {
            self.bodies[body].round = round;
        }
    }

    /// Whether what comes in a gas was caused at this instant.
    pub(super) fn is_of_later_round(&self, coming: &Coming) -> bool {
        let Some(gas) = self.gas.as_ref().filter(|_| !self.instant.struck.is_empty()) else {
            return false;
        };
        // Where very many meet at once, few of them are to be sought: what was struck has a motion that begins now.
        let was_struck = |body: u32| gas.flight(body).epoch == self.now && self.instant.struck().any(|struck| struck == body);
        match coming.kind {
            What::Pair(pair) => pair.iter().any(|slot| was_struck(gas.id(*slot).index)),
            What::Wall(body, _) => was_struck(body),
            What::Wrap(_) | What::Paused | What::Rezoned => false,
        }
    }

    /// Refuses to go on where events come without end at one time. The count begins anew, so the next call goes on.
    pub(super) fn check_progress(&mut self, source: &Source) -> Result<(), StepError> {
        self.instant.events += 1;
        if self.instant.events <= STALL_BASE + STALL_PER_BODY * self.bodies.len() as u64 {
            return Ok(());
        }
        let names = match source {
            Source::Pair(place) => self.pairs[*place].bodies.map(|body| self.name_of(body)),
            Source::Wall(body, wall) => [self.name_of(*body), wall.to_string()],
            Source::Far(body) => [self.name_of(*body), "its image".to_owned()],
            Source::Expiry(body) => [self.name_of(*body), "its bounds".to_owned()],
            Source::Gas(coming) => match coming.kind {
                What::Pair(pair) => {
                    let name = |slot| self.gas.as_ref().map_or(0, |gas| gas.id(slot).index);
                    pair.map(|slot| self.name_of(name(slot)))
                }
                What::Wall(body, wall) => [self.name_of(body), wall.to_string()],
                What::Wrap(body) => [self.name_of(body), "its image".to_owned()],
                What::Paused | What::Rezoned => unreachable!("nothing that comes is counted"),
            },
            Source::Schedule => ["the schedule".to_owned(), "the schedule".to_owned()],
        };
        let events = std::mem::take(&mut self.instant.events);
        Err(StepError::Stalled {
            time: self.now,
            events,
            names,
        })
    }
}
