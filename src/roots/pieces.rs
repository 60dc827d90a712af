//! The signs of a polynomial of degree four at most, for all s > 0, by derivative recursion.
//!
//! 1. Divide out s where the constant term is 0; drop leading terms that are 0.
//! 2. Scale by powers of two, which is exact: s = 2^k u with all roots in u < 1 (Fujiwara's bound),
//!    largest coefficient about 1.
//! 3. The roots of the second derivative in closed form (or those of the first, if it is of lower
//!    degree).
//! 4. Between two neighbouring roots of its derivative a polynomial is monotone: it has a root
//!    there exactly if its signs at both ends differ. Signs that 16 digits cannot resolve are
//!    computed with 32, so that the two roots near a double root are neither missed nor invented.

use super::bracket::sign_change_between;
use super::extended::Extended;
use super::powers::{exponent, times_power_of_two};
use super::quadratic::real_roots;
use smallvec::SmallVec;

const MAX_COEFFICIENTS: usize = 5;

/// The signs of a polynomial for s > 0: it changes sign, or touches 0, at each break, and has no
/// zero anywhere else.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SignPieces {
    /// -1, 0 or 1: just after s = 0. Zero for the zero polynomial only.
    pub(crate) start: i8,
    /// The zeros, increasing, and the sign just after each.
    pub(crate) breaks: SmallVec<[(f64, i8); 4]>,
}

/// The signs of sum c[i] s^i for s > 0. The coefficients must be finite, and must not span more
/// than 300 orders of magnitude once s is scaled by the largest root.
pub(crate) fn sign_pieces(coefficients: &[f64]) -> SignPieces {
    let mut c: SmallVec<[f64; MAX_COEFFICIENTS]> = coefficients.iter().copied().collect();
    while c.last() == Some(&0.0) {
        c.pop();
    }
    let zeros = c.iter().take_while(|c| **c == 0.0).count();
    c.drain(..zeros);
    let Some(constant) = c.first() else {
        return SignPieces {
            start: 0,
            breaks: SmallVec::new(),
        };
    };
    let none = SignPieces {
        start: sign(*constant),
        breaks: SmallVec::new(),
    };
    // Descartes: no change of sign among the coefficients, no positive root.
    if c.iter().all(|c| sign(*c) * none.start >= 0) {
        return none;
    }
    let shift = scale(&mut c);
    let mut pieces = Polynomial::new(&c).pieces();
    for (at, _) in &mut pieces.breaks {
        *at = times_power_of_two(*at, shift);
    }
    pieces.breaks.retain(|(at, _)| *at < f64::INFINITY);
    pieces
}

fn sign(x: f64) -> i8 {
    i8::from(x > 0.0) - i8::from(x < 0.0)
}

/// A polynomial with all positive roots below 1. Coefficients have 32 digits, since those of
/// derivatives are rounded products.
struct Polynomial {
    c: SmallVec<[Extended; MAX_COEFFICIENTS]>,
}

impl Polynomial {
    fn new(c: &[f64]) -> Self {
        Self {
            c: c.iter().map(|c| Extended::new(*c)).collect(),
        }
    }

    fn derivative(&self) -> Self {
        Self {
            c: self.c.iter().enumerate().skip(1).map(|(i, c)| c.times(i as f64)).collect(),
        }
    }

    fn degree(&self) -> usize {
        self.c.len() - 1
    }

    /// The value at x >= 0. Its sign is right unless even 32 digits cancel.
    fn value(&self, x: f64) -> f64 {
        /// Horner's scheme loses at most 2 n half units of the sum of magnitudes, n <= 4.
        const HORNER_ERROR: f64 = 8.0 * f64::EPSILON;
        let (mut value, mut magnitude) = (0.0, 0.0);
        for c in self.c.iter().rev() {
            value = value * x + c.high;
            magnitude = magnitude * x + c.high.abs();
        }
        if value.abs() > HORNER_ERROR * magnitude {
            return value;
        }
        let zero = Extended::default();
        self.c.iter().rev().fold(zero, |value, c| value.times(x).plus(*c)).high
    }

    /// Signs over 0 < u; the polynomial has no root from 1 on.
    fn pieces(&self) -> SignPieces {
        let derivative = self.derivative();
        let extrema = derivative.crossings();
        let leading = self.c.last().map_or(0.0, |c| c.high);
        let first = self.c.iter().find(|c| c.high != 0.0).map_or(0.0, |c| c.high);
        let mut pieces = SignPieces {
            start: sign(first),
            breaks: SmallVec::new(),
        };
        let mut now = pieces.start;
        let mut from = 0.0;
        let ends = extrema.iter().map(|extremum| (*extremum, sign(self.value(*extremum))));
        for (to, sign_there) in ends.chain([(1.0, sign(leading))]) {
            if let Some((at, after)) = pieces.breaks.last_mut().filter(|(_, after)| *after == 0) {
                // The polynomial was 0 at the last extremum: the next interval is monotone away
                // from it.
                debug_assert_eq!(*at, from);
                (*after, now) = (sign_there, sign_there);
            }
            if sign_there == 0 {
                pieces.breaks.push((to, 0));
            } else if sign_there != now {
                let slope = |x: f64| derivative.c.iter().rev().fold(0.0, |slope, c| slope * x + c.high);
                let root = sign_change_between(from, to, now > 0, |x| (self.value(x), slope(x)));
                pieces.breaks.push((root, sign_there));
                now = sign_there;
            }
            from = to;
        }
        pieces
    }

    /// The sign changes of the polynomial in 0 < u < 1, increasing.
    fn crossings(&self) -> SmallVec<[f64; 4]> {
        let c = |i: usize| self.c[i].high;
        let inside = |roots: &[f64]| roots.iter().copied().filter(|root| *root > 0.0 && *root < 1.0).collect();
        match self.degree() {
            0 => SmallVec::new(),
            1 => inside(&[-c(0) / c(1)]),
            2 => real_roots(c(0), c(1), c(2)).map_or_else(SmallVec::new, |roots| inside(&roots)),
            _ => self
                .pieces()
                .breaks
                .iter()
                .map(|(at, _)| *at)
                .filter(|at| *at < 1.0)
                .collect(),
        }
    }
}

/// Replaces s by 2^k u such that every positive root lies in u < 1, and scales the largest
/// coefficient to about 1. Returns k.
fn scale(c: &mut [f64]) -> i32 {
    let degree = c.len() - 1;
    let lead = exponent(c[degree]);
    // Fujiwara: every root is at most 2 max |c[i] / c[n]|^(1 / (n - i)).
    let shift = (0..degree)
        .filter(|i| c[*i] != 0.0)
        .map(|i| {
            let power = (degree - i) as i32;
            -(lead - exponent(c[i]) - 1).div_euclid(power) + 1
        })
        .max()
        .unwrap_or(0);
    let largest = (0..=degree)
        .filter(|i| c[*i] != 0.0)
        .map(|i| exponent(c[i]) + i as i32 * shift)
        .max()
        .unwrap_or(0);
    for (i, c) in c.iter_mut().enumerate() {
        *c = times_power_of_two(*c, i as i32 * shift - largest);
    }
    shift
}

#[cfg(test)]
mod tests;
