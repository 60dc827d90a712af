//! When two balls meet.

use super::cell_grid::CellGrid;
use super::next_event::{Earliest, in_scene_order, rank};
use super::store::BallStore;
use super::whole::whole;
use crate::impact::{FastImpact, FastPathLimits, fast_impact, first_impact_of_balls, impact_of_paths};
use crate::motion::Path;
use nalgebra::Vector3;

/// Predicts the meetings of pairs. Each time is a function of the two motions alone.
#[derive(Clone, Copy)]
pub(super) struct PairPredictor<'a> {
    pub(super) balls: &'a BallStore,
    pub(super) grid: &'a CellGrid,
    pub(super) clearness: &'a FastPathLimits,
}

impl PairPredictor<'_> {
    /// When two balls that do not swell meet: by the closed form, or by the general test if rounding could decide,
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
        let (mut p, u) = if self.balls.are_free() {
            relative(&a.free(), &b.free(), start)
        } else {
            let accelerations = [self.balls.acceleration(slot), self.balls.acceleration(other)];
            let paths = [a.under(accelerations[0]), b.under(accelerations[1])];
            if accelerations[0] != accelerations[1] {
                *unclear += 1;
                return self.accelerated_time([slot, other], &paths, now);
            }
            relative(&paths[0], &paths[1], start)
        };
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

    /// When two balls with these paths meet that do not swell.
    #[inline(never)]
    fn accelerated_time(&self, [slot, other]: [usize; 2], [a, b]: &[Path; 2], now: f64) -> Option<f64> {
        if !self.meet(slot, other) {
            return None;
        }
        let [a, b] = if self.in_order(slot, other)[0] == slot {
            [a, b]
        } else {
            [b, a]
        };
        let shift = match self.grid.is_periodic() {
            true => self.grid.to_nearest(&(b.at(now) - a.at(now))),
            false => Vector3::zeros(),
        };
        let radius_sum = self.balls.radius(slot) + self.balls.radius(other);
        impact_of_paths(a, b, radius_sum, &shift, self.clearness).map(|impact| impact.time)
    }

    /// When two balls meet, by the test for any two balls.
    #[cold]
    #[inline(never)]
    pub(super) fn general_time(&self, slot: usize, other: usize, now: f64) -> Option<f64> {
        if !self.meet(slot, other) {
            return None;
        }
        let [a, b] = self.in_order(slot, other).map(|slot| self.balls.piece(slot));
        let shift = match self.grid.is_periodic() {
            true => self.grid.to_nearest(&(b.position_at(now) - a.position_at(now))),
            false => Vector3::zeros(),
        };
        let radius_sum = self.balls.radius(slot) + self.balls.radius(other);
        first_impact_of_balls(&a, &b, radius_sum, &shift).map(|impact| impact.time)
    }

    /// Two balls in scene order, as all lanes test them: with the two exchanged a time may differ by rounding.
    pub(super) fn in_order(&self, slot: usize, other: usize) -> [usize; 2] {
        in_scene_order(self.balls.events(), slot as u32, other as u32).map(|slot| slot as usize)
    }

    /// Whether a ball's meeting with `partner` comes before its meeting with `other` at the same
    /// time.
    #[cold]
    pub(super) fn goes_before(&self, slot: usize, partner: u32, other: u32) -> bool {
        let events = self.balls.events();
        rank(events, slot as u32, partner) < rank(events, slot as u32, other)
    }

    /// Whether two balls collide, by their groups.
    #[inline(always)]
    pub(super) fn meet(&self, slot: usize, other: usize) -> bool {
        let groups = |slot: usize| self.balls.species(slot).groups;
        self.balls.all_meet() || slot == other || groups(slot).meets(groups(other))
    }

    /// Whether the meeting with a wall comes before the earliest meeting so far.
    #[inline(always)]
    pub(super) fn wall_is_earlier(&self, slot: usize, time: f64, wall: u32, best: &Earliest) -> bool {
        time < best.time || time == best.time && self.goes_before(slot, wall, best.partner)
    }

    /// Whether the meeting with a ball comes before the earliest so far. Never if the two do not
    /// collide.
    #[inline(always)]
    pub(super) fn is_earlier(&self, slot: usize, time: f64, partner: u32, best: &Earliest) -> bool {
        self.wall_is_earlier(slot, time, partner, best) && self.meet(slot, partner as usize)
    }
}

/// The position and the velocity of the second ball relative to the first.
#[inline(always)]
fn relative<const FREE: bool>(a: &Path<FREE>, b: &Path<FREE>, time: f64) -> (Vector3<f64>, Vector3<f64>) {
    (b.at(time) - a.at(time), b.velocity_at(time) - a.velocity_at(time))
}
