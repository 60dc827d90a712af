//! A first look at balls, in short numbers: half a line of memory for each, and four balls in one register.
//!
//! Of the balls beside one nearly all pass by, or come later than another. To see that, 24 bits are enough if what rounding
//! can do is allowed for: whom a glance lets through is asked exactly, so it changes no event. Everything is told for one
//! time, in units in which no number is large: lengths in the widths of cells, speeds in that of the fastest ball.

use super::Gas;
use super::look::Best;
use super::scan::{LANES, whole, whole_of_four};
use crate::scene::Flight;
use nalgebra::Vector3;
use wide::f32x4;

/// How many widths of a cell the fastest ball may go until all are told anew.
const SPAN: f64 = 12.0;

/// The speeds that are allowed for, in that of the fastest ball at first.
const FASTER: f64 = 1.25;

/// Half a unit in the last place of one.
const ROUNDING: f64 = 0.5 * f32::EPSILON as f64;

/// What rounding of velocities comes to in the discriminant, as a part of the square of one's own speed: of two that move nearly
/// alike little is left but that.
const NOISE: f32 = 4e-5;

/// Longer than any wait that matters, and yet such that products of it are finite.
const LONG: f64 = 1e18;

/// What rounding of a wait can do to it, as a factor.
const LONGER: f64 = 1.0 + 1e-5;

/// How many are looked at in one go, as far as there are so many: nearly all lists are no longer, and loops whose number of turns
/// is known beforehand are faster.
const GO: usize = 4 * LANES;

/// Whose least wait is no longer than a limit, as a bit for each.
#[inline(always)]
fn no_longer(waits: &[f32x4], limit: f32) -> u32 {
    let limit = f32x4::splat(limit);
    let of = |(at, waits): (usize, &f32x4)| waits.simd_le(limit).to_bitmask() << (LANES * at);
    waits.iter().enumerate().map(of).fold(0, |all, four| all | four)
}

/// Where a ball is and its radius, how it moves and who it is.
#[derive(Clone, Copy, Debug, Default)]
struct Glance {
    place: f32x4,
    velocity: f32x4,
}

/// A slot as a number that is equal to itself and to no other, with no bits that slow down comparing it.
#[inline(always)]
fn who(slot: usize) -> f32 {
    f32::from_bits(f32::MIN_POSITIVE.to_bits() + slot as u32)
}

/// In what units glances are told, and how exact they are.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    /// For when places are told.
    base: f64,
    /// How long before and after that they are good: not at all at zero.
    span: f64,
    /// The greatest speed that is allowed for, squared.
    speed_squared: f64,
    middle: Vector3<f64>,
    /// Of the domain, and one over them: zero if it is not periodic.
    lengths: Vector3<f64>,
    per_lengths: Vector3<f64>,
    /// One over the units of length, time and speed.
    per_length: f64,
    per_time: f64,
    per_speed: f64,
    domain: [f32x4; 3],
    per_domain: [f32x4; 3],
    /// How much faster than it seems a ball may close in on another, times their distance.
    closing: f32x4,
    /// How much nearer than it seems a ball may be to another, and to its path: squared.
    nearer: f32x4,
    nearer_path: f32x4,
}

/// The glances of all balls, by their slots.
#[derive(Debug, Default)]
pub(super) struct Glances {
    table: Vec<Glance>,
    frame: Frame,
}

/// A ball that looks at others at some time.
#[derive(Clone, Copy)]
struct Look {
    place: [f32x4; 4],
    velocity: [f32x4; 4],
    /// The time since places are told.
    since: f32x4,
    /// What rounding of velocities may do to the square of `Frame::closing`.
    noise: f32x4,
}

#[inline(always)]
fn dot(a: &[f32x4; 3], b: &[f32x4; 3]) -> f32x4 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

