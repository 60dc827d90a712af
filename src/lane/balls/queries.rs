//! Spatial queries: the balls in a region, and near a ball.

use super::constants::{IMAGE_ROUNDINGS, QUERY_CELLS, ROOM};
use super::gather::gather;
use super::lane::BallLane;
use super::level::Level;
use crate::sap::Aabb;
use nalgebra::Vector3;

impl BallLane {
    /// Appends the names of balls that may be farther outside of their cells at time `now` than
    /// usual: those that have crossed ahead of it.
    pub(crate) fn strays(&self, now: f64, found: &mut Vec<u32>) {
        if self.filing.is_outdated() || self.lookahead.has_remade_after(now) {
            found.extend(self.names());
        } else {
            let crossed = self.lookahead.crossed_after(now).iter();
            found.extend(crossed.filter(|name| self.balls.contains(**name)));
        }
    }

    /// Appends the names of the balls with boxes that overlap a region at time `now`, up to
    /// rounding, by any image, each once. [Strays](Self::strays) may be missing. O(cells that touch
    /// the region, and the balls in them).
    pub(crate) fn candidates_in(&self, region: &Aabb<f64, 3>, now: f64, found: &mut Vec<u32>) {
        self.find_in_cells(region, found, |slot| self.overlaps(slot, region, now));
    }

    /// Appends the names of the balls in cells that touch a region, by any image. [Strays](Self::strays) may be
    /// missing.
    pub(crate) fn candidates_in_cells(&self, region: &Aabb<f64, 3>, found: &mut Vec<u32>) {
        self.find_in_cells(region, found, |_| true);
    }

    fn find_in_cells(&self, region: &Aabb<f64, 3>, found: &mut Vec<u32>, counts: impl Fn(usize) -> bool) {
        if self.filing.is_outdated() {
            return;
        }
        let mut list = Vec::new();
        for level in self.grid.levels() {
            let count = self.collect_in(level, region, &mut list);
            let slots = list[..count].iter().map(|slot| *slot as usize);
            found.extend(slots.filter(|slot| counts(*slot)).map(|slot| self.balls.name(slot)));
        }
    }

    /// Writes the balls of a level in the cells that touch a region, by any image, to `list`, each
    /// once, and returns their number.
    fn collect_in(&self, level: &Level, region: &Aabb<f64, 3>, list: &mut Vec<u32>) -> usize {
        let (grid, extent) = (level.grid(), level.extent());
        let [xs, ys, zs] = std::array::from_fn(|axis| {
            let (low, high) = (region.min[axis] - extent, region.max[axis] + extent);
            grid.cells_between(axis, low, high)
        });
        let mut count = 0;
        for z in zs.numbers() {
            for y in ys.numbers() {
                for x in xs.numbers() {
                    count = self.filing.cells().collect(grid.index([x, y, z]), list, count);
                }
            }
        }
        count
    }

    /// The width of a region that costs least for what it contains.
    pub(crate) fn query_width(&self) -> f64 {
        QUERY_CELLS * self.grid.grid().least_width()
    }

    /// The least width of a cell, in metres.
    pub(crate) fn least_width(&self) -> f64 {
        self.grid.grid().least_width()
    }

    /// The box that contains all balls. It has no meaning in a periodic domain.
    pub(crate) fn extent(&self) -> Aabb<f64, 3> {
        let (space, largest) = (self.grid.space(), self.grid.largest());
        // A ball may overlap a wall by rounding.
        Aabb {
            min: space.min.map(|low| low - 2.0 * largest).into(),
            max: space.max.map(|high| high + 2.0 * largest).into(),
        }
    }

    /// Whether the box of a ball overlaps a region, by any image, up to rounding.
    fn overlaps(&self, slot: usize, region: &Aabb<f64, 3>, now: f64) -> bool {
        let grid = self.grid.grid();
        let place = self.balls.path(slot).at(now);
        let radius = self.balls.radius_at(slot, now) * ROOM;
        (0..3).all(|axis| {
            let (low, high) = (region.min[axis] - radius, region.max[axis] + radius);
            if !self.grid.is_periodic() {
                return low <= place[axis] && place[axis] <= high;
            }
            // An infinite region contains all images.
            let (middle, half) = (0.5 * (low + high), 0.5 * (high - low));
            let (length, per_length) = (grid.lengths()[axis], grid.per_length()[axis]);
            let apart = place[axis] - middle;
            let apart = apart - (apart * per_length).round() * length;
            !(apart.abs() > half + IMAGE_ROUNDINGS * f64::EPSILON * length)
        })
    }

    /// Appends the pairs of a ball and those with boxes that overlap its own now, up to rounding,
    /// by name.
    pub(crate) fn add_box_overlaps(&self, name: u32, now: f64, pairs: &mut Vec<(u32, u32)>) {
        self.add_near(name, now, |apart, range| apart.amax() <= range, pairs);
    }

    /// Appends the pairs of a ball and those that touch or overlap it now, up to rounding, by name.
    pub(crate) fn add_contacts(&self, name: u32, now: f64, pairs: &mut Vec<(u32, u32)>) {
        self.add_near(name, now, |apart, range| apart.norm_squared() <= range * range, pairs);
    }

    fn add_near(&self, name: u32, now: f64, is_near: impl Fn(&Vector3<f64>, f64) -> bool, pairs: &mut Vec<(u32, u32)>) {
        let balls = &self.balls;
        let slot = balls.slot(name);
        let place = balls.path(slot).at(now);
        let mut list = Vec::new();
        let own = balls.level(slot);
        let mut count = gather(
            self.grid.level(own),
            self.filing.cells(),
            balls.motion(slot).tag.cell(),
            &mut list,
            0,
        );
        if self.grid.has_levels() {
            let radius = balls.radius_at(slot, now) * ROOM;
            let region = Aabb {
                min: place.map(|low| low - radius).into(),
                max: place.map(|high| high + radius).into(),
            };
            let mut others = Vec::new();
            for (_, level) in self.grid.levels().enumerate().filter(|(level, _)| *level != usize::from(own)) {
                let found = self.collect_in(level, &region, &mut others);
                list.truncate(count);
                list.extend(&others[..found]);
                count += found;
            }
        }
        for other in list[..count].iter().map(|other| *other as usize) {
            let range = (balls.radius_at(slot, now) + balls.radius_at(other, now)) * ROOM;
            let apart = self.grid.nearest(balls.path(other).at(now) - place);
            if other != slot && is_near(&apart, range) {
                pairs.push((name, balls.name(other)));
            }
        }
    }
}
