//! The scan in a periodic domain with few cells, where the nearest image need not be
//! met first: all images in neighbouring cells are tested.

use super::cells::Cells;
use super::grid::Step;
use super::next_event::Earliest;
use super::pairs::PairPredictor;
use crate::impact::{Impact, impact_of_growing_paths};

impl PairPredictor<'_> {
    /// Improves `best` to the earliest meeting of a ball with those in the neighbouring images of
    /// cells; after a crossing, in those that are ahead on one axis. Returns the number of pairs
    /// tested.
    pub(super) fn scan_images(
        &self,
        cells: &Cells,
        slot: usize,
        ahead: Option<(usize, Step)>,
        list: &mut Vec<u32>,
        best: &mut Earliest,
    ) -> u64 {
        let mut tested = 0;
        self.each_image(cells, slot, ahead, list, |partner, target| {
            tested += 1;
            self.test_image(slot, partner, target, best);
        });
        tested
    }

    /// Visits the balls in the neighbouring images of cells of a ball; after a crossing, those that
    /// are ahead on one axis. With each ball comes the image of the cell.
    pub(super) fn each_image(
        &self,
        cells: &Cells,
        slot: usize,
        ahead: Option<(usize, Step)>,
        list: &mut Vec<u32>,
        mut visit: impl FnMut(u32, [i16; 3]),
    ) {
        let grid = self.grid.level(self.balls.level(slot)).grid();
        let (cell, image) = self.balls.filing(slot);
        let mut steps: [Vec<Step>; 3] = Default::default();
        for (axis, steps) in steps.iter_mut().enumerate() {
            match ahead {
                Some((ahead, step)) if ahead == axis => steps.push(step),
                _ => {
                    let here = Step {
                        cell: cell[axis],
                        image: image[axis],
                    };
                    let next = [false, true].map(|up| grid.next(axis, here.cell, here.image, up));
                    steps.push(here);
                    steps.extend(next.into_iter().flatten());
                }
            }
        }
        let [xs, ys, zs] = &steps;
        for (x, y, z) in xs
            .iter()
            .flat_map(|x| ys.iter().flat_map(move |y| zs.iter().map(move |z| (x, y, z))))
        {
            let count = cells.collect(grid.index([x.cell, y.cell, z.cell]), list, 0);
            let target = [x.image, y.image, z.image];
            for partner in list[..count].iter().filter(|partner| **partner != slot as u32) {
                visit(*partner, target);
            }
        }
    }

    fn test_image(&self, slot: usize, partner: u32, target: [i16; 3], best: &mut Earliest) {
        let other = partner as usize;
        let order = self.in_order(slot, other);
        let [a, b] = order.map(|slot| self.balls.path(slot));
        let growths = order.map(|slot| self.balls.growth(slot));
        let shift = self.grid.grid().shift(target, self.balls.event(other).image);
        let shift = if order[0] == slot { shift } else { -shift };
        let radius_sum = self.balls.radius(slot) + self.balls.radius(other);
        if let Some(Impact { time, .. }) = impact_of_growing_paths([&a, &b], &growths, radius_sum, &shift, self.clearness)
            && self.is_earlier(slot, time, partner, best)
        {
            *best = Earliest { time, partner };
        }
    }
}