impl Frame {
    #[inline(always)]
    fn glance(&self, slot: usize, flight: &Flight, radius: f64) -> Glance {
        let place = flight.position - self.middle + flight.velocity * (self.base - flight.epoch);
        // Any image of it is as good: that inside has the shortest numbers.
        let lengths_off = place.component_mul(&self.per_lengths).map(whole);
        let place = (place - lengths_off.component_mul(&self.lengths)) * self.per_length;
        let velocity = flight.velocity * self.per_speed;
        let short = |v: &Vector3<f64>, last: f32| f32x4::new([v.x as f32, v.y as f32, v.z as f32, last]);
        Glance {
            place: short(&place, (radius * self.per_length) as f32),
            velocity: short(&velocity, who(slot)),
        }
    }
}

impl Glances {
    #[inline(always)]
    fn look_from(&self, slot: usize, now: f64) -> Look {
        let Glance { place, velocity } = self.table[slot];
        let [x, y, z, radius] = place.to_array();
        let [u, v, w, who] = velocity.to_array();
        let noise = NOISE * (u * u + v * v + w * w);
        let since = (now - self.frame.base) * self.frame.per_time;
        Look {
            place: [x, y, z, radius].map(f32x4::splat),
            velocity: [u, v, w, who].map(f32x4::splat),
            since: f32x4::splat(since as f32),
            noise: f32x4::splat(noise),
        }
    }

    /// The wait from now until another time, in units of glances, and no shorter than it is.
    #[inline(always)]
    fn wait(&self, now: f64, until: f64) -> f32 {
        let wait = (until - now) * (self.frame.per_time * LONGER);
        wait.clamp(0.0, LONG) as f32
    }

    /// How long a ball has to wait at least until it meets each of four others: for ever if it does not.
    #[inline(always)]
    fn least_waits<const PERIODIC: bool>(&self, me: &Look, four: [u32; LANES]) -> f32x4 {
        let frame = &self.frame;
        let others = four.map(|slot| &self.table[slot as usize]);
        let [x, y, z, radius] = f32x4::transpose(others.map(|glance| glance.place));
        let [u, v, w, who] = f32x4::transpose(others.map(|glance| glance.velocity));
        let velocity = [u - me.velocity[0], v - me.velocity[1], w - me.velocity[2]];
        let mut place = [
            (x - me.place[0]) + velocity[0] * me.since,
            (y - me.place[1]) + velocity[1] * me.since,
            (z - me.place[2]) + velocity[2] * me.since,
        ];
        if PERIODIC {
            for (axis, place) in place.iter_mut().enumerate() {
                let lengths_off = whole_of_four(*place * frame.per_domain[axis]);
                *place -= lengths_off * frame.domain[axis];
            }
        }
        let sum = radius + me.place[3];
        let (along, distance_squared, speed_squared) = (dot(&place, &velocity), dot(&place, &place), dot(&velocity, &velocity));
        let gap = distance_squared - sum * sum;
        let closing = frame.closing - along;
        let discriminant = along * along + me.noise - speed_squared * (gap - frame.nearer_path);
        let meets = closing.simd_gt(f32x4::ZERO) & discriminant.simd_ge(f32x4::ZERO) & who.simd_ne(me.velocity[3]);
        // The first root of u^2 t^2 + 2 (p.u) t + (p^2 - R^2), in the form without cancellation.
        let wait = (gap - frame.nearer).fast_max(f32x4::ZERO) / (discriminant.sqrt() + closing);
        meets.bitselect(wait, f32x4::splat(f32::INFINITY))
    }

    /// The same of all that are looked at in one go.
    #[inline(always)]
    fn least_waits_of_all<const PERIODIC: bool>(&self, me: &Look, list: &[u32; GO]) -> [f32x4; GO / LANES] {
        let (fours, _) = list.as_chunks::<LANES>();
        let mut waits = [f32x4::ZERO; GO / LANES];
        for (four, waits) in fours.iter().zip(&mut waits) {
            *waits = self.least_waits::<PERIODIC>(me, *four);
        }
        waits
    }
}

