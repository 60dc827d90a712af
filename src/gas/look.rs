//! Whom a ball meets next.

use super::calendar::Entry;
use super::cells::NONE;
use super::grid::{Grid, Step, Tag, images};
use super::order::ROOM;
use super::{Coming, Dues, FIRST_WALL, Gas, Hot, Next, What, dues, rank};
use crate::impact::{Clearness, Extents, Meeting, first_impact_of_balls, meeting};
use crate::scene::MotionPiece;
use nalgebra::Vector3;

/// Which image of another ball is meant: there are none; the one that is wanted; the nearest one at present.
const FREE: u8 = 0;
const WANTED: u8 = 1;
const NEAREST: u8 = 2;

/// Rounding must not make a meeting seem later than it can be.
const STRAIGHT: f64 = 1.0 - 1e-9;

/// The cells to look at on each axis, as many as `count` says.
#[derive(Clone, Copy)]
pub(super) struct Around {
    pub(super) steps: [[Step; 3]; 3],
    pub(super) counts: [usize; 3],
    /// None of them is in an image of the domain.
    home: bool,
}

impl Around {
    #[inline(always)]
    fn on(&self, axis: usize) -> &[Step] {
        &self.steps[axis][..self.counts[axis]]
    }
}

/// The best so far.
#[derive(Clone, Copy)]
struct Best {
    time: f64,
    partner: u32,
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
            let around = self.around(self.hot[slot].tag);
            self.look(slot, &around, now, &mut best);
        }
        self.look_at_walls(slot, &mut best);
        self.enter(slot, best, now);
    }

    /// Takes a ball over into the next cell, and looks at the cells that it was not beside before.
    pub(super) fn go_over(&mut self, slot: usize, now: f64) -> Option<Coming> {
        if self.lists.is_some() {
            self.renew_lease(slot, now);
            self.look_all_round(slot, now);
            return None;
        }
        let (_, axis, up) = self.crossing(&self.hot[slot]);
        let Hot { tag, .. } = self.hot[slot];
        let (mut cell, mut image) = (tag.cell(), tag.image());
        let step = self.grid.next(axis, cell[axis], image[axis], up);
        let step = step.expect("what leaves its cell has a next one: none is left through a wall");
        if Grid::is_far(step.image) {
            let what = What::Far(self.cold[slot].name);
            return Some(Coming { time: now, what });
        }
        self.work.crossings += 1;
        self.cells.remove(self.grid.index(cell), slot as u32);
        (cell[axis], image[axis]) = (step.cell, step.image);
        let tag = Tag::new(cell, image);
        self.hot[slot].tag = tag;
        self.cells.add(self.grid.index(cell), slot as u32);
        let next = self.next[slot];
        let mut best = Best {
            time: next.hit,
            partner: next.partner,
        };
        let mut around = self.around(tag);
        around.counts[axis] = 0;
        if let Some(ahead) = self.grid.next(axis, step.cell, step.image, up) {
            around.steps[axis][0] = ahead;
            around.counts[axis] = 1;
        }
        let before = best.partner;
        self.look(slot, &around, now, &mut best);
        self.look_at_walls(slot, &mut best);
        if best.partner == before && best.time == next.hit {
            let due = best.time.min(self.crossing(&self.hot[slot]).0.max(now));
            self.next[slot].due = due;
            self.enter_due(slot);
        } else {
            self.enter(slot, best, now);
        }
        None
    }

    /// Writes down what a ball does next.
    #[inline]
    fn enter(&mut self, slot: usize, best: Best, now: f64) {
        let crossing = match &self.lists {
            Some(lists) => lists.expiry(slot, &self.hot[slot], |apart| self.nearest(apart)),
            None => self.crossing(&self.hot[slot]).0,
        };
        let partner_stamp = self.next.get(best.partner as usize).map_or(0, |partner| partner.stamp);
        let next = &mut self.next[slot];
        self.work.late += u64::from(best.time < now);
        next.hit = best.time.max(now);
        next.partner = best.partner;
        next.partner_stamp = partner_stamp;
        next.due = next.hit.min(crossing.max(now));
        self.enter_due(slot);
    }

    /// Enters what a ball is due for into the calendar.
    #[inline]
    fn enter_due(&mut self, slot: usize) {
        let next = &self.next[slot];
        if next.due < f64::INFINITY {
            let entry = Entry {
                time: next.due,
                body: slot as u32,
                partner: next.due_with(),
            };
            self.calendar.push(entry, &dues!(self));
        }
    }

    /// When a ball leaves its cell, on which axis, and whether upwards.
    #[inline]
    fn crossing(&self, ball: &Hot) -> (f64, usize, bool) {
        let (cell, image) = (ball.tag.cell(), ball.tag.image());
        let mut first = (f64::INFINITY, 0, false);
        for axis in 0..3 {
            let velocity = ball.motion.velocity[axis];
            if velocity == 0.0 {
                continue;
            }
            let up = velocity > 0.0;
            if !self.space.periodic
                && (if up {
                    cell[axis] + 1 == self.grid.counts[axis]
                } else {
                    cell[axis] == 0
                })
            {
                continue;
            }
            let (low, high) = self.grid.ends(axis, cell[axis], image[axis]);
            let end = if up { high } else { low };
            let time = ball.motion.epoch + (end - ball.motion.position[axis]) / velocity;
            if time < first.0 {
                first = (time, axis, up);
            }
        }
        first
    }

    /// The cells round a cell, and it itself.
    #[inline]
    pub(super) fn around(&self, tag: Tag) -> Around {
        let (cell, image) = (tag.cell(), tag.image());
        let mut around = Around {
            steps: [[Step::default(); 3]; 3],
            counts: [0; 3],
            home: !self.space.periodic,
        };
        if self.space.periodic {
            around.home = image == [0; 3] && (0..3).all(|axis| cell[axis] > 0 && cell[axis] + 1 < self.grid.counts[axis]);
        }
        for axis in 0..3 {
            let here = Step {
                cell: cell[axis],
                image: image[axis],
            };
            let below = self.grid.next(axis, here.cell, here.image, false);
            let above = self.grid.next(axis, here.cell, here.image, true);
            let (steps, count) = (&mut around.steps[axis], &mut around.counts[axis]);
            if let Some(below) = below {
                steps[0] = below;
                *count = 1;
            }
            steps[*count] = here;
            *count += 1;
            if let Some(above) = above {
                steps[*count] = above;
                *count += 1;
            }
        }
        around
    }

    /// Looks at the balls in some cells.
    #[inline]
    fn look(&mut self, slot: usize, around: &Around, now: f64, best: &mut Best) {
        let mut list = std::mem::take(&mut self.list);
        let fresh = self.hot[slot].motion.epoch == now;
        if around.home {
            let count = self.collect_around(around, &mut list);
            let wanted = images([0; 3]);
            match (fresh, self.space.periodic) {
                (true, false) => self.look_at::<true, FREE>(slot, &list[..count], wanted, now, best),
                (false, false) => self.look_at::<false, FREE>(slot, &list[..count], wanted, now, best),
                (true, true) => self.look_at::<true, WANTED>(slot, &list[..count], wanted, now, best),
                (false, true) => self.look_at::<false, WANTED>(slot, &list[..count], wanted, now, best),
            }
        } else {
            let (xs, ys, zs) = (around.on(0), around.on(1), around.on(2));
            for z in zs {
                for y in ys {
                    let row = self.grid.index([0, y.cell, z.cell]);
                    for x in xs {
                        let cell = row + x.cell as usize;
                        let count = self.cells.collect(cell..cell + 1, &mut list, 0);
                        let wanted = images([x.image, y.image, z.image]);
                        match fresh {
                            true => self.look_at::<true, WANTED>(slot, &list[..count], wanted, now, best),
                            false => self.look_at::<false, WANTED>(slot, &list[..count], wanted, now, best),
                        }
                    }
                }
            }
        }
        self.list = list;
    }

    /// Looks at the balls that are near one.
    #[inline]
    fn look_at_list(&mut self, slot: usize, now: f64, best: &mut Best) {
        let Some(lists) = self.lists.take() else { return };
        let list = lists.near(slot);
        let fresh = self.hot[slot].motion.epoch == now;
        match (fresh, self.space.periodic) {
            (true, false) => self.look_at::<true, FREE>(slot, list, 0, now, best),
            (false, false) => self.look_at::<false, FREE>(slot, list, 0, now, best),
            (true, true) => self.look_at::<true, NEAREST>(slot, list, 0, now, best),
            (false, true) => self.look_at::<false, NEAREST>(slot, list, 0, now, best),
        }
        self.lists = Some(lists);
    }

    /// Looks at some balls. `FRESH`: the ball's motion is the latest of all. `IMAGES`: which images of the others are meant.
    ///
    /// Nearly all the time of a dense gas goes by here, so it is written out in numbers: most balls are passed over by one
    /// comparison.
    #[inline(never)]
    fn look_at<const FRESH: bool, const IMAGES: u8>(
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
        rank(&self.cold, slot as u32, partner) < rank(&self.cold, slot as u32, other)
    }

    /// The next wall of a box, of a ball in a cell beside one.
    #[inline]
    fn look_at_walls(&self, slot: usize, best: &mut Best) {
        if self.space.periodic || self.cold[slot].fixed {
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

    /// From where a pair's second ball is to its image that the first meets at this time: at contact no other is as near.
    #[inline]
    pub(super) fn shift_of(&self, a: usize, b: usize, time: f64) -> Vector3<f64> {
        if !self.space.periodic {
            return Vector3::zeros();
        }
        self.to_nearest(&(self.hot[b].motion.at(time) - self.hot[a].motion.at(time)))
    }

    /// Adds the pairs of a ball and those whose boxes overlap its own now, up to rounding, by name.
    pub(crate) fn near(&self, name: u32, now: f64, pairs: &mut Vec<(u32, u32)>) {
        let slot = self.slot(name);
        let place = self.hot[slot].motion.at(now);
        let mut list = Vec::new();
        let count = self.collect_around(&self.around(self.hot[slot].tag), &mut list);
        for other in &list[..count] {
            let at = *other as usize;
            let reach = (self.radius_at(slot) + self.radius_at(at)) * ROOM;
            let apart = self.nearest(self.hot[at].motion.at(now) - place);
            if at != slot && apart.amax() <= reach {
                pairs.push((name, self.cold[at].name));
            }
        }
    }

    /// Writes the balls in some cells to a list, and gives their number.
    #[inline]
    pub(super) fn collect_around(&self, around: &Around, list: &mut Vec<u32>) -> usize {
        let mut count = 0;
        let (xs, ys, zs) = (around.on(0), around.on(1), around.on(2));
        let (Some(first), Some(last)) = (xs.first(), xs.last()) else {
            return 0;
        };
        let (first, last) = (first.cell as usize, last.cell as usize);
        // Unless the domain ends between them, the cells on x are next to each other.
        let in_a_row = last + 1 == first + xs.len();
        for z in zs {
            for y in ys {
                let row = self.grid.index([0, y.cell, z.cell]);
                if in_a_row {
                    count = self.cells.collect(row + first..row + first + xs.len(), list, count);
                    continue;
                }
                for x in xs {
                    let cell = row + x.cell as usize;
                    count = self.cells.collect(cell..cell + 1, list, count);
                }
            }
        }
        count
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = Entry> {
        let entry = |(slot, next): (usize, &Next)| Entry {
            time: next.due,
            body: slot as u32,
            partner: next.due_with(),
        };
        let entries = self.next.iter().enumerate().map(entry);
        entries.filter(|entry| entry.time < f64::INFINITY)
    }

    /// Up to when rounding is no matter where pairs are clear.
    pub(super) fn renew_clearness(&mut self, now: f64) {
        let far = |v: &Vector3<f64>| v.amax();
        let lengths = Vector3::from(self.grid.lengths).amax();
        let reach = far(&self.space.min).max(far(&self.space.max)) + 128.0 * lengths * f64::from(u8::from(self.space.periodic));
        let least = self
            .common_radius
            .unwrap_or_else(|| self.radii.iter().copied().fold(f64::INFINITY, f64::min));
        self.clear_until = (2.0 * now.abs()).max(1.0);
        let speed = 2.0 * self.speed_squared.sqrt();
        self.clearness = Clearness::new(2.0 * reach, speed, least, self.clear_until);
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
