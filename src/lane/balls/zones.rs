//! Zones: for each body outside of the lane, the cells in which a ball may overlap its region.
//!
//! A zone consists of all cells that touch the region with their boxes, grown by the largest
//! radius of their level and by the leeway of a ball's centre. So a ball that is filed in a cell without the zone
//! cannot overlap the region with its bounding box until it is filed in another cell. In a periodic
//! domain a zone consists of images of cells: a region may extend over the faces any number of
//! times.

use super::cell_grid::CellGrid;
use super::filing::Filing;
use super::store::BallStore;
use super::zone_cells::{CellImage, Region, cells_touching};
use crate::domain::ImageOffset;
use hashbrown::HashMap;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// The cell and the image by which a ball is filed.
type BallFiling = ([u32; 3], [i16; 3]);

/// The zones of all bodies.
#[derive(Debug, Default)]
pub(super) struct Zones {
    /// For each cell whether it is in a zone; empty if there are no zones.
    flags: Vec<u8>,
    /// The bodies with zones that contain a cell, each with the image of the cell, sorted.
    in_cell: HashMap<u32, SmallVec<[(u32, ImageOffset); 2]>>,
    by_body: BTreeMap<u32, Zone>,
    /// Bodies with everything as their zone, sorted.
    everywhere: Vec<u32>,
    /// Names of balls that may be in other zones than when they were drained last.
    rezoned: Vec<u32>,
}

#[derive(Debug)]
struct Zone {
    region: Region,
    /// Sorted. None if the region is everything.
    cells: Vec<CellImage>,
}

impl Zones {
    /// Whether there are zones.
    #[inline(always)]
    pub(super) fn any(&self) -> bool {
        !self.flags.is_empty()
    }

    /// Whether there are balls to drain.
    #[inline(always)]
    pub(super) fn has_rezoned(&self) -> bool {
        !self.rezoned.is_empty()
    }

    /// Notes a ball that has been filed anew, if it is in other zones than before, or in the same
    /// by other images.
    #[inline(never)]
    pub(super) fn note_refiled(&mut self, balls: &BallStore, grid: &CellGrid, slot: usize, before: BallFiling) {
        let index = |(cell, image)| (grid.index(balls.level(slot), cell), image);
        if self.differ(index(before), index(balls.filing(slot))) {
            self.rezoned.push(balls.name(slot));
        }
    }

    /// Notes a ball that is new, or has the motion of another image, if it is in a zone.
    #[cold]
    pub(super) fn note_if_zoned(&mut self, balls: &BallStore, grid: &CellGrid, slot: usize) {
        if self.contain(balls, grid, slot) {
            self.rezoned.push(balls.name(slot));
        }
    }

    /// Notes all balls that are in a zone.
    pub(super) fn note_all(&mut self, balls: &BallStore, grid: &CellGrid) {
        if self.any() {
            let zoned = balls.occupied().filter(|slot| self.contain(balls, grid, *slot));
            let names: Vec<u32> = zoned.map(|slot| balls.name(slot)).collect();
            self.rezoned.extend(names);
        }
    }

    /// Finds the cells of all zones in a new grid, and notes the balls in them.
    pub(super) fn remake(&mut self, balls: &BallStore, grid: &CellGrid) {
        self.flags.clear();
        self.in_cell.clear();
        if self.by_body.is_empty() {
            return;
        }
        self.flags.resize(grid.cells(), 0);
        let mut by_body = std::mem::take(&mut self.by_body);
        for (body, zone) in &mut by_body {
            zone.cells = cells_touching(&zone.region, grid);
            zone.cells.iter().for_each(|cell| self.add(*body, cell));
        }
        self.by_body = by_body;
        self.note_all(balls, grid);
    }

    /// The bodies with zones that contain a cell, with the images of the cell.
    fn of_cell(&self, cell: usize) -> &[(u32, ImageOffset)] {
        match self.flags.get(cell) {
            Some(1) => self.in_cell.get(&(cell as u32)).map_or(&[], SmallVec::as_slice),
            _ => &[],
        }
    }

    /// Whether a ball is in a zone. There are zones.
    fn contain(&self, balls: &BallStore, grid: &CellGrid, slot: usize) -> bool {
        let cell = balls.cell_index(grid, slot);
        !self.everywhere.is_empty() || self.flags[cell] > 0
    }

    /// Whether the zones of two filings, each an index of a cell and an image, differ.
    fn differ(&self, before: (usize, [i16; 3]), after: (usize, [i16; 3])) -> bool {
        if before.1 != after.1 && !self.everywhere.is_empty() {
            return true;
        }
        if self.flags[before.0] | self.flags[after.0] == 0 {
            return false;
        }
        let zones = |(cell, image)| {
            let zones = self.of_cell(cell).iter();
            zones.map(move |(body, target)| (*body, lengths_between(target, image)))
        };
        !zones(before).eq(zones(after))
    }

