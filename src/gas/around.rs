//! The cells round a ball, and who is in them.

use super::Gas;
use super::grid::{Step, Tag};
use super::order::ROOM;

/// The cells to look at on each axis, as many as `count` says.
#[derive(Clone, Copy)]
pub(super) struct Around {
    pub(super) steps: [[Step; 3]; 3],
    pub(super) counts: [usize; 3],
    /// None of them is in an image of the domain.
    pub(super) home: bool,
}

impl Around {
    #[inline(always)]
    pub(super) fn on(&self, axis: usize) -> &[Step] {
        &self.steps[axis][..self.counts[axis]]
    }
}

impl Gas {
    /// The cells round a cell, and it itself.
    #[inline]
    pub(super) fn around(&self, tag: Tag) -> Around {
        let (cell, image) = (tag.cell(), tag.image());
        let mut around = Around {
            steps: [[Step::default(); 3]; 3],
            counts: [0; 3],
            home: !self.space.periodic,
        };
        if self.space.periodic {
            around.home = image == [0; 3] && (0..3).all(|axis| cell[axis] > 0 && cell[axis] + 1 < self.grid.counts[axis]);
        }
        for axis in 0..3 {
            let here = Step {
                cell: cell[axis],
                image: image[axis],
            };
            let below = self.grid.next(axis, here.cell, here.image, false);
            let above = self.grid.next(axis, here.cell, here.image, true);
            let (steps, count) = (&mut around.steps[axis], &mut around.counts[axis]);
            if let Some(below) = below {
                steps[0] = below;
                *count = 1;
            }
            steps[*count] = here;
            *count += 1;
            if let Some(above) = above {
                steps[*count] = above;
                *count += 1;
            }
        }
        around
    }

    /// Adds the pairs of a ball and those whose boxes overlap its own now, up to rounding, by name.
    pub(crate) fn near(&self, name: u32, now: f64, pairs: &mut Vec<(u32, u32)>) {
        let slot = self.slot(name);
        let place = self.hot[slot].motion.at(now);
        let mut list = Vec::new();
        let count = self.collect_around(&self.around(self.hot[slot].tag), &mut list);
        for other in &list[..count] {
            let at = *other as usize;
            let reach = (self.radius_at(slot) + self.radius_at(at)) * ROOM;
            let apart = self.nearest(self.hot[at].motion.at(now) - place);
            if at != slot && apart.amax() <= reach {
                pairs.push((name, self.cards[at].id.index));
            }
        }
    }

    /// Writes the balls in some cells to a list, and gives their number.
    #[inline]
    pub(super) fn collect_around(&self, around: &Around, list: &mut Vec<u32>) -> usize {
        let mut count = 0;
        let (xs, ys, zs) = (around.on(0), around.on(1), around.on(2));
        let (Some(first), Some(last)) = (xs.first(), xs.last()) else {
            return 0;
        };
        let (first, last) = (first.cell as usize, last.cell as usize);
        // Unless the domain ends between them, the cells on x are next to each other.
        let in_a_row = last + 1 == first + xs.len();
        for z in zs {
            for y in ys {
                let row = self.grid.index([0, y.cell, z.cell]);
                if in_a_row {
                    count = self.cells.collect(row + first..row + first + xs.len(), list, count);
                    continue;
                }
                for x in xs {
                    let cell = row + x.cell as usize;
                    count = self.cells.collect(cell..cell + 1, list, count);
                }
            }
        }
        count
    }
}
