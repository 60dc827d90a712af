//! Quartic polynomials: the squared distance of two balls under relative acceleration is one.

use super::pieces::sign_pieces;
use super::quadratic::first_negative_quadratic;

/// First s >= 0 at which c0 + c1 s + c2 s² + c3 s³ + c4 s⁴ turns negative; infinite if it never
/// does. O(1), about a microsecond.
///
/// By derivative recursion: the roots of p'' bracket those of p', which bracket those of p. Signs
/// near a double root are computed with 32 digits, so that none is missed or invented. The result
/// is next to the exact root among the floats unless 32 digits cancel. Coefficients must be finite;
/// leading ones may be zero or tiny. As with the other degrees, a negative c0 counts as 0.
///
/// ```
/// use kinesweep::roots::first_negative_quartic;
/// // (s - 1)² (s - 2) (s - 3): touches 0 at 1, turns negative at 2.
/// assert_eq!(first_negative_quartic(6.0, -17.0, 17.0, -7.0, 1.0), 2.0);
/// ```
#[must_use]
pub fn first_negative_quartic(c0: f64, c1: f64, c2: f64, c3: f64, c4: f64) -> f64 {
    if c3 == 0.0 && c4 == 0.0 {
        return first_negative_quadratic(c0, c1, c2);
    }
    let pieces = sign_pieces(&[c0.max(0.0), c1, c2, c3, c4]);
    if pieces.start < 0 {
        return 0.0;
    }
    let entry = pieces.breaks.iter().find(|(_, after)| *after < 0);
    entry.map_or(f64::INFINITY, |(at, _)| *at)
}
