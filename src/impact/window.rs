//! The times at which the tight boxes of a pair overlap: low <= p(s) <= high on each of the three
//! axes.
//!
//! The first test of every pair. In uniform motion it is the slab test of a ray against the sum of
//! the two boxes. Boxes that grow overlap while low - G s <= p(s) <= high + G s.

use super::approach::{Gap, band, length_noise};
use super::collider::Collider;
use super::constants::{BOUNDING_BALL_MARGIN, DISCRIMINANT_ROUNDINGS};
use super::relative::States;
use super::{Extents, Interval, Intervals, Relative, ball};
use crate::motion::bounds::{Bounds, Endpoint};
use crate::motion::{Flight, Path};
use nalgebra::Vector3;

/// All times from the start on.
const ALL: Interval = Interval {
    begin: 0.0,
    end: f64::INFINITY,
};

/// The times, in seconds after `rel.start`, at which the boxes overlap or touch.
#[inline]
pub(crate) fn overlap_window(rel: &Relative, a: &Extents, b: &Extents) -> Intervals {
    window(rel, Slabs::of(rel, a, b))
}

/// The overlap times of the boxes of two balls with this sum of radii: the sum of both boxes is a
/// cube.
#[inline]
pub(crate) fn overlap_of_balls(rel: &Relative, radius_sum: f64) -> Intervals {
    window(rel, Slabs::cube(radius_sum))
}

/// The overlap times of the boxes of two balls in uniform motion: at most one interval.
#[inline]
pub(crate) fn overlap_of_uniform_balls(rel: &Relative, radius_sum: f64) -> Option<Interval> {
    uniform_window(&rel.position, &rel.velocity, Slabs::cube(radius_sum))
}

/// The overlap times of the boxes of two balls that do not swell. Absolute times, to the bit those of
/// [`overlap_intervals`](super::overlap_intervals).
#[inline]
pub(crate) fn overlaps_of_paths<const FREE: bool>(a: &Path<FREE>, b: &Path<FREE>, radius_sum: f64) -> Intervals {
    let states = States::of_paths(a, b);
    window(&states.relative(), Slabs::cube(radius_sum)).shifted(states.start())
}

/// The same in uniform motion, the second shifted: at most one interval.
#[inline]
pub(crate) fn overlap_of_flights(a: &Flight, b: &Flight, shift: &Vector3<f64>, radius_sum: f64) -> Option<Interval> {
    let start = a.epoch.max(b.epoch);
    let of_a = a.position + a.velocity * (start - a.epoch);
    let of_b = b.position + shift + b.velocity * (start - b.epoch);
    let window = uniform_window(&(of_b - of_a), &(b.velocity - a.velocity), Slabs::cube(radius_sum))?;
    Interval::new(start + window.begin, start + window.end)
}

/// The times at which the boxes overlap or touch, up to rounding: the window in which contact is
/// searched. Contact is computed in other axes and rounded differently, so the window is wider than
/// the overlap.
#[inline]
pub(crate) fn search_window(rel: &Relative, a: &Extents, b: &Extents) -> Intervals {
    let sizes = a.farthest() + b.farthest();
    if sizes == f64::INFINITY {
        return overlap_window(rel, a, b);
    }
    let margin = Vector3::repeat(length_noise(rel, sizes + rel.swell, 0.0));
    let slabs = Slabs::of(rel, a, b);
    let wider = Slabs {
        low: slabs.low - margin,
        high: slabs.high + margin,
    };
    window(rel, wider)
}

/// The times from the start on at which two bodies can touch in any orientation: the balls about their
/// origins that enclose them overlap. None if they never do; all times where this takes more than a
/// quadratic.
pub(crate) fn window_of_enclosing_balls(rel: &Relative, a: &Collider, b: &Collider) -> Option<Interval> {
    let (Some(of_a), Some(of_b)) = (a.parts(), b.parts()) else {
        return Some(ALL);
    };
    if !rel.is_uniform() || rel.growth != 0.0 || rel.swell != 0.0 {
        return Some(ALL);
    }
    let sizes = of_a.extent + of_b.extent;
    let rounding = DISCRIMINANT_ROUNDINGS * f64::EPSILON * rel.position.norm() + length_noise(rel, sizes, 0.0);
    ball::intervals(rel, sizes * BOUNDING_BALL_MARGIN + rounding).first()
}

/// The sum of two boxes, as one slab per axis. Boxes that do not grow overlap while low <= p(s) <=
/// high on each axis.
#[derive(Clone, Copy, Debug)]
struct Slabs {
    low: Vector3<f64>,
    high: Vector3<f64>,
}

