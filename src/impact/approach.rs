//! Tests for approach, and a gap that is a quadratic of time.
//!
//! An impact is contact and approach. Both are decided up to rounding. Re-basing a motion rounds
//! positions and velocities, so that after a response the gap and the normal velocity are exact
//! only up to rounding.

use super::constants::{ACCELERATION_ROUNDINGS, DEPTHS, HIGH_BOUNCE, LENGTH_ROUNDINGS, SPEED_ROUNDINGS};
use super::{Interval, Intervals, Relative};
use crate::roots::{first_negative_quadratic, nonpositive_spans};
use nalgebra::Vector3;

/// The closing speed, s seconds after the start, that rounding alone can make, in metres per
/// second.
#[inline]
pub(crate) fn speed_noise(rel: &Relative, s: f64) -> f64 {
    approach_noise(rel.speed_scale + rel.acceleration.norm() * s)
}

/// The closing speed that rounding alone can make between two bodies with this sum of speeds, in
/// metres per second.
#[inline]
pub(crate) fn approach_noise(speed_scale: f64) -> f64 {
    SPEED_ROUNDINGS * f64::EPSILON * speed_scale
}

/// The gap, s seconds after the start, that rounding alone can make, in metres. `sizes` is the sum
/// of the two shapes' radii about their origins. Times are rounded, too: this moves a body at
/// `speed_scale` by the speed times the rounding of the time.
pub(crate) fn length_noise(rel: &Relative, sizes: f64, s: f64) -> f64 {
    let time = rel.start.abs() + s;
    let speed = rel.speed_scale + rel.acceleration.norm() * s;
    rounding_of_length(rel.length_scale + sizes + speed * time)
}

/// The gap that rounding alone can make in a sum of lengths of this total, in metres.
pub(crate) fn rounding_of_length(lengths: f64) -> f64 {
    LENGTH_ROUNDINGS * f64::EPSILON * lengths
}

/// The acceleration along a unit normal; 0 if it is within rounding.
#[inline]
pub(crate) fn normal_acceleration(rel: &Relative, normal: &Vector3<f64>) -> f64 {
    let along = normal.dot(&rel.acceleration);
    if along.abs() <= ACCELERATION_ROUNDINGS * f64::EPSILON * rel.acceleration.norm() {
        0.0
    } else {
        along
    }
}

/// Whether a gap at the beginning is that of a contact just handled: 0 up to rounding, or a shallow overlap of
/// many roundings.
#[inline]
pub(crate) fn is_touching(gap: f64, length_noise: f64) -> bool {
    gap <= length_noise && gap >= -DEPTHS * length_noise
}

/// Whether a gap closes: faster than rounding can explain, or, at rest within rounding, under an
/// acceleration that presses the two together.
#[inline]
pub(crate) fn approaches(rate: f64, acceleration: f64, speed_noise: f64) -> bool {
    rate < -speed_noise || (rate <= speed_noise && acceleration < 0.0)
}

/// Whether a contact just handled opens so fast that it rises far above the rounding of its gap.
/// Then the gap is used as it is: it contains the rounding of the impact time, and a lossless
/// bounce keeps its energy. A lower bounce starts from a gap of 0, so that it returns and
/// rounding does not keep it alive.
#[inline]
pub(crate) fn bounces_high(gap: f64, rate: f64, acceleration: f64) -> bool {
    rate > 0.0 && rate * rate >= 2.0 * HIGH_BOUNCE * (gap * acceleration).abs()
}

/// The time at which a gap that is open, or about to open, closes again under an acceleration;
/// infinite if it does not open.
#[inline]
pub(crate) fn closes_again(gap: f64, rate: f64, acceleration: f64) -> f64 {
    if gap < 0.0 {
        let closed = nonpositive_spans(gap, rate, 0.5 * acceleration);
        return if closed.len() == 2 { closed[1].0 } else { f64::INFINITY };
    }
    first_negative_quadratic(gap, rate, 0.5 * acceleration)
}

/// A gap as a function of time: start + rate s + 1/2 acceleration s².
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Gap {
    pub(crate) start: f64,
    pub(crate) rate: f64,
    pub(crate) acceleration: f64,
}

impl Gap {
    /// normal . p(s) + offset, with a unit normal from a to b.
    pub(crate) fn along(normal: &Vector3<f64>, rel: &Relative, offset: f64) -> Self {
        Self {
            start: normal.dot(&rel.position) + offset,
            rate: normal.dot(&rel.velocity),
            acceleration: normal_acceleration(rel, normal),
        }
    }

    pub(crate) fn at(&self, s: f64) -> f64 {
        self.start + (self.rate + 0.5 * self.acceleration * s) * s
    }

    pub(crate) fn rate_at(&self, s: f64) -> f64 {
        self.rate + self.acceleration * s
    }

