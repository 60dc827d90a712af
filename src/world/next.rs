//! The next event of the lane of pairs, of single bodies, and of the schedule.

use crate::domain::Wall;
use crate::lane::order::Due;

/// The source of an event.
#[derive(Clone, Copy)]
pub(super) enum Source {
    Schedule,
    Pair(u32),
    Wall(u32, Wall),
    /// A body in a periodic domain begins a new piece inside it.
    Wrap(u32),
    Expiry(u32),
    /// An island gets new motion pieces.
    Renewal(u32),
}

/// The earlier of two events; the first one if both have the same key.
pub(super) fn earlier(one: Option<(Due, Source)>, other: Option<(Due, Source)>) -> Option<(Due, Source)> {
    match (one, other) {
        (Some(one), Some(other)) => {
            let is_earlier = (other.0.time, other.0.order) < (one.0.time, one.0.order);
            Some(if is_earlier { other } else { one })
        }
        (one, other) => one.or(other),
    }
}
