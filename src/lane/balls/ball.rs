//! A ball as the caller gives it.

use crate::event::BodyId;
use crate::motion::Flight;

/// The slot or name of no ball.
pub(super) const NO_BALL: u32 = u32::MAX;

/// A ball of the lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ball {
    /// Its index is the name of the ball in the lane.
    pub(crate) id: BodyId,
    /// Its number in scene order.
    pub(crate) serial: u32,
    /// The number of its species: balls with the same number are of the same species.
    pub(crate) kind: u32,
    pub(crate) species: Species,
    pub(crate) flight: Flight,
}

/// The constants that balls of one kind share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Species {
    pub(crate) radius: f64,
    /// 1 / mass; 0 for a fixed ball, which also ignores walls.
    pub(crate) inverse_mass: f64,
    pub(crate) restitution: f64,
    pub(crate) friction: f64,
}