    /// The first s >= 0 at which the gap is closed, or closes, while it gets smaller.
    ///
    /// A gap of 0 at the start, up to rounding, counts as 0 if it opens or rests: a later contact
    /// is then found even if the gap never exceeds rounding, and so does a [shallow overlap](is_touching).
    /// A more negative gap must open before it can close again.
    pub(crate) fn first_approach(&self, speed_noise: f64, length_noise: f64) -> Option<f64> {
        let half = 0.5 * self.acceleration;
        if self.start <= 0.0 || (self.start <= length_noise && self.rate >= -speed_noise) {
            if approaches(self.rate, self.acceleration, speed_noise) {
                return Some(0.0);
            }
            // The gap opens or rests. It closes again only under a negative acceleration.
            if self.acceleration >= 0.0 {
                return None;
            }
            if is_touching(self.start, length_noise) && !bounces_high(self.start, self.rate, self.acceleration) {
                return finite(first_negative_quadratic(0.0, self.rate, half));
            }
            return finite(closes_again(self.start, self.rate, self.acceleration));
        }
        let s = finite(first_negative_quadratic(self.start, self.rate, half))?;
        let noise = speed_noise + SPEED_ROUNDINGS * f64::EPSILON * self.acceleration.abs() * s;
        approaches(self.rate_at(s), self.acceleration, noise).then_some(s)
    }

    /// The times at which the gap is closed (0 or less).
    pub(crate) fn closed(&self) -> Intervals {
        let mut times = Intervals::none();
        for (begin, end) in nonpositive_spans(self.start, self.rate, 0.5 * self.acceleration) {
            times.push(begin, end);
        }
        times
    }
}

/// The times in `window` at which low <= value <= high, for a value that is a quadratic of time.
/// Bounds may be infinite.
pub(crate) fn band(low: f64, high: f64, value: &Gap, window: Interval) -> Intervals {
    let mut times = Intervals::one(window.begin, window.end);
    if high < f64::INFINITY {
        let above = Gap {
            start: value.start - high,
            ..*value
        };
        times = times.intersection(&above.closed());
    }
    if low > f64::NEG_INFINITY {
        let below = Gap {
            start: low - value.start,
            rate: -value.rate,
            acceleration: -value.acceleration,
        };
        times = times.intersection(&below.closed());
    }
    times
}

fn finite(s: f64) -> Option<f64> {
    (s < f64::INFINITY).then_some(s)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPEED: f64 = 1e-14;
    const LENGTH: f64 = 1e-14;

    fn first(start: f64, rate: f64, acceleration: f64) -> Option<f64> {
        let gap = Gap {
            start,
            rate,
            acceleration,
        };
        gap.first_approach(SPEED, LENGTH)
    }

    #[test]
    fn impact_needs_contact_and_approach() {
        assert_eq!(first(6.0, -2.0, 0.0), Some(3.0));
        assert_eq!(first(6.0, 2.0, 0.0), None);
        assert_eq!(first(0.0, -2.0, 0.0), Some(0.0));
        assert_eq!(first(-1.0, -2.0, 0.0), Some(0.0));
        assert_eq!(first(0.0, 2.0, 0.0), None);
        // At rest: pressed together or not.
        assert_eq!(first(0.0, 0.0, 0.0), None);
        assert_eq!(first(0.0, 0.0, -1.0), Some(0.0));
        assert_eq!(first(0.0, 0.0, 1.0), None);
    }

    #[test]
    fn a_thrown_ball_returns_for_any_rounding_of_its_gap() {
        for start in [0.0, 1e-16, -1e-16, -1e-15] {
            let s = first(start, 3.0, -2.0).unwrap();
            assert!((s - 3.0).abs() < 1e-15, "{start}: {s}");
        }
        // A bounce so low that the exact gap would never open.
        assert_eq!(first(-1e-15, 1e-9, -1.0), Some(2e-9));
        assert_eq!(first(1e-15, 1e-9, -1.0), Some(2e-9));
        // An overlap that many contacts have left.
        assert_eq!(first(-1e-12, 1e-9, -1.0), Some(2e-9));
        // Deep overlap: the gap must open first.
        assert_eq!(first(-1.0, 1.0, -1.0), None);
        let s = first(-1.0, 2.0, -1.0).unwrap();
        assert!((s - (2.0 + 2f64.sqrt())).abs() < 1e-15, "{s}");
    }

    #[test]
    fn rounding_is_no_approach() {
        for start in [0.0, 1e-16, -1e-16, 1e-3] {
            assert_eq!(first(start, -1e-15, 0.0), None);
        }
        assert_eq!(first(1e-15, 1e-15, -1.0), Some(0.0));
        assert_eq!(first(1e-15, -1e-15, 1.0), None);
        // A graze, and one that just penetrates.
        assert_eq!(first(0.5, -1.0, 1.0), None);
        assert!(first(0.5 - 1e-9, -1.0, 1.0).is_some());
    }

    #[test]
    fn bands_of_a_parabola_have_two_parts() {
        let thrown = Gap {
            start: 0.0,
            rate: 4.0,
            acceleration: -2.0,
        };
        let all = Interval {
            begin: 0.0,
            end: f64::INFINITY,
        };
        // 4 s - s² between 0 and 3: 0..1 and 3..4.
        let times = band(0.0, 3.0, &thrown, all);
        let expected = [(0.0, 1.0), (3.0, 4.0)].map(|(begin, end)| Interval { begin, end });
        assert_eq!(times.as_slice(), expected);
        assert_eq!(band(f64::NEG_INFINITY, f64::INFINITY, &thrown, all).as_slice(), [all]);
        assert!(band(5.0, 6.0, &thrown, all).is_empty());
        // The top, touched.
        assert_eq!(band(4.0, 6.0, &thrown, all).as_slice(), [Interval { begin: 2.0, end: 2.0 }]);
    }
}
