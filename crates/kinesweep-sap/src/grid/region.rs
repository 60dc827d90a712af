//! Queries of a grid that change nothing: which boxes a region overlaps, and where the boxes are.

use super::super::{Aabb, Scalar};
use super::Grid;
use super::cell::{CellStore, NOBODY};
use super::crossing::for_cells;
use super::home::CellKey;

impl<S: Scalar, const D: usize, C: CellStore<S, D>> Grid<S, D, C> {
    /// Appends the boxes that overlap a region, each once, in no order that means anything. O(boxes in the cells that the
    /// region touches), or O(cells) where that is less than the cells the region would have.
    ///
    /// ```
    /// use kinesweep_sap::{Aabb, Batch, GridSap, Store};
    /// let square = |x: f64| Aabb { min: [x, 0.0], max: [x + 1.0, 1.0] };
    /// let mut grid = GridSap::<f64, 2>::default();
    /// let inserted = vec![(0, square(0.0)), (1, square(5.0))];
    /// grid.apply(&Batch { inserted, ..Batch::default() }, &mut Vec::new());
    /// let mut found = Vec::new();
    /// grid.overlapping(&square(4.5), &mut found);
    /// assert_eq!(found, [1]);
    /// ```
    pub fn overlapping(&self, region: &Aabb<S, D>, found: &mut Vec<u32>) {
        for (number, level) in self.levels.iter().enumerate() {
            if level.boxes == 0 {
                continue;
            }
            let (low, high) = level.range(region);
            for_cells(level, &low, &high, |cell| {
                let cell = &level.cells[cell];
                for name in cell.names.iter().copied().filter(|name| *name != NOBODY) {
                    let home = &self.homes[name as usize];
                    if self.boxes[name as usize].overlaps(region)
                        && usize::from(home.level) == number
                        && is_first(&cell.key, &home.cover.low, &low)
                    {
                        found.push(name);
                    }
                }
            });
        }
    }

    /// The least side of the finest cells; `None` where all boxes are in the cell without bounds. O(1).
    #[must_use]
    pub fn cell_width(&self) -> Option<f64> {
        let (_, bounded) = self.levels.split_last()?;
        let finest = bounded.iter().find(|level| level.boxes > 0)?;
        Some(finest.least_side())
    }

    /// A box that holds all boxes, with room to spare; `None` if there are none. O(cells).
    #[must_use]
    pub fn extent(&self) -> Option<Aabb<S, D>> {
        let mut extent: Option<Aabb<S, D>> = None;
        let mut hold = |aabb: &Aabb<S, D>| extent = Some(extent.map_or(*aabb, |extent| extent.union(aabb)));
        for level in &self.levels {
            for cell in level.cells.iter().filter(|cell| cell.len > 0) {
                match level.room_of(&cell.key) {
                    Some(room) => hold(&room),
                    None => {
                        let names = cell.names.iter().filter(|name| **name != NOBODY);
                        names.for_each(|name| hold(&self.boxes[*name as usize]));
                    }
                }
            }
        }
        extent
    }
}

/// Whether a cell is the first of those that both a box and a region touch, by their lowest cells.
fn is_first<const D: usize>(key: &CellKey<D>, box_low: &CellKey<D>, region_low: &CellKey<D>) -> bool {
    (0..D).all(|axis| key[axis] == box_low[axis].max(region_low[axis]))
}

#[cfg(test)]
mod tests {
    use super::super::super::{Batch, GridSap, Store};
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    struct Random(Xoshiro256PlusPlus);

    impl Random {
        fn uniform(&mut self, low: f64, high: f64) -> f64 {
            low + (high - low) * (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
        }

        /// Sizes from nothing over all orders of magnitude to beyond the scene, now and then without an end.
        fn aabb(&mut self, endless: f64) -> Aabb<f64, 3> {
            let size = 10f64.powf(self.uniform(-2.0, 1.2));
            let centre: [f64; 3] = std::array::from_fn(|_| self.uniform(-10.0, 10.0));
            let half: [f64; 3] = std::array::from_fn(|_| if self.uniform(0.0, 1.0) < 0.1 { 0.0 } else { size });
            let mut aabb = Aabb {
                min: std::array::from_fn(|axis| centre[axis] - half[axis]),
                max: std::array::from_fn(|axis| centre[axis] + half[axis]),
            };
            if self.uniform(0.0, 1.0) < endless {
                aabb.max[1] = f64::INFINITY;
            }
            aabb
        }
    }

    /// Against all boxes one by one: sizes over orders of magnitude, infinite sides, regions of no and of infinite size.
    #[test]
    fn a_region_finds_what_all_boxes_one_by_one_find() {
        let (mut some, mut all) = (0, 0);
        for seed in 0..20 {
            let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(seed));
            let count = [5, 60, 900][seed as usize % 3];
            let boxes: Vec<_> = (0..count).map(|_| random.aabb(0.01)).collect();
            let regions: Vec<_> = (0..60).map(|_| random.aabb(0.1)).collect();
            let mut grid = GridSap::<f64, 3>::default();
            let mut batch = Batch {
                inserted: (0..).zip(boxes.iter().copied()).collect(),
                ..Batch::default()
            };
            let mut toggles = Vec::new();
            grid.apply(&batch, &mut toggles);
            // A few leave, and a few are elsewhere.
            batch.clear();
            let mut present: Vec<Option<Aabb<f64, 3>>> = boxes.iter().copied().map(Some).collect();
            for name in (0..boxes.len()).step_by(7) {
                present[name] = None;
                batch.removed.push(name as u32);
            }
            for name in (3..boxes.len()).step_by(7) {
                present[name] = Some(boxes[name - 3]);
                batch.moved.push((name as u32, boxes[name - 3]));
            }
            grid.apply(&batch, &mut toggles);
            let extent = grid.extent().expect("there are boxes");
            for region in &regions {
                let mut found = Vec::new();
                grid.overlapping(region, &mut found);
                found.sort_unstable();
                let meets = |name: &u32| present[*name as usize].is_some_and(|aabb| aabb.overlaps(region));
                let expected: Vec<u32> = (0..present.len() as u32).filter(meets).collect();
                assert_eq!(found, expected, "seed {seed}, {region:?}");
                some += usize::from(!found.is_empty());
            }
            all += regions.len();
            for aabb in present.iter().flatten() {
                assert!((0..3).all(|axis| extent.min[axis] <= aabb.min[axis] && aabb.max[axis] <= extent.max[axis]));
            }
        }
        assert!(some > all / 4 && some < all, "{some} of {all}");
    }
}
