//! The zones of the lane, as the caller sets and reads them.

use super::lane::BallLane;
use super::zone_cells::Region;
use crate::domain::ImageOffset;

impl BallLane {
    /// Gives a body outside of the lane a zone about a region, in place of its former zone. `body`
    /// is an index of the caller's, not the name of a ball. O(cells of the old and the new zone,
    /// and the balls in those that are in one of them alone).
    ///
    /// If the lane [is ahead](Self::is_ahead_of) of the present, the caller [rewinds](Self::rewind)
    /// it first.
    pub(crate) fn set_zone(&mut self, body: u32, region: Region) {
        let region = match region {
            Region::HalfSpace { .. } if self.grid.is_periodic() => Region::Everything,
            region => region,
        };
        self.zones.replace(body, Some(region), &self.balls, &self.grid, &self.filing);
    }

    /// Removes the zone of a body, if it has one.
    pub(crate) fn remove_zone(&mut self, body: u32) {
        if self.zones.has(body) {
            self.zones.replace(body, None, &self.balls, &self.grid, &self.filing);
        }
    }

    /// Whether any body has a zone.
    #[inline]
    pub(crate) fn has_zones(&self) -> bool {
        self.zones.any()
    }

    /// Whether balls are in other zones than when they were drained last.
    #[inline]
    pub(crate) fn has_rezoned(&self) -> bool {
        self.zones.has_rezoned()
    }

    /// Drains the names of the balls that are in other zones than when they were drained last, and
    /// appends them. Some others may be among them, and some may appear more than once.
    pub(crate) fn rezoned(&mut self, names: &mut Vec<u32>) {
        self.zones.drain_rezoned(&self.balls, names);
    }

    /// Takes drained names back, to be drained again.
    pub(crate) fn rezone_again(&mut self, names: &[u32]) {
        self.zones.note_again(names);
    }

    /// Appends the bodies with zones that contain the cell of a ball, sorted and without
    /// duplicates, each with the lengths of the domain that are to be added to the position of the
    /// ball's flight so that it is in the frame of the region.
    pub(crate) fn zones_of(&self, name: u32, found: &mut Vec<(u32, ImageOffset)>) {
        self.zones.append_of(&self.balls, &self.grid, self.balls.slot(name), found);
    }
}
