//! Leases that expire: a ball goes over into another cell.

use super::grid::{Grid, Tag};
use super::look::Best;
use super::{Card, Coming, Gas, Hot, What};

impl Gas {
    /// Takes a ball over into the next cell, and looks at the cells that it was not beside before.
    pub(super) fn go_over(&mut self, slot: usize, now: f64) -> Option<Coming> {
        if self.lists.is_some() {
            self.renew_lease(slot, now);
            self.look_all_round(slot, now);
            return None;
        }
        let (_, axis, up) = self.crossing(&self.hot[slot]);
        let Hot { tag, .. } = self.hot[slot];
        let (mut cell, mut image) = (tag.cell(), tag.image());
        let step = self.grid.next(axis, cell[axis], image[axis], up);
        let step = step.expect("what leaves its cell has a next one: none is left through a wall");
        if Grid::is_far(step.image) {
            let what = What::Far(self.cards[slot].id.index);
            return Some(Coming { time: now, what });
        }
        self.work.crossings += 1;
        self.cells.remove(self.grid.index(cell), slot as u32);
        (cell[axis], image[axis]) = (step.cell, step.image);
        let tag = Tag::new(cell, image);
        self.hot[slot].tag = tag;
        self.cells.add(self.grid.index(cell), slot as u32);
        let Card { hit, partner, .. } = self.cards[slot];
        let mut best = Best { time: hit, partner };
        let mut around = self.around(tag);
        around.counts[axis] = 0;
        if let Some(ahead) = self.grid.next(axis, step.cell, step.image, up) {
            around.steps[axis][0] = ahead;
            around.counts[axis] = 1;
        }
        self.look(slot, &around, now, &mut best);
        self.look_at_walls(slot, &mut best);
        if best.partner == partner && best.time == hit {
            let due = best.time.min(self.crossing(&self.hot[slot]).0.max(now));
            self.cards[slot].due = due;
            self.enter_due(slot);
        } else {
            self.enter(slot, best, now);
        }
        None
    }

    /// When a ball leaves its cell, on which axis, and whether upwards.
    #[inline]
    pub(super) fn crossing(&self, ball: &Hot) -> (f64, usize, bool) {
        let (cell, image) = (ball.tag.cell(), ball.tag.image());
        let mut first = (f64::INFINITY, 0, false);
        for axis in 0..3 {
            let velocity = ball.motion.velocity[axis];
            if velocity == 0.0 {
                continue;
            }
            let up = velocity > 0.0;
            if !self.space.periodic
                && (if up {
                    cell[axis] + 1 == self.grid.counts[axis]
                } else {
                    cell[axis] == 0
                })
            {
                continue;
            }
            let (low, high) = self.grid.ends(axis, cell[axis], image[axis]);
            let end = if up { high } else { low };
            let time = ball.motion.epoch + (end - ball.motion.position[axis]) / velocity;
            if time < first.0 {
                first = (time, axis, up);
            }
        }
        first
    }
}
