//! Whom a ball meets next.

use super::calendar::Entry;
use super::cells::NONE;
use super::grid::Step;
use super::{Dues, FIRST_WALL, Gas, Way, dues, rank};
use crate::impact::{Extents, Meeting, first_impact_of_balls, meeting};
use crate::scene::MotionPiece;
use nalgebra::Vector3;

/// Which image of another ball is meant: there are none; the one that is wanted; the nearest one at present.
const FREE: u8 = 0;
pub(super) const WANTED: u8 = 1;
const NEAREST: u8 = 2;

/// Rounding must not make a meeting seem later than it can be.
const STRAIGHT: f64 = 1.0 - 1e-9;

/// The best so far.
#[derive(Clone, Copy)]
pub(super) struct Best {
    pub(super) time: f64,
    pub(super) partner: u32,
}

impl Gas {
    /// Predicts the next event of a ball from all that are near it.
    pub(super) fn look_all_round(&mut self, slot: usize, now: f64) {
        let mut best = Best {
            time: f64::INFINITY,
            partner: NONE,
        };
        if self.lists.is_some() {
            self.look_at_list(slot, now, &mut best);
        } else {
            self.look_beside(slot, now, &mut best);
        }
        self.look_at_walls(slot, &mut best);
        self.enter(slot, best, now);
    }

    /// Writes down what a ball does next.
    #[inline]
    pub(super) fn enter(&mut self, slot: usize, best: Best, now: f64) {
        let (crossing, way) = match &self.lists {
            Some(lists) => (
                lists.expiry(slot, &self.hot[slot], |apart| self.nearest(apart)),
                Way::default(),
            ),
            None => self.crossing(slot),
        };
        let partner_stamp = self.cards.get(best.partner as usize).map_or(0, |partner| partner.stamp);
        let card = &mut self.cards[slot];
        self.work.late += u64::from(best.time < now);
        card.hit = best.time.max(now);
        card.partner = best.partner;
        card.partner_stamp = partner_stamp;
        card.due = card.hit.min(crossing.max(now));
        card.way = way;
        self.enter_due(slot);
    }

    /// Enters what a ball is due for into the calendar.
    #[inline]
    pub(super) fn enter_due(&mut self, slot: usize) {
        let card = &self.cards[slot];
        if card.due < f64::INFINITY {
            let entry = Entry {
                time: card.due,
                body: slot as u32,
                partner: card.due_with(),
            };
            self.calendar.push(entry, &dues!(self));
        }
    }

    /// Looks at the balls in the cells beside a ball.
    #[inline]
    fn look_beside(&mut self, slot: usize, now: f64, best: &mut Best) {
        if self.few_cells {
            return self.look_at_images(slot, None, now, best);
        }
        let mut list = std::mem::take(&mut self.list);
        let count = self.gather(self.hot[slot].tag.cell(), &mut list);
        self.look_through(slot, &list[..count], now, best);
        self.list = list;
    }

    /// Looks at the balls in the cells ahead of a ball that has just gone over.
    #[inline]
    pub(super) fn look_ahead(&mut self, slot: usize, axis: usize, ahead: Step, now: f64, best: &mut Best) {
        if self.few_cells {
            return self.look_at_images(slot, Some((axis, ahead)), now, best);
        }
        let mut list = std::mem::take(&mut self.list);
        let count = self.gather_ahead(self.hot[slot].tag.cell(), axis, ahead.cell, &mut list);
        self.look_through(slot, &list[..count], now, best);
        self.list = list;
    }

    /// Looks at the balls in a ball's list.
    #[inline]
    fn look_at_list(&mut self, slot: usize, now: f64, best: &mut Best) {
        let Some(lists) = self.lists.take() else { return };
        self.look_through(slot, lists.near(slot), now, best);
        self.lists = Some(lists);
    }

    /// Looks at some balls near one.
    #[inline]
    fn look_through(&mut self, slot: usize, list: &[u32], now: f64, best: &mut Best) {
        let fresh = self.hot[slot].motion.epoch == now;
        match (fresh, self.space.periodic) {
            (true, false) => self.look_at::<true, FREE>(slot, list, 0, now, best),
            (false, false) => self.look_at::<false, FREE>(slot, list, 0, now, best),
            (true, true) => self.look_at::<true, NEAREST>(slot, list, 0, now, best),
            (false, true) => self.look_at::<false, NEAREST>(slot, list, 0, now, best),
        }
    }

