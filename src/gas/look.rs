//! Whom a ball meets next.

use super::ball::{FIRST_WALL, Hot, Stamp, Way, rank};
use super::cells::NONE;
use super::dues::WORTH_FETCHING;
use super::grid::Step;
use super::scan::LANES;
use super::{Dues, Gas, dues};
use crate::impact::{Extents, first_impact_of_balls, first_wall_impact_of_box};
use nalgebra::Vector3;

/// The best so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Best {
    pub(super) time: f64,
    pub(super) partner: u32,
}

impl Best {
    pub(super) const NOTHING: Self = Self {
        time: f64::INFINITY,
        partner: NONE,
    };
}

impl Gas {
    /// Predicts the next event of a ball from all that are near it.
    pub(super) fn look_all_round(&mut self, slot: usize, now: f64) {
        let mut best = Best::NOTHING;
        if self.lists.is_some() {
            self.look_at_list(slot, now, &mut best);
        } else {
            self.look_beside(slot, now, &mut best);
        }
        self.look_at_walls(slot, &mut best);
        self.enter(slot, best, now);
    }

    /// Writes down what a ball does next.
    #[inline]
    pub(super) fn enter(&mut self, slot: usize, best: Best, now: f64) {
        let (crossing, way) = match &self.lists {
            Some(lists) => (
                lists.expiry(slot, &self.hot[slot], |apart| self.nearest(apart)),
                Way::default(),
            ),
            None => self.crossing(slot),
        };
        let partner_stamp = self.hot.get(best.partner as usize).map_or_else(Stamp::default, Hot::stamp);
        let card = &mut self.cards[slot];
        self.work.late += u64::from(best.time < now);
        card.hit = best.time.max(now);
        card.partner = best.partner;
        card.partner_stamp = partner_stamp;
        card.set_due(crossing.max(now), way);
        self.enter_due(slot);
    }

    /// Enters what a ball is due for into the calendar; not if that is to be made anew, when what stands in it may be due with who is
    /// gone.
    #[inline]
    pub(super) fn enter_due(&mut self, slot: usize) {
        if self.cards[slot].due < f64::INFINITY && !self.calendar_is_stale {
            self.calendar.push(slot as u32, &dues!(self));
        }
    }

    /// Looks at the balls in the cells beside a ball.
    #[inline]
    fn look_beside(&mut self, slot: usize, now: f64, best: &mut Best) {
        if self.few_cells {
            return self.look_at_images(slot, None, best);
        }
        let mut list = std::mem::take(&mut self.list);
        let count = self.gather(self.hot[slot].tag.cell(), &mut list, 0);
        self.work.looks += count as u64;
        let count = fill_up(&mut list, 0, count, slot as u32);
        self.work.careful += self.look_through(slot, &list[..count], now, best);
        self.list = list;
    }

    /// Looks at the balls in the cells ahead of a ball that has just gone over.
    #[inline]
    pub(super) fn look_ahead(&mut self, slot: usize, axis: usize, ahead: Step, now: f64, best: &mut Best) {
        if self.few_cells {
            return self.look_at_images(slot, Some((axis, ahead)), best);
        }
        let mut list = std::mem::take(&mut self.list);
        let count = self.gather_ahead(self.hot[slot].tag.cell(), axis, ahead.cell, &mut list, 0);
        self.work.looks += count as u64;
        let count = fill_up(&mut list, 0, count, slot as u32);
        self.work.careful += self.look_through(slot, &list[..count], now, best);
        self.list = list;
    }

    /// Looks at the balls in a ball's list.
    #[inline]
    fn look_at_list(&mut self, slot: usize, now: f64, best: &mut Best) {
        self.keep_glances(now);
        let Some(lists) = &self.lists else { return };
        self.work.looks += lists.near(slot).len() as u64;
        let list = lists.near_filled_up(slot);
        self.work.careful += match (&self.glances, self.space.periodic) {
            (None, _) => self.look_through(slot, list, now, best),
            (Some(glances), false) => self.glance_through::<false>(glances, slot, list, now, best),
            (Some(glances), true) => self.glance_through::<true>(glances, slot, list, now, best),
        };
    }

