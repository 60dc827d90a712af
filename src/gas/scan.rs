//! Looking through the balls near one: nearly all the time of a gas goes by here, so four are looked at side by side, and
//! all but those that come near enough are passed over without a question that depends on them.

use super::look::Best;
use super::{Gas, Hot};
use crate::impact::{FastImpact, fast_impact};
use nalgebra::Vector3;
use wide::{f32x4, f64x4};

/// How many are looked at side by side: lists of balls are as long as a multiple of it, the ball itself filling them up.
pub(super) const LANES: usize = 4;

/// Rounding must not make a meeting seem later, or farther from happening, than it can be.
const STRAIGHT: f64 = 1.0 - 1e-9;
const ROUNDING: f64 = 1e-12;

/// Added and taken away again, it leaves the nearest whole number, of numbers below 2^51.
const ROUNDS: f64 = (1u64 << 52) as f64 * 1.5;

/// The nearest whole number of one that is not large.
#[inline(always)]
pub(super) fn whole(number: f64) -> f64 {
    (number + ROUNDS) - ROUNDS
}

/// The nearest whole numbers of four short ones that are not large (below 2^22).
#[inline(always)]
pub(super) fn whole_of_four(numbers: f32x4) -> f32x4 {
    const ROUNDS: f32 = (1u32 << 23) as f32 * 1.5;
    let rounds = f32x4::splat(ROUNDS);
    (numbers + rounds) - rounds
}

/// Three numbers of each of four balls.
#[derive(Clone, Copy)]
struct Four {
    x: f64x4,
    y: f64x4,
    z: f64x4,
}

impl Four {
    #[inline(always)]
    fn of(v: &Vector3<f64>) -> Self {
        Self {
            x: f64x4::splat(v.x),
            y: f64x4::splat(v.y),
            z: f64x4::splat(v.z),
        }
    }

    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        Self {
            x: self.x - other.x,
            y: self.y - other.y,
            z: self.z - other.z,
        }
    }

    /// With `times` more of another.
    #[inline(always)]
    fn plus(&self, other: &Self, times: f64x4) -> Self {
        Self {
            x: self.x + other.x * times,
            y: self.y + other.y * times,
            z: self.z + other.z * times,
        }
    }

    #[inline(always)]
    fn dot(&self, other: &Self) -> f64x4 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    #[inline(always)]
    fn lanes(&self) -> [[f64; LANES]; 3] {
        [self.x.to_array(), self.y.to_array(), self.z.to_array()]
    }
}

/// The same number of four balls.
#[inline(always)]
fn each(four: &[&Hot; LANES], of: impl Fn(&Hot) -> f64) -> f64x4 {
    f64x4::from([of(four[0]), of(four[1]), of(four[2]), of(four[3])])
}

impl Gas {
    /// When two balls meet: exactly, as it is told of any two, where it is clear, else it is asked with care and counted.
    #[inline(always)]
    pub(super) fn time_of_meeting<const PERIODIC: bool>(
        &self,
        slot: usize,
        at: usize,
        now: f64,
        careful: &mut u64,
    ) -> Option<f64> {
        let [a, b] = [&self.hot[slot].flight, &self.hot[at].flight];
        let start = a.epoch.max(b.epoch);
        let mut p = b.at(start) - a.at(start);
        let u = b.velocity - a.velocity;
        if PERIODIC {
            let present = p + u * (now - start);
            for axis in 0..3 {
                p[axis] -= self.grid.lengths[axis] * whole(present[axis] * self.grid.per_length[axis]);
            }
        }
        let radius_sum = self.radius_at(slot) + self.radius_at(at);
        match fast_impact(&p, &u, radius_sum, &self.clearness) {
            FastImpact::Never => None,
            FastImpact::After(s) => Some(start + s),
            FastImpact::Undecided => {
                *careful += 1;
                self.meet_with_care(slot, at, now)
            }
        }
    }

