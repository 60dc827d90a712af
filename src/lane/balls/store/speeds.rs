//! The greatest speed of the balls.

use super::BallStore;

impl BallStore {
    /// The square of the greatest speed so far.
    #[inline(always)]
    pub(in crate::lane::balls) fn speed_squared(&self) -> f64 {
        self.speed_squared
    }

    /// The square of the greatest speed at present. O(n).
    pub(in crate::lane::balls) fn greatest_speed_squared(&self, now: f64) -> f64 {
        let speeds = self.occupied().map(|slot| self.path(slot).velocity_at(now).norm_squared());
        speeds.fold(0.0, f64::max)
    }

    /// Sets the square of the speed up to which a new motion changes no bound.
    pub(in crate::lane::balls) fn allow_speed_squared(&mut self, speed_squared: f64) {
        self.speed_squared = speed_squared;
    }

    /// Forgets former speeds, of balls without acceleration. Returns whether the greatest speed is
    /// less than before. O(n).
    pub(in crate::lane::balls) fn forget_former_speeds(&mut self, now: f64) -> bool {
        if self.greatest_acceleration() > 0.0 {
            return false;
        }
        let greatest = self.greatest_speed_squared(now);
        let is_less = greatest < self.speed_squared;
        self.speed_squared = greatest;
        is_less
    }
}
