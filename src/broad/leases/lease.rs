//! A lease: the box that holds a body while it goes on, and until when.

use super::reach::Reach;
use crate::limits::{MAX_MAGNITUDE, MIN_SIZE};
use crate::motion::bounds::{Bounds, Endpoint};
use crate::roots::first_negative_quadratic;
use crate::sap::Aabb;

/// The least margin on each side, as a part of the body's mean width: what turns about shall not leave its lease at once.
const LEAST_MARGIN: f64 = 0.02;

/// The least time that a lease is made for, in units of the last place of the present: what moves so fast that its lease is gone
/// at once would be leased for ever at the same time.
const LEAST_ULPS: f64 = 1024.0;

/// The least time that a lease is made for, in seconds: in it the fastest body goes by the smallest size. What has no size,
/// at the origin and at time 0, where neither rounds, would have none for ever.
const LEAST_TIME: f64 = MIN_SIZE / MAX_MAGNITUDE;

/// A lease of so many seconds and more is one for ever, infinite on the sides to which the body moves: some 10^22 years.
const FOREVER: f64 = 1e30;

/// The most seconds that a lease is made for in a periodic domain, where none is infinite.
const LONGEST_TIME: f64 = 1e29;

/// The mean of the three widths of a box at a time.
pub(super) fn width(bounds: &Bounds, now: f64) -> f64 {
    let dt = now - bounds.epoch;
    let widths = bounds.min.iter().zip(&bounds.max).map(|(min, max)| max.at(dt) - min.at(dt));
    widths.sum::<f64>() / 3.0
}

/// The least time that a lease is made for at a time, in seconds.
pub(crate) fn least_time(now: f64) -> f64 {
    LEAST_ULPS * f64::EPSILON * now.abs()
}

/// The box that holds these bounds from `now` until they have gone about as far as `reach` says. `longest`: the most that
/// it may be wide, which is infinite but in a periodic domain. (The reach is [limited](Reach::limit) so that half of that
/// is left to the body.)
pub(super) fn lease(bounds: &Bounds, now: f64, reach: &Reach, longest: f64) -> Aabb<f64, 3> {
    let margin = reach.margin().max(LEAST_MARGIN * width(bounds, now));
    let mut time = time_of_way(bounds, now, reach.way());
    if longest < f64::INFINITY {
        time = time.min(LONGEST_TIME);
    }
    let (min, max) = if time < FOREVER {
        bounds.swept(now, now + time)
    } else {
        swept_for_ever(bounds, now)
    };
    Aabb {
        min: min.map(|side| side - margin),
        max: max.map(|side| side + margin),
    }
}

/// The box that holds these bounds from `now` until they have gone about as far as `way`, with a margin on every side, in metres.
/// Finite.
pub(crate) fn hold_from(bounds: &Bounds, now: f64, way: f64, margin: f64) -> Aabb<f64, 3> {
    let time = time_of_way(bounds, now, way).min(LONGEST_TIME);
    let (min, max) = bounds.swept(now, now + time);
    Aabb {
        min: min.map(|side| side - margin),
        max: max.map(|side| side + margin),
    }
}

/// A time in which bounds go about as far as `way`, and no shorter than the least that a lease is made for.
fn time_of_way(bounds: &Bounds, now: f64, way: f64) -> f64 {
    time_for(bounds, now, way).max(least_time(now)).max(LEAST_TIME)
}

/// A time in which no endpoint goes farther than `way`, and one of them nearly as far if none turns. Zero if nothing moves.
fn time_for(bounds: &Bounds, now: f64, way: f64) -> f64 {
    let dt = now - bounds.epoch;
    let endpoints = || bounds.min.iter().chain(&bounds.max);
    let speed = endpoints().map(|endpoint| endpoint.rate_at(dt).abs()).fold(0.0, f64::max);
    let half_acceleration = endpoints()
        .map(|endpoint| endpoint.half_acceleration.abs())
        .fold(0.0, f64::max);
    if speed == 0.0 && half_acceleration == 0.0 {
        return 0.0;
    }
    2.0 * way / (speed + (speed * speed + 4.0 * half_acceleration * way).sqrt())
}

/// As [`Bounds::swept`], from `now` on for ever.
fn swept_for_ever(bounds: &Bounds, now: f64) -> ([f64; 3], [f64; 3]) {
    let dt = now - bounds.epoch;
    // The least that an endpoint, taken `sign` times, ever is.
    let least = |endpoint: &Endpoint, sign: f64| {
        let (rate, half_acceleration) = (sign * endpoint.rate_at(dt), sign * endpoint.half_acceleration);
        let value = sign * endpoint.at(dt);
        if half_acceleration < 0.0 || (half_acceleration == 0.0 && rate < 0.0) {
            f64::NEG_INFINITY
        } else if rate < 0.0 {
            value.min(sign * endpoint.at(-0.5 * endpoint.velocity / endpoint.half_acceleration))
        } else {
            value
        }
    };
    (
        bounds.min.map(|endpoint| least(&endpoint, 1.0)),
        bounds.max.map(|endpoint| -least(&endpoint, -1.0)),
    )
}

/// Until when bounds stay in a lease, from `now` on; minus infinity if they are not in it now.
pub(crate) fn until(bounds: &Bounds, lease: &Aabb<f64, 3>, now: f64) -> f64 {
    let dt = now - bounds.epoch;
    let mut until = f64::INFINITY;
    for axis in 0..3 {
        let (min, max) = (&bounds.min[axis], &bounds.max[axis]);
        let room = [
            (min.at(dt) - lease.min[axis], min.rate_at(dt), min.half_acceleration),
            (lease.max[axis] - max.at(dt), -max.rate_at(dt), -max.half_acceleration),
        ];
        for (gap, rate, half_acceleration) in room {
            if gap < 0.0 {
                return f64::NEG_INFINITY;
            }
            // An infinite side is never reached.
            if gap < f64::INFINITY {
                until = until.min(first_negative_quadratic(gap, rate, half_acceleration));
            }
        }
    }
    now + until
}

/// Whether bounds are in a lease at a time.
pub(super) fn holds(lease: &Aabb<f64, 3>, bounds: &Bounds, now: f64) -> bool {
    let dt = now - bounds.epoch;
    (0..3).all(|axis| lease.min[axis] <= bounds.min[axis].at(dt) && bounds.max[axis].at(dt) <= lease.max[axis])
}
