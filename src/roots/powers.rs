//! Scaling by powers of two: exact unless a result leaves the range of normal floats.

/// The largest e with 2^e <= |x|, for a finite x other than 0.
pub(super) fn exponent(x: f64) -> i32 {
    const FRACTION_BITS: u32 = 52;
    const BIAS: i32 = 1023;
    /// Makes every subnormal number normal.
    const LIFT: i32 = 64;
    if x.is_subnormal() {
        return exponent(x * 2f64.powi(LIFT)) - LIFT;
    }
    (x.abs().to_bits() >> FRACTION_BITS) as i32 - BIAS
}

/// x 2^power: exact unless it leaves the range of normal floats.
pub(super) fn times_power_of_two(x: f64, power: i32) -> f64 {
    /// 2 to this power and to its negative are normal.
    const MAX_POWER: i32 = 1000;
    let (mut x, mut power) = (x, power);
    // Three steps lead from the smallest float to beyond the largest, and back; a result of 0 or
    // infinity stays so.
    while power.abs() > MAX_POWER && x != 0.0 && x.is_finite() {
        x *= 2f64.powi(MAX_POWER * power.signum());
        power -= MAX_POWER * power.signum();
    }
    x * 2f64.powi(power.clamp(-MAX_POWER, MAX_POWER))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponents_at_the_ends_of_the_range() {
        for (x, expected) in [
            (1.0, 0),
            (-1.0, 0),
            (2f64.next_down(), 0),
            (f64::MAX, 1023),
            (f64::MIN_POSITIVE, -1022),
            (f64::MIN_POSITIVE.next_down(), -1023),
            (5e-324, -1074),
        ] {
            assert_eq!(exponent(x), expected, "{x:e}");
        }
    }

    #[test]
    fn scaling_there_and_back_is_exact() {
        let least = f64::from_bits(1);
        assert_eq!(times_power_of_two(least, 2097), 2f64.powi(1023));
        assert_eq!(times_power_of_two(2f64.powi(1023), -2097), least);
        for (x, power, expected) in [
            (1.5, 0, 1.5),
            (1.5, 10, 1536.0),
            (-1.5, -1, -0.75),
            (0.0, 5000, 0.0),
            (1.0, 5000, f64::INFINITY),
            (-1.0, 5000, f64::NEG_INFINITY),
            (1.0, -5000, 0.0),
        ] {
            assert_eq!(times_power_of_two(x, power), expected, "{x} {power}");
        }
    }
}
