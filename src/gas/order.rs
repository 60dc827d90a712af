//! Which ball stands where in memory, and the size of the cells.

use super::grid::Grid;
use super::cells::NONE;
use super::{Ball, Cold, Gas, Hot, Next};
use crate::gas::dues;
use crate::gas::Dues;

/// How much wider than the largest ball cells must be: rounding must not matter.
const ROOM: f64 = 1.0 + 1e-6;

/// The most cells, for each ball.
const MOST_CELLS_A_BALL: usize = 16;

/// Cells' volume for each ball, where there is so much room.
const VOLUME: f64 = 4.0;

impl Gas {
    /// Takes in balls, and makes everything anew: O(n log n).
    pub(crate) fn insert(&mut self, balls: &[Ball], now: f64) {
        for ball in balls {
            let slot = self.hot.len() as u32;
            let name = ball.name as usize;
            if self.slots.len() <= name {
                self.slots.resize(name + 1, NONE);
            }
            self.slots[name] = slot;
            self.radii.push(ball.radius);
            self.hot.push(Hot {
                motion: ball.motion,
                tag: self.grid.tag(&ball.motion.at(now)),
            });
            self.cold.push(Cold {
                name: ball.name,
                serial: ball.serial,
                fixed: ball.fixed,
            });
            self.next.push(Next {
                due: f64::INFINITY,
                hit: f64::INFINITY,
                partner: NONE,
                partner_stamp: 0,
                stamp: 0,
            });
            self.speed_squared = self.speed_squared.max(ball.motion.velocity.norm_squared());
        }
        self.remake(now);
    }

    /// New cells, a new order in memory, all predicted anew.
    pub(crate) fn remake(&mut self, now: f64) {
        let first = self.radii.first().copied();
        self.common_radius = first.filter(|first| self.radii.iter().all(|radius| radius == first));
        let largest = self.radii.iter().copied().fold(0.0, f64::max);
        let n = self.len().max(1);
        let volume = (self.space.max - self.space.min).product() / n as f64;
        let least = 2.0 * largest * ROOM;
        let margin = std::env::var("M").map_or(0.0, |m| m.parse::<f64>().unwrap());
        let least = least + 2.0 * margin * ROOM;
        let width = (volume / VOLUME).cbrt();
        self.grid = Grid::new(&self.space, width, least, MOST_CELLS_A_BALL * n);
        for at in 0..self.len() {
            let place = self.hot[at].motion.at(now);
            self.hot[at].tag = self.grid.tag(&place);
        }
        self.renew_clearness(now);
        self.lists = None;
        self.put_in_order();
        for at in 0..self.len() {
            self.next[at].due = f64::INFINITY;
        }
        if margin > 0.0 {
            self.remake_lists(margin, now);
        }
        self.calendar.clear();
        for at in 0..self.len() {
            self.look_all_round(at, now);
        }
        let entries: Vec<_> = self.entries().collect();
        self.calendar.refill(entries.into_iter(), now, &dues!(self));
    }

    /// Puts the balls in the order of their cells along a curve that stays near itself, and files them there.
    pub(crate) fn put_in_order(&mut self) {
        self.ordered_at = self.tally.crossings;
        let mut order: Vec<(u64, u32)> = self
            .hot
            .iter()
            .enumerate()
            .map(|(slot, ball)| (along_curve(ball.tag.cell()), slot as u32))
            .collect();
        order.sort_unstable();
        let mut to = vec![0; order.len()];
        for (new, (_, old)) in order.iter().enumerate() {
            to[*old as usize] = new as u32;
        }
        let by_order = |old: &(u64, u32)| old.1 as usize;
        self.hot = order.iter().map(|old| self.hot[by_order(old)]).collect();
        self.cold = order.iter().map(|old| self.cold[by_order(old)]).collect();
        self.radii = order.iter().map(|old| self.radii[by_order(old)]).collect();
        self.next = order.iter().map(|old| self.next[by_order(old)]).collect();
        for next in &mut self.next {
            if let Some(partner) = to.get(next.partner as usize) {
                next.partner = *partner;
            }
        }
        for (slot, cold) in self.cold.iter().enumerate() {
            self.slots[cold.name as usize] = slot as u32;
        }
        self.cells.reset(self.grid.cells());
        for slot in 0..self.len() {
            self.cells.add(self.grid.index(self.hot[slot].tag.cell()), slot as u32);
        }
    }
}

/// Morton's order: the bits of the three numbers in turn.
fn along_curve(cell: [u32; 3]) -> u64 {
    let spread = |number: u32| (0..16).map(|bit| u64::from(number >> bit & 1) << (3 * bit)).sum::<u64>();
    spread(cell[0]) | spread(cell[1]) << 1 | spread(cell[2]) << 2
}
