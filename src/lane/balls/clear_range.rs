//! Where rounding cannot decide whether two balls meet.

use super::cell_grid::CellGrid;
use super::constants::MOST_IMAGES;
use super::store::BallStore;
use crate::impact::FastPathLimits;

/// The bounds of the closed form for two balls, and the time up to which they are valid.
#[derive(Debug)]
pub(super) struct ClearRange {
    clearness: FastPathLimits,
    until: f64,
}

impl ClearRange {
    pub(super) fn new() -> Self {
        Self {
            clearness: FastPathLimits::new(f64::INFINITY, 0.0, 1.0, 0.0),
            until: f64::NEG_INFINITY,
        }
    }

    #[inline(always)]
    pub(super) fn clearness(&self) -> &FastPathLimits {
        &self.clearness
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

    /// Finds the bounds for the balls from a time on.
    pub(super) fn renew(&mut self, balls: &BallStore, grid: &CellGrid, now: f64) {
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
        self.until = (2.0 * now.abs()).max(1.0);
        let speed = 2.0 * balls.speed_squared().sqrt();
        self.clearness = FastPathLimits::new(2.0 * farthest, speed, least, self.until);
    }
}
