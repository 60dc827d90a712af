//! The prefilter: motions in single precision, half a cache line for each ball, tested four at a
//! time.
//!
//! Nearly all neighbours of a ball pass it, or are met later than another. Single precision is
//! enough to find that out, with room for what rounding can do. All balls that pass the filter are
//! tested exactly, so it changes no event. All motions are given for one time, in units in which
//! numbers are small: lengths in widths of cells, speeds in that of the fastest ball. Where all
//! balls have the same acceleration, positions and velocities are those without it from that time
//! on: the differences are the same.

use super::frame::{Frame, ShortMotion};
use crate::lane::balls::cell_grid::CellGrid;
use crate::lane::balls::constants::{BLOCK, LANES, LONGEST_WAIT, VELOCITY_NOISE, WAIT_ROUNDING};
use crate::lane::balls::next_event::Earliest;
use crate::lane::balls::pairs::PairPredictor;
use crate::lane::balls::store::BallStore;
use crate::lane::balls::whole::whole_of_four;
use crate::motion::Path;
use wide::f32x4;

/// The balls with a least wait of at most a limit, as bits.
#[inline(always)]
fn no_longer(waits: &[f32x4], limit: f32) -> u32 {
    let limit = f32x4::splat(limit);
    let of = |(at, waits): (usize, &f32x4)| waits.simd_le(limit).to_bitmask() << (LANES * at);
    waits.iter().enumerate().map(of).fold(0, |all, four| all | four)
}

/// See the [module](self).
#[derive(Debug, Default)]
pub(in crate::lane::balls) struct F32Prefilter {
    /// By slot.
    motions: Vec<ShortMotion>,
    frame: Frame,
}

/// The ball to test neighbours against, at some time.
#[derive(Clone, Copy)]
pub(super) struct Query {
    place: [f32x4; 4],
    velocity: [f32x4; 4],
    /// The time since the base time.
    since: f32x4,
    /// What the rounding of velocities may do to the square of the room for closing.
    noise: f32x4,
}

#[inline(always)]
fn dot(a: &[f32x4; 3], b: &[f32x4; 3]) -> f32x4 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

impl F32Prefilter {
    #[inline(always)]
    pub(super) fn query(&self, slot: usize, now: f64) -> Query {
        let ShortMotion { place, velocity } = self.motions[slot];
        let [x, y, z, radius] = place.to_array();
        let [u, v, w, label] = velocity.to_array();
        let noise = VELOCITY_NOISE * (u * u + v * v + w * w);
        let since = (now - self.frame.base) * self.frame.per_time;
        Query {
            place: [x, y, z, radius].map(f32x4::splat),
            velocity: [u, v, w, label].map(f32x4::splat),
            since: f32x4::splat(since as f32),
            noise: f32x4::splat(noise),
        }
    }

    /// The wait from now until another time, in units of the frame, rounded up.
    #[inline(always)]
    pub(super) fn wait(&self, now: f64, until: f64) -> f32 {
        let wait = (until - now) * (self.frame.per_time * WAIT_ROUNDING);
        wait.clamp(0.0, LONGEST_WAIT) as f32
    }

    /// A lower bound of the time until a ball meets each of four others; infinite if it meets it
    /// never.
    #[inline(always)]
    pub(super) fn least_waits<const PERIODIC: bool>(&self, ball: &Query, four: [u32; LANES]) -> f32x4 {
        let frame = &self.frame;
        let others = four.map(|slot| &self.motions[slot as usize]);
        let [x, y, z, radius] = f32x4::transpose(others.map(|motion| motion.place));
        let [u, v, w, label] = f32x4::transpose(others.map(|motion| motion.velocity));
        let velocity = [u - ball.velocity[0], v - ball.velocity[1], w - ball.velocity[2]];
        let mut place = [
            (x - ball.place[0]) + velocity[0] * ball.since,
            (y - ball.place[1]) + velocity[1] * ball.since,
            (z - ball.place[2]) + velocity[2] * ball.since,
        ];
        if PERIODIC {
            for (axis, place) in place.iter_mut().enumerate() {
                let lengths_off = whole_of_four(*place * frame.per_domain[axis]);
                *place -= lengths_off * frame.domain[axis];
            }
        }
        let sum = radius + ball.place[3];
        let (along, distance_squared, speed_squared) = (dot(&place, &velocity), dot(&place, &place), dot(&velocity, &velocity));
        let gap = distance_squared - sum * sum;
        let closing = frame.room.closing - along;
        let discriminant = along * along + ball.noise - speed_squared * (gap - frame.room.nearer_path);
        let meets = closing.simd_gt(f32x4::ZERO) & discriminant.simd_ge(f32x4::ZERO) & label.simd_ne(ball.velocity[3]);
        // The first root of u^2 t^2 + 2 (p.u) t + (p^2 - R^2), in the form without cancellation.
        let wait = (gap - frame.room.nearer).fast_max(f32x4::ZERO) / (discriminant.sqrt() + closing);
        meets.bitselect(wait, f32x4::splat(f32::INFINITY))
    }

    /// The same bounds for a block of balls.
    #[inline(always)]
    fn least_waits_of_block<const PERIODIC: bool>(&self, ball: &Query, list: &[u32; BLOCK]) -> [f32x4; BLOCK / LANES] {
        let (fours, _) = list.as_chunks::<LANES>();
        let mut waits = [f32x4::ZERO; BLOCK / LANES];
        for (four, waits) in fours.iter().zip(&mut waits) {
            *waits = self.least_waits::<PERIODIC>(ball, *four);
        }
        waits
    }