    /// Looks at some balls near one, in a list that is [filled up](fill_up), and gives the number of those for which the
    /// careful test was asked.
    #[inline]
    fn look_through(&self, slot: usize, list: &[u32], now: f64, best: &mut Best) -> u64 {
        self.ask_for(list);
        self.look_at_fetched(slot, list, now, best)
    }

    /// Asks the memory for balls, for all of them at once: in the scan it would be asked for few at a time.
    #[inline]
    pub(super) fn ask_for(&self, list: &[u32]) {
        if self.hot.len() >= WORTH_FETCHING {
            let asked = list.iter().fold(0, |all, ball| all ^ self.hot[*ball as usize].tag.turns());
            std::hint::black_box(asked);
        }
    }

    /// The same of balls that have been [asked for](Self::ask_for).
    #[inline]
    pub(super) fn look_at_fetched(&self, slot: usize, list: &[u32], now: f64, best: &mut Best) -> u64 {
        let fresh = self.hot[slot].flight.epoch == now;
        match (fresh, self.space.periodic) {
            (true, false) => self.scan::<true, false>(slot, list, now, best),
            (false, false) => self.scan::<false, false>(slot, list, now, best),
            (true, true) => self.scan::<true, true>(slot, list, now, best),
            (false, true) => self.scan::<false, true>(slot, list, now, best),
        }
    }

    /// When two balls meet, as it is told of any two.
    #[cold]
    pub(super) fn meet_with_care(&self, slot: usize, at: usize, now: f64) -> Option<f64> {
        let [a, b] = [slot, at].map(|slot| &self.hot[slot].flight);
        let shift = match self.space.periodic {
            true => self.to_nearest(&(b.at(now) - a.at(now))),
            false => Vector3::zeros(),
        };
        let radius_sum = self.radius_at(slot) + self.radius_at(at);
        first_impact_of_balls(&a.piece(), &b.piece(), radius_sum, &shift).map(|impact| impact.time)
    }

    /// Whether of two meetings of a ball at the same time that with `partner` goes before that with `other`.
    #[cold]
    pub(super) fn goes_before(&self, slot: usize, partner: u32, other: u32) -> bool {
        rank(&self.cards, slot as u32, partner) < rank(&self.cards, slot as u32, other)
    }

    /// The next wall of a box, of a ball in a cell beside one.
    #[inline]
    pub(super) fn look_at_walls(&self, slot: usize, best: &mut Best) {
        if self.space.periodic || self.is_fixed(slot) {
            return;
        }
        let ball = &self.hot[slot];
        let cell = ball.tag.cell();
        let beside = (0..3).any(|axis| cell[axis] == 0 || cell[axis] + 1 == self.grid.counts[axis]);
        if !beside {
            return;
        }
        let (extents, piece) = (Extents::cube(self.radius_at(slot)), ball.flight.piece());
        if let Some((time, wall)) = first_wall_impact_of_box(&extents, &piece, &self.space.min, &self.space.max) {
            let partner = FIRST_WALL + wall as u32;
            if time < best.time || time == best.time && self.goes_before(slot, partner, best.partner) {
                *best = Best { time, partner };
            }
        }
    }
}

/// Makes those of a list from one place to another as many as are looked at side by side, by the ball itself, which never meets
/// itself, and gives the place after them.
#[inline]
pub(super) fn fill_up(list: &mut Vec<u32>, from: usize, to: usize, slot: u32) -> usize {
    if list.len() < to + LANES {
        list.resize(to + LANES, slot);
    }
    list[to..to + LANES].fill(slot);
    from + (to - from).next_multiple_of(LANES)
}
