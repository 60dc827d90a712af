//! The scan of neighbours for the earliest meeting, four balls side by side.
//!
//! Nearly all of the lane's time is spent here. Balls that cannot be met earlier than the best so
//! far are rejected without a branch for each.

use super::constants::{LANES, SCAN_ROUNDING, SCAN_TIME_FACTOR};
use super::four::Four;
use super::motion::BallMotion;
use super::next_event::Earliest;
use super::overlaps::NearGroup;
use super::pairs::PairPredictor;
use super::whole::ROUNDS;
use crate::impact::{FastImpact, fast_growing_impact, fast_impact};
use crate::motion::Growth;
use nalgebra::Vector3;
use wide::f64x4;

/// The same quantity of four balls.
#[inline(always)]
fn each(four: &[&BallMotion; LANES], of: impl Fn(&BallMotion) -> f64) -> f64x4 {
    f64x4::from([of(four[0]), of(four[1]), of(four[2]), of(four[3])])
}

impl PairPredictor<'_> {
    /// Improves `best` to the earliest meeting of a ball with those in a list. `FRESH`: the ball's
    /// motion is the latest of all. `PERIODIC`: the images that are nearest now are tested. `FALLS`:
    /// balls have accelerations. `SWELLS`: balls grow or have grown. `BOXES`: where all are now is appended to `near`. Returns the number of pairs that needed the general
    /// test.
    #[inline(never)]
    pub(super) fn scan<const FRESH: bool, const PERIODIC: bool, const FALLS: bool, const SWELLS: bool, const BOXES: bool>(
        &self,
        slot: usize,
        list: &[u32],
        now: f64,
        best: &mut Earliest,
        near: &mut Vec<NearGroup>,
    ) -> u64 {
        let (balls, grid) = (self.balls, self.grid.grid());
        let me = *balls.flight(slot);
        let (position, velocity, epoch) = (Four::of(&me.position), Four::of(&me.velocity), f64x4::splat(me.epoch));
        let radius = balls.radius(slot);
        let common = balls.common_radius().map(|radius| radius + radius);
        let acceleration = balls.acceleration(slot);
        let (falling, half) = (Four::of(&acceleration), f64x4::splat(0.5));
        let all_alike = balls.common_acceleration().is_some();
        let growth = if SWELLS { balls.growth(slot) } else { Growth::default() };
        let lengths = Four::of(&Vector3::from(*grid.lengths()));
        let per_length = Four::of(&Vector3::from(*grid.per_length()));
        let (straight, rounding, rounds) = (
            f64x4::splat(SCAN_TIME_FACTOR),
            f64x4::splat(SCAN_ROUNDING),
            f64x4::splat(ROUNDS),
        );
        let mut found = *best;
        let mut unclear = 0;
        let mut until = f64x4::splat(found.time);
        for four in list.chunks_exact(LANES) {
            let at = [four[0] as usize, four[1] as usize, four[2] as usize, four[3] as usize];
            let others = [
                balls.motion(at[0]),
                balls.motion(at[1]),
                balls.motion(at[2]),
                balls.motion(at[3]),
            ];
            let their_epoch = each(&others, |ball| ball.flight.epoch);
            let start = if FRESH { epoch } else { epoch.fast_max(their_epoch) };
            let theirs = Four {
                x: each(&others, |ball| ball.flight.position.x),
                y: each(&others, |ball| ball.flight.position.y),
                z: each(&others, |ball| ball.flight.position.z),
            };
            let their_velocity = Four {
                x: each(&others, |ball| ball.flight.velocity.x),
                y: each(&others, |ball| ball.flight.velocity.y),
                z: each(&others, |ball| ball.flight.velocity.z),
            };
            let (since, their_since) = (start - epoch, start - their_epoch);
            let mine = match (FRESH, FALLS) {
                (true, _) => position,
                (false, false) => position.plus(&velocity, since),
                (false, true) => position.plus(&velocity.plus(&falling, half * since), since),
            };
            let (theirs, u) = if FALLS {
                let mean_velocity = their_velocity.plus(&falling, half * their_since);
                let then = their_velocity.plus(&falling, their_since);
                (
                    theirs.plus(&mean_velocity, their_since),
                    then.minus(&velocity.plus(&falling, since)),
                )
            } else {
                (theirs.plus(&their_velocity, their_since), their_velocity.minus(&velocity))
            };
            let mut p = theirs.minus(&mine);
            let present = if FRESH { p } else { p.plus(&u, f64x4::splat(now) - start) };
            let off = Four {
                x: lengths.x * ((present.x * per_length.x + rounds) - rounds),
                y: lengths.y * ((present.y * per_length.y + rounds) - rounds),
                z: lengths.z * ((present.z * per_length.z + rounds) - rounds),
            };
            if PERIODIC {
                p = p.minus(&off);
            }
            let sum = match common {
                Some(sum) => f64x4::splat(sum),
                None => f64x4::from([
                    radius + balls.radii()[at[0]],
                    radius + balls.radii()[at[1]],
                    radius + balls.radii()[at[2]],
                    radius + balls.radii()[at[3]],
                ]),
            };
            let unlike = match FALLS && !all_alike {
                true => balls.unlike(&acceleration, at),
                false => 0,
            };
            if BOXES {
                near.push(NearGroup {
                    apart: if PERIODIC { present.minus(&off) } else { present },
                    velocity: u,
                    off: if PERIODIC { off } else { Four::of(&Vector3::zeros()) },
                    radius_sum: sum,
                    slots: [four[0], four[1], four[2], four[3]],
                    unlike,
                });
            }
            let (along, distance_squared, speed_squared) = (p.dot(&u), p.dot(&p), u.dot(&u));
            // With growth at the rate g the gap is p^2 - R^2 + 2 (p.u - R g) t + (u^2 - g^2) t^2.
            let slack = distance_squared * speed_squared * rounding;
            let (sum, rate) = if SWELLS {
                let theirs = at.map(|at| balls.growth(at));
                let swells = f64x4::from(theirs.map(|theirs| theirs.swell));
                let rates = f64x4::from(theirs.map(|theirs| theirs.rate));
                let own = f64x4::splat(growth.swell) + f64x4::splat(growth.rate) * since;
                (
                    sum + (own + (swells + rates * their_since)),
                    rates + f64x4::splat(growth.rate),
                )
            } else {
                (sum, f64x4::ZERO)
            };
            let (along, speed_squared) = match SWELLS {
                true => (along - sum * rate, speed_squared - rate * rate),
                false => (along, speed_squared),
            };
            let gap = distance_squared - sum * sum;
            let closes = along.simd_lt(f64x4::ZERO);
            // They do not miss each other: (p.u)^2 >= u^2 (p^2 - R^2).
            let hits = if SWELLS {
                (along * along).simd_ge(speed_squared * gap * straight - slack)
            } else {
                (along * along).simd_ge(speed_squared * (gap * straight - distance_squared * rounding))
            };
            // The time is gap / (root - along), where the root is at most -along: no less than in a
            // head-on meeting.
            let soon = (gap * straight).simd_le(along * (start - until) * f64x4::splat(2.0));
            let mut left = (closes & hits & soon).to_bitmask();
            if SWELLS {
                // They grow faster than they can part. A ball alone grows into itself.
                left |= speed_squared.simd_le(f64x4::ZERO).to_bitmask();
                left &= distance_squared.simd_gt(f64x4::ZERO).to_bitmask();
            }
            left |= unlike;
            while left != 0 {
                let lane = left.trailing_zeros() as usize;
                left &= left - 1;
                let ([px, py, pz], [ux, uy, uz]) = (p.lanes(), u.lanes());
                let (p, u) = (
                    Vector3::new(px[lane], py[lane], pz[lane]),
                    Vector3::new(ux[lane], uy[lane], uz[lane]),
                );
                let sum = sum.to_array()[lane];
                let fast = match (FALLS && unlike >> lane & 1 > 0, SWELLS) {
                    (true, _) => FastImpact::Undecided,
                    (false, false) => fast_impact(&p, &u, sum, self.clearness),
                    (false, true) => fast_growing_impact(&p, &u, sum, rate.to_array()[lane], self.clearness),
                };
                let time = match fast {
                    FastImpact::Never => continue,
                    FastImpact::After(s) => start.to_array()[lane] + s,
                    FastImpact::Undecided => {
                        unclear += 1;
                        match self.general_time(slot, at[lane], now) {
                            None => continue,
                            Some(time) => time,
                        }
                    }
                };
                let partner = four[lane];
                if self.is_earlier(slot, time, partner, &found) {
                    found = Earliest { time, partner };
                    until = f64x4::splat(time);
                }
            }
        }
        *best = found;
        unclear
    }
}
