//! How far balls may go.

use crate::lane::balls::BallLane;
use nalgebra::Vector3;

/// Bounds on the speeds of the own balls of a sector since the ghosts were chosen, in metres per second: at
/// that time, and after each collision since.
#[derive(Clone, Copy, Debug)]
pub(super) struct Speeds {
    /// Along the axis of the slabs.
    pub(super) along: f64,
    /// In any direction.
    pub(super) any: f64,
}

/// Bounds on the motion of all balls along the axis of the slabs, from a time on.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct Fastest {
    /// No ball is faster at that time, or after a collision since, in metres per second.
    pub(in crate::world) speed: f64,
    /// No ball has a greater acceleration, in metres per second squared.
    pub(in crate::world) acceleration: f64,
}

impl Fastest {
    /// How far a ball goes at most in a time.
    pub(in crate::world) fn way(&self, time: f64) -> f64 {
        (self.speed + 0.5 * self.acceleration * time) * time
    }

    /// How long a ball takes at least to go so far; no number if it never does.
    pub(in crate::world) fn time(&self, way: f64) -> f64 {
        2.0 * way / (self.speed + (self.speed * self.speed + 2.0 * self.acceleration * way).sqrt())
    }
}

impl Speeds {
    /// Those of the balls of a lane at a time. O(n).
    pub(super) fn of(balls: &BallLane, axis: usize, now: f64) -> Self {
        let mut speeds = Self { along: 0.0, any: 0.0 };
        for (_, path) in balls.paths() {
            speeds.include(&path.velocity_at(now), axis);
        }
        speeds
    }

    /// Includes those of a velocity.
    #[inline]
    pub(super) fn include(&mut self, velocity: &Vector3<f64>, axis: usize) {
        self.along = self.along.max(velocity[axis].abs());
        self.any = self.any.max(velocity.norm());
    }
}

#[cfg(test)]
mod tests {
    use super::Fastest;

    #[test]
    fn the_way_in_a_time_takes_that_time() {
        for (speed, acceleration) in [(2.0, 0.0), (0.0, 3.0), (2.0, 3.0)] {
            let fastest = Fastest { speed, acceleration };
            assert!((fastest.time(fastest.way(0.7)) - 0.7).abs() < 1e-15);
        }
    }
}
