//! The first sign change of a quartic in an interval that begins at 0, where it is unambiguous.
//!
//! 1. A convex quartic: Newton's method. A tangent lies below it, so that a step from any place on
//!    the falling side ends before the root, and a tangent that stays positive proves that there is
//!    none.
//! 2. Any other one by its Bernstein coefficients, between the least and the greatest of which all
//!    values lie: the interval is halved until those of the quartic are positive (no root), or those
//!    of its slope are negative (at most one).

use super::constants::{BERNSTEIN_LEVELS, NEWTON_CONVERGED, NEWTON_STEPS};

/// c[0] + c[1] u + c[2] u² + c[3] u³ + c[4] u⁴.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quartic(pub(super) [f64; 5]);

/// The first place at which a quartic falls below 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Crossing {
    /// It stays above 0.
    Never,
    /// Close to here; it falls from 0 or its last rise on.
    Near(f64),
    Undecided,
}

impl Quartic {
    /// Value and slope.
    #[inline]
    pub(super) fn at(&self, u: f64) -> (f64, f64) {
        let [c0, c1, c2, c3, c4] = self.0;
        (
            c0 + u * (c1 + u * (c2 + u * (c3 + u * c4))),
            c1 + u * (2.0 * c2 + u * (3.0 * c3 + u * (4.0 * c4))),
        )
    }

    /// Whether it is convex in 0..=length; c[4] must be positive.
    #[inline]
    fn is_convex(&self, length: f64) -> bool {
        let [_, _, c2, c3, c4] = self.0;
        // Half the second derivative is a parabola: its Bernstein coefficients, or its least value.
        let middle = c2 + 1.5 * c3 * length;
        let last = c2 + (3.0 * c3 + 6.0 * c4 * length) * length;
        (c2 > 0.0 && middle > 0.0 && last > 0.0) || c2 * c4 > 0.375 * c3 * c3
    }

    /// The first place in 0..=length at which a quartic that is positive at 0 falls below 0. Values
    /// down to `least` are ambiguous.
    #[inline]
    pub(super) fn first_crossing(&self, length: f64, least: f64) -> Crossing {
        if self.is_convex(length) {
            self.convex_crossing(length, least)
        } else {
            self.general_crossing(length, least)
        }
    }

    #[inline]
    fn convex_crossing(&self, length: f64, least: f64) -> Crossing {
        let [c0, c1, c2, ..] = self.0;
        if c1 >= 0.0 {
            return Crossing::Never;
        }
        // The root of the parabola at 0, or its lowest point.
        let discriminant = c1 * c1 - 4.0 * c0 * c2;
        let mut u = if discriminant > 0.0 {
            2.0 * c0 / (discriminant.sqrt() - c1)
        } else {
            -0.5 * c1 / c2
        };
        u = u.min(length);
        for _ in 0..NEWTON_STEPS {
            let (value, slope) = self.at(u);
            let at_end = if slope < 0.0 {
                value + slope * (length - u)
            } else {
                value - slope * u
            };
            if at_end > least {
                return Crossing::Never;
            }
            if slope >= 0.0 && value > least {
                // Beyond the lowest point: towards it.
                let [_, _, c2, c3, c4] = self.0;
                u -= 0.5 * slope / (c2 + u * (3.0 * c3 + u * (6.0 * c4)));
                continue;
            }
            if slope >= 0.0 {
                return Crossing::Undecided;
            }
            let step = -value / slope;
            u += step;
            if !(u >= 0.0) {
                return Crossing::Undecided;
            }
            if step.abs() <= NEWTON_CONVERGED * u {
                return if u <= length { Crossing::Near(u) } else { Crossing::Undecided };
            }
            u = u.min(length);
        }
        Crossing::Undecided
    }

    /// Where it is not convex.
    fn general_crossing(&self, length: f64, least: f64) -> Crossing {
        crossing(bernstein(&self.0, length), 0.0, length, least, BERNSTEIN_LEVELS, self)
    }

    /// The same for a quartic that is 0 at 0, up to rounding, and rises there: 0 itself is left out.
    pub(super) fn next_crossing(&self, length: f64, least: f64) -> Crossing {
        let [_, c1, c2, c3, c4] = self.0;
        let over_u = bernstein(&[c1, c2, c3, c4, 0.0], length);
        crossing(over_u, 0.0, length, least / length, BERNSTEIN_LEVELS, self)
    }
}

/// The Bernstein coefficients of a polynomial in 0..=length.
#[inline]
fn bernstein(c: &[f64; 5], length: f64) -> [f64; 5] {
    let c1 = c[1] * length / 4.0;
    let c2 = c[2] * length * length / 6.0;
    let c3 = c[3] * length * length * length / 4.0;
    let c4 = c[4] * (length * length) * (length * length);
    [
        c[0],
        c[0] + c1,
        c[0] + 2.0 * c1 + c2,
        c[0] + 3.0 * (c1 + c2) + c3,
        c[0] + 4.0 * (c1 + c3) + 6.0 * c2 + c4,
    ]
}

/// The first crossing in from..=to of the polynomial with these coefficients there, positive at
/// `from`; `quartic` has about the same one, and is solved.
fn crossing(b: [f64; 5], from: f64, to: f64, least: f64, levels: u32, quartic: &Quartic) -> Crossing {
    if b.iter().all(|b| *b > least) {
        return Crossing::Never;
    }
    if b[0] > least && b[4] < -least && b.windows(2).all(|pair| pair[1] < pair[0]) {
        return falling_crossing(quartic, from, to);
    }
    if levels == 0 {
        return Crossing::Undecided;
    }
    let (first, second) = halves(&b);
    let middle = 0.5 * (from + to);
    match crossing(first, from, middle, least, levels - 1, quartic) {
        Crossing::Never => crossing(second, middle, to, least, levels - 1, quartic),
        found => found,
    }
}

/// The coefficients of both halves (de Casteljau).
fn halves(b: &[f64; 5]) -> ([f64; 5], [f64; 5]) {
    let (mut row, mut first, mut second) = (*b, [0.0; 5], [0.0; 5]);
    for level in 0..5 {
        (first[level], second[4 - level]) = (row[0], row[4 - level]);
        for i in 0..4 - level {
            row[i] = 0.5 * (row[i] + row[i + 1]);
        }
    }
    (first, second)
}

/// The root of a quartic that falls from above to below 0 between two places.
fn falling_crossing(quartic: &Quartic, from: f64, to: f64) -> Crossing {
    let (mut low, mut high) = (from, to);
    let mut u = 0.5 * (from + to);
    for _ in 0..2 * NEWTON_STEPS {
        let (value, slope) = quartic.at(u);
        if value > 0.0 {
            low = u;
        } else {
            high = u;
        }
        let step = -value / slope;
        if slope < 0.0 && step.abs() <= NEWTON_CONVERGED * u {
            return Crossing::Near(u + step);
        }
        let next = u + step;
        u = if next > low && next < high { next } else { 0.5 * (low + high) };
    }
    Crossing::Undecided
}
