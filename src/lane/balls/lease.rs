//! Leases: spheres that balls may not leave unnoticed.

use super::motion::BallMotion;
use nalgebra::Vector3;

/// When a ball leaves its lease, in which its centre may go by `margin`. `from`: the way from the
/// centre of the lease to the position at the epoch.
#[inline]
pub(super) fn expiry(ball: &BallMotion, from: &Vector3<f64>, margin: f64) -> f64 {
    let velocity = &ball.flight.velocity;
    let speed_squared = velocity.norm_squared();
    if speed_squared == 0.0 {
        return f64::INFINITY;
    }
    let along = from.dot(velocity);
    // Negative if the motion began before the lease, outside of it.
    let room = margin * margin - from.norm_squared();
    let root = (along * along + speed_squared * room).max(0.0).sqrt();
    // The form without cancellation.
    let wait = if along > 0.0 {
        room / (along + root)
    } else {
        (root - along) / speed_squared
    };
    ball.flight.epoch + wait
}
