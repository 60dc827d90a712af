//! Zones: for each region that a body outside of the gas gives, the cells in which a ball may overlap it.
//!
//! A zone holds all cells whose box touches the region, where the box is grown by the largest radius and by the
//! [leeway](Gas::leeway) of a ball's centre. So a ball that is filed in a cell without the zone cannot overlap the region
//! with its bounding box until it is filed in another cell. In a periodic domain a zone holds images of cells: a region
//! may extend over the faces any number of times.

use super::Gas;
use super::order::ROOM;
use crate::broad::Image;
use crate::sap::Aabb;
use hashbrown::HashMap;
use nalgebra::Vector3;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// The part of space that a body outside of the gas can be in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Region {
    /// In a periodic domain an axis on which the box is infinite counts once, by the image inside of the domain.
    Box(Aabb<f64, 3>),
    /// Solid where `normal . x <= offset`. In a periodic domain it is the same as `Everything`.
    HalfSpace {
        normal: Vector3<f64>,
        offset: f64,
    },
    Everything,
}

/// A cell, and by how many lengths of the domain its image in the zone is away from it.
type CellImage = (u32, Image);

#[derive(Debug)]
struct Zone {
    region: Region,
    /// Sorted. None if the region is everything.
    cells: Vec<CellImage>,
}

/// The zones of all bodies.
#[derive(Debug, Default)]
pub(super) struct Zones {
    /// For each cell whether it is in a zone; empty if there are no zones.
    flags: Vec<u8>,
    /// The bodies in whose zones a cell is, with the image of the cell, sorted.
    in_cell: HashMap<u32, SmallVec<[(u32, Image); 2]>>,
    by_body: BTreeMap<u32, Zone>,
    /// Bodies whose zone is everything, sorted.
    everywhere: Vec<u32>,
    /// Names of balls that may be in other zones than when these were drained last.
    rezoned: Vec<u32>,
}

impl Zones {
    /// Whether there are zones.
    #[inline(always)]
    pub(super) fn any(&self) -> bool {
        !self.flags.is_empty()
    }

    #[inline(always)]
    pub(super) fn has_rezoned(&self) -> bool {
        !self.rezoned.is_empty()
    }

    fn in_cell(&self, cell: usize) -> &[(u32, Image)] {
        match self.flags.get(cell) {
            Some(1) => self.in_cell.get(&(cell as u32)).map_or(&[], SmallVec::as_slice),
            _ => &[],
        }
    }

