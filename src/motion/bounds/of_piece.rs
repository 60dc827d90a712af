//! The moving boxes of a motion piece: tight, and rounded outward.

use super::endpoint::Endpoint;
use super::moving_box::Bounds;
use crate::motion::piece::MotionPiece;
use nalgebra::Vector3;

/// How far a bound is rounded outward, relative to the magnitudes that enter it: 256 units in the last place.
///
/// A swap is found at a time that is rounded, from positions that are rounded, after up to a few dozen operations; so is the
/// time at which the tight boxes of a pair begin to overlap, on another way. The outward rounding is larger than both errors
/// together, so a pair is always known to the broad phase before anything can be predicted for it to happen.
const OUTWARD: f64 = 256.0 * f64::EPSILON;

impl Bounds {
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
}
