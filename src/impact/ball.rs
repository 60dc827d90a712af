//! Two balls: contact where |p(s)| = R, R the sum of the radii; of balls that grow, where |p(s)| =
//! R + G s.
//!
//! Uniform: a quadratic, by the geometric discriminant R² |v|² - |p x v|², which has a relative
//! error however far away the balls are. Accelerated: |p|² is a quartic of time, but its
//! coefficients cancel far away. The extrema are the roots of a cubic: between two of them the
//! distance is monotone, and the single crossing in between is found on |p(s)|² itself. With growth
//! the same holds for |p(s)|² - (R + G s)².

mod constants;
mod fast_accelerated;
pub(crate) mod fast_path;
mod growing;
mod parting;
mod quartic;
mod refine;

use super::approach::{approaches, bounces_high, length_noise, speed_noise};
use super::constants::INSIDE_BOXES;
use super::{Intervals, Relative};
use crate::roots::{sign_change_between, sign_pieces};
use fast_accelerated::{FastEntry, fast_entry, is_short};
use nalgebra::Vector3;
use parting::some_time_apart;
use refine::refined;
use smallvec::SmallVec;

/// The first time of contact and approach, in seconds after `rel.start`.
#[inline]
pub(crate) fn first_entry(rel: &Relative, radius_sum: f64) -> Option<f64> {
    if rel.is_uniform() {
        if rel.growth != 0.0 {
            return growing::entry(rel, radius_sum);
        }
        uniform_entry(rel, radius_sum)
    } else {
        accelerated_entry(rel, radius_sum)
    }
}

/// Whether the tight boxes of two balls that do not grow clearly overlap at time `s`, whatever its
/// rounding.
#[inline]
pub(crate) fn is_inside_boxes(rel: &Relative, radius_sum: f64, s: f64) -> bool {
    let inside = INSIDE_BOXES * radius_sum;
    rel.growth == 0.0 && is_short(rel, radius_sum, s) && rel.position_at(s).amax() <= inside
}

/// The times of contact, in seconds after `rel.start`.
pub(crate) fn intervals(rel: &Relative, radius_sum: f64) -> Intervals {
    if rel.is_uniform() {
        if rel.growth != 0.0 {
            return growing::intervals(rel, radius_sum);
        }
        uniform_intervals(rel, radius_sum)
    } else {
        accelerated_intervals(rel, radius_sum)
    }
}

#[inline]
fn uniform_entry(rel: &Relative, radius_sum: f64) -> Option<f64> {
    let along = rel.position.dot(&rel.velocity);
    if along >= 0.0 {
        return None;
    }
    let discriminant = discriminant(&rel.position, &rel.velocity, radius_sum);
    let distance_squared = rel.position.norm_squared();
    let gap = distance_squared - radius_sum * radius_sum;
    if discriminant <= 0.0 && gap > 0.0 {
        return None;
    }
    // The closing speed only decreases: a pair that does not approach now, up to rounding, never
    // will.
    let noise = normal_speed_noise(rel, radius_sum, 0.0);
    if along * along <= noise * noise * distance_squared {
        return None;
    }
    if gap <= 0.0 {
        return Some(0.0);
    }
    // The root of the discriminant over R is the closing speed at contact.
    let least = noise * radius_sum;
    if discriminant <= least * least {
        return None;
    }
    Some(gap / (discriminant.sqrt() - along))
}

/// The closing speed that rounding alone can make: rounding of the velocities, and of the
/// positions, which rotates the normal.
#[inline]
fn normal_speed_noise(rel: &Relative, radius_sum: f64, s: f64) -> f64 {
    let tilt = length_noise(rel, radius_sum, s) / radius_sum;
    speed_noise(rel, s) + rel.velocity_at(s).norm() * tilt
}

/// Whether two balls in uniform relative motion never meet, rounding not considered: true for most
/// pairs.
#[inline]
pub(crate) fn never_meet(position: &Vector3<f64>, velocity: &Vector3<f64>, radius_sum: f64) -> bool {
    let apart = position.norm_squared() - radius_sum * radius_sum > 0.0;
    position.dot(velocity) >= 0.0 || (discriminant(position, velocity, radius_sum) <= 0.0 && apart)
}