impl Slabs {
    #[inline]
    fn of(rel: &Relative, a: &Extents, b: &Extents) -> Self {
        Self {
            low: (a.min - b.max).add_scalar(-rel.swell),
            high: (a.max - b.min).add_scalar(rel.swell),
        }
    }

    #[inline]
    fn cube(half: f64) -> Self {
        Self {
            low: Vector3::new(-half, -half, -half),
            high: Vector3::new(half, half, half),
        }
    }
}

#[inline]
fn window(rel: &Relative, slabs: Slabs) -> Intervals {
    if rel.growth != 0.0 {
        growing_window(rel, slabs)
    } else if rel.is_uniform() {
        uniform_window(&rel.position, &rel.velocity, slabs)
            .map_or_else(Intervals::none, |window| Intervals::one(window.begin, window.end))
    } else {
        accelerated_window(rel, slabs)
    }
}

/// The single overlap interval of boxes in uniform relative motion. No allocation, two divisions
/// per moving axis.
#[inline]
fn uniform_window(position: &Vector3<f64>, velocity: &Vector3<f64>, slabs: Slabs) -> Option<Interval> {
    let low = slabs.low - position;
    let high = slabs.high - position;
    let (mut begin, mut end) = (0.0f64, f64::INFINITY);
    for axis in 0..3 {
        let velocity = velocity[axis];
        if velocity == 0.0 {
            if low[axis] > 0.0 || high[axis] < 0.0 {
                return None;
            }
            continue;
        }
        let (first, last) = if velocity > 0.0 {
            (low[axis], high[axis])
        } else {
            (high[axis], low[axis])
        };
        begin = begin.max(first / velocity);
        end = end.min(last / velocity);
        if begin > end {
            return None;
        }
    }
    Interval::new(begin, end)
}

fn accelerated_window(rel: &Relative, slabs: Slabs) -> Intervals {
    let mut window = Intervals::one(ALL.begin, ALL.end);
    for axis in 0..3 {
        let along = Gap {
            start: rel.position[axis],
            rate: rel.velocity[axis],
            acceleration: rel.acceleration[axis],
        };
        window = window.intersection(&band(slabs.low[axis], slabs.high[axis], &along, ALL));
        if window.is_empty() {
            break;
        }
    }
    window
}

/// The times from `start` on at which two boxes overlap or touch if each endpoint has a motion of
/// its own. Absolute times.
pub(crate) fn overlap_of_bounds(a: &Bounds, b: &Bounds, start: f64) -> Intervals {
    let (of_a, of_b) = (start - a.epoch, start - b.epoch);
    let lower_over_upper = |lower: &Endpoint, dt: f64, upper: &Endpoint, other_dt: f64| Gap {
        start: lower.at(dt) - upper.at(other_dt),
        rate: lower.rate_at(dt) - upper.rate_at(other_dt),
        acceleration: 2.0 * (lower.half_acceleration - upper.half_acceleration),
    };
    let closed = all_closed(|axis| {
        [
            lower_over_upper(&a.min[axis], of_a, &b.max[axis], of_b),
            lower_over_upper(&b.min[axis], of_b, &a.max[axis], of_a),
        ]
    });
    closed.shifted(start)
}

fn growing_window(rel: &Relative, slabs: Slabs) -> Intervals {
    all_closed(|axis| {
        let (position, rate, acceleration) = (rel.position[axis], rel.velocity[axis], rel.acceleration[axis]);
        let above = Gap {
            start: position - slabs.high[axis],
            rate: rate - rel.growth,
            acceleration,
        };
        let below = Gap {
            start: slabs.low[axis] - position,
            rate: -rate - rel.growth,
            acceleration: -acceleration,
        };
        [above, below]
    })
}

/// The times from the start on at which both gaps of every axis are closed.
fn all_closed(gaps_on: impl Fn(usize) -> [Gap; 2]) -> Intervals {
    let mut window = Intervals::one(ALL.begin, ALL.end);
    for axis in 0..3 {
        for gap in gaps_on(axis) {
            // A half-space has no endpoints.
            if gap.start > f64::NEG_INFINITY {
                window = window.intersection(&gap.closed());
            }
        }
        if window.is_empty() {
            break;
        }
    }
    window
}

#[cfg(test)]
mod tests {
    use super::super::relative::tests::relative;
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    fn cube(half: f64) -> Extents {
        Extents {
            min: Vector3::repeat(-half),
            max: Vector3::repeat(half),
        }
    }

