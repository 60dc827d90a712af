//! The last step of an impact of two balls under relative acceleration: the float next to the exact
//! root of |p(s)|² - R², whatever search has led to its neighbourhood.
//!
//! One step of Newton's method with the residual in 32 digits. A second one is needed only where the
//! first search was inexact, since the balls came from far away.

use super::super::Relative;
use super::super::constants::NO_GRAZE;
use super::constants::{REFINED, REFINEMENTS};
use crate::roots::Extended;

/// |p(s)|² - R² in 32 digits.
fn residual(rel: &Relative, radius_sum: f64, s: f64) -> f64 {
    let place = |axis: usize| {
        let half = Extended::new(0.5 * rel.acceleration[axis]);
        let velocity = half.times(s).plus(Extended::new(rel.velocity[axis]));
        velocity.times(s).plus(Extended::new(rel.position[axis]))
    };
    let squares = [0, 1, 2].map(|axis| place(axis).squared());
    let radius = Extended::new(radius_sum).squared();
    squares[0].plus(squares[1]).plus(squares[2]).plus(radius.negated()).high
}

/// The float next to the root near `s`, a time at which the balls close; `s` itself of balls that
/// grow, at a graze, and where the residual does not decrease.
pub(super) fn refined(rel: &Relative, radius_sum: f64, s: f64) -> f64 {
    if rel.growth != 0.0 || s <= 0.0 {
        return s;
    }
    let (mut s, mut error) = (s, residual(rel, radius_sum, s));
    for _ in 0..REFINEMENTS {
        let (p, v) = (rel.position_at(s), rel.velocity_at(s));
        let speed_squared = v.norm_squared();
        // Half of the slope, and of the curvature.
        let slope = p.dot(&v);
        let curvature = speed_squared + p.dot(&rel.acceleration);
        if !(slope * slope > NO_GRAZE * (radius_sum * radius_sum) * speed_squared) {
            break;
        }
        let step = 0.5 * error / slope;
        let next = s - step;
        if next == s || !(next > 0.0 && next < f64::INFINITY) {
            break;
        }
        let is_last = (curvature * step * step).abs() <= REFINED * f64::EPSILON * (slope * s).abs();
        if is_last {
            return next;
        }
        let after = residual(rel, radius_sum, next);
        if !(after.abs() < error.abs()) {
            break;
        }
        (s, error) = (next, after);
    }
    s
}
