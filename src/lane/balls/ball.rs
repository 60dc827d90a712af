//! A ball as the caller gives it.

use crate::event::BodyId;
use crate::motion::OwnMotion;
use crate::scene::Groups;
use nalgebra::Vector3;

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
    /// The spin has no meaning if the species does not [turn](Species::turns).
    pub(crate) motion: OwnMotion,
}

/// The constants that balls of one kind share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Species {
    pub(crate) radius: f64,
    /// 1 / mass; 0 for a fixed ball, which also ignores walls.
    pub(crate) inverse_mass: f64,
    /// 1 / inertia; 0 if impulses do not change the spin.
    pub(crate) inverse_inertia: f64,
    pub(crate) restitution: f64,
    pub(crate) friction: f64,
    /// What matters at rest alone, outside of this lane.
    pub(crate) rolling_friction: f64,
    pub(crate) spinning_friction: f64,
    /// The same for all pieces of its motion.
    pub(crate) acceleration: Vector3<f64>,
    pub(crate) groups: Groups,
    /// Whether its balls spin or may begin to: each has an orientation and an angular velocity of
    /// its own.
    pub(crate) turns: bool,
    /// The rate at which the radii of its balls grow, in metres per second.
    pub(crate) growth_rate: f64,
    /// Whether its balls grow or have grown: the radius of each exceeds that of the species by a
    /// swell of its own.
    pub(crate) swells: bool,
}
