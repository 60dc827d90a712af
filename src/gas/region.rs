//! Which balls a region may hold at the present: by their cells.

use super::Gas;
use super::cells::NONE;
use super::order::ROOM;
use crate::sap::Aabb;
use nalgebra::Vector3;

/// Widths of a cell, which holds about one ball, in a region for which there is the least to look at.
const CELLS: f64 = 4.0;

/// Part of the box's longest side that the centres of leases are rounded by at the most: they are kept as short numbers.
const SHORT_NUMBERS: f64 = 1e-6;

/// Roundings of a place that may be as many lengths of a periodic domain away as are counted, in units of
/// `f64::EPSILON` times a length.
const ROUNDINGS: f64 = 1024.0;

impl Gas {
    /// Appends, by name, the balls that may be elsewhere at time `now` than in the cells that they are filed in, or beside them
    /// by the leeway of a ball: those that went over when the world looked ahead.
    pub(crate) fn strays(&self, now: f64, found: &mut Vec<u32>) {
        if self.unfit {
            found.extend(self.names());
        } else if self.seen > now {
            let there = |name: &&u32| self.slots[**name as usize] != NONE;
            found.extend(self.ahead.iter().filter(there));
        }
    }

    /// Appends, by name, the balls whose boxes overlap a region at time `now` up to rounding, by any image, each once;
    /// [strays](Self::strays) may be missing. O(cells that the region touches, and the balls in them).
    pub(crate) fn candidates_in(&self, region: &Aabb<f64, 3>, now: f64, found: &mut Vec<u32>) {
        if self.unfit {
            return;
        }
        let (_, largest) = self.made_for;
        let outward = largest * ROOM + self.leeway();
        let [xs, ys, zs] = std::array::from_fn(|axis| {
            let (low, high) = (region.min[axis] - outward, region.max[axis] + outward);
            self.grid.cells_between(axis, low, high)
        });
        let mut list = Vec::new();
        for z in zs.numbers() {
            for y in ys.numbers() {
                for x in xs.numbers() {
                    let count = self.cells.collect(self.grid.index([x, y, z]), &mut list, 0);
                    let near = list[..count]
                        .iter()
                        .filter(|slot| self.overlaps(**slot as usize, region, now));
                    found.extend(near.map(|slot| self.cards[*slot as usize].id.index));
                }
            }
        }
    }

    /// The width of a region that costs least to look through, for what it holds.
    pub(crate) fn cell_width(&self) -> f64 {
        CELLS * self.grid.least_width()
    }

    /// The least width of a cell.
    pub(crate) fn least_width(&self) -> f64 {
        self.grid.least_width()
    }

    /// The box in which the centres of all balls are, with room for the largest. (Of a periodic domain it has no meaning.)
    pub(crate) fn extent(&self) -> Aabb<f64, 3> {
        let (_, largest) = self.made_for;
        // A ball may overlap a wall by rounding.
        Aabb {
            min: self.space.min.map(|low| low - 2.0 * largest).into(),
            max: self.space.max.map(|high| high + 2.0 * largest).into(),
        }
    }

    /// How far the centre of a ball may be outside of the cell that it is filed in.
    pub(super) fn leeway(&self) -> f64 {
        let rounding = SHORT_NUMBERS * Vector3::from(self.grid.lengths).amax();
        match &self.lists {
            Some(lists) => lists.margin() * ROOM + rounding,
            None => self.slack + rounding,
        }
    }

    /// Whether the box of a ball overlaps a region, by any image, up to rounding.
    fn overlaps(&self, slot: usize, region: &Aabb<f64, 3>, now: f64) -> bool {
        let place = self.hot[slot].flight.at(now);
        let radius = self.radius_at(slot) * ROOM;
        (0..3).all(|axis| {
            let (low, high) = (region.min[axis] - radius, region.max[axis] + radius);
            if !self.space.periodic {
                return low <= place[axis] && place[axis] <= high;
            }
            // Infinite regions hold all images.
            let (middle, half) = (0.5 * (low + high), 0.5 * (high - low));
            let apart = place[axis] - middle;
            let apart = apart - (apart * self.grid.per_length[axis]).round() * self.grid.lengths[axis];
            !(apart.abs() > half + ROUNDINGS * f64::EPSILON * self.grid.lengths[axis])
        })
    }
}
