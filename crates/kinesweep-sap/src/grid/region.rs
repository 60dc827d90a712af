//! Read-only queries of a grid: the boxes that overlap a region, and the extent of all boxes.

use super::super::{Aabb, Scalar};
use super::Grid;
use super::cell::{CellStore, NO_BOX};
use super::cross_level::for_cells;
use super::placement::CellKey;

impl<S: Scalar, const D: usize, C: CellStore<S, D>> Grid<S, D, C> {
    /// Appends the boxes that overlap a region, each once, in unspecified order. O(boxes in the
    /// cells that the region touches), or O(cells) where the grid has fewer cells than the region
    /// would touch.
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
                for id in cell.global_ids.iter().copied().filter(|id| *id != NO_BOX) {
                    let placement = &self.placements[id as usize];
                    if self.boxes[id as usize].overlaps(region)
                        && usize::from(placement.level) == number
                        && is_first(&cell.key, &placement.cover.low, &low)
                    {
                        found.push(id);
                    }
                }
            });
        }
    }

    /// The shortest side of the finest cells; `None` where all boxes are in the cell without
    /// bounds. O(1).
    #[must_use]
    pub fn cell_width(&self) -> Option<f64> {
        let (_, bounded) = self.levels.split_last()?;
        let finest = bounded.iter().find(|level| level.boxes > 0)?;
        Some(finest.least_side())
    }

    /// A box that contains all boxes, with a margin; `None` if there are none. O(cells).
    #[must_use]
    pub fn extent(&self) -> Option<Aabb<S, D>> {
        let mut extent: Option<Aabb<S, D>> = None;
        let mut include = |aabb: &Aabb<S, D>| extent = Some(extent.map_or(*aabb, |extent| extent.union(aabb)));
        for level in &self.levels {
            for cell in level.cells.iter().filter(|cell| cell.len > 0) {
                match level.bounds_of(&cell.key) {
                    Some(room) => include(&room),
                    None => {
                        let ids = cell.global_ids.iter().filter(|id| **id != NO_BOX);
                        ids.for_each(|id| include(&self.boxes[*id as usize]));
                    }
                }
            }
        }
        extent
    }
}

/// Whether a cell is the lowest of the cells that both a box and a region touch, given their lowest
/// cells.
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

        /// Boxes of zero extent, of sizes over orders of magnitude up to beyond the scene, and
        /// sometimes infinite.
        fn aabb(&mut self, infinite_share: f64) -> Aabb<f64, 3> {
            let size = 10f64.powf(self.uniform(-2.0, 1.2));
            let centre: [f64; 3] = std::array::from_fn(|_| self.uniform(-10.0, 10.0));
            let half: [f64; 3] = std::array::from_fn(|_| if self.uniform(0.0, 1.0) < 0.1 { 0.0 } else { size });
            let mut aabb = Aabb {
                min: std::array::from_fn(|axis| centre[axis] - half[axis]),
                max: std::array::from_fn(|axis| centre[axis] + half[axis]),
            };
            if self.uniform(0.0, 1.0) < infinite_share {
                aabb.max[1] = f64::INFINITY;
            }
            aabb
        }
    }

    /// The oracle tests all boxes one by one. Sizes span orders of magnitude; sides may be
    /// infinite; regions may have zero or infinite size.
    #[test]
    fn overlapping_agrees_with_brute_force_for_all_sizes() {
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
            // Some boxes are removed, and some move.
            batch.clear();
            let mut present: Vec<Option<Aabb<f64, 3>>> = boxes.iter().copied().map(Some).collect();
            for id in (0..boxes.len()).step_by(7) {
                present[id] = None;
                batch.removed.push(id as u32);
            }
            for id in (3..boxes.len()).step_by(7) {
                present[id] = Some(boxes[id - 3]);
                batch.moved.push((id as u32, boxes[id - 3]));
            }
            grid.apply(&batch, &mut toggles);
            let extent = grid.extent().expect("there are boxes");
            for region in &regions {
                let mut found = Vec::new();
                grid.overlapping(region, &mut found);
                found.sort_unstable();
                let overlaps_region = |id: &u32| present[*id as usize].is_some_and(|aabb| aabb.overlaps(region));
                let expected: Vec<u32> = (0..present.len() as u32).filter(overlaps_region).collect();
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
