//! A periodic domain of so few cells that the nearest image need not be the one that is met: every image beside a ball is
//! looked at.

use super::Gas;
use super::grid::Step;
use super::look::Best;
use crate::impact::{Impact, impact_of_flights};

/// From so many cells on an axis on, of all images of two balls in neighbouring cells only the nearest is beside: they are
/// less than half the domain apart, and by more than rounding.
pub(super) const ENOUGH: u32 = 5;

impl Gas {
    /// Looks at the balls in the images of cells beside a ball; in those ahead on one axis alone, if it has just gone over.
    pub(super) fn look_at_images(&mut self, slot: usize, ahead: Option<(usize, Step)>, best: &mut Best) {
        let (cell, image) = (self.hot[slot].tag.cell(), self.cards[slot].image);
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
        let mut list = std::mem::take(&mut self.list);
        let [xs, ys, zs] = &steps;
        for (x, y, z) in xs
            .iter()
            .flat_map(|x| ys.iter().flat_map(move |y| zs.iter().map(move |z| (x, y, z))))
        {
            let cell = self.grid.index([x.cell, y.cell, z.cell]);
            let count = self.cells.collect(cell, &mut list, 0);
            let wanted = [x.image, y.image, z.image];
            list[..count]
                .iter()
                .for_each(|partner| self.look_at_image(slot, *partner, wanted, best));
        }
        self.list = list;
    }

    fn look_at_image(&mut self, slot: usize, partner: u32, wanted: [i16; 3], best: &mut Best) {
        let at = partner as usize;
        if at == slot {
            return;
        }
        self.work.looks += 1;
        let [a, b] = [slot, at].map(|slot| self.hot[slot].flight);
        let shift = self.grid.shift(wanted, self.cards[at].image);
        let radius_sum = self.radius_at(slot) + self.radius_at(at);
        if let Some(Impact { time, .. }) = impact_of_flights(&a, &b, radius_sum, &shift, &self.clearness)
            && (time < best.time || time == best.time && self.goes_before(slot, partner, best.partner))
        {
            *best = Best { time, partner };
        }
    }
}
