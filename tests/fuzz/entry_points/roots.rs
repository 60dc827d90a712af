//! First times at which polynomials become negative: never NaN, never before the polynomial has
//! fallen to 0, and never later than a time at which it is negative.

use super::support::Random;
use super::support::numbers::any;
use kinesweep::roots::{first_negative_linear, first_negative_quadratic, first_negative_quartic};

/// Coefficients in this range give terms far from overflow and underflow, so that values can be
/// checked.
const CHECKED: std::ops::RangeInclusive<f64> = 1e-40..=1e40;

/// Latest time at which values are checked.
const LATEST: f64 = 1e25;

/// Rounding error of a value, as a share of the sum of the magnitudes of its terms. Roots are exact
/// to a few floats, which leaves a value this near to 0: four terms, each off by a number of units
/// in its last place.
const NEAR: f64 = 64.0 * f64::EPSILON;

pub(crate) fn run(data: &[u8]) {
    let random = &mut Random::from_bytes(data);
    let coefficients: [f64; 5] = std::array::from_fn(|_| coefficient(random));
    let [c0, c1, c2, c3, c4] = coefficients;
    check_root(&coefficients[..2], first_negative_linear(c0, c1), random);
    check_root(&coefficients[..3], first_negative_quadratic(c0, c1, c2), random);
    check_root(&coefficients, first_negative_quartic(c0, c1, c2, c3, c4), random);
}

fn coefficient(random: &mut Random) -> f64 {
    match random.below(4) {
        0 => 0.0,
        // Few small integers: double roots.
        1 => random.below(9) as f64 - 4.0,
        _ => any(random),
    }
}

fn check_root(coefficients: &[f64], time: f64, random: &mut Random) {
    if !coefficients.iter().all(|c| c.is_finite()) {
        return;
    }
    assert!(time >= 0.0, "{coefficients:?}: {time}");
    if !coefficients.iter().all(|c| *c == 0.0 || CHECKED.contains(&c.abs())) {
        return;
    }
    let value = |s: f64| {
        let term = |(power, c): (usize, &f64)| if power == 0 { c.max(0.0) } else { c * s.powi(power as i32) };
        let terms = coefficients.iter().enumerate().map(term);
        let size: f64 = terms.clone().map(f64::abs).sum();
        (terms.sum::<f64>(), NEAR * size)
    };
    if time < LATEST {
        let (at, rounding) = value(time);
        assert!(at.abs() <= rounding, "{coefficients:?}: {at} at {time}");
    }
    for _ in 0..4 {
        let s = time.min(LATEST) * random.uniform(0.0, 1.0);
        let s = if random.below(2) == 0 {
            s
        } else {
            s.min(random.uniform(0.0, 8.0))
        };
        let (before, rounding) = value(s);
        assert!(before >= -rounding, "{coefficients:?}: {before} at {s}, before {time}");
    }
}
