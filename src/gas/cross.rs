//! Leases that expire: a ball goes over into another cell.

use super::ball::{Card, Way};
use super::grid::{Grid, Step};
use super::look::Best;
use super::{Coming, Gas, What};

impl Gas {
    /// Takes a ball over into the next cell, and looks at the cells that it was not beside before.
    pub(super) fn go_over(&mut self, slot: usize, now: f64) -> Option<Coming> {
        if self.lists.is_some() {
            self.renew_lease(slot, now);
            self.look_all_round(slot, now);
            return None;
        }
        let Card {
            hit, partner, way, id, ..
        } = self.cards[slot];
        let Some(step) = self.step_over(slot) else {
            let what = What::Far(id.index);
            return Some(Coming { time: now, what });
        };
        let axis = usize::from(way.axis);
        let before = Best { time: hit, partner };
        let mut best = before;
        if let Some(ahead) = self.beside[axis][step.cell as usize].next(step.image, way.up) {
            self.look_ahead(slot, axis, ahead, now, &mut best);
        }
        self.look_at_walls(slot, &mut best);
        self.enter_after(slot, before, best, now);
        None
    }

    /// Files a ball in the cell into which it goes over next, and tells which that is; not if it would be too far away.
    #[inline]
    pub(super) fn step_over(&mut self, slot: usize) -> Option<Step> {
        let Card { way, mut image, .. } = self.cards[slot];
        let axis = usize::from(way.axis);
        let mut cell = self.hot[slot].tag.cell();
        let step = self.beside[axis][cell[axis] as usize].next(image[axis], way.up);
        let step = step.expect("what leaves its cell has a next one: none is left through a wall");
        if Grid::is_far(step.image) {
            return None;
        }
        self.work.crossings += 1;
        let before = (cell, image);
        self.cells.remove(self.grid.index(cell), slot as u32);
        (cell[axis], image[axis]) = (step.cell, step.image);
        self.put(slot, cell, image);
        self.cells.add(self.grid.index(cell), slot as u32);
        if self.zones.any() {
            self.note_if_rezoned(slot, before);
        }
        Some(step)
    }

    /// Writes down what a ball does next that has gone over.
    #[inline]
    pub(super) fn enter_after(&mut self, slot: usize, before: Best, best: Best, now: f64) {
        if best != before {
            return self.enter(slot, best, now);
        }
        // Of a partner that has turned since the stamp must stay as it is.
        let (crossing, way) = self.crossing(slot);
        self.cards[slot].set_due(crossing.max(now), way);
        self.enter_due(slot);
    }

    /// When a ball leaves its cell, and which way.
    #[inline]
    pub(super) fn crossing(&self, slot: usize) -> (f64, Way) {
        let ball = &self.hot[slot];
        let (cell, image) = (ball.tag.cell(), self.cards[slot].image);
        let (mut first, mut way) = (f64::INFINITY, Way::default());
        // Written out, without turns that hang on the signs of velocities: nobody can foresee them.
        for axis in 0..3 {
            let velocity = ball.flight.velocity[axis];
            let up = velocity > 0.0;
            let end = self.beside[axis][cell[axis] as usize].ends[usize::from(up)];
            let end = end + f64::from(image[axis]) * self.grid.lengths[axis];
            let wait = (end - ball.flight.position[axis]) / velocity;
            let wait = if velocity != 0.0 { wait } else { f64::INFINITY };
            let sooner = wait < first;
            first = if sooner { wait } else { first };
            way = if sooner { Way { axis: axis as u8, up } } else { way };
        }
        (ball.flight.epoch + first, way)
    }
}