    #[test]
    fn overlap_times_of_passing_boxes() {
        let rel = relative([-10.0, 0.5, 0.0], [2.0, 0.0, 0.0], [0.0; 3]);
        assert_eq!(overlap_window(&rel, &cube(1.0), &cube(2.0)), Intervals::one(3.5, 6.5));
        // Touching all the time, missing, receding, at rest.
        let rel = relative([-10.0, 3.0, 0.0], [2.0, 0.0, 0.0], [0.0; 3]);
        assert_eq!(overlap_window(&rel, &cube(1.0), &cube(2.0)), Intervals::one(3.5, 6.5));
        let rel = relative([-10.0, 3.001, 0.0], [2.0, 0.0, 0.0], [0.0; 3]);
        assert!(overlap_window(&rel, &cube(1.0), &cube(2.0)).is_empty());
        let rel = relative([-10.0, 0.0, 0.0], [-2.0, 0.0, 0.0], [0.0; 3]);
        assert!(overlap_window(&rel, &cube(1.0), &cube(2.0)).is_empty());
        let rel = relative([3.0, 0.0, 0.0], [0.0; 3], [0.0; 3]);
        assert_eq!(
            overlap_window(&rel, &cube(1.0), &cube(2.0)),
            Intervals::one(0.0, f64::INFINITY)
        );
        // Touching at the start and parting.
        let rel = relative([3.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0; 3]);
        assert_eq!(overlap_window(&rel, &cube(1.0), &cube(2.0)), Intervals::one(0.0, 0.0));
    }

    #[test]
    fn boxes_that_meet_at_infinity_never_overlap() {
        assert!(Intervals::one(f64::INFINITY, f64::INFINITY).is_empty());
        for speed in [5e-324, -5e-324, 1e-310] {
            let at = |place: f64| {
                let rel = relative([0.0, place, 0.0], [0.0, speed, 0.0], [0.0; 3]);
                overlap_window(&rel, &cube(1.0), &cube(1.0))
            };
            assert!(at(-4.0).is_empty() && at(4.0).is_empty(), "{speed:e}");
            assert_eq!(at(0.0), Intervals::one(0.0, f64::INFINITY), "{speed:e}");
        }
    }

    #[test]
    fn infinite_boxes_always_overlap() {
        let all = Extents {
            min: Vector3::repeat(f64::NEG_INFINITY),
            max: Vector3::repeat(f64::INFINITY),
        };
        for acceleration in [[0.0; 3], [1.0, -1.0, 0.0]] {
            let rel = relative([3.0, 0.0, 1e15], [1.0, 0.0, -2.0], acceleration);
            assert_eq!(overlap_window(&rel, &all, &cube(1.0)), Intervals::one(0.0, f64::INFINITY));
            assert_eq!(overlap_window(&rel, &all, &all), Intervals::one(0.0, f64::INFINITY));
        }
    }

    #[test]
    fn a_thrown_box_passes_twice() {
        let rel = relative([0.0, -5.0, 0.0], [0.0, 10.0, 0.0], [0.0, -10.0, 0.0]);
        let window = overlap_window(&rel, &cube(0.5), &cube(0.5));
        // -5 + 10 s - 5 s² = -5 (s - 1)² tops at 0, within 1 of it for |s - 1| <= sqrt(1 / 5).
        let (found, half) = (window.as_slice(), 0.2f64.sqrt());
        assert_eq!(found.len(), 1);
        assert!((found[0].begin - (1.0 - half)).abs() < 1e-15 && (found[0].end - (1.0 + half)).abs() < 1e-15);
        let rel = relative([0.0, -2.0, 0.0], [0.0, 10.0, 0.0], [0.0, -10.0, 0.0]);
        assert_eq!(overlap_window(&rel, &cube(0.5), &cube(0.5)).as_slice().len(), 2);
    }

    #[test]
    fn windows_agree_with_samples() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
        let mut next = move || (random.next_u64() >> 11) as f64 * 2f64.powi(-53) * 2.0 - 1.0;
        for case in 0..2_000 {
            let accelerated = if case % 2 == 0 { 0.0 } else { 3.0 };
            let mut vector = |scale: f64| [next() * scale, next() * scale, next() * scale];
            let rel = relative(vector(5.0), vector(3.0), vector(accelerated));
            let (a, b) = (cube(1.0), cube(0.5));
            let window = overlap_window(&rel, &a, &b);
            for step in 0..400 {
                let s = f64::from(step) * 0.01;
                let gap = rel.position_at(s).amax() - 1.5;
                let inside = window.as_slice().iter().any(|i| i.begin <= s && s <= i.end);
                assert!(inside == (gap <= 0.0) || gap.abs() < 1e-12, "{rel:?} at {s}");
            }
        }
    }
}
