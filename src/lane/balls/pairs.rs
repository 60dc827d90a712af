//! When two balls meet.

use super::cell_grid::CellGrid;
use super::next_event::{Earliest, rank};
use super::store::BallStore;
use super::whole::whole;
use crate::impact::{FastImpact, FastPathLimits, fast_impact, first_impact_of_balls};
use nalgebra::Vector3;

/// Predicts the meetings of pairs. Each time is a function of the two motions alone.
#[derive(Clone, Copy)]
pub(super) struct PairPredictor<'a> {
    pub(super) balls: &'a BallStore,
    pub(super) grid: &'a CellGrid,
    pub(super) clearness: &'a FastPathLimits,
}

impl PairPredictor<'_> {
    /// When two balls meet: by the closed form, or by the general test if rounding could decide,
    /// which `unclear` counts.
    #[inline(always)]
    pub(super) fn time_of_meeting<const PERIODIC: bool>(
        &self,
        slot: usize,
        other: usize,
        now: f64,
        unclear: &mut u64,
    ) -> Option<f64> {
        let [a, b] = [self.balls.flight(slot), self.balls.flight(other)];
        let start = a.epoch.max(b.epoch);
        let mut p = b.at(start) - a.at(start);
        let u = b.velocity - a.velocity;
        if PERIODIC {
            let present = p + u * (now - start);
            let grid = self.grid.grid();
            for axis in 0..3 {
                p[axis] -= grid.lengths()[axis] * whole(present[axis] * grid.per_length()[axis]);
            }
        }
        let radius_sum = self.balls.radius(slot) + self.balls.radius(other);
        match fast_impact(&p, &u, radius_sum, self.clearness) {
            FastImpact::Never => None,
            FastImpact::After(s) => Some(start + s),
            FastImpact::Undecided => {
                *unclear += 1;
                self.general_time(slot, other, now)
            }
        }
    }

    /// When two balls meet, by the test for any two balls.
    #[cold]
    pub(super) fn general_time(&self, slot: usize, other: usize, now: f64) -> Option<f64> {
        let [a, b] = [self.balls.flight(slot), self.balls.flight(other)];
        let shift = match self.grid.is_periodic() {
            true => self.grid.to_nearest(&(b.at(now) - a.at(now))),
            false => Vector3::zeros(),
        };
        let radius_sum = self.balls.radius(slot) + self.balls.radius(other);
        first_impact_of_balls(&a.piece(), &b.piece(), radius_sum, &shift).map(|impact| impact.time)
    }

    /// Whether a ball's meeting with `partner` comes before its meeting with `other` at the same
    /// time.
    #[cold]
    pub(super) fn goes_before(&self, slot: usize, partner: u32, other: u32) -> bool {
        let events = self.balls.events();
        rank(events, slot as u32, partner) < rank(events, slot as u32, other)
    }

    /// Whether a meeting comes before the earliest so far.
    #[inline(always)]
    pub(super) fn is_earlier(&self, slot: usize, time: f64, partner: u32, best: &Earliest) -> bool {
        time < best.time || time == best.time && self.goes_before(slot, partner, best.partner)
    }
}