#[inline]
fn discriminant(position: &Vector3<f64>, velocity: &Vector3<f64>, radius_sum: f64) -> f64 {
    radius_sum * radius_sum * velocity.norm_squared() - position.cross(velocity).norm_squared()
}

fn uniform_intervals(rel: &Relative, radius_sum: f64) -> Intervals {
    let speed_squared = rel.velocity.norm_squared();
    let gap = rel.position.norm_squared() - radius_sum * radius_sum;
    if speed_squared == 0.0 {
        return if gap <= 0.0 {
            Intervals::one(0.0, f64::INFINITY)
        } else {
            Intervals::none()
        };
    }
    let along = rel.position.dot(&rel.velocity);
    let discriminant = discriminant(&rel.position, &rel.velocity, radius_sum);
    if gap > 0.0 && (along >= 0.0 || discriminant < 0.0) {
        return Intervals::none();
    }
    let root = discriminant.max(0.0).sqrt();
    let begin = if gap > 0.0 { gap / (root - along) } else { 0.0 };
    let end = if along < 0.0 {
        (root - along) / speed_squared
    } else {
        -gap / (along + root)
    };
    // Both were 0, or rounding put the end of a graze before its beginning.
    let end = if end >= begin { end } else { begin };
    Intervals::one(begin, end)
}

/// A time interval in which the distance minus the radii is monotone.
struct Stretch {
    from: f64,
    to: f64,
    shrinks: bool,
}

/// The monotone intervals of s >= 0. The last one extends to infinity and increases.
fn stretches(rel: &Relative, radius_sum: f64) -> SmallVec<[Stretch; 4]> {
    let (p, v, a, growth) = (&rel.position, &rel.velocity, &rel.acceleration, rel.growth);
    // Half the derivative of |p + v s + 1/2 a s²|² - (R + G s)².
    let slope = sign_pieces(&[
        p.dot(v) - radius_sum * growth,
        v.norm_squared() + p.dot(a) - growth * growth,
        1.5 * v.dot(a),
        0.5 * a.norm_squared(),
    ]);
    let mut stretches = SmallVec::new();
    let (mut from, mut sign) = (0.0, slope.start);
    for (at, after) in slope.breaks {
        if after != sign {
            stretches.push(Stretch {
                from,
                to: at,
                shrinks: sign < 0,
            });
            (from, sign) = (at, after);
        }
    }
    stretches.push(Stretch {
        from,
        to: f64::INFINITY,
        shrinks: false,
    });
    stretches
}

/// |p(s)|² - (R + G s)², and its slope.
fn excess(rel: &Relative, radius_sum: f64, s: f64) -> (f64, f64) {
    let p = rel.position_at(s);
    let extent = radius_sum + rel.growth * s;
    (
        p.norm_squared() - extent * extent,
        2.0 * (p.dot(&rel.velocity_at(s)) - rel.growth * extent),
    )
}

/// The same minus its value at the start, and its slope: exact for short distances from the start.
fn excess_over_start(rel: &Relative, radius_sum: f64, s: f64) -> (f64, f64) {
    let displacement = (rel.velocity + rel.acceleration * (0.5 * s)) * s;
    let grown = rel.growth * s;
    let excess = 2.0 * (rel.position.dot(&displacement) - radius_sum * grown) + (displacement.norm_squared() - grown * grown);
    let slope = (rel.position + displacement).dot(&rel.velocity_at(s)) - rel.growth * (radius_sum + grown);
    (excess, 2.0 * slope)
}

