//! Fast path for two balls under relative acceleration: unambiguous cases, which no rounding decides.
//!
//! Along the acceleration the motion is a parabola of time, across it it is uniform.
//!
//! 1. The balls can touch only while their distance across the acceleration is at most R, and that
//!    along it too: one window of time, and at most two. Most pairs that never meet have none.
//! 2. In a window |p|² - R² is a quartic of the time since its begin, with coefficients that do not
//!    cancel: see [`Quartic`].
//! 3. The root is refined to the float next to it, as that of the general solver.

use super::super::approach::length_noise;
use super::super::{Interval, Relative};
use super::constants::{AMBIGUOUS_DISTANCE, FAST_NO_GRAZE, FAST_NOISES, LARGEST_WAYS, LEAST_PART_ACROSS, WINDOW_MARGIN};
use super::quartic::{Crossing, Quartic};
use super::{bounces_above_rounding, normal_speed_noise, opening, refined};
use nalgebra::Vector3;

/// The result of the fast path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum FastEntry {
    /// The balls do not meet.
    Never,
    /// Seconds from the start to the impact: the same bits as of the general solver.
    At(f64),
    /// Ambiguous: use the general solver.
    Undecided,
}

/// The motion, split along and across the acceleration.
struct Split {
    acceleration_squared: f64,
    acceleration: f64,
    /// Position and velocity along, times the acceleration.
    position_along: f64,
    velocity_along: f64,
    position_across: Vector3<f64>,
    velocity_across: Vector3<f64>,
}

impl Split {
    #[inline]
    fn new(rel: &Relative) -> Self {
        let (p, v, a) = (&rel.position, &rel.velocity, &rel.acceleration);
        let acceleration_squared = a.norm_squared();
        let (position_along, velocity_along) = (p.dot(a), v.dot(a));
        let inverse = 1.0 / acceleration_squared;
        Self {
            acceleration_squared,
            acceleration: acceleration_squared.sqrt(),
            position_along,
            velocity_along,
            position_across: p - a * (position_along * inverse),
            velocity_across: v - a * (velocity_along * inverse),
        }
    }

    /// The times, ends included, at which the place along the acceleration is no more than `place`,
    /// negative ones too. None if it never is.
    #[inline]
    fn below(&self, place: f64) -> Option<(f64, f64)> {
        let height = self.position_along - place * self.acceleration;
        let (speed, squared) = (self.velocity_along, self.acceleration_squared);
        let discriminant = speed * speed - 2.0 * squared * height;
        if discriminant < 0.0 {
            return None;
        }
        // Without cancellation.
        let far = -(speed + discriminant.sqrt().copysign(speed));
        let (one, other) = (far / squared, 2.0 * height / far);
        Some(if one < other { (one, other) } else { (other, one) })
    }

    /// The times from 0 on at which the distance across is no more than `radius`.
    #[inline]
    fn across(&self, radius: f64) -> Option<Interval> {
        let (p, v) = (&self.position_across, &self.velocity_across);
        let (speed_squared, closing) = (v.norm_squared(), p.dot(v));
        let gap = p.norm_squared() - radius * radius;
        if gap > 0.0 && closing >= 0.0 {
            return None;
        }
        let discriminant = radius * radius * speed_squared - p.cross(v).norm_squared();
        if discriminant < 0.0 {
            // Inside and at rest up to rounding.
            return if gap > 0.0 { None } else { Interval::new(0.0, f64::INFINITY) };
        }
        let root = discriminant.sqrt();
        let begin = if gap > 0.0 { gap / (root - closing) } else { 0.0 };
        let end = if closing < 0.0 {
            (root - closing) / speed_squared
        } else {
            -gap / (closing + root)
        };
        // NaN at rest.
        Interval::new(begin, if end >= begin { end } else { f64::INFINITY })
    }
}

/// Whether the way up to time `s` is so short that its rounding is far below the margins.
#[inline]
pub(super) fn is_short(rel: &Relative, radius_sum: f64, s: f64) -> bool {
    let speed = rel.velocity.amax() + 0.5 * rel.acceleration.amax() * s;
    rel.position.amax() + speed * s <= LARGEST_WAYS * radius_sum
}

