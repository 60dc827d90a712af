//! The balls of the lane: insertion, removal, and access by name or slot.

use super::ball::{Ball, Species};
use super::constants::{BALLS_PER_LOSS, BALLS_PER_VACANT, MOST_VACANT};
use super::lane::BallLane;
use super::store::BallStore;
use crate::domain::ImageOffset;
use crate::event::BodyId;
use crate::motion::{OwnMotion, Path};
use crate::response::CollisionHistory;

impl BallLane {
    /// Reserves memory for so many balls more.
    pub(crate) fn reserve(&mut self, more: usize) {
        self.balls.reserve(more);
    }

    /// Inserts a ball. Its next event is predicted by the next [flush](Self::flush).
    pub(crate) fn insert(&mut self, ball: &Ball, now: f64) {
        self.changes += 1;
        let slot = self.balls.append(ball);
        if let Some(watch) = &mut self.overlaps {
            watch.insert(&self.balls);
        }
        self.locate(slot, now);
        self.set_lengths_gone(ball.id.index, [0; 3]);
        self.clear.invalidate();
        self.keep_prefilter_if_fit();
        if self
            .filing
            .is_outdated_by(&self.grid, self.balls.reach(slot), self.balls.len())
            || self.balls.outgrows(slot)
        {
            self.filing.outdate();
        }
        if self.filing.is_outdated() {
            return;
        }
        if let Some(prefilter) = &mut self.prefilter {
            prefilter.append(slot, &self.balls.path(slot), self.balls.radius(slot));
        }
        if self.has_lease(slot) {
            self.begin_lease(slot, now);
        } else {
            self.filing.add(&self.grid, &self.balls, slot);
        }
        if self.zones.any() {
            self.zones.note_if_zoned(&self.balls, &self.grid, slot);
        }
    }

    /// Finds the level, the cell and the image of a ball, by its radius and position.
    pub(super) fn locate(&mut self, slot: usize, now: f64) {
        let level = self.grid.level_for(self.balls.reach(slot)).unwrap_or(0);
        self.balls.set_level(slot, level);
        let (cell, image) = if level > 0 {
            let (_, cell, image) = self.locate_lease(slot, now);
            (cell, image)
        } else {
            self.grid.grid().locate(&self.balls.path(slot).at(now))
        };
        self.balls.set_filing(slot, cell, image);
    }

    /// Whether a ball has a lease: all have with lists, and those of coarser levels.
    #[inline(always)]
    pub(super) fn has_lease(&self, slot: usize) -> bool {
        self.lists.is_some() || self.balls.level(slot) > 0
    }

    /// Removes balls. O(1) each, amortised, while few motions are dirty.
    ///
    /// The slot of a removed ball is vacant until the balls are put in order in memory. It is in no
    /// cell and in no list, and is never due. Partners find their predictions stale when they are
    /// due.
    pub(crate) fn remove(&mut self, names: impl Iterator<Item = u32>) {
        self.changes += 1;
        for name in names {
            let slot = self.balls.slot(name);
            if !self.filing.is_outdated() {
                self.filing.remove(&self.grid, &self.balls, slot);
                self.footprints.end(&self.balls, slot);
                if let Some(lists) = &mut self.lists {
                    lists.leave(slot);
                }
            }
            if let Some(watch) = &mut self.overlaps {
                watch.remove(name);
            }
            self.balls.vacate(slot);
        }
        self.balls.drop_vacant_dirty();
        let balls = self.balls.len();
        if self.balls.vacant() > MOST_VACANT + balls / BALLS_PER_VACANT {
            self.filing.set_order_after(0);
        }
        // With fewer balls in the same domain, lists may cost more than they save.
        let before = self.filing.balls();
        if self.lists.is_some() && balls < before - before / BALLS_PER_LOSS {
            self.filing.outdate();
        }
    }

    /// Whether there is a ball of this name.
    #[allow(dead_code, reason = "the world does not need it yet")]
    pub(crate) fn contains(&self, name: u32) -> bool {
        self.balls.contains(name)
    }

