//! Changes of motion, and the way back to an earlier time.

use super::constants::SAME_PLACE;
use super::lane::BallLane;
use crate::motion::{Flight, OwnMotion};
use nalgebra::Vector3;

impl BallLane {
    /// Gives a ball a new motion from its epoch on, which is the present. Its next event is
    /// predicted by the next [flush](Self::flush).
    #[inline]
    pub(crate) fn set_motion(&mut self, name: u32, motion: &OwnMotion) {
        self.changes += 1;
        let slot = self.balls.slot(name);
        let flight = motion.flight;
        self.balls.set_spin(slot, motion.spin);
        let before = self.balls.path(slot).at(flight.epoch);
        let mut off = flight.position - before;
        if self.grid.is_periodic() {
            let nearest = self.grid.nearest(off);
            if nearest != off {
                self.shift_image(slot, &(off - nearest));
                off = nearest;
            }
        }
        self.store_flight(slot, flight);
        self.balls.set_swell(slot, motion.swell);
        if self.balls.outgrows(slot) {
            self.filing.outdate();
            self.keep_prefilter_if_fit();
        }
        if off.amax() > SAME_PLACE * self.grid.grid().least_width() {
            self.refile(slot, flight.epoch);
        }
    }

    /// The motion of a ball is that of another image from now on, which is away by whole lengths.
    #[inline]
    pub(super) fn shift_image(&mut self, slot: usize, by: &Vector3<f64>) {
        let (cell, image) = self.balls.filing(slot);
        self.balls.set_filing(slot, cell, self.grid.grid().image_after(image, by));
        if self.zones.any() {
            self.zones.note_if_zoned(&self.balls, &self.grid, slot);
        }
    }

    /// Stores a new motion of a ball where it is.
    #[inline(always)]
    pub(super) fn store_flight(&mut self, slot: usize, flight: Flight) {
        if let Some(prefilter) = &mut self.prefilter {
            prefilter.update(slot, &flight.under(self.balls.acceleration(slot)), self.balls.radius(slot));
        }
        if self.balls.set_flight(slot, flight) {
            self.clear.invalidate();
        }
    }

    /// Files a ball in the cell of its position.
    pub(super) fn refile(&mut self, slot: usize, now: f64) {
        if self.filing.is_outdated() {
            return;
        }
        if self.has_lease(slot) {
            self.renew_lease(slot, now);
            return;
        }
        let before = self.balls.filing(slot);
        let (cell, image) = self.grid.grid().locate(&self.balls.path(slot).at(now));
        self.filing.refile(self.grid.finest(), slot, before.0, cell);
        self.balls.set_filing(slot, cell, image);
        if self.zones.any() {
            self.zones.note_refiled(&self.balls, &self.grid, slot, before);
        }
    }

    /// Goes back to the earlier time `now`: the balls that have crossed since are filed where they
    /// are.
    pub(crate) fn rewind(&mut self, now: f64) {
        if self.lookahead.has_remade_after(now) {
            self.filing.outdate();
        }
        let crossed = self.lookahead.go_back_to(now);
        if crossed.is_empty() && !self.filing.is_outdated() {
            return;
        }
        for name in crossed {
            // A ball may have been removed.
            if let Some(slot) = self.balls.find(name) {
                self.refile(slot, now);
                self.balls.mark_dirty(slot);
            }
        }
        self.flush(now);
    }

    /// Predicts the next events of all balls with dirty motions.
    #[inline]
    pub(crate) fn flush(&mut self, now: f64) {
        self.refit(now);
        if !self.clear.is_valid_at(now) {
            self.clear.renew(&mut self.balls, &self.grid, now);
        }
        self.predict_dirty(now);
        if self.schedule.is_stale() {
            let (schedule, due) = self.schedule();
            schedule.rebuild(now, &due);
        }
    }
}