/// The first time of contact and approach of two balls that do not grow, in seconds after the start.
#[inline]
pub(super) fn fast_entry(rel: &Relative, radius_sum: f64) -> FastEntry {
    if rel.growth != 0.0 || !(rel.position.amax() <= LARGEST_WAYS * radius_sum) {
        return FastEntry::Undecided;
    }
    let split = Split::new(rel);
    let wide = radius_sum * WINDOW_MARGIN;
    let Some((_, last)) = split.below(wide) else {
        return FastEntry::Never;
    };
    if last < 0.0 {
        return FastEntry::Never;
    }
    let across = split.across(wide);
    if !is_short(rel, radius_sum, last) {
        // The window across ends earlier.
        let speed_squared = rel.velocity.norm_squared();
        let is_across = split.velocity_across.norm_squared() > LEAST_PART_ACROSS * speed_squared;
        let end = across.map_or(0.0, |window| window.end);
        if !(is_across && is_short(rel, radius_sum, end)) {
            return FastEntry::Undecided;
        }
    }
    let Some(across) = across else {
        return FastEntry::Never;
    };
    let (begin, end) = (across.begin, across.end.min(last));
    // The two are too far down between these.
    let (down, up) = split.below(-wide).unwrap_or((end, f64::INFINITY));
    for (begin, end) in [(begin, end.min(down)), (begin.max(up), end)] {
        if begin <= end {
            match in_window(rel, radius_sum, begin, end) {
                FastEntry::Never => {}
                found => return found,
            }
        }
    }
    FastEntry::Never
}

/// The same in a window of time, in which the balls are near each other.
#[inline]
fn in_window(rel: &Relative, radius_sum: f64, begin: f64, end: f64) -> FastEntry {
    let (p, v, a) = (rel.position_at(begin), rel.velocity_at(begin), &rel.acceleration);
    let quartic = Quartic([
        p.norm_squared() - radius_sum * radius_sum,
        2.0 * p.dot(&v),
        v.norm_squared() + p.dot(a),
        v.dot(a),
        0.25 * a.norm_squared(),
    ]);
    let least = AMBIGUOUS_DISTANCE * (radius_sum * radius_sum);
    let crossing = if quartic.0[0] > least {
        quartic.first_crossing(end - begin, least)
    } else if begin == 0.0 && just_parts(rel, radius_sum) {
        quartic.next_crossing(end, least)
    } else {
        Crossing::Undecided
    };
    match crossing {
        Crossing::Never => FastEntry::Never,
        Crossing::Near(u) => clear_entry(rel, radius_sum, begin + u),
        Crossing::Undecided => FastEntry::Undecided,
    }
}

/// Whether two balls touch at the start, up to rounding, and part clearly and not in a low bounce.
fn just_parts(rel: &Relative, radius_sum: f64) -> bool {
    let distance = rel.position.norm();
    let gap = distance - radius_sum;
    let (rate, pull) = opening(rel, distance);
    let length_noise = length_noise(rel, radius_sum, 0.0);
    gap.abs() <= length_noise
        && rate > FAST_NOISES * normal_speed_noise(rel, radius_sum, 0.0)
        && bounces_above_rounding(gap, rate, pull, length_noise)
}

/// The entry near `s`, if it is no graze.
#[inline]
fn clear_entry(rel: &Relative, radius_sum: f64, s: f64) -> FastEntry {
    let (p, v) = (rel.position_at(s), rel.velocity_at(s));
    let closing = -p.dot(&v);
    let is_clear = closing * closing > FAST_NO_GRAZE * (radius_sum * radius_sum) * v.norm_squared()
        && closing > FAST_NOISES * normal_speed_noise(rel, radius_sum, s) * radius_sum;
    if is_clear && s > 0.0 {
        FastEntry::At(refined(rel, radius_sum, s))
    } else {
        FastEntry::Undecided
    }
}

#[cfg(test)]
mod tests;
