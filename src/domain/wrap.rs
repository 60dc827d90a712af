//! When a body in a periodic domain begins a new motion piece, as it has travelled far.

use crate::roots::first_negative_quadratic;
use nalgebra::Vector3;

/// Domain lengths that a body travels in one motion piece before it begins the next. Positions are
/// then exact to the rounding of this many lengths, 3e-14 of one length.
pub(crate) const MAX_LENGTHS_PER_PIECE: f64 = 124.0;

/// When a body begins a new piece after one with an epoch, a velocity and an acceleration, in a domain with these
/// sides; infinite if never. A function of the piece alone, so that it is the same in all lanes.
pub(crate) fn wrap_time(sides: &Vector3<f64>, epoch: f64, velocity: &Vector3<f64>, acceleration: &Vector3<f64>) -> f64 {
    let mut after = f64::INFINITY;
    for axis in 0..3 {
        let (velocity, half_acceleration) = (velocity[axis], 0.5 * acceleration[axis]);
        for sign in [-1.0, 1.0] {
            let room = MAX_LENGTHS_PER_PIECE * sides[axis];
            after = after.min(first_negative_quadratic(room, sign * velocity, sign * half_acceleration));
        }
    }
    epoch + after
}
