//! Quadratic polynomials whose discriminant overflows or underflows: scaled by powers of two, which rounds nothing.

/// Once the scaled linear coefficient is above 2^300 or so, squared it exceeds the product of the others by far more than
/// rounding.
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

/// The whole part of the logarithm to base 2 of the size of a number other than 0.
fn exponent(x: f64) -> i32 {
    const FRACTION_BITS: u32 = 52;
    const BIAS: i32 = 1023;
    /// Makes every subnormal number normal.
    const LIFT: i32 = 64;
    if x.is_subnormal() {
        return exponent(x * 2f64.powi(LIFT)) - LIFT;
    }
    (x.abs().to_bits() >> FRACTION_BITS) as i32 - BIAS
}

/// x times 2^power, rounded once at most.
fn times_power_of_two(x: f64, power: i32) -> f64 {
    /// 2 to this power and to its negative are numbers.
    const MOST: i32 = 1000;
    let (mut x, mut power) = (x, power);
    // Three times at most: exponents are within 1100, and so their sums here within 3300; and once the product is 0 or infinite
    // it stays so.
    while power.abs() > MOST && x != 0.0 && x.is_finite() {
        x *= 2f64.powi(MOST * power.signum());
        power -= MOST * power.signum();
    }
    x * 2f64.powi(power.clamp(-MOST, MOST))
}
