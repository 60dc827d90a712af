//! First times at which polynomials turn negative: never no number, never before the polynomial has come down to 0, and never later
//! than where it is seen to be negative.

use super::support::Random;
use super::support::numbers::any;
use kinesweep::{first_negative_linear, first_negative_quadratic, first_negative_quartic};

/// Coefficients from here to there make terms that are far from overflow and underflow, so that values can be judged.
const JUDGED: std::ops::RangeInclusive<f64> = 1e-40..=1e40;

/// Times up to which values are judged.
const LATEST: f64 = 1e25;

/// What rounding may have made of a value: share of the sum of the sizes of its terms. Roots are exact to some floats, and a value
/// this near to 0 at one is what that leaves: four terms, each off by so many of its own last places.
const NEAR: f64 = 64.0 * f64::EPSILON;

pub(crate) fn door(data: &[u8]) {
    let random = &mut Random::of_bytes(data);
    let coefficients: [f64; 5] = std::array::from_fn(|_| coefficient(random));
    let [c0, c1, c2, c3, c4] = coefficients;
    judge(&coefficients[..2], first_negative_linear(c0, c1), random);
    judge(&coefficients[..3], first_negative_quadratic(c0, c1, c2), random);
    judge(&coefficients, first_negative_quartic(c0, c1, c2, c3, c4), random);
}

fn coefficient(random: &mut Random) -> f64 {
    match random.below(4) {
        0 => 0.0,
        // From products of few small numbers: double roots.
        1 => random.below(9) as f64 - 4.0,
        _ => any(random),
    }
}

fn judge(coefficients: &[f64], time: f64, random: &mut Random) {
    if !coefficients.iter().all(|c| c.is_finite()) {
        return;
    }
    assert!(time >= 0.0, "{coefficients:?}: {time}");
    if !coefficients.iter().all(|c| *c == 0.0 || JUDGED.contains(&c.abs())) {
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
