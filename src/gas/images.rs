//! A periodic domain of so few cells that the nearest image need not be the one that is met: every image beside a ball is looked at.

use super::Gas;
use super::grid::{Step, images};
use super::look::{Best, WANTED};

/// From so many cells on an axis on, of all images of two balls in neighbouring cells only the nearest is beside: they are less than half
/// the domain apart, and by more than rounding.
pub(super) const ENOUGH: u32 = 5;

impl Gas {
    /// Looks at the balls in the images of cells beside a ball; in those ahead on one axis alone, if it has just gone over.
    pub(super) fn look_at_images(&mut self, slot: usize, ahead: Option<(usize, Step)>, now: f64, best: &mut Best) {
        let tag = self.hot[slot].tag;
        let (cell, image) = (tag.cell(), tag.image());
        let mut steps: [Vec<Step>; 3] = Default::default();
        for (axis, steps) in steps.iter_mut().enumerate() {
            match ahead {
                Some((ahead, step)) if ahead == axis => steps.push(step),
                _ => {
                    let here = Step {
                        cell: cell[axis],
                        image: image[axis],
                    };
                    let beside = [false, true].map(|up| self.grid.next(axis, here.cell, here.image, up));
                    steps.push(here);
                    steps.extend(beside.into_iter().flatten());
                }
            }
        }
        let fresh = self.hot[slot].motion.epoch == now;
        let mut list = std::mem::take(&mut self.list);
        let [xs, ys, zs] = &steps;
        for (x, y, z) in xs
            .iter()
            .flat_map(|x| ys.iter().flat_map(move |y| zs.iter().map(move |z| (x, y, z))))
        {
            let cell = self.grid.index([x.cell, y.cell, z.cell]);
            let count = self.cells.collect::<1>(cell, &mut list, 0);
            let wanted = images([x.image, y.image, z.image]);
            match fresh {
                true => self.look_at::<true, WANTED>(slot, &list[..count], wanted, now, best),
                false => self.look_at::<false, WANTED>(slot, &list[..count], wanted, now, best),
            }
        }
        self.list = list;
    }
}
