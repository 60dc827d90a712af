//! How wide the cells are, and who stands where in memory.

use super::Gas;
use super::around::Beside;
use super::cells::NONE;
use super::dues::WORTH_FETCHING;
use super::glance::Glances;
use super::grid::{Grid, MOST_IMAGES};
use super::images::ENOUGH;
use super::lists::Lists;
use crate::impact::FastPathLimits;
use crate::portable;
use nalgebra::Vector3;

/// How much wider than the largest ball cells must be: rounding must not matter.
pub(super) const ROOM: f64 = 1.0 + 1e-6;

/// How much of what cells are wider than the largest ball one of two may be outside of its cell: not quite a half, as rounding
/// must not matter.
const SLACK: f64 = 0.499;

/// The most cells for each ball, and a number that even few balls may have.
const MOST_CELLS_A_BALL: usize = 16;
const SOME_CELLS: usize = 64;

/// Volume of a cell where balls are few, as a part of the volume that there is for each: at packing 0.1 cells as narrow as
/// they may be were the best, at 0.01 and less this.
const VOLUME: f64 = 0.25;

/// Part of the volume of the box from which on balls have lists: below it they leave their leases too often.
const DENSE: f64 = 0.42;

/// How far a ball with a list may go, in radii of the largest.
const MARGIN: f64 = 0.6;

/// Crossings for each ball after which they are put in order anew in memory.
const CROSSINGS_A_ORDER: u64 = 8;

impl Gas {
    /// New cells, if those that are there do not fit what has come; all are predicted anew then.
    pub(crate) fn make_fit(&mut self, now: f64) {
        if self.unfit {
            self.regrid(now);
        } else if self.work.crossings >= self.order_after {
            self.put_in_order();
            self.calendar_is_stale = true;
        }
    }

    /// New cells and a new order in memory. O(n log n).
    fn regrid(&mut self, now: f64) {
        self.note_zoned();
        self.lists = None;
        if self.vacant > 0 {
            let balls = (0..self.hot.len() as u32).filter(|slot| !self.cards[*slot as usize].is_vacant());
            let balls = balls.map(|slot| (0, slot)).collect();
            self.reorder(balls);
        }
        let first = self.radii.first().copied();
        self.common_radius = first.filter(|first| self.radii.iter().all(|radius| radius == first));
        let largest = self.radii.iter().copied().fold(0.0, f64::max);
        let volume: f64 = (self.space.max - self.space.min).product();
        let filled: f64 = self.radii.iter().map(|r| 4.0 / 3.0 * std::f64::consts::PI * r * r * r).sum();
        let margin = MARGIN * largest;
        let dense = filled > DENSE * volume && self.lists_fit(largest, margin);
        let reach = 2.0 * largest * ROOM;
        let least = reach + if dense { 2.0 * margin * ROOM } else { 0.0 };
        let width = portable::cbrt(VOLUME * volume / self.len().max(1) as f64);
        let most = MOST_CELLS_A_BALL * self.len() + SOME_CELLS;
        self.grid = Grid::new(&self.space, if dense { least } else { width }, least, most);
        self.slack = SLACK * (self.grid.least_width() - reach);
        self.beside = std::array::from_fn(|axis| Beside::all(&self.grid, axis));
        self.few_cells = self.space.periodic && self.grid.counts.iter().any(|count| *count < ENOUGH);
        for at in 0..self.len() {
            let place = self.hot[at].flight.at(now);
            let (cell, image) = self.grid.locate(&place);
            self.put(at, cell, image);
            self.cards[at].due = f64::INFINITY;
        }
        self.glances = (dense && self.len() < WORTH_FETCHING).then(Glances::default);
        self.put_in_order();
        if dense {
            self.remake_lists(margin, largest, now);
        }
        (self.unfit, self.made_for) = (false, (self.len().max(SOME_CELLS), largest));
        self.made_of = self.len();
        self.turned.clear();
        self.turned.extend(0..self.len() as u32);
        self.calendar.clear();
        self.calendar_is_stale = true;
        self.remake_zones();
    }

