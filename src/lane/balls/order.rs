//! The events of the lane in the total order.

use super::lane::BallLane;
use super::upcoming::{Upcoming, UpcomingKind};
use crate::lane::Lane;
use crate::lane::order::{Due, ORDER_FIRST, Step, WALL_SERIAL, due};

impl Lane for BallLane {
    type Coming = Upcoming;

    /// A unit of work is a cell crossing.
    #[inline]
    fn next(&mut self, now: f64, limit: f64, portion: usize) -> Option<Upcoming> {
        self.next_event(now, limit, portion)
    }

    fn key(&self, coming: &Upcoming) -> Due {
        let (kind, first, second) = match coming.kind {
            UpcomingKind::Pair([a, b]) => (Step::Impact.order(), self.serial(a), self.serial(b)),
            UpcomingKind::Wall(name, wall) => (Step::Impact.order(), self.serial_of(name), WALL_SERIAL + wall as u32),
            UpcomingKind::Overlap([a, b], begins) => {
                let step = if begins { Step::OverlapBegin } else { Step::OverlapEnd };
                (step.order(), self.serial_of(a), self.serial_of(b))
            }
            UpcomingKind::Wrap(name) => (ORDER_FIRST, self.serial_of(name), 0),
            // There is no event up to that time: it comes before all others.
            UpcomingKind::Paused | UpcomingKind::Rezoned => (ORDER_FIRST, 0, 0),
        };
        due(coming.time, kind, first, second)
    }
}
