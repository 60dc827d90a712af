//! What the lane returns as its next event.

use crate::domain::Wall;

/// The next event of the lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Upcoming {
    pub(crate) time: f64,
    pub(crate) kind: UpcomingKind,
}

/// The kinds of events, and of stops before an event. Without bytes of padding, which would be copied in
/// pieces, right after they were written as words.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(u32)]
pub(crate) enum UpcomingKind {
    /// Two balls meet. They are given by their slots, in scene order: valid until a ball changes.
    Pair([u32; 2]),
    /// A ball, given by its name, meets a wall.
    Wall(u32, Wall),
    /// The boxes of two balls, given by their names in scene order, begin to overlap, or end: whether
    /// they begin.
    Overlap([u32; 2], bool),
    /// A ball, given by its name, is almost as many lengths of the domain away as may be: it needs
    /// a motion that begins inside. Or it outgrows the domain.
    Wrap(u32),
    /// There is no event before this time; the allowed amount of work is done.
    Paused,
    /// There is no event before this time. Balls are in other [zones](super::BallLane::set_zone),
    /// which must be [drained](super::BallLane::rezoned) before the lane goes on.
    Rezoned,
}