    /// Looks at some balls. `FRESH`: the ball's motion is the latest of all. `IMAGES`: which images of the others are meant.
    ///
    /// Nearly all the time of a dense gas goes by here, so it is written out in numbers: most balls are passed over by one
    /// comparison.
    #[inline(never)]
    pub(super) fn look_at<const FRESH: bool, const IMAGES: u8>(
        &mut self,
        slot: usize,
        list: &[u32],
        wanted: u64,
        now: f64,
        best: &mut Best,
    ) {
        let me = self.hot[slot].motion;
        let (x, y, z) = (me.position.x, me.position.y, me.position.z);
        let (vx, vy, vz) = (me.velocity.x, me.velocity.y, me.velocity.z);
        let radius = self.radius_at(slot);
        let common = self.common_radius.map(|radius| radius + radius);
        let [half_x, half_y, half_z] = self.half_lengths;
        let mut found = *best;
        self.work.looks += list.len() as u64;
        for partner in list {
            let at = *partner as usize;
            let it = &self.hot[at];
            let motion = &it.motion;
            let start = if FRESH { me.epoch } else { me.epoch.max(motion.epoch) };
            let since = start - motion.epoch;
            let mut px = motion.position.x + motion.velocity.x * since;
            let mut py = motion.position.y + motion.velocity.y * since;
            let mut pz = motion.position.z + motion.velocity.z * since;
            if FRESH {
                (px, py, pz) = (px - x, py - y, pz - z);
            } else {
                let since = start - me.epoch;
                px -= x + vx * since;
                py -= y + vy * since;
                pz -= z + vz * since;
            }
            let (ux, uy, uz) = (motion.velocity.x - vx, motion.velocity.y - vy, motion.velocity.z - vz);
            let is_image = match IMAGES {
                WANTED => wanted != it.tag.images(),
                NEAREST if FRESH => px.abs() > half_x || py.abs() > half_y || pz.abs() > half_z,
                NEAREST => {
                    let then = now - start;
                    (px + ux * then).abs() > half_x || (py + uy * then).abs() > half_y || (pz + uz * then).abs() > half_z
                }
                _ => false,
            };
            let mut shift = Vector3::zeros();
            if is_image {
                shift = match IMAGES {
                    WANTED => self.grid.shift(wanted, it.tag.images()),
                    _ => self.to_nearest(&(Vector3::new(px, py, pz) + Vector3::new(ux, uy, uz) * (now - start))),
                };
                (px, py, pz) = (px + shift.x, py + shift.y, pz + shift.z);
            }
            let radius_sum = match common {
                Some(sum) => sum,
                None => radius + self.radii[at],
            };
            let along = px * ux + py * uy + pz * uz;
            let gap = px * px + py * py + pz * pz - radius_sum * radius_sum;
            // No sooner than if they went straight at each other: gap / (root - along), where the root is -along at the most.
            if gap * STRAIGHT > -2.0 * along * (found.time - start) || at == slot {
                continue;
            }
            let [apart, velocity] = [Vector3::new(px, py, pz), Vector3::new(ux, uy, uz)];
            if let Some(time) = self.meet([slot, at], start, &apart, &velocity, &shift)
                && (time < found.time || time == found.time && self.goes_before(slot, *partner, found.partner))
            {
                found = Best { time, partner: *partner };
            }
        }
        *best = found;
    }

    /// When two balls meet that are so far apart at `start`, with this relative velocity.
    #[inline(never)]
    fn meet(
        &mut self,
        [slot, at]: [usize; 2],
        start: f64,
        apart: &Vector3<f64>,
        velocity: &Vector3<f64>,
        shift: &Vector3<f64>,
    ) -> Option<f64> {
        let radius_sum = self.radius_at(slot) + self.radius_at(at);
        match meeting(apart, velocity, radius_sum, &self.clearness) {
            Meeting::Never => None,
            Meeting::After(s) => Some(start + s),
            Meeting::Unclear => {
                self.work.careful += 1;
                careful(&self.hot[slot].motion, &self.hot[at].motion, radius_sum, shift)
            }
        }
    }

    /// Whether of two meetings of a ball at the same time that with `partner` goes before that with `other`.
    #[cold]
    fn goes_before(&self, slot: usize, partner: u32, other: u32) -> bool {
        rank(&self.cards, slot as u32, partner) < rank(&self.cards, slot as u32, other)
    }

    /// The next wall of a box, of a ball in a cell beside one.
    #[inline]
    pub(super) fn look_at_walls(&self, slot: usize, best: &mut Best) {
        if self.space.periodic || self.is_fixed(slot) {
            return;
        }
        let ball = &self.hot[slot];
        let cell = ball.tag.cell();
        let beside = (0..3).any(|axis| cell[axis] == 0 || cell[axis] + 1 == self.grid.counts[axis]);
        if !beside {
            return;
        }
        let piece = piece(&ball.motion);
        let radius = self.radius_at(slot);
        if let Some((time, wall)) = wall_impact(&piece, radius, &self.space.min, &self.space.max) {
            let partner = FIRST_WALL + wall as u32;
            if time < best.time || time == best.time && self.goes_before(slot, partner, best.partner) {
                *best = Best { time, partner };
            }
        }
    }
}

pub(super) fn piece(motion: &super::Motion) -> MotionPiece {
    MotionPiece {
        epoch: motion.epoch,
        position: motion.position,
        velocity: motion.velocity,
        ..MotionPiece::at_rest()
    }
}

/// When two balls meet, as it is told of any two.
#[cold]
fn careful(a: &super::Motion, b: &super::Motion, radius_sum: f64, shift: &Vector3<f64>) -> Option<f64> {
    first_impact_of_balls(&piece(a), &piece(b), radius_sum, shift).map(|impact| impact.time)
}

fn wall_impact(piece: &MotionPiece, radius: f64, min: &Vector3<f64>, max: &Vector3<f64>) -> Option<(f64, crate::scene::Wall)> {
    crate::impact::first_wall_impact_of_box(&Extents::cube(radius), piece, min, max)
}
