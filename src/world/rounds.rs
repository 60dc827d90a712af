//! The [rounds](crate::clock::Instant) of the events at one time, and the limit of their number.

use super::constants::{STALL_BASE, STALL_PER_BODY};
use super::next::Source;
use super::{StepError, World};
use crate::lane::balls::{Upcoming, UpcomingKind};
use crate::lane::order::{Due, Step};

impl World {
    /// Enters the round of the event that is executed now.
    pub(super) fn enter_round_of(&mut self, due: &Due) {
        if due.order.kind == Step::Impact.order() {
            self.clock.instant_mut().enter_round(due.order.round + 1);
        }
    }

    /// Whether an event of the lane of balls is a consequence of this instant.
    pub(super) fn is_of_later_round(&self, coming: &Upcoming) -> bool {
        let Some(balls) = self.lanes.balls().filter(|_| self.clock.instant().has_rounds()) else {
            return false;
        };
        // A cheap test first: the motion of a ball that collided at this instant begins now.
        let collided_now = |body: u32| balls.epoch(body) == self.clock.now() && self.clock.instant().round_of(body) > 0;
        let collides = matches!(coming.kind, UpcomingKind::Pair(_) | UpcomingKind::Wall(..));
        collides && self.bodies_of(coming).into_iter().flatten().any(collided_now)
    }

    /// Refuses to advance where events at one time do not end. `names` returns the parties of the
    /// event. The count restarts, so the next call continues.
    pub(super) fn check_progress(&mut self, names: impl FnOnce(&Self) -> [String; 2]) -> Result<(), StepError> {
        let limit = STALL_BASE + STALL_PER_BODY * self.bodies.len() as u64;
        let Err(events) = self.clock.instant_mut().count_event(limit) else {
            return Ok(());
        };
        Err(StepError::Stalled {
            time: self.clock.now(),
            events,
            names: names(self),
        })
    }

    /// The parties of an event, for messages.
    pub(super) fn names_of(&self, source: &Source) -> [String; 2] {
        match source {
            Source::Pair(place) => self.pairs[*place].bodies().map(|body| self.name_of(body)),
            Source::Wall(body, wall) => [self.name_of(*body), wall.to_string()],
            Source::Wrap(body) => [self.name_of(*body), "its image".to_owned()],
            Source::Expiry(body) => [self.name_of(*body), "its bounds".to_owned()],
            Source::Renewal(_) => ["an island".to_owned(), "an island".to_owned()],
            Source::Schedule => ["the schedule".to_owned(), "the schedule".to_owned()],
        }
    }

    /// The parties of an event of the lane of balls, for messages.
    pub(super) fn names_in_balls(&self, coming: &Upcoming) -> [String; 2] {
        let [first, second] = self.bodies_of(coming);
        let other = match coming.kind {
            UpcomingKind::Wall(_, wall) => wall.to_string(),
            UpcomingKind::Wrap(_) => "its image".to_owned(),
            _ => second.map_or_else(String::new, |second| self.name_of(second)),
        };
        [first.map_or_else(String::new, |first| self.name_of(first)), other]
    }
}
