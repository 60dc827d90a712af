//! Numbers at the limits of floating point.

use super::Random;

/// Zeros, least and greatest magnitudes, neighbours of one, infinities and NaN.
pub(crate) const EDGE_VALUES: [f64; 32] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.0,
    1.0 + f64::EPSILON,
    1.0 - f64::EPSILON / 2.0,
    5e-324,
    1e-320,
    f64::MIN_POSITIVE,
    1e-300,
    1e-155,
    1e-60,
    1e-15,
    1e-9,
    1e9,
    1e15,
    -1e15,
    1.0000000000000002e15,
    9007199254740993.0,
    1e60,
    1e61,
    1e154,
    1e155,
    1e300,
    1e308,
    f64::MAX,
    f64::MIN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// An edge value, random bits, a small integer, or a uniform number, each with probability 1/4.
pub(crate) fn any(random: &mut Random) -> f64 {
    match random.below(4) {
        0 => random.of(&EDGE_VALUES),
        1 => f64::from_bits(random.bits()),
        2 => random.below(9) as f64 - 4.0,
        _ => random.uniform(-10.0, 10.0),
    }
}

/// Like [`any`], but finite.
pub(crate) fn finite(random: &mut Random) -> f64 {
    let value = any(random);
    if value.is_finite() { value } else { 1.0 }
}

/// Values that a world refuses, or accepts without loss of precision.
pub(crate) fn extreme(random: &mut Random) -> f64 {
    random.of(&[
        0.0,
        -0.0,
        1.0,
        -1.0,
        5e-324,
        1e-320,
        1e-300,
        1e-61,
        1e-9,
        1e3,
        -1e3,
        1.1e15,
        -1e16,
        1e61,
        1e300,
        f64::MAX,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ])
}
