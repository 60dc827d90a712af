//! Events that are not of a pair: of the schedule, of walls, of bounds that expire.

use super::pairs::Due;
use super::schedule::Schedule;
use crate::queue::Queue;

/// Queues of events of single bodies, and the user's schedule.
#[derive(Default)]
pub(super) struct Agenda {
    pub(super) schedule: Schedule,
    /// The next collision of each body in the lane of pairs with a wall; in a periodic domain, the time at which it is so far from
    /// where its piece began that it needs a new one.
    pub(super) walls: Queue<Due>,
    /// When user-defined bounds expire.
    pub(super) expiries: Queue<Due>,
    /// Bodies whose bounds have expired and were not renewed.
    pub(super) expired: Vec<u32>,
}
