//! When balls that part for good are apart.

use super::excess;
use crate::impact::Relative;

/// A way that changes the distance of two balls by far less than its rounding, as a share of it.
const LITTLE: f64 = 1e-20;

/// Some time after `from` at which the balls are apart, given that they part for good.
pub(super) fn some_time_apart(rel: &Relative, radius_sum: f64, from: f64) -> f64 {
    let mut s = from.max(time_of_little(rel, radius_sum));
    while s < f64::INFINITY && excess(rel, radius_sum, s).0 <= 0.0 {
        s *= 2.0;
    }
    s
}

/// A power of two up to which balls that overlap at the start do not part: they have not gone as far as they overlap, or
/// so little that it is rounding. Infinite if they do not move.
fn time_of_little(rel: &Relative, radius_sum: f64) -> f64 {
    let way = (radius_sum - rel.position.norm()).max(LITTLE * radius_sum);
    let (speed, acceleration) = (rel.velocity.norm() + rel.growth.abs(), rel.acceleration.norm());
    // At most the time in which they go that far: 1/2 a s^2 <= s sqrt(a way).
    let s = 0.5 * way / (speed + (acceleration * way).sqrt());
    let mantissa = (1 << (f64::MANTISSA_DIGITS - 1)) - 1;
    f64::from_bits(s.to_bits() & !mantissa).max(f64::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::impact::relative::tests::relative;

    /// The same without a bound: doubled from the least float.
    fn from_the_least(rel: &Relative, radius_sum: f64) -> f64 {
        let mut s = f64::MIN_POSITIVE;
        while s < f64::INFINITY && excess(rel, radius_sum, s).0 <= 0.0 {
            s *= 2.0;
        }
        s
    }

    #[test]
    fn the_time_is_that_of_doubling_from_the_least_float() {
        let sizes = [0.0, 1e-30, 1e-9, 1e-3, 0.5, 3.0, 1e9];
        for depth in [0.0, 1e-17, 1e-15, 1e-9, 0.25, 1.0] {
            for speed in sizes {
                for acceleration in sizes {
                    let rel = relative(
                        [2.0 - depth, 0.0, 0.0],
                        [speed, 0.5 * speed, 0.0],
                        [0.1 * acceleration, acceleration, 0.0],
                    );
                    let (found, expected) = (some_time_apart(&rel, 2.0, 0.0), from_the_least(&rel, 2.0));
                    assert_eq!(found, expected, "{depth}, {speed}, {acceleration}");
                }
            }
        }
    }
}