impl Gas {
    /// Looks through some balls for the first that one meets: who may be met first is asked first, and most often nobody
    /// else. `PERIODIC`: of others it is the images that are nearest at present that are meant. Gives the number of those for
    /// which the careful test was asked.
    #[inline(never)]
    pub(super) fn glance_through<const PERIODIC: bool>(
        &self,
        glances: &Glances,
        slot: usize,
        list: &[u32],
        now: f64,
        best: &mut Best,
    ) -> u64 {
        let me = glances.look_from(slot, now);
        let mut careful = 0;
        let (goes, rest) = list.as_chunks::<GO>();
        for list in goes {
            let waits = glances.least_waits_of_all::<PERIODIC>(&me, list);
            careful += self.ask_first::<PERIODIC>(glances, slot, list, &waits, now, best);
        }
        let (fours, _) = rest.as_chunks::<LANES>();
        for four in fours {
            let waits = [glances.least_waits::<PERIODIC>(&me, *four)];
            careful += self.ask_first::<PERIODIC>(glances, slot, four, &waits, now, best);
        }
        careful
    }

    /// Asks exactly those of some who may be met first, by their least waits.
    #[inline(always)]
    fn ask_first<const PERIODIC: bool>(
        &self,
        glances: &Glances,
        slot: usize,
        list: &[u32],
        waits: &[f32x4],
        now: f64,
        best: &mut Best,
    ) -> u64 {
        let mut careful = 0;
        let least = waits
            .iter()
            .fold(f32x4::splat(f32::INFINITY), |least, waits| least.fast_min(*waits));
        let least = least.to_array().into_iter();
        let least = least.fold(f32::INFINITY, |least, wait| if wait < least { wait } else { least });
        let (mut limit, mut asked) = (least.min(glances.wait(now, best.time)), 0);
        loop {
            let mut left = no_longer(waits, limit) & !asked;
            if left == 0 {
                break;
            }
            asked |= left;
            while left != 0 {
                let partner = list[left.trailing_zeros() as usize];
                left &= left - 1;
                let time = self.time_of_meeting::<PERIODIC>(slot, partner as usize, now, &mut careful);
                if let Some(time) = time
                    && (time < best.time || time == best.time && self.goes_before(slot, partner, best.partner))
                {
                    *best = Best { time, partner };
                }
            }
            limit = glances.wait(now, best.time);
        }
        careful
    }

    /// Whom two balls that have turned meet next: all that can be is asked for both at once, as one need not wait for the other.
    pub(super) fn look_for_two<const PERIODIC: bool>(&mut self, [one, other]: [usize; 2], now: f64) {
        self.keep_glances(now);
        let (Some(glances), Some(lists)) = (&self.glances, &self.lists) else {
            return;
        };
        let (mut best_of_one, mut best_of_other) = (Best::NOTHING, Best::NOTHING);
        let mut careful = 0;
        let (near_one, near_other) = (lists.near_at_least::<GO>(one), lists.near_at_least::<GO>(other));
        if let (Some((by_one, more_by_one)), Some((by_other, more_by_other))) =
            (near_one.split_first_chunk(), near_other.split_first_chunk())
        {
            let waits_of_one = glances.least_waits_of_all::<PERIODIC>(&glances.look_from(one, now), by_one);
            let waits_of_other = glances.least_waits_of_all::<PERIODIC>(&glances.look_from(other, now), by_other);
            careful += self.ask_first::<PERIODIC>(glances, one, by_one, &waits_of_one, now, &mut best_of_one);
            careful += self.ask_first::<PERIODIC>(glances, other, by_other, &waits_of_other, now, &mut best_of_other);
            for (slot, more, best) in [
                (one, more_by_one, &mut best_of_one),
                (other, more_by_other, &mut best_of_other),
            ] {
                if !more.is_empty() {
                    careful += self.glance_through::<PERIODIC>(glances, slot, more, now, best);
                }
            }
        }
        self.work.looks += (lists.near(one).len() + lists.near(other).len()) as u64;
        self.work.careful += careful;
        for (slot, mut best) in [(one, best_of_one), (other, best_of_other)] {
            self.look_at_walls(slot, &mut best);
            self.enter(slot, best, now);
        }
    }

