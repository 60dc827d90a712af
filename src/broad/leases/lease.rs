//! A lease: a box that holds a moving body for a limited time, and its expiry.

use super::constants::{FOREVER, LEAST_MARGIN, LEAST_TIME, LEAST_ULPS, LONGEST_TIME};
use super::extent::LeaseExtent;
use crate::motion::bounds::{Bounds, Endpoint};
use crate::roots::first_negative_quadratic;
use crate::sap::Aabb;

/// The mean of the three widths of a box at a time.
pub(super) fn width(bounds: &Bounds, now: f64) -> f64 {
    let dt = now - bounds.epoch;
    let widths = bounds.min.iter().zip(&bounds.max).map(|(min, max)| max.at(dt) - min.at(dt));
    widths.sum::<f64>() / 3.0
}

/// The least duration of a lease made at a time, in seconds.
pub(crate) fn least_time(now: f64) -> f64 {
    LEAST_ULPS * f64::EPSILON * now.abs()
}

/// The box that holds these bounds from `now` until they have moved by about the extent. `longest`:
/// its greatest width, finite in a periodic domain alone. (The extent is
/// [limited](LeaseExtent::limit) so that half of that is left to the body.)
pub(super) fn lease(bounds: &Bounds, now: f64, extent: &LeaseExtent, longest: f64) -> Aabb<f64, 3> {
    let margin = extent.margin().max(LEAST_MARGIN * width(bounds, now));
    let mut time = duration_for(bounds, now, extent.distance());
    if longest < f64::INFINITY {
        time = time.min(LONGEST_TIME);
    }
    let (min, max) = if time < FOREVER {
        bounds.swept(now, now + time)
    } else {
        swept_forever(bounds, now)
    };
    Aabb {
        min: min.map(|side| side - margin),
        max: max.map(|side| side + margin),
    }
}

/// The box that holds these bounds from `now` until they have moved by about `distance`, with a
/// margin on every side, in metres. Finite.
pub(crate) fn hold_from(bounds: &Bounds, now: f64, distance: f64, margin: f64) -> Aabb<f64, 3> {
    let time = duration_for(bounds, now, distance).min(LONGEST_TIME);
    let (min, max) = bounds.swept(now, now + time);
    Aabb {
        min: min.map(|side| side - margin),
        max: max.map(|side| side + margin),
    }
}

/// A duration in which bounds move by about `distance`, no shorter than the least of a lease.
fn duration_for(bounds: &Bounds, now: f64, distance: f64) -> f64 {
    time_for(bounds, now, distance).max(least_time(now)).max(LEAST_TIME)
}

/// A duration in which no endpoint moves farther than `distance`, and one of them nearly as far if
/// none reverses. Zero if nothing moves.
fn time_for(bounds: &Bounds, now: f64, distance: f64) -> f64 {
    let dt = now - bounds.epoch;
    let endpoints = || bounds.min.iter().chain(&bounds.max);
    let speed = endpoints().map(|endpoint| endpoint.rate_at(dt).abs()).fold(0.0, f64::max);
    let half_acceleration = endpoints()
        .map(|endpoint| endpoint.half_acceleration.abs())
        .fold(0.0, f64::max);
    if speed == 0.0 && half_acceleration == 0.0 {
        return 0.0;
    }
    2.0 * distance / (speed + (speed * speed + 4.0 * half_acceleration * distance).sqrt())
}

/// As [`Bounds::swept`], from `now` on without end.
fn swept_forever(bounds: &Bounds, now: f64) -> ([f64; 3], [f64; 3]) {
    let dt = now - bounds.epoch;
    // The least value of an endpoint, taken `sign` times.
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

/// The time until which bounds stay in a lease, from `now` on; minus infinity if they are outside
/// now.
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
            // Bounds never leave through an infinite side.
            if gap < f64::INFINITY {
                until = until.min(first_negative_quadratic(gap, rate, half_acceleration));
            }
        }
    }
    now + until
}

/// Whether bounds are inside a lease at a time.
pub(super) fn holds(lease: &Aabb<f64, 3>, bounds: &Bounds, now: f64) -> bool {
    let dt = now - bounds.epoch;
    (0..3).all(|axis| lease.min[axis] <= bounds.min[axis].at(dt) && bounds.max[axis].at(dt) <= lease.max[axis])
}