    /// Improves `best` to the earliest meeting of a ball with those in a list. The ball with the
    /// least bound is tested first, and most often no other. `PERIODIC`: the images that are
    /// nearest now are tested. Returns the number of pairs that needed the general test.
    #[inline(never)]
    pub(in crate::lane::balls) fn scan<const PERIODIC: bool>(
        &self,
        pairs: &PairPredictor<'_>,
        slot: usize,
        list: &[u32],
        now: f64,
        best: &mut Earliest,
    ) -> u64 {
        let ball = self.query(slot, now);
        let mut unclear = 0;
        let (blocks, rest) = list.as_chunks::<BLOCK>();
        for list in blocks {
            let waits = self.least_waits_of_block::<PERIODIC>(&ball, list);
            unclear += self.test_earliest::<PERIODIC>(pairs, slot, list, &waits, now, best);
        }
        let (fours, _) = rest.as_chunks::<LANES>();
        for four in fours {
            let waits = [self.least_waits::<PERIODIC>(&ball, *four)];
            unclear += self.test_earliest::<PERIODIC>(pairs, slot, four, &waits, now, best);
        }
        unclear
    }

    /// Tests exactly those balls that may be met first, by the bounds of their waits.
    #[inline(always)]
    fn test_earliest<const PERIODIC: bool>(
        &self,
        pairs: &PairPredictor<'_>,
        slot: usize,
        list: &[u32],
        waits: &[f32x4],
        now: f64,
        best: &mut Earliest,
    ) -> u64 {
        let mut unclear = 0;
        let least = waits
            .iter()
            .fold(f32x4::splat(f32::INFINITY), |least, waits| least.fast_min(*waits));
        let least = least.to_array().into_iter();
        let least = least.fold(f32::INFINITY, |least, wait| if wait < least { wait } else { least });
        let (mut limit, mut tested) = (least.min(self.wait(now, best.time)), 0);
        loop {
            let mut left = no_longer(waits, limit) & !tested;
            if left == 0 {
                break;
            }
            tested |= left;
            while left != 0 {
                let partner = list[left.trailing_zeros() as usize];
                left &= left - 1;
                let time = pairs.time_of_meeting::<PERIODIC>(slot, partner as usize, now, &mut unclear);
                if let Some(time) = time
                    && pairs.is_earlier(slot, time, partner, best)
                {
                    *best = Earliest { time, partner };
                }
            }
            limit = self.wait(now, best.time);
        }
        unclear
    }

    /// The earliest meetings of two balls. The bounds of both are computed before the exact tests,
    /// so that neither waits for the other. The lists have at least a block. Returns the number of
    /// pairs that needed the general test, too.
    #[inline(always)]
    pub(in crate::lane::balls) fn scan_two<const PERIODIC: bool>(
        &self,
        pairs: &PairPredictor<'_>,
        slots: [usize; 2],
        lists: [&[u32]; 2],
        now: f64,
    ) -> ([Earliest; 2], u64) {
        let (mut best, mut best_of_second) = (Earliest::NONE, Earliest::NONE);
        let mut unclear = 0;
        if let (Some((first, more)), Some((second, more_of_second))) =
            (lists[0].split_first_chunk(), lists[1].split_first_chunk())
        {
            let waits = self.least_waits_of_block::<PERIODIC>(&self.query(slots[0], now), first);
            let waits_of_second = self.least_waits_of_block::<PERIODIC>(&self.query(slots[1], now), second);
            unclear += self.test_earliest::<PERIODIC>(pairs, slots[0], first, &waits, now, &mut best);
            unclear += self.test_earliest::<PERIODIC>(pairs, slots[1], second, &waits_of_second, now, &mut best_of_second);
            if !more.is_empty() {
                unclear += self.scan::<PERIODIC>(pairs, slots[0], more, now, &mut best);
            }
            if !more_of_second.is_empty() {
                unclear += self.scan::<PERIODIC>(pairs, slots[1], more_of_second, now, &mut best_of_second);
            }
        }
        ([best, best_of_second], unclear)
    }

    /// How long after its base time the frame is valid.
    #[cfg(test)]
    pub(super) fn span(&self) -> f64 {
        self.frame.span
    }

    /// Converts the new motion of a ball.
    #[inline(always)]
    pub(in crate::lane::balls) fn update(&mut self, slot: usize, path: &Path, radius: f64) {
        if path.velocity_at(self.frame.base).norm_squared() > self.frame.speed_squared {
            self.frame.span = 0.0;
        }
        // The motion of a new ball may be missing until all are converted again.
        if let Some(motion) = self.motions.get_mut(slot) {
            *motion = self.frame.convert(slot, path, radius);
        }
    }

    /// Appends the motion of a ball in a new slot.
    pub(in crate::lane::balls) fn append(&mut self, slot: usize, path: &Path, radius: f64) {
        if self.motions.len() == slot {
            self.motions.push(ShortMotion::default());
        }
        self.update(slot, path, radius);
    }

    #[inline(always)]
    pub(in crate::lane::balls) fn is_valid_at(&self, now: f64) -> bool {
        (now - self.frame.base).abs() < self.frame.span
    }

    /// Converts all motions again.
    #[cold]
    pub(in crate::lane::balls) fn renew(&mut self, balls: &BallStore, grid: &CellGrid, now: f64) {
        let speed = balls.greatest_speed_squared(now).sqrt();
        self.frame = Frame::new(grid, speed, balls.greatest_acceleration(), now);
        let frame = &self.frame;
        self.motions.clear();
        let motions = (0..balls.slots()).map(|slot| frame.convert(slot, &balls.path(slot), balls.radius(slot)));
        self.motions.extend(motions);
    }
}
