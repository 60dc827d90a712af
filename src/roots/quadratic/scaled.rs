//! Quadratic polynomials whose discriminant overflows or underflows: scaled by powers of two, which rounds nothing.

use super::super::powers::{exponent, times_power_of_two};

/// If the scaled linear coefficient is above 2^300 or so, its square exceeds the product of the other two by so much that they
/// make no difference to the discriminant.
const DOMINATES: i32 = 300;

/// What [`first_negative_quadratic`](super::first_negative_quadratic) answers where c0 >= 0, c2 is not zero, and the answer is
/// neither 0 at once nor never by the signs.
#[cold]
pub(super) fn first_negative(c0: f64, c1: f64, c2: f64) -> f64 {
    if !(c0.is_finite() && c1.is_finite() && c2.is_finite()) {
        return f64::INFINITY;
    }
    if c0 == 0.0 {
        return c1 / -c2;
    }
    // With s = 2^m u, times 2^-e, the outer coefficients come near 1.
    let e = exponent(c0);
    let m = (e - exponent(c2)).div_euclid(2);
    if c1 != 0.0 && exponent(c1) + m - e > DOMINATES {
        return if c1 < 0.0 { c0 / -c1 } else { c1 / -c2 };
    }
    let scaled = [
        times_power_of_two(c0, -e),
        times_power_of_two(c1, m - e),
        times_power_of_two(c2, 2 * m - e),
    ];
    times_power_of_two(super::first_negative_quadratic(scaled[0], scaled[1], scaled[2]), m)
}