    /// Whether a ball that is filed anew is in other zones than before, or in the same by other images.
    fn differ(&self, before: (usize, [i16; 3]), after: (usize, [i16; 3])) -> bool {
        if before.1 != after.1 && !self.everywhere.is_empty() {
            return true;
        }
        if self.flags[before.0] | self.flags[after.0] == 0 {
            return false;
        }
        let zones = |(cell, image)| {
            let zones = self.in_cell(cell).iter();
            zones.map(move |(body, wanted)| (*body, lengths_between(wanted, image)))
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

    /// Forgets the cells of all zones.
    fn reset(&mut self, cells: usize) {
        self.flags.clear();
        self.in_cell.clear();
        if !self.by_body.is_empty() {
            self.flags.resize(cells, 0);
        }
    }
}

/// From the image of a ball in its cell to that in the zone.
fn lengths_between(wanted: &Image, had: [i16; 3]) -> Image {
    std::array::from_fn(|axis| wanted[axis] - i64::from(had[axis]))
}

impl Gas {
    /// Gives a body outside of the gas a zone about a region, in place of its former zone. `body` is an index of the caller's, not
    /// the name of a ball. O(cells of the old and the new zone, and the balls in those that are in one of them alone).
    ///
    /// The balls must stand in the cells of the present: [rewind](Self::rewind) first, if the gas has
    /// [looked beyond](Self::has_looked_beyond) it.
    pub(crate) fn set_zone(&mut self, body: u32, region: Region) {
        let region = match region {
            Region::HalfSpace { .. } if self.space.periodic => Region::Everything,
            region => region,
        };
        self.replace_zone(body, Some(region));
    }

    /// Removes the zone of a body, if it has one.
    pub(crate) fn remove_zone(&mut self, body: u32) {
        if self.zones.by_body.contains_key(&body) {
            self.replace_zone(body, None);
        }
    }

    /// Whether balls are in other zones than when these were drained last.
    #[inline]
    pub(crate) fn has_rezoned(&self) -> bool {
        self.zones.has_rezoned()
    }

    /// Appends the names of the balls that are in other zones than when they were drained last; some others, too, and some
    /// more than once.
    pub(crate) fn rezoned(&mut self, names: &mut Vec<u32>) {
        let mut rezoned = std::mem::take(&mut self.zones.rezoned);
        names.extend(rezoned.drain(..).filter(|name| self.contains(*name)));
        self.zones.rezoned = rezoned;
    }

    /// Appends the bodies in whose zones a ball's cell is, sorted and without doubles, each with the lengths of the domain
    /// that are to be added to the position of the ball's flight so that it stands in the frame of the zone.
    pub(crate) fn zones_of(&self, name: u32, found: &mut Vec<(u32, Image)>) {
        if !self.zones.any() {
            return;
        }
        let slot = self.slot(name);
        let (cell, image) = self.filing(slot);
        let first = found.len();
        let zones = self.zones.in_cell(self.grid.index(cell)).iter();
        found.extend(zones.map(|(body, wanted)| (*body, lengths_between(wanted, image))));
        let everywhere = self.zones.everywhere.iter();
        found.extend(everywhere.map(|body| (*body, lengths_between(&[0; 3], image))));
        found[first..].sort_unstable();
    }

    /// The cell in which a ball is filed, and the image of the ball that is in it.
    #[inline]
    pub(super) fn filing(&self, slot: usize) -> ([u32; 3], [i16; 3]) {
        (self.hot[slot].tag.cell(), self.cards[slot].image)
    }

    /// Notes a ball that has been filed anew, if its zones are others than before.
    #[inline(never)]
    pub(super) fn note_if_rezoned(&mut self, slot: usize, before: ([u32; 3], [i16; 3])) {
        let index = |(cell, image)| (self.grid.index(cell), image);
        if self.zones.differ(index(before), index(self.filing(slot))) {
            self.zones.rezoned.push(self.cards[slot].id.index);
        }
    }

    /// Notes a ball that has come, or whose flight is that of another image, if it is in a zone.
    #[cold]
    pub(super) fn note_if_zoned(&mut self, slot: usize) {
        if self.is_zoned(slot) {
            self.zones.rezoned.push(self.cards[slot].id.index);
        }
    }

    fn is_zoned(&self, slot: usize) -> bool {
        let cell = self.grid.index(self.hot[slot].tag.cell());
        !self.zones.everywhere.is_empty() || self.zones.flags[cell] > 0
    }

    /// Notes all balls that are in a zone.
    pub(super) fn note_zoned(&mut self) {
        if self.zones.any() {
            let balls = (0..self.hot.len()).filter(|slot| !self.cards[*slot].is_vacant() && self.is_zoned(*slot));
            let names: Vec<u32> = balls.map(|slot| self.cards[slot].id.index).collect();
            self.zones.rezoned.extend(names);
        }
    }

    /// Finds the cells of all zones anew, in a new grid, and notes the balls in them.
    pub(super) fn remake_zones(&mut self) {
        let mut zones = std::mem::take(&mut self.zones);
        zones.reset(self.grid.cells());
        let mut by_body = std::mem::take(&mut zones.by_body);
        for (body, zone) in &mut by_body {
            zone.cells = self.cells_touching(&zone.region);
            zone.cells.iter().for_each(|cell| zones.add(*body, cell));
        }
        zones.by_body = by_body;
        self.zones = zones;
        self.note_zoned();
    }

    fn replace_zone(&mut self, body: u32, region: Option<Region>) {
        let cells = region.map_or_else(Vec::new, |region| self.cells_touching(&region));
        let former = self.zones.by_body.remove(&body);
        let was_everywhere = former.as_ref().is_some_and(|zone| zone.region == Region::Everything);
        let former = former.map_or_else(Vec::new, |zone| zone.cells);
        if !self.zones.any() {
            self.zones.flags.resize(self.grid.cells(), 0);
        }
        let lost = former.iter().filter(|cell| cells.binary_search(cell).is_err());
        let lost: Vec<CellImage> = lost.copied().collect();
        let gained = cells.iter().filter(|cell| former.binary_search(cell).is_err());
        let gained: Vec<CellImage> = gained.copied().collect();
        lost.iter().for_each(|cell| self.zones.remove(body, cell));
        gained.iter().for_each(|cell| self.zones.add(body, cell));
        self.note_balls_in(lost.iter().chain(&gained));
        let is_everywhere = region == Some(Region::Everything);
        if was_everywhere != is_everywhere {
            match self.zones.everywhere.binary_search(&body) {
                Ok(at) => drop(self.zones.everywhere.remove(at)),
                Err(at) => self.zones.everywhere.insert(at, body),
            }
            let names: Vec<u32> = self.names().collect();
            self.zones.rezoned.extend(names);
        }
        if let Some(region) = region {
            self.zones.by_body.insert(body, Zone { region, cells });
        } else if self.zones.by_body.is_empty() {
            self.zones.flags.clear();
        }
    }

    /// Notes the balls in some cells.
    fn note_balls_in<'a>(&mut self, cells: impl Iterator<Item = &'a CellImage>) {
        if self.unfit {
            // The cells hold no balls, and the new ones will be noted: those that lose the zone are found by where they were.
            let mut cells: Vec<usize> = cells.map(|(cell, _)| *cell as usize).collect();
            cells.sort_unstable();
            let is_in = |slot: &usize| cells.binary_search(&self.grid.index(self.hot[*slot].tag.cell())).is_ok();
            let balls = (0..self.hot.len()).filter(|slot| !self.cards[*slot].is_vacant() && is_in(slot));
            let names: Vec<u32> = balls.map(|slot| self.cards[slot].id.index).collect();
            self.zones.rezoned.extend(names);
            return;
        }
        let mut list = std::mem::take(&mut self.list);
        for (cell, _) in cells {
            let count = self.cells.collect(*cell as usize, &mut list, 0);
            let names = list[..count].iter().map(|slot| self.cards[*slot as usize].id.index);
            self.zones.rezoned.extend(names);
        }
        self.list = list;
    }

    /// The images of cells in which a ball may overlap a region, sorted.
    fn cells_touching(&self, region: &Region) -> Vec<CellImage> {
        let outward = self.made_for.1 * ROOM + self.leeway();
        let mut found = Vec::new();
        match region {
            Region::Everything => {}
            Region::Box(region) => {
                let [xs, ys, zs] = std::array::from_fn(|axis| {
                    let (low, high) = (region.min[axis] - outward, region.max[axis] + outward);
                    self.grid.images_between(axis, low, high)
                });
                for z in &zs {
                    for y in &ys {
                        let cells = xs.iter().map(|x| (self.grid.index([x.0, y.0, z.0]) as u32, [x.1, y.1, z.1]));
                        found.extend(cells);
                    }
                }
            }
            Region::HalfSpace { normal, offset } => {
                // The least part of `normal . x` that each axis adds in the cells with one number.
                let least: [Vec<f64>; 3] = std::array::from_fn(|axis| {
                    let ends = self.beside[axis].iter().map(|beside| beside.ends);
                    let least = ends.map(|[low, high]| match normal[axis] {
                        0.0 => 0.0,
                        normal => (normal * (low - outward)).min(normal * (high + outward)),
                    });
                    least.collect()
                });
                for (z, at_z) in least[2].iter().enumerate() {
                    for (y, at_y) in least[1].iter().enumerate() {
                        let xs = least[0]
                            .iter()
                            .enumerate()
                            .filter(|(_, at_x)| **at_x + at_y + at_z <= *offset);
                        let cells = xs.map(|(x, _)| (self.grid.index([x as u32, y as u32, z as u32]) as u32, [0; 3]));
                        found.extend(cells);
                    }
                }
            }
        }
        found.sort_unstable();
        found
    }
}

#[cfg(test)]
mod tests;
