//! How fast balls may be for a while, and where rounding cannot decide whether two of them meet.

use super::cell_grid::CellGrid;
use super::constants::MOST_IMAGES;
use super::store::BallStore;
use crate::impact::FastPathLimits;

/// The bounds of the closed form for two balls and of the speed, and the time up to which they are
/// valid.
#[derive(Debug)]
pub(super) struct ClearRange {
    clearness: FastPathLimits,
    /// No ball is faster.
    speed: f64,
    until: f64,
}

impl ClearRange {
    pub(super) fn new() -> Self {
        Self {
            clearness: FastPathLimits::new(f64::INFINITY, 0.0, 1.0, 0.0),
            speed: f64::INFINITY,
            until: f64::NEG_INFINITY,
        }
    }

    #[inline(always)]
    pub(super) fn clearness(&self) -> &FastPathLimits {
        &self.clearness
    }

    /// No ball is faster until the bounds are [renewed](Self::renew).
    #[inline(always)]
    pub(super) fn speed(&self) -> f64 {
        self.speed
    }

    /// The time up to which the bounds are valid.
    #[inline(always)]
    pub(super) fn until(&self) -> f64 {
        self.until
    }

    #[inline(always)]
    pub(super) fn is_valid_at(&self, now: f64) -> bool {
        now <= self.until
    }

    /// The greatest speed is another.
    #[inline(always)]
    pub(super) fn invalidate(&mut self) {
        self.until = f64::NEG_INFINITY;
    }

    /// Finds the bounds for the balls from a time on. O(1) without acceleration, otherwise O(n), for
    /// about the time in which a ball falls through a cell.
    pub(super) fn renew(&mut self, balls: &mut BallStore, grid: &CellGrid, now: f64) {
        let space = grid.space();
        let images = if space.periodic {
            f64::from(MOST_IMAGES) * space.lengths().amax()
        } else {
            0.0
        };
        let farthest = space.min.amax().max(space.max.amax()) + images;
        let least = balls
            .common_radius()
            .unwrap_or_else(|| balls.radii().iter().copied().fold(f64::INFINITY, f64::min));
        let until = (2.0 * now.abs()).max(1.0);
        let acceleration = balls.greatest_acceleration();
        if acceleration > 0.0 {
            // A ball that is at most twice as fast now, or after a collision, is at most three times
            // as fast later.
            let greatest = balls.greatest_speed_squared(now).sqrt();
            let speed = greatest.max((acceleration * grid.grid().least_width()).sqrt());
            balls.allow_speed_squared(4.0 * speed * speed);
            self.speed = 3.0 * speed;
            self.until = until.min(now + speed / acceleration);
        } else {
            self.speed = balls.speed_squared().sqrt();
            self.until = until;
        }
        let speed = 2.0 * (self.speed + balls.greatest_growth());
        self.clearness = FastPathLimits::new(2.0 * farthest, speed, least, self.until);
    }
}
