//! Lanes: each predicts the events of some of the bodies, in one total order.

pub(crate) mod balls;
pub(crate) mod order;
pub(crate) mod pairs;

use order::Due;

/// What the two lanes have in common. (An event is executed by the world: its outcome may move
/// bodies from one lane to the other.)
pub(crate) trait Lane {
    /// An event that comes next.
    type Coming;

    /// The next event up to a limit, in seconds. `now` is the present time. A lane that searches for
    /// its next event may stop after a `portion` of work and return that it is not done.
    fn next(&mut self, now: f64, limit: f64, portion: usize) -> Option<Self::Coming>;

    /// The key of an event in the total order.
    fn key(&self, coming: &Self::Coming) -> Due;
}