    /// The names of all balls, in the order of their slots.
    pub(crate) fn names(&self) -> impl Iterator<Item = u32> + '_ {
        self.balls.occupied().map(|slot| self.balls.name(slot))
    }

    /// The motion of a ball.
    #[inline]
    pub(crate) fn path(&self, name: u32) -> Path {
        self.balls.path(self.balls.slot(name))
    }

    /// The epoch of a ball's motion.
    #[inline]
    pub(crate) fn epoch(&self, name: u32) -> f64 {
        self.balls.flight(self.balls.slot(name)).epoch
    }

    /// What is a ball's own in its motion.
    pub(crate) fn own_motion(&self, name: u32) -> OwnMotion {
        self.own_motion_in(self.balls.slot(name) as u32)
    }

    /// The same of the ball in a slot.
    #[inline]
    pub(crate) fn own_motion_in(&self, slot: u32) -> OwnMotion {
        let slot = slot as usize;
        OwnMotion {
            flight: *self.balls.flight(slot),
            spin: self.balls.spin(slot),
            swell: self.balls.growth(slot).swell,
        }
    }

    /// The number of the species of the ball in a slot.
    #[inline]
    pub(crate) fn kind(&self, slot: u32) -> u32 {
        self.balls.event(slot as usize).kind
    }

    /// Gives a ball another number for its species, or another species of the same radius. With
    /// another acceleration, growth or groups it gets [another motion](Self::set_motion) next.
    pub(crate) fn set_kind(&mut self, name: u32, kind: u32, species: Species) {
        self.changes += 1;
        let greatest = |balls: &BallStore| (balls.greatest_acceleration(), balls.greatest_growth());
        let before = greatest(&self.balls);
        self.balls.set_kind(self.balls.slot(name), kind, species);
        if greatest(&self.balls) != before {
            self.clear.invalidate();
        }
        self.keep_prefilter_if_fit();
    }

    /// The prefilter is for balls with the same acceleration that do not swell.
    pub(super) fn keep_prefilter_if_fit(&mut self) {
        if self.balls.common_acceleration().is_none() || self.balls.any_swells() {
            self.prefilter = None;
        }
    }

    /// When a ball collided last, as far as this is recorded.
    pub(crate) fn past(&self, name: u32) -> CollisionHistory {
        self.balls.past(self.balls.slot(name))
    }

    pub(crate) fn set_past(&mut self, name: u32, past: CollisionHistory) {
        self.changes += 1;
        self.balls.set_past(self.balls.slot(name), past);
    }

    /// The lengths of a periodic domain by which a ball has been shifted back since it was
    /// inserted.
    pub(crate) fn lengths_gone(&self, name: u32) -> ImageOffset {
        self.balls.lengths_gone(name)
    }

    pub(crate) fn set_lengths_gone(&mut self, name: u32, lengths: ImageOffset) {
        if self.grid.is_periodic() {
            self.balls.set_lengths_gone(name, lengths);
        }
    }

    /// When a ball is due: to meet another or a wall, to leave its cell or lease, or to get another
    /// one as it has grown.
    pub(crate) fn due(&self, name: u32) -> f64 {
        self.balls.event(self.balls.slot(name)).due.min(self.balls.foreseen_until())
    }

    /// The slots of the balls with motions that have changed since the last [flush](Self::flush).
    pub(crate) fn dirty(&self) -> &[u32] {
        self.balls.dirty()
    }

    /// The body in a slot.
    pub(crate) fn id(&self, slot: u32) -> BodyId {
        self.balls.event(slot as usize).id
    }

    /// The number in scene order of a ball by its name.
    pub(super) fn serial_of(&self, name: u32) -> u32 {
        self.balls.event(self.balls.slot(name)).serial
    }

    /// The number in scene order of the body in a slot.
    pub(crate) fn serial(&self, slot: u32) -> u32 {
        self.balls.event(slot as usize).serial
    }
}

#[cfg(test)]
mod tests;
