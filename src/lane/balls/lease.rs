//! Leases: spheres that balls may not leave unnoticed.

use crate::motion::Path;
use nalgebra::Vector3;

/// When a ball leaves its lease, in which its centre may go by `margin`; with an acceleration, a time
/// no later than that. `from`: the way from the centre of the lease to a position.
#[inline]
pub(super) fn expiry(path: &Path, now: f64, margin: f64, from: impl Fn(Vector3<f64>) -> Vector3<f64>) -> f64 {
    let Path { flight, acceleration } = path;
    if *acceleration == Vector3::zeros() {
        return flight.epoch + time_to_leave(&from(flight.position), &flight.velocity, margin);
    }
    // The way of the uniform motion is off by a/2 s² at most.
    let (from, velocity) = (from(path.at(now)), path.velocity_at(now));
    let pull = acceleration.norm();
    let first = time_to_leave(&from, &velocity, margin);
    let longest = first.min((margin / pull).sqrt());
    let off = 0.5 * pull * longest * longest;
    let wait = time_to_leave(&from, &velocity, margin - off);
    now + wait.min(longest).max(0.0)
}

/// The time after which a motion leaves a sphere about zero, in seconds. Negative if it begins
/// outside of it.
#[inline(always)]
fn time_to_leave(from: &Vector3<f64>, velocity: &Vector3<f64>, radius: f64) -> f64 {
    let speed_squared = velocity.norm_squared();
    if speed_squared == 0.0 {
        return f64::INFINITY;
    }
    let along = from.dot(velocity);
    let room = radius * radius - from.norm_squared();
    let root = (along * along + speed_squared * room).max(0.0).sqrt();
    // The form without cancellation.
    if along > 0.0 {
        room / (along + root)
    } else {
        (root - along) / speed_squared
    }
}
