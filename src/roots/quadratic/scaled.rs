//! Quadratic polynomials with a discriminant that overflows or underflows: scaled by powers of two,
//! which is exact.

use super::super::powers::{exponent, times_power_of_two};

/// Exponent of the scaled linear coefficient above which its square dominates: the product of the
/// other two does not change the discriminant then.
const DOMINATES: i32 = 300;

/// The result of [`first_negative_quadratic`](super::first_negative_quadratic) for c0 >= 0 and c2
/// != 0, if the signs do not decide it at once.
#[cold]
pub(super) fn first_negative(c0: f64, c1: f64, c2: f64) -> f64 {
    if !(c0.is_finite() && c1.is_finite() && c2.is_finite()) {
        return f64::INFINITY;
    }
    if c0 == 0.0 {
        return c1 / -c2;
    }
    match scaled([c0, c1, c2]) {
        Scaled::Dominated if c1 < 0.0 => c0 / -c1,
        Scaled::Dominated => c1 / -c2,
        Scaled::Near { c, power } => times_power_of_two(super::first_negative_quadratic(c[0], c[1], c[2]), power),
    }
}

/// The result of [`real_roots`](super::real_roots); none for coefficients that are not finite.
#[cold]
pub(super) fn real_roots(c0: f64, c1: f64, c2: f64) -> Option<[f64; 2]> {
    if !(c0.is_finite() && c1.is_finite() && c2.is_finite()) {
        return None;
    }
    if c0 == 0.0 {
        return Some(super::sorted(0.0, 0.0 - c1 / c2));
    }
    match scaled([c0, c1, c2]) {
        Scaled::Dominated => Some(super::sorted(-c1 / c2, c0 / -c1)),
        Scaled::Near { c, power } => {
            super::real_roots(c[0], c[1], c[2]).map(|roots| roots.map(|root| times_power_of_two(root, power)))
        }
    }
}

/// A quadratic with non-zero outer coefficients, scaled.
enum Scaled {
    /// The linear coefficient is so large that the roots are those of two linear polynomials.
    Dominated,
    /// The outer coefficients are near 1; the roots must be multiplied by 2^power.
    Near { c: [f64; 3], power: i32 },
}

fn scaled([c0, c1, c2]: [f64; 3]) -> Scaled {
    // With s = 2^m u, times 2^-e, the outer coefficients come near 1.
    let e = exponent(c0);
    let m = (e - exponent(c2)).div_euclid(2);
    if c1 != 0.0 && exponent(c1) + m - e > DOMINATES {
        return Scaled::Dominated;
    }
    let c = [
        times_power_of_two(c0, -e),
        times_power_of_two(c1, m - e),
        times_power_of_two(c2, 2 * m - e),
    ];
    Scaled::Near { c, power: m }
}
