//! What must be done when balls turn, or time goes back to where they had not gone over yet.

use super::cells::NONE;
use super::{Dues, Gas, dues};
use crate::scene::Flight;
use nalgebra::Vector3;

/// A place counts as the same if it is no farther away than this part of a cell's width.
const SAME_PLACE: f64 = 1e-9;

impl Gas {
    /// Gives a ball a new motion, from the present on.
    #[inline]
    pub(crate) fn turn(&mut self, name: u32, flight: Flight) {
        let slot = self.slot(name);
        let before = self.hot[slot].flight.at(flight.epoch);
        let mut off = flight.position - before;
        if self.space.periodic {
            let home = self.nearest(off);
            if home != off {
                self.move_image(slot, &(off - home));
                off = home;
            }
        }
        self.take_up(slot, flight);
        if off.amax() > SAME_PLACE * self.grid.least_width() {
            self.file(slot, flight.epoch);
        }
    }

    /// A ball is told from another of its images from now on, so far from the one before.
    #[inline]
    pub(super) fn move_image(&mut self, slot: usize, by: &Vector3<f64>) {
        let image = &mut self.cards[slot].image;
        *image = self.grid.image_after(*image, by);
        if self.zones.any() {
            self.note_if_zoned(slot);
        }
    }

    /// A ball is in another cell.
    #[inline]
    pub(super) fn put(&mut self, slot: usize, cell: [u32; 3], image: [i16; 3]) {
        let tag = &mut self.hot[slot].tag;
        *tag = tag.in_cell(cell);
        self.cards[slot].image = image;
    }

    /// Gives a ball a new motion where it is.
    #[inline(always)]
    pub(super) fn take_up(&mut self, slot: usize, flight: Flight) {
        let ball = &mut self.hot[slot];
        ball.tag = ball.tag.turned(flight.epoch == ball.flight.epoch);
        ball.flight = flight;
        if self.glances.is_some() {
            self.note_glance(slot, &flight);
        }
        self.turned.push(slot as u32);
        let speed_squared = flight.velocity.norm_squared();
        if speed_squared > self.speed_squared {
            self.speed_squared = speed_squared;
            self.clear_until = f64::NEG_INFINITY;
        }
    }

    /// Files a ball in the cell where it is.
    fn file(&mut self, slot: usize, now: f64) {
        if self.unfit {
            return;
        }
        if self.lists.is_some() {
            self.renew_lease(slot, now);
            return;
        }
        let (cell, image) = self.grid.locate(&self.hot[slot].flight.at(now));
        let zones_before = self.zones.any().then(|| self.filing(slot));
        let before = self.hot[slot].tag.cell();
        self.cells.remove(self.grid.index(before), slot as u32);
        self.cells.add(self.grid.index(cell), slot as u32);
        self.put(slot, cell, image);
        if let Some(before) = zones_before {
            self.note_if_rezoned(slot, before);
        }
    }

    /// Goes back to the earlier time `now`: those that have gone over since are filed where they are.
    pub(crate) fn rewind(&mut self, now: f64) {
        let looked_beyond = self.has_looked_beyond(now);
        self.seen = self.seen.min(now);
        if !looked_beyond {
            return;
        }
        let mut ahead = std::mem::take(&mut self.ahead);
        ahead.sort_unstable();
        ahead.dedup();
        for name in ahead {
            // It may have been taken out.
            let slot = self.slots[name as usize];
            if slot != NONE {
                self.file(slot as usize, now);
                self.turned.push(slot);
            }
        }
        self.settle(now);
    }

    /// Looks anew for those that have turned.
    #[inline]
    pub(crate) fn settle(&mut self, now: f64) {
        self.make_fit(now);
        if now > self.clear_until {
            self.renew_clearness(now);
        }
        self.look_for_turned(now);
        if self.calendar_is_stale {
            self.calendar_is_stale = false;
            self.calendar.rebuild(now, &dues!(self));
        }
    }
}
