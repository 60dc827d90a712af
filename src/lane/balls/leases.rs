//! Leases of balls with neighbour lists, and of balls of coarser levels.

use super::gather::{fill_up, gather};
use super::lane::BallLane;
use super::lists::NeighbourLists;
use nalgebra::Vector3;

impl BallLane {
    /// Gives a ball a lease about its position, and a new list or footprint.
    pub(super) fn renew_lease(&mut self, slot: usize, now: f64) {
        self.counters.crossings += 1;
        let before = self.balls.filing(slot);
        let (centre, cell, image) = self.locate_lease(slot, now);
        if cell != before.0 {
            let level = self.grid.level(self.balls.level(slot));
            self.filing.refile(level, slot, before.0, cell);
        }
        self.balls.set_filing(slot, cell, image);
        if self.zones.any() {
            self.zones.note_refiled(&self.balls, &self.grid, slot, before);
        }
        if let Some(lists) = &mut self.lists {
            lists.leave(slot);
        }
        self.follow_lease(slot, &centre);
    }

    /// Files a new ball in the last slot, and gives it a lease and a list or footprint.
    pub(super) fn begin_lease(&mut self, slot: usize, now: f64) {
        let (centre, cell, image) = self.locate_lease(slot, now);
        self.balls.set_filing(slot, cell, image);
        self.filing.add(&self.grid, &self.balls, slot);
        if let Some(lists) = &mut self.lists {
            lists.append();
        }
        self.follow_lease(slot, &centre);
    }

    /// Makes all leases and lists. The balls are in their cells.
    pub(super) fn remake_lists(&mut self, now: f64) {
        let (space, size) = (self.grid.space(), self.grid.finest().size());
        let mut lists = NeighbourLists::new(size.margin, size.largest, space, self.balls.len());
        for slot in 0..self.balls.len() {
            let place = self.balls.path(slot).at(now);
            lists.begin_lease(slot, &space.inside(&place), self.balls.reach(slot));
        }
        for slot in 0..self.balls.len() {
            let count = self.gather_filled_up(slot);
            lists.enter_one_way(slot, &mut self.list[..count]);
        }
        self.lists = Some(lists);
    }

    /// Makes the leases and footprints of all balls of coarser levels. The balls are in their cells.
    pub(super) fn begin_footprints(&mut self, now: f64) {
        for slot in 0..self.balls.len() {
            if self.balls.level(slot) > 0 {
                let (centre, ..) = self.locate_lease(slot, now);
                self.footprints.begin(&self.grid, &self.balls, slot, &centre);
            }
        }
    }

    /// The centre of a lease that begins now, its cell, and the image of the ball that is in the
    /// cell.
    pub(super) fn locate_lease(&self, slot: usize, now: f64) -> (Vector3<f64>, [u32; 3], [i16; 3]) {
        let place = self.balls.path(slot).at(now);
        let centre = self.grid.space().inside(&place);
        let grid = self.grid.level(self.balls.level(slot)).grid();
        let (cell, image) = grid.locate(&centre);
        (centre, cell, grid.image_after(image, &(place - centre)))
    }

    /// Gives a ball with a new lease the list or the footprint that belongs to it.
    fn follow_lease(&mut self, slot: usize, centre: &Vector3<f64>) {
        if self.lists.is_none() {
            return self.footprints.begin(&self.grid, &self.balls, slot, centre);
        }
        let count = self.gather_filled_up(slot);
        if let Some(lists) = &mut self.lists {
            lists.begin_lease(slot, centre, self.balls.reach(slot));
            lists.enter(slot, &mut self.list[..count]);
        }
    }

    /// Writes the balls in the neighbouring cells of a ball to the scratch list, filled up, and
    /// returns their number.
    fn gather_filled_up(&mut self, slot: usize) -> usize {
        let cell = self.balls.motion(slot).tag.cell();
        let count = gather(self.grid.finest(), self.filing.cells(), cell, &mut self.list, 0);
        fill_up(&mut self.list, 0, count, slot as u32)
    }
}
