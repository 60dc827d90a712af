//! Events of single bodies and of the user: the schedule, walls, bounds that expire.

use super::next::{Source, earlier};
use super::schedule::Schedule;
use crate::domain::Wall;
use crate::lane::order::{Due, ORDER_BOUNDS_EXPIRED, WALL_SERIAL, due};
use crate::queue::{EventQueue, Queue};

/// Queues of events of single bodies, and the user's schedule.
#[derive(Default)]
pub(super) struct Agenda {
    schedule: Schedule,
    /// The next collision of each body in the lane of pairs with a wall. In a periodic domain: the
    /// time at which the body is so far from the start of its piece that it begins a new one.
    walls: Queue<Due>,
    /// When user-defined bounds expire.
    expiries: Queue<Due>,
    /// Bodies with expired bounds that were not replaced.
    expired: Vec<u32>,
}

impl Agenda {
    pub(super) fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// The schedule, to add or cancel an entry.
    pub(super) fn schedule_mut(&mut self) -> &mut Schedule {
        &mut self.schedule
    }

    /// Restores the schedule and the bodies with expired bounds.
    pub(super) fn restore(&mut self, schedule: Schedule, expired: &[u32]) {
        self.schedule = schedule;
        self.expired = expired.to_vec();
    }

    /// Sets the next event of a body at a wall; none removes it.
    pub(super) fn set_wall(&mut self, body: u32, next: Option<Due>) {
        match next {
            Some(next) => self.walls.set(body, next),
            None => drop(self.walls.remove(body)),
        }
    }

    /// Removes the events of all bodies at walls.
    pub(super) fn clear_walls(&mut self) {
        self.walls = Queue::default();
    }

    /// The time of the next event of a body at a wall.
    pub(super) fn wall_time(&self, body: u32) -> Option<f64> {
        self.walls.key(body).map(|due| due.time)
    }

    /// Sets the time at which the bounds of a body expire. None: they never do.
    pub(super) fn set_expiry(&mut self, body: u32, serial: u32, until: Option<f64>) {
        match until {
            Some(until) => self.expiries.set(body, due(until, ORDER_BOUNDS_EXPIRED, serial, 0)),
            None => drop(self.expiries.remove(body)),
        }
    }

    /// The time at which the bounds of a body expire.
    pub(super) fn expiry_time(&self, body: u32) -> Option<f64> {
        self.expiries.key(body).map(|due| due.time)
    }

    /// The bounds of a body expire now.
    pub(super) fn expire(&mut self, body: u32) {
        self.expiries.remove(body);
        self.expired.push(body);
    }

    /// A body with expired bounds has new ones.
    pub(super) fn renew(&mut self, body: u32) {
        self.expired.retain(|expired| *expired != body);
    }

    /// Removes all events of a body, but for those that are scheduled.
    pub(super) fn forget(&mut self, body: u32) {
        self.walls.remove(body);
        self.expiries.remove(body);
        self.renew(body);
    }

    /// The bodies with expired bounds.
    #[inline]
    pub(super) fn expired(&self) -> &[u32] {
        &self.expired
    }

    /// Whether there is no event.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.walls.is_empty() && self.expiries.is_empty() && self.schedule.is_empty()
    }

    /// The earliest event.
    pub(super) fn next(&self, is_periodic: bool) -> Option<(Due, Source)> {
        let wall = self.walls.peek().map(|(due, body)| {
            let source = match is_periodic {
                true => Source::Wrap(body),
                false => Source::Wall(body, Wall::ALL[(due.order.second - WALL_SERIAL) as usize]),
            };
            (due, source)
        });
        let expiry = self.expiries.peek().map(|(due, body)| (due, Source::Expiry(body)));
        let scheduled = self.schedule.peek().map(|due| (due, Source::Schedule));
        earlier(earlier(wall, expiry), scheduled)
    }
}
