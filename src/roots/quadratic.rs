//! Linear and quadratic polynomials: Coming and Staadt 2006, Eq. 4 and 5, solved without
//! cancellation.

mod scaled;

use super::extended::product_error;
use smallvec::SmallVec;

/// Sizes of a discriminant's terms for which no relevant quantity overflows or underflows: neither
/// the terms themselves, nor the rounding errors of their products, which are 2^-53 of them or
/// less. Other polynomials are scaled first.
const SQUARES: std::ops::RangeInclusive<f64> = 1e-240..=1e300;

/// First s >= 0 at which c0 + c1 s turns negative; infinite if it never does. O(1).
///
/// ```
/// use kinesweep::roots::first_negative_linear;
/// assert_eq!(first_negative_linear(6.0, -2.0), 3.0);
/// assert_eq!(first_negative_linear(0.0, 0.0), f64::INFINITY);
/// ```
#[inline]
#[must_use]
pub fn first_negative_linear(c0: f64, c1: f64) -> f64 {
    if c1 < 0.0 { c0.max(0.0) / -c1 } else { f64::INFINITY }
}

/// First s >= 0 at which c0 + c1 s + c2 s² turns negative; infinite if it never does. O(1).
///
/// The root is computed in the form without cancellation (with Kahan's discriminant where it
/// cancels), so that its relative error stays within a few units in the last place, for finite
/// coefficients of any size.
///
/// ```
/// use kinesweep::roots::first_negative_quadratic;
/// // A ball thrown up from a floor: at the floor now, and back after 2 v / g.
/// assert_eq!(first_negative_quadratic(0.0, 3.0, -1.0), 3.0);
/// // Touches without turning negative.
/// assert_eq!(first_negative_quadratic(1.0, -2.0, 1.0), f64::INFINITY);
/// ```
#[inline]
#[must_use]
pub fn first_negative_quadratic(c0: f64, c1: f64, c2: f64) -> f64 {
    if c2 == 0.0 {
        return first_negative_linear(c0, c1);
    }
    let c0 = c0.max(0.0);
    if c0 == 0.0 && (c1 < 0.0 || (c1 == 0.0 && c2 < 0.0)) {
        return 0.0;
    }
    if c2 > 0.0 && c1 >= 0.0 {
        return f64::INFINITY;
    }
    let size = 0.25 * c1 * c1 + (c0 * c2).abs();
    let discriminant = discriminant(c0, 0.5 * c1, c2);
    // NaN if a coefficient alone is too large for Veltkamp's split.
    if !SQUARES.contains(&size) || discriminant.is_nan() {
        return scaled::first_negative(c0, c1, c2);
    }
    if c2 > 0.0 {
        // Convex and falling: negative between two roots; the smaller one is the result.
        if discriminant <= 0.0 {
            f64::INFINITY
        } else {
            c0 / (-0.5 * c1 + discriminant.sqrt())
        }
    } else if c1 > 0.0 {
        // Concave and rising: positive up to the larger root.
        (0.5 * c1 + discriminant.max(0.0).sqrt()) / -c2
    } else {
        // Concave and not rising, c0 > 0: the single positive root, from the sum without
        // cancellation.
        c0 / (-0.5 * c1 + discriminant.max(0.0).sqrt())
    }
}

/// b² - a c, corrected by the rounding errors of both products where they cancel (Kahan 2004, "On
/// the Cost of Floating-Point Computation Without Extra-Precise Arithmetic").
#[inline]
pub(super) fn discriminant(c: f64, b: f64, a: f64) -> f64 {
    /// Above this ratio at most two bits cancel, and the plain difference is as good.
    const NO_CANCELLATION: f64 = 3.0;
    let (square, product) = (b * b, a * c);
    let plain = square - product;
    if NO_CANCELLATION * plain.abs() >= square + product.abs() {
        plain
    } else {
        plain + (product_error(b, b, square) - product_error(a, c, product))
    }
}

/// The two real roots of a quadratic with c2 != 0, smaller first; none if there are none. Both are
/// in the form without cancellation; one of them may be infinite if c2 is tiny.
pub(super) fn real_roots(c0: f64, c1: f64, c2: f64) -> Option<[f64; 2]> {
    let half = -0.5 * c1;
    let size = half * half + (c0 * c2).abs();
    let discriminant = discriminant(c0, half, c2);
    if !SQUARES.contains(&size) || discriminant.is_nan() {
        return scaled::real_roots(c0, c1, c2);
    }
    if discriminant < 0.0 {
        return None;
    }
    let far = half + discriminant.sqrt().copysign(half);
    Some(sorted(far / c2, c0 / far))
}

fn sorted(one: f64, other: f64) -> [f64; 2] {
    [one.min(other), one.max(other)]
}

/// A closed interval (begin, end) of s >= 0; the end may be infinite.
pub(crate) type Span = (f64, f64);

/// The set {s >= 0 : c0 + c1 s + c2 s² <= 0}: none, one or two closed intervals, in order. A single
/// point counts.
pub(crate) fn nonpositive_spans(c0: f64, c1: f64, c2: f64) -> SmallVec<[Span; 2]> {
    let mut spans = SmallVec::new();
    let mut push = |begin: f64, end: f64| {
        if end >= 0.0 && begin < f64::INFINITY {
            spans.push((begin.max(0.0), end));
        }
    };
    if c2 == 0.0 {
        if c1 < 0.0 {
            push(c0 / -c1, f64::INFINITY);
        } else if c0 <= 0.0 {
            push(0.0, if c1 > 0.0 { -c0 / c1 } else { f64::INFINITY });
        }
        return spans;
    }
    match real_roots(c0, c1, c2) {
        Some([first, last]) if c2 > 0.0 => push(first, last),
        Some([first, last]) => {
            push(f64::NEG_INFINITY, first);
            push(last, f64::INFINITY);
        }
        None if c2 < 0.0 => push(0.0, f64::INFINITY),
        None => {}
    }
    spans
}

#[cfg(test)]
mod tests;
