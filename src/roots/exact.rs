//! Oracle of the tests: polynomials with integers of any length, roots counted by Sturm's theorem.
//! Slow and exact.

use num_bigint::{BigInt, Sign};

/// A polynomial with the exact values of float coefficients, up to a common power of two.
pub(super) struct Exact {
    /// Sturm's chain; the first is the polynomial itself.
    chain: Vec<Vec<BigInt>>,
}

impl Exact {
    pub(super) fn new(coefficients: &[f64]) -> Self {
        let parts: Vec<(BigInt, i32)> = coefficients.iter().map(|c| parts(*c)).collect();
        let least = parts.iter().map(|(_, e)| *e).min().unwrap();
        let polynomial = trimmed(parts.into_iter().map(|(m, e)| m << (e - least) as usize).collect());
        let derivative = polynomial.iter().enumerate().skip(1).map(|(i, c)| c * i).collect();
        let mut chain = vec![polynomial, trimmed(derivative)];
        while !chain.last().unwrap().is_empty() {
            let [.., before, last] = chain.as_slice() else {
                unreachable!()
            };
            chain.push(negated_remainder(before, last));
        }
        chain.pop();
        Self { chain }
    }

    pub(super) fn sign_at(&self, x: f64) -> i8 {
        sign_at(&self.chain[0], x)
    }

    /// The number of different roots in low < s <= high.
    pub(super) fn roots_between(&self, low: f64, high: f64) -> usize {
        self.variations(low).saturating_sub(self.variations(high))
    }

    fn variations(&self, x: f64) -> usize {
        let signs: Vec<i8> = self.chain.iter().map(|p| sign_at(p, x)).filter(|s| *s != 0).collect();
        signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }

    /// For each group of roots in 0 < s <= limit that no float separates: the floats just below and
    /// above (or at) it.
    pub(super) fn positive_roots(&self, limit: f64) -> Vec<(f64, f64)> {
        let mut found = Vec::new();
        let mut todo = vec![(0.0f64, limit)];
        while let Some((low, high)) = todo.pop() {
            if self.roots_between(low, high) == 0 {
                continue;
            }
            let steps = high.to_bits() - low.to_bits();
            if steps == 1 {
                found.push((low, high));
                continue;
            }
            let middle = f64::from_bits(low.to_bits() + steps / 2);
            todo.push((middle, high));
            todo.push((low, middle));
        }
        found
    }
}

/// x = m 2^e.
fn parts(x: f64) -> (BigInt, i32) {
    let bits = x.abs().to_bits();
    let (raw, fraction) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
    let (mantissa, exponent) = if raw == 0 {
        (fraction, -1074)
    } else {
        (fraction | 1 << 52, raw - 1075)
    };
    let zeros = if mantissa == 0 { 0 } else { mantissa.trailing_zeros() };
    let whole = BigInt::from(mantissa >> zeros);
    let exponent = if mantissa == 0 { 0 } else { exponent + zeros as i32 };
    (if x < 0.0 { -whole } else { whole }, exponent)
}

fn sign_at(p: &[BigInt], x: f64) -> i8 {
    let (m, e) = parts(x);
    let mut value = BigInt::ZERO;
    if e >= 0 {
        let x = m << e as usize;
        for c in p.iter().rev() {
            value = value * &x + c;
        }
    } else {
        for (i, c) in p.iter().rev().enumerate() {
            value = value * &m + (c << (i * (-e) as usize));
        }
    }
    match value.sign() {
        Sign::Minus => -1,
        Sign::NoSign => 0,
        Sign::Plus => 1,
    }
}

fn trimmed(mut p: Vec<BigInt>) -> Vec<BigInt> {
    while p.last().is_some_and(|c| c.sign() == Sign::NoSign) {
        p.pop();
    }
    p
}

/// A positive multiple of -(a mod b).
fn negated_remainder(a: &[BigInt], b: &[BigInt]) -> Vec<BigInt> {
    let mut rest = a.to_vec();
    let lead = b.last().unwrap();
    while rest.len() >= b.len() {
        // Times |lead|, then minus the multiple that cancels the leading term.
        let top = rest.last().unwrap().clone();
        let offset = rest.len() - b.len();
        let size = if lead.sign() == Sign::Minus { -lead } else { lead.clone() };
        let factor = if lead.sign() == Sign::Minus { -top } else { top };
        for c in &mut rest {
            *c *= &size;
        }
        for (i, c) in b.iter().enumerate() {
            rest[offset + i] -= c * &factor;
        }
        rest.pop();
        rest = trimmed(rest);
    }
    rest.into_iter().map(|c| -c).collect()
}

#[test]
fn counts_known_roots() {
    // (s - 1)² (s - 2) (s - 3) and s² + 1.
    let p = Exact::new(&[6.0, -17.0, 17.0, -7.0, 1.0]);
    assert_eq!(p.roots_between(0.0, 10.0), 3);
    assert_eq!(
        p.positive_roots(1e300).iter().map(|r| r.1).collect::<Vec<_>>(),
        [1.0, 2.0, 3.0]
    );
    assert_eq!(p.sign_at(2.5), -1);
    assert!(Exact::new(&[1.0, 0.0, 1.0]).positive_roots(1e300).is_empty());
}
