//! Constants of the scenes.

/// The path of a mover in one step, as a share of its width.
pub(super) const SPEED: f64 = 0.1;

/// The sum of the volumes of the boxes, as a share of the world's volume.
pub(super) const DENSITY: f64 = 0.05;

/// Least and greatest width of mixed boxes.
pub(super) const MIXED_WIDTHS: [f64; 2] = [0.1, 10.0];

/// Height of a flat world: two boxes, so that boxes can still pass above each other.
pub(super) const FLAT_HEIGHT: f64 = 2.0;

/// Height of the floor: half a box, so that boxes on the ground overlap it and higher ones do not.
pub(super) const FLOOR_HEIGHT: f64 = 0.5;

/// Boxes in a cluster.
pub(super) const CLUSTER_SIZE: u32 = 1000;

/// Density in the middle of a cluster: ten times that of the world; a box there overlaps four
/// others.
pub(super) const CLUSTER_DENSITY: f64 = 0.5;

/// The greatest distance of a box of a cluster from its first position, on each axis, in widths:
/// less than half the spread of a cluster.
pub(super) const MAX_DISPLACEMENT: f64 = 2.0;

/// The finest unit of coordinates is this power of 1/2.
pub(super) const FINEST_UNIT_EXPONENT: i32 = 16;

/// Coordinates are at most this many units: an `f32` represents all integers up to it.
pub(super) const MOST_UNITS: f64 = (1 << 24) as f64;

/// Number of uniform numbers in the sum that approximates a normal number; its variance is then 1
/// (Irwin and Hall).
pub(super) const SUMMANDS: u32 = 12;

/// Halvings of the exponent in [`Random::log_uniform`](super::random::Random::log_uniform): the
/// logarithm has steps of 1 part in 65 536.
pub(super) const EXPONENT_BITS: u32 = 16;

/// Squared length below which rounding would be visible.
pub(super) const LEAST_SQUARE: f64 = 1e-6;
