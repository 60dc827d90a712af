//! Events of single bodies and of the user: the schedule, walls, bounds that expire.

use super::pairs::Due;
use super::schedule::Schedule;
use crate::queue::Queue;

/// Queues of events of single bodies, and the user's schedule.
#[derive(Default)]
pub(super) struct Agenda {
    pub(super) schedule: Schedule,
    /// The next collision of each body in the lane of pairs with a wall. In a periodic domain: the
    /// time at which the body is so far from the start of its piece that it begins a new one.
    pub(super) walls: Queue<Due>,
    /// When user-defined bounds expire.
    pub(super) expiries: Queue<Due>,
    /// Bodies with expired bounds that were not replaced.
    pub(super) expired: Vec<u32>,
}