    /// Notes how a ball moves.
    #[inline(always)]
    pub(super) fn note_glance(&mut self, slot: usize, flight: &Flight) {
        let radius = self.radius_at(slot);
        let Some(Glances { table, frame }) = &mut self.glances else {
            return;
        };
        if flight.velocity.norm_squared() > frame.speed_squared {
            frame.span = 0.0;
        }
        // Who is new has none yet: all are told anew then.
        if let Some(glance) = table.get_mut(slot) {
            *glance = frame.glance(slot, flight, radius);
        }
    }

    /// Notes how a ball in a new slot, which is the last, moves.
    pub(super) fn append_glance(&mut self, slot: usize) {
        let flight = self.hot[slot].flight;
        let radius = self.radius_at(slot);
        // Before the first of them are needed there are none.
        if let Some(Glances { table, frame }) = &mut self.glances
            && table.len() == slot
        {
            table.push(frame.glance(slot, &flight, radius));
        }
        self.note_glance(slot, &flight);
    }

    /// Sees to it that glances are good at a time.
    #[inline(always)]
    pub(super) fn keep_glances(&mut self, now: f64) {
        if let Some(Glances { frame, .. }) = &self.glances
            // Written so that what is no number is not good.
            && !((now - frame.base).abs() < frame.span)
        {
            self.renew_glances(now);
        }
    }

    /// Tells all glances anew.
    ///
    /// Allowed for is what follows, in half units of the last place, with M for the greatest coordinate: half the domain,
    /// and what the fastest ball goes in the span. Relative places are off by 2 M, as are their differences; differences of
    /// velocities, no greater than 2, by 4, and by so much times the span and twice that what has been gone; lengths of the
    /// domain by 10 M: in all by less than 32 M on each axis. Balls in cells next to each other are less than 5 from each
    /// other. Each of the sums below has room for more than that comes to.
    #[cold]
    fn renew_glances(&mut self, now: f64) {
        let speeds = self.hot.iter().map(|ball| ball.flight.velocity.norm_squared());
        let fastest = speeds.fold(0.0, f64::max).sqrt() * FASTER;
        let speed = if fastest > 0.0 { fastest } else { 1.0 };
        let width = self.grid.most_width();
        let lengths = self.space.max - self.space.min;
        let off = 32.0 * (0.5 * lengths.amax() / width + SPAN) * ROUNDING;
        let splat = |number: f64| f32x4::splat(number as f32);
        let of_domain = |number: f64| if self.space.periodic { number } else { 0.0 };
        let frame = Frame {
            base: now,
            span: SPAN * width / speed,
            speed_squared: fastest * fastest,
            middle: 0.5 * (self.space.min + self.space.max),
            lengths: lengths.map(of_domain),
            per_lengths: lengths.map(|length| of_domain(1.0 / length)),
            per_length: 1.0 / width,
            per_time: speed / width,
            per_speed: 1.0 / speed,
            domain: [0, 1, 2].map(|axis| splat(lengths[axis] / width)),
            per_domain: [0, 1, 2].map(|axis| splat(width / lengths[axis])),
            closing: splat(4.0 * off + 1e-5),
            nearer: splat(20.0 * off + 1e-5),
            nearer_path: splat(40.0 * off + 1e-4),
        };
        let table = (0..self.hot.len()).map(|slot| frame.glance(slot, &self.hot[slot].flight, self.radius_at(slot)));
        let table = table.collect();
        self.glances = Some(Glances { table, frame });
    }
}

#[cfg(test)]
mod tests;
