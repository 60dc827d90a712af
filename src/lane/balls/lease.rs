//! Leases: spheres that balls may not leave unnoticed.

use crate::motion::Path;
use nalgebra::Vector3;

/// When a ball leaves its lease, in which its centre may go by `margin`; with an acceleration, a time
/// no later than that. `from`: the way from the centre of the lease to a position.
#[inline(always)]
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

#[cfg(test)]
mod tests {
    use super::expiry;
    use crate::lane::balls::testing::Random;
    use crate::motion::Flight;

    #[test]
    fn no_ball_is_outside_of_its_lease_before_it_expires() {
        let mut random = Random::new(1);
        let mut far = 0;
        for round in 0..2000 {
            let pull = [0.0, 0.01, 1.0, 100.0][round % 4];
            let flight = Flight {
                position: random.vector() * 0.1,
                velocity: random.vector() * random.between(0.0, 5.0),
                epoch: 2.0,
            };
            let path = flight.under(random.vector() * pull);
            let (now, margin) = (2.0, 0.5);
            let until = expiry(&path, now, margin, |place| place).min(now + 100.0);
            for step in 0..=100 {
                let t = now + (until - now) * f64::from(step) / 100.0;
                assert!(path.at(t).norm() <= margin * (1.0 + 1e-9), "{path:?} at {t} of {until}");
            }
            far += u32::from(path.at(until).norm() > 0.5 * margin);
        }
        assert!(far > 1000, "leases last: {far}");
    }
}