    /// Looks through some balls for the first that one meets. `FRESH`: the ball's motion is the latest of all. `PERIODIC`:
    /// of others it is the images that are nearest at present that are meant. Gives the number of those for which the careful
    /// test was asked.
    #[inline(never)]
    pub(super) fn scan<const FRESH: bool, const PERIODIC: bool>(
        &self,
        slot: usize,
        list: &[u32],
        now: f64,
        best: &mut Best,
    ) -> u64 {
        let me = self.hot[slot].flight;
        let (position, velocity, epoch) = (Four::of(&me.position), Four::of(&me.velocity), f64x4::splat(me.epoch));
        let radius = self.radius_at(slot);
        let common = self.common_radius.map(|radius| radius + radius);
        let lengths = Four::of(&Vector3::from(self.grid.lengths));
        let per_length = Four::of(&Vector3::from(self.grid.per_length));
        let (straight, rounding, rounds) = (f64x4::splat(STRAIGHT), f64x4::splat(ROUNDING), f64x4::splat(ROUNDS));
        let mut found = *best;
        let mut careful = 0;
        let mut until = f64x4::splat(found.time);
        for four in list.chunks_exact(LANES) {
            let at = [four[0] as usize, four[1] as usize, four[2] as usize, four[3] as usize];
            let balls = [&self.hot[at[0]], &self.hot[at[1]], &self.hot[at[2]], &self.hot[at[3]]];
            let their_epoch = each(&balls, |ball| ball.flight.epoch);
            let start = if FRESH { epoch } else { epoch.fast_max(their_epoch) };
            let theirs = Four {
                x: each(&balls, |ball| ball.flight.position.x),
                y: each(&balls, |ball| ball.flight.position.y),
                z: each(&balls, |ball| ball.flight.position.z),
            };
            let their_velocity = Four {
                x: each(&balls, |ball| ball.flight.velocity.x),
                y: each(&balls, |ball| ball.flight.velocity.y),
                z: each(&balls, |ball| ball.flight.velocity.z),
            };
            let mine = if FRESH {
                position
            } else {
                position.plus(&velocity, start - epoch)
            };
            let mut p = theirs.plus(&their_velocity, start - their_epoch).minus(&mine);
            let u = their_velocity.minus(&velocity);
            if PERIODIC {
                let present = if FRESH { p } else { p.plus(&u, f64x4::splat(now) - start) };
                p.x -= lengths.x * ((present.x * per_length.x + rounds) - rounds);
                p.y -= lengths.y * ((present.y * per_length.y + rounds) - rounds);
                p.z -= lengths.z * ((present.z * per_length.z + rounds) - rounds);
            }
            let sum = match common {
                Some(sum) => f64x4::splat(sum),
                None => f64x4::from([
                    radius + self.radii[at[0]],
                    radius + self.radii[at[1]],
                    radius + self.radii[at[2]],
                    radius + self.radii[at[3]],
                ]),
            };
            let (along, distance_squared, speed_squared) = (p.dot(&u), p.dot(&p), u.dot(&u));
            let gap = distance_squared - sum * sum;
            let closes = along.simd_lt(f64x4::ZERO);
            // Not passing by, as seen from afar: (p.u)^2 >= u^2 (p^2 - R^2).
            let hits = (along * along).simd_ge(speed_squared * (gap * straight - distance_squared * rounding));
            // No sooner than if they went straight at each other: gap / (root - along), where the root is -along at the most.
            let soon = (gap * straight).simd_le(along * (start - until) * f64x4::splat(2.0));
            let mut left = (closes & hits & soon).to_bitmask();
            while left != 0 {
                let lane = left.trailing_zeros() as usize;
                left &= left - 1;
                let ([px, py, pz], [ux, uy, uz]) = (p.lanes(), u.lanes());
                let (p, u) = (
                    Vector3::new(px[lane], py[lane], pz[lane]),
                    Vector3::new(ux[lane], uy[lane], uz[lane]),
                );
                let time = match fast_impact(&p, &u, sum.to_array()[lane], &self.clearness) {
                    FastImpact::Never => continue,
                    FastImpact::After(s) => start.to_array()[lane] + s,
                    FastImpact::Undecided => {
                        careful += 1;
                        match self.meet_with_care(slot, at[lane], now) {
                            None => continue,
                            Some(time) => time,
                        }
                    }
                };
                let partner = four[lane];
                if time < found.time || time == found.time && self.goes_before(slot, partner, found.partner) {
                    found = Best { time, partner };
                    until = f64x4::splat(time);
                }
            }
        }
        *best = found;
        careful
    }
}
