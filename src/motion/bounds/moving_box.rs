//! Moving boxes: for each body six functions of time, the min and the max of its interval on each
//! axis.

use super::endpoint::Endpoint;
use nalgebra::Vector3;

/// A moving axis-aligned box, min and max with motions of their own. [`Bounds::moving`] makes one
/// with sides that move alike.
///
/// ```
/// use kinesweep::motion::{Bounds, Endpoint};
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

impl Bounds {
    /// The box from `min` to `max` at the epoch, which moves at a constant velocity: metres,
    /// seconds, metres per second.
    ///
    /// ```
    /// use kinesweep::motion::Bounds;
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

    /// The smallest box, fixed in space, that holds this one from `from` to `to`: corners (min,
    /// max). O(1).
    pub(crate) fn swept(&self, from: f64, to: f64) -> ([f64; 3], [f64; 3]) {
        let (from, to) = (from - self.epoch, to - self.epoch);
        let extreme = |endpoint: &Endpoint, pick: fn(f64, f64) -> f64| {
            let ends = pick(endpoint.at(from), endpoint.at(to));
            let vertex = -0.5 * endpoint.velocity / endpoint.half_acceleration;
            if vertex > from && vertex < to {
                pick(ends, endpoint.at(vertex))
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