    fn add(&mut self, body: u32, (cell, image): &CellImage) {
        let zones = self.in_cell.entry(*cell).or_default();
        if let Err(at) = zones.binary_search(&(body, *image)) {
            zones.insert(at, (body, *image));
        }
        self.flags[*cell as usize] = 1;
    }

    fn remove(&mut self, body: u32, (cell, image): &CellImage) {
        let Some(zones) = self.in_cell.get_mut(cell) else { return };
        if let Ok(at) = zones.binary_search(&(body, *image)) {
            zones.remove(at);
        }
        if zones.is_empty() {
            self.in_cell.remove(cell);
            self.flags[*cell as usize] = 0;
        }
    }

    /// Whether a body has a zone.
    pub(super) fn has(&self, body: u32) -> bool {
        self.by_body.contains_key(&body)
    }

    /// Notes balls again that were drained while some of their zones were not used.
    pub(super) fn note_again(&mut self, names: &[u32]) {
        self.rezoned.extend_from_slice(names);
    }

    /// Drains the noted balls that are still there, and appends their names.
    pub(super) fn drain_rezoned(&mut self, balls: &BallStore, names: &mut Vec<u32>) {
        names.extend(self.rezoned.drain(..).filter(|name| balls.contains(*name)));
    }

    /// Appends the bodies with zones that contain a ball, sorted, each with the lengths from the
    /// position of the ball to the frame of the region.
    pub(super) fn append_of(&self, balls: &BallStore, grid: &CellGrid, slot: usize, found: &mut Vec<(u32, ImageOffset)>) {
        let (_, image) = balls.filing(slot);
        let first = found.len();
        let zones = self.of_cell(balls.cell_index(grid, slot)).iter();
        found.extend(zones.map(|(body, target)| (*body, lengths_between(target, image))));
        let everywhere = self.everywhere.iter();
        found.extend(everywhere.map(|body| (*body, lengths_between(&[0; 3], image))));
        found[first..].sort_unstable();
    }

    /// Gives a body another region, or none. Notes the balls in all cells that gain or lose its
    /// zone.
    pub(super) fn replace(&mut self, body: u32, region: Option<Region>, balls: &BallStore, grid: &CellGrid, filing: &Filing) {
        let cells = region.as_ref().map_or_else(Vec::new, |region| cells_touching(region, grid));
        let former = self.by_body.remove(&body);
        let was_everywhere = former.as_ref().is_some_and(|zone| zone.region == Region::Everything);
        let former = former.map_or_else(Vec::new, |zone| zone.cells);
        if !self.any() {
            self.flags.resize(grid.cells(), 0);
        }
        let is_in = |cells: &[CellImage], cell: &CellImage| cells.binary_search(cell).is_ok();
        for cell in former.iter().filter(|cell| !is_in(&cells, cell)) {
            self.remove(body, cell);
            self.note_balls_in(cell.0, balls, filing);
        }
        for cell in cells.iter().filter(|cell| !is_in(&former, cell)) {
            self.add(body, cell);
            self.note_balls_in(cell.0, balls, filing);
        }
        let is_everywhere = region == Some(Region::Everything);
        if was_everywhere != is_everywhere {
            match self.everywhere.binary_search(&body) {
                Ok(at) => drop(self.everywhere.remove(at)),
                Err(at) => self.everywhere.insert(at, body),
            }
        }
        if was_everywhere != is_everywhere || filing.is_outdated() {
            // While the filing is outdated, the cells do not contain the balls.
            self.rezoned.extend(balls.occupied().map(|slot| balls.name(slot)));
        }
        if let Some(region) = region {
            self.by_body.insert(body, Zone { region, cells });
        } else if self.by_body.is_empty() {
            self.flags.clear();
        }
    }

    fn note_balls_in(&mut self, cell: u32, balls: &BallStore, filing: &Filing) {
        if !filing.is_outdated() {
            let mut list = Vec::new();
            let count = filing.cells().collect(cell as usize, &mut list, 0);
            let names = list[..count].iter().map(|slot| balls.name(*slot as usize));
            self.rezoned.extend(names);
        }
    }

    /// The number of cells in zones.
    #[cfg(test)]
    fn cells(&self) -> usize {
        self.in_cell.len()
    }
}

/// From the image of a ball in its cell to that in the zone.
fn lengths_between(target: &ImageOffset, had: [i16; 3]) -> ImageOffset {
    std::array::from_fn(|axis| target[axis] - i64::from(had[axis]))
}

#[cfg(test)]
mod tests;