    /// Up to when rounding is no matter where pairs are clear.
    pub(super) fn renew_clearness(&mut self, now: f64) {
        let far = |v: &Vector3<f64>| v.amax();
        let lengths = Vector3::from(self.grid.lengths).amax();
        let reach = far(&self.space.min).max(far(&self.space.max))
            + if self.space.periodic {
                f64::from(MOST_IMAGES) * lengths
            } else {
                0.0
            };
        let least = self
            .common_radius
            .unwrap_or_else(|| self.radii.iter().copied().fold(f64::INFINITY, f64::min));
        self.clear_until = (2.0 * now.abs()).max(1.0);
        let speed = 2.0 * self.speed_squared.sqrt();
        self.clearness = FastPathLimits::new(2.0 * reach, speed, least, self.clear_until);
    }

    /// Whether the box is wide enough for lists: the nearest image is the one that is meant, and a cell's neighbours are
    /// different.
    fn lists_fit(&self, largest: f64, margin: f64) -> bool {
        let least = (self.space.max - self.space.min).min();
        !self.space.periodic || least > 4.0 * (2.0 * largest + 4.0 * margin) * ROOM
    }

    /// Puts the balls in the order of their cells along a curve that stays near itself, and files them there.
    fn put_in_order(&mut self) {
        self.order_after = self.work.crossings + CROSSINGS_A_ORDER * self.len() as u64 + SOME_CELLS as u64 + 1;
        let mut order: Vec<(u64, u32)> = (0..self.hot.len())
            .filter(|slot| !self.cards[*slot].is_vacant())
            .map(|slot| (along_curve(self.hot[slot].tag.cell()), slot as u32))
            .collect();
        order.sort_unstable();
        self.reorder(order);
        self.cells.reset(self.grid.cells());
        for slot in 0..self.len() {
            self.cells.add(self.grid.index(self.hot[slot].tag.cell()), slot as u32);
        }
    }

    /// Moves the balls in memory: each gets the slot of its place in `order`, which gives the slots that they had. Vacant slots
    /// are not among them and vanish.
    fn reorder(&mut self, order: Vec<(u64, u32)>) {
        let mut to = vec![NONE; self.hot.len()];
        for (new, (_, old)) in order.iter().enumerate() {
            to[*old as usize] = new as u32;
        }
        let by_order = |old: &(u64, u32)| old.1 as usize;
        self.hot = order.iter().map(|old| self.hot[by_order(old)]).collect();
        if self.keeps_pasts {
            self.pasts = order.iter().map(|old| self.pasts[by_order(old)]).collect();
        }
        self.radii = order.iter().map(|old| self.radii[by_order(old)]).collect();
        self.cards = order.iter().map(|old| self.cards[by_order(old)]).collect();
        self.vacant = 0;
        for slot in &mut self.turned {
            *slot = to[*slot as usize];
        }
        for (slot, card) in self.cards.iter_mut().enumerate() {
            self.slots[card.id.index as usize] = slot as u32;
            if let Some(new) = to.get(card.partner as usize) {
                card.partner = *new;
                // A partner that is gone has no slot by which it could be found stale.
                if *new == NONE {
                    card.hit = f64::INFINITY;
                    self.turned.push(slot as u32);
                }
            }
        }
        if let Some(lists) = self.lists.take() {
            self.lists = Some(Lists::reordered(&lists, &order, &to));
            self.glances = self.glances.take().map(|_| Glances::default());
        }
    }
}

/// Morton's order: the bits of the three numbers in turn.
fn along_curve(cell: [u32; 3]) -> u64 {
    let spread = |number: u32| (0..16).map(|bit| u64::from(number >> bit & 1) << (3 * bit)).sum::<u64>();
    spread(cell[0]) | spread(cell[1]) << 1 | spread(cell[2]) << 2
}
