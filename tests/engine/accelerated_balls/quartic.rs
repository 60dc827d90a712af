//! Signs of quartics with exact coefficients, by the Bernstein basis on an interval and bisection:
//! the values of a polynomial on an interval lie between the least and the greatest of its
//! Bernstein coefficients, and it has no more roots there than they have changes of sign, less an
//! even number (Descartes). No code of the engine is used.

use super::dyadic::Dyadic;

pub(crate) const COEFFICIENTS: usize = 5;

/// Greatest number of halvings of an interval. Two roots that are not separated then count as a
/// double root: 2^-200 of the interval is far below any float.
const MOST_HALVINGS: u32 = 200;

/// Coefficients of 1, s, s², s³, s⁴.
#[derive(Clone, Debug)]
pub(crate) struct Quartic(pub(crate) [Dyadic; COEFFICIENTS]);

/// Bernstein coefficients on some interval; the first and the last are the values at its ends
/// (times 12).
type Bernstein = [Dyadic; COEFFICIENTS];

impl Quartic {
    pub(crate) fn at(&self, s: &Dyadic) -> Dyadic {
        self.0.iter().rev().fold(Dyadic::zero(), |value, c| value.times(s).plus(c))
    }

    /// The quartic in s + `offset`.
    fn translated(&self, offset: &Dyadic) -> Self {
        let mut c = self.0.clone();
        for round in 0..COEFFICIENTS - 1 {
            for i in (round..COEFFICIENTS - 1).rev() {
                c[i] = c[i].plus(&c[i + 1].times(offset));
            }
        }
        Self(c)
    }

    fn bernstein(&self, low: &Dyadic, high: &Dyadic) -> Bernstein {
        /// 12 / (4 over j).
        const WEIGHTS: [i32; COEFFICIENTS] = [12, 3, 2, 3, 12];
        const BINOMIALS: [[i32; COEFFICIENTS]; COEFFICIENTS] = [
            [1, 0, 0, 0, 0],
            [1, 1, 0, 0, 0],
            [1, 2, 1, 0, 0],
            [1, 3, 3, 1, 0],
            [1, 4, 6, 4, 1],
        ];
        let width = high.minus(low);
        let mut power = Dyadic::new(1.0);
        let mut c = self.translated(low).0;
        for (c, weight) in c.iter_mut().zip(WEIGHTS) {
            *c = c.times(&power).times_integer(weight);
            power = power.times(&width);
        }
        std::array::from_fn(|i| (0..=i).fold(Dyadic::zero(), |sum, j| sum.plus(&c[j].times_integer(BINOMIALS[i][j]))))
    }

    /// Whether the quartic is negative anywhere in `low`..`high`.
    pub(crate) fn dips(&self, low: &Dyadic, high: &Dyadic) -> bool {
        let mut parts = vec![(self.bernstein(low, high), 0)];
        while let Some((part, halvings)) = parts.pop() {
            if part[0].sign() < 0 || part[COEFFICIENTS - 1].sign() < 0 {
                return true;
            }
            if part.iter().all(|c| c.sign() >= 0) || halvings == MOST_HALVINGS {
                continue;
            }
            let (left, right) = halves(&part);
            parts.push((right, halvings + 1));
            parts.push((left, halvings + 1));
        }
        false
    }

    /// The number of roots with a change of sign in `low`..`high`, ends excluded.
    pub(crate) fn crossings(&self, low: &Dyadic, high: &Dyadic) -> usize {
        let mut parts = vec![(self.bernstein(low, high), 0)];
        let mut signs: Vec<i32> = Vec::new();
        while let Some((part, halvings)) = parts.pop() {
            let found: Vec<i32> = part.iter().map(Dyadic::sign).filter(|sign| *sign != 0).collect();
            let changes = found.windows(2).filter(|pair| pair[0] != pair[1]).count();
            if changes > 1 && halvings < MOST_HALVINGS {
                let (left, right) = halves(&part);
                parts.push((right, halvings + 1));
                parts.push((left, halvings + 1));
            } else {
                // At most one crossing: the signs at the ends decide.
                signs.extend(found.first().copied());
                signs.extend(found.last().copied());
            }
        }
        signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }

    /// A sufficient condition that the quartic is not negative from `low` on: no coefficient about
    /// `low` is negative.
    pub(crate) fn never_negative_from(&self, low: &Dyadic) -> bool {
        self.translated(low).0.iter().all(|c| c.sign() >= 0)
    }

    /// A k such that every root is below 2^k (Fujiwara's bound); none for the zero polynomial.
    pub(crate) fn roots_below(&self) -> Option<i32> {
        let degree = self.0.iter().rposition(|c| c.sign() != 0)?;
        let lead = self.0[degree].magnitude() - 1;
        let powers = (0..degree)
            .filter(|i| self.0[*i].sign() != 0)
            .map(|i| (self.0[i].magnitude() - lead).div_euclid((degree - i) as i32) + 2);
        Some(powers.max().unwrap_or(0))
    }
}

/// The Bernstein coefficients on both halves of the interval (de Casteljau).
fn halves(part: &Bernstein) -> (Bernstein, Bernstein) {
    let mut row = part.clone();
    let mut left = part.clone();
    let mut right = part.clone();
    for level in 1..COEFFICIENTS {
        for i in 0..COEFFICIENTS - level {
            row[i] = row[i].plus(&row[i + 1]).shifted(-1);
        }
        left[level] = row[0].clone();
        right[COEFFICIENTS - 1 - level] = row[COEFFICIENTS - 1 - level].clone();
    }
    (left, right)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quartic(c: [f64; COEFFICIENTS]) -> Quartic {
        Quartic(c.map(Dyadic::new))
    }

    fn between(low: f64, high: f64) -> [Dyadic; 2] {
        [low, high].map(Dyadic::new)
    }

    #[test]
    fn dips_and_crossings_of_known_quartics() {
        // (s - 1)² (s - 2) (s - 3): touches at 1, negative between 2 and 3.
        let q = quartic([6.0, -17.0, 17.0, -7.0, 1.0]);
        for (low, high, dips, crossings) in [
            (0.0, 1.9, false, 0),
            (0.0, 2.5, true, 1),
            (0.0, 10.0, true, 2),
            (2.25, 2.75, true, 0),
            (3.0, 10.0, false, 0),
        ] {
            let [low, high] = between(low, high);
            assert_eq!(q.dips(&low, &high), dips);
            assert_eq!(q.crossings(&low, &high), crossings);
        }
        assert!(q.never_negative_from(&Dyadic::new(3.0)) && !q.never_negative_from(&Dyadic::new(2.5)));
        assert!((2..9).contains(&q.roots_below().unwrap()));
        assert_eq!(q.at(&Dyadic::new(2.5)).to_f64(), -0.5625);
        // Two roots 10^-18 apart, about 0.5: s² - s + 1/4 - 2^-122.
        let narrow = Dyadic::new(0.25).minus(&Dyadic::new(2f64.powi(-122)));
        let q = Quartic([narrow, Dyadic::new(-1.0), Dyadic::new(1.0), Dyadic::zero(), Dyadic::zero()]);
        let [low, high] = between(0.0, 0.9);
        assert!(q.dips(&low, &high));
        assert_eq!(q.crossings(&low, &high), 2);
    }
}
