//! Moving boxes: for each body six endpoint functions of time, the min and the max of its interval on each axis.

mod lease;

pub use lease::Lease;

use crate::scene::MotionPiece;
use nalgebra::Vector3;

/// One endpoint on one axis: x(t) = `position + velocity dt + half_acceleration dt²`, dt counted from the epoch of its
/// [`Bounds`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Endpoint {
    /// Value at the epoch, in metres.
    pub position: f64,
    /// Rate at the epoch, in metres per second.
    pub velocity: f64,
    /// Half the second derivative, in metres per second squared.
    pub half_acceleration: f64,
}

impl Endpoint {
    /// Value `dt` seconds after the epoch.
    #[inline]
    #[must_use]
    pub fn at(&self, dt: f64) -> f64 {
        self.position + (self.velocity + self.half_acceleration * dt) * dt
    }

    /// Rate `dt` seconds after the epoch.
    pub(crate) fn rate_at(&self, dt: f64) -> f64 {
        self.velocity + 2.0 * self.half_acceleration * dt
    }
}

/// A moving axis-aligned box, min and max with motions of their own. [`Bounds::moving`] makes one whose sides move alike.
///
/// ```
/// use kinesweep::{Bounds, Endpoint};
/// // It opens at 2 m/s to either side.
/// let side = |position, velocity| Endpoint { position, velocity, half_acceleration: 0.0 };
/// let bounds = Bounds { epoch: 1.0, min: [side(-1.0, -2.0); 3], max: [side(1.0, 2.0); 3] };
/// assert_eq!(bounds.max[0].at(3.0 - bounds.epoch), 5.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bounds {
    /// The time from which all six endpoints count, in seconds.
    pub epoch: f64,
    /// Lower endpoint on x, y, z.
    pub min: [Endpoint; 3],
    /// Upper endpoint on x, y, z.
    pub max: [Endpoint; 3],
}

/// How far a bound is rounded outward, relative to the magnitudes that enter it: 256 units in the last place.
///
/// A swap is found at a time that is rounded, from positions that are rounded, after up to a few dozen operations; so is the
/// time at which the tight boxes of a pair begin to overlap, on another way. The outward rounding is larger than both errors
/// together, so a pair is always known to the broad phase before anything can be predicted for it to happen.
const OUTWARD: f64 = 256.0 * f64::EPSILON;

impl Bounds {
    /// The box from `min` to `max` at the epoch, which moves at a constant velocity: metres, seconds, metres per second.
    ///
    /// ```
    /// use kinesweep::Bounds;
    /// use nalgebra::Vector3;
    /// let cube = Bounds::moving(1.0, Vector3::repeat(-0.5), Vector3::repeat(0.5), Vector3::x() * 2.0);
    /// assert_eq!(cube.max[0].at(3.0 - cube.epoch), 4.5);
    /// ```
    #[must_use]
    pub fn moving(epoch: f64, min: Vector3<f64>, max: Vector3<f64>, velocity: Vector3<f64>) -> Self {
        let corner = |corner: Vector3<f64>| {
            std::array::from_fn(|axis| Endpoint {
                position: corner[axis],
                velocity: velocity[axis],
                half_acceleration: 0.0,
            })
        };
        Self {
            epoch,
            min: corner(min),
            max: corner(max),
        }
    }

    /// The box from `min` to `max` about the body's origin (of one orientation), moved along the piece and grown as it says,
    /// rounded outward so that it holds the box in spite of rounding: at the epoch, and by a share of the speed and acceleration
    /// from then on (times round as positions do: what an acceleration makes of that is nothing yet at the epoch).
    pub(crate) fn enclosing(piece: &MotionPiece, min: &Vector3<f64>, max: &Vector3<f64>) -> Self {
        let side = |axis: usize, offset: f64, sign: f64| {
            let (x, v, a) = (piece.position[axis], piece.velocity[axis], piece.acceleration[axis]);
            let epoch = piece.epoch.abs();
            let speed = v.abs() + piece.growth;
            let offset = offset + sign * piece.swell;
            Endpoint {
                position: x + offset + sign * OUTWARD * (x.abs() + offset.abs() + speed * epoch),
                velocity: v + sign * (piece.growth + OUTWARD * (speed + a.abs() * epoch)),
                half_acceleration: 0.5 * a + sign * OUTWARD * a.abs(),
            }
        };
        Self {
            epoch: piece.epoch,
            min: std::array::from_fn(|axis| side(axis, min[axis], -1.0)),
            max: std::array::from_fn(|axis| side(axis, max[axis], 1.0)),
        }
    }

    /// The same without rounding outward: the box whose overlaps are told.
    pub(crate) fn tight(piece: &MotionPiece, min: &Vector3<f64>, max: &Vector3<f64>) -> Self {
        let side = |axis: usize, offset: f64, sign: f64| Endpoint {
            position: piece.position[axis] + (offset + sign * piece.swell),
            velocity: piece.velocity[axis] + sign * piece.growth,
            half_acceleration: 0.5 * piece.acceleration[axis],
        };
        Self {
            epoch: piece.epoch,
            min: std::array::from_fn(|axis| side(axis, min[axis], -1.0)),
            max: std::array::from_fn(|axis| side(axis, max[axis], 1.0)),
        }
    }

    /// The same box, rounded outward from its epoch on, as [`enclosing`](Self::enclosing) does.
    pub(crate) fn outward(&self) -> Self {
        let epoch = self.epoch.abs();
        let side = |endpoint: &Endpoint, sign: f64| {
            let speed = endpoint.velocity.abs();
            let later = speed + 2.0 * endpoint.half_acceleration.abs() * epoch;
            Endpoint {
                position: endpoint.position + sign * OUTWARD * (endpoint.position.abs() + speed * epoch),
                velocity: endpoint.velocity + sign * OUTWARD * later,
                half_acceleration: endpoint.half_acceleration + sign * OUTWARD * endpoint.half_acceleration.abs(),
            }
        };
        Self {
            epoch: self.epoch,
            min: self.min.map(|endpoint| side(&endpoint, -1.0)),
            max: self.max.map(|endpoint| side(&endpoint, 1.0)),
        }
    }

    /// The smallest box, fixed in space, that holds this one from `from` to `to`: corners (min, max). O(1).
    pub(crate) fn swept(&self, from: f64, to: f64) -> ([f64; 3], [f64; 3]) {
        let (from, to) = (from - self.epoch, to - self.epoch);
        let extreme = |endpoint: &Endpoint, pick: fn(f64, f64) -> f64| {
            let ends = pick(endpoint.at(from), endpoint.at(to));
            let turn = -0.5 * endpoint.velocity / endpoint.half_acceleration;
            if turn > from && turn < to {
                pick(ends, endpoint.at(turn))
            } else {
                ends
            }
        };
        (
            std::array::from_fn(|axis| extreme(&self.min[axis], f64::min)),
            std::array::from_fn(|axis| extreme(&self.max[axis], f64::max)),
        )
    }
}