/// Whether the gap closes at time s, for balls in contact.
fn closes(rel: &Relative, radius_sum: f64, s: f64) -> bool {
    let (p, v) = (rel.position_at(s), rel.velocity_at(s));
    let distance = p.norm();
    let rate = if distance > 0.0 {
        p.dot(&v) / distance - rel.growth
    } else {
        0.0
    };
    // The second derivative of the gap, times the distance, when the rate is 0: tangential motion
    // separates the balls.
    let noise = normal_speed_noise(rel, radius_sum, s);
    let pull = v.norm_squared() + p.dot(&rel.acceleration) - rel.growth * rel.growth;
    approaches(rate, pull, noise)
}

/// Rate of the gap at the start, and its second derivative there.
fn opening(rel: &Relative, distance: f64) -> (f64, f64) {
    let rate = rel.position.dot(&rel.velocity) / distance;
    let across = rel.velocity.norm_squared() - rate * rate;
    (rate - rel.growth, (across + rel.position.dot(&rel.acceleration)) / distance)
}

fn accelerated_entry(rel: &Relative, radius_sum: f64) -> Option<f64> {
    match fast_entry(rel, radius_sum) {
        FastEntry::Never => None,
        FastEntry::At(s) => Some(s),
        FastEntry::Undecided => general_accelerated_entry(rel, radius_sum),
    }
}

/// Whether two balls that touch part in a bounce that rises far above their gap, and above the rounding of lengths:
/// their distance is computed to no better than that, also where the gap happens to be 0.
fn bounces_above_rounding(gap: f64, rate: f64, pull: f64, length_noise: f64) -> bool {
    bounces_high(gap.abs().max(length_noise), rate, pull)
}

#[cold]
#[inline(never)]
fn general_accelerated_entry(rel: &Relative, radius_sum: f64) -> Option<f64> {
    let distance = rel.position.norm();
    let gap = distance - radius_sum;
    let length_noise = length_noise(rel, radius_sum, 0.0);
    let opening_speed = rel.position.dot(&rel.velocity) - rel.growth * distance;
    let opens_or_rests = opening_speed >= -normal_speed_noise(rel, radius_sum, 0.0) * distance;
    let touching = gap.abs() <= length_noise && opens_or_rests;
    if (gap <= 0.0 || touching) && closes(rel, radius_sum, 0.0) {
        return Some(0.0);
    }
    // Contact up to rounding counts as a gap of 0: even the lowest bounce returns to where it
    // began.
    let low_bounce = touching && {
        let (rate, pull) = opening(rel, distance);
        !bounces_above_rounding(gap, rate, pull, length_noise)
    };
    let excess = |s: f64| {
        if low_bounce {
            excess_over_start(rel, radius_sum, s)
        } else {
            excess(rel, radius_sum, s)
        }
    };
    for stretch in stretches(rel, radius_sum).iter().filter(|stretch| stretch.shrinks) {
        if excess(stretch.from).0 > 0.0 && excess(stretch.to).0 < 0.0 {
            let s = sign_change_between(stretch.from, stretch.to, true, excess);
            let s = if low_bounce { s } else { refined(rel, radius_sum, s) };
            if closes(rel, radius_sum, s) {
                return Some(s);
            }
        }
    }
    None
}

fn accelerated_intervals(rel: &Relative, radius_sum: f64) -> Intervals {
    let excess = |s: f64| excess(rel, radius_sum, s);
    let mut times = Intervals::none();
    let mut begin = (excess(0.0).0 <= 0.0).then_some(0.0);
    for stretch in stretches(rel, radius_sum) {
        if stretch.shrinks {
            if begin.is_none() && excess(stretch.to).0 <= 0.0 {
                let s = sign_change_between(stretch.from, stretch.to, true, excess);
                begin = Some(refined(rel, radius_sum, s));
            }
        } else if let Some(first) = begin {
            let to = if stretch.to < f64::INFINITY {
                stretch.to
            } else {
                some_time_apart(rel, radius_sum, stretch.from)
            };
            if to == f64::INFINITY {
                times.push(first, to);
            } else if excess(to).0 > 0.0 {
                times.push(first, sign_change_between(stretch.from, to, false, excess).max(first));
                begin = None;
            }
        }
    }
    times
}

#[cfg(test)]
mod tests;
