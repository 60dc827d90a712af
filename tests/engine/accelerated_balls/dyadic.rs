//! Dyadic numbers m 2^e of arbitrary precision: exact sums and products of floats.

use num_bigint::{BigInt, Sign};

/// A number m 2^e.
#[derive(Clone, Debug)]
pub(crate) struct Dyadic {
    mantissa: BigInt,
    exponent: i32,
}

impl Dyadic {
    pub(crate) fn zero() -> Self {
        Self {
            mantissa: BigInt::ZERO,
            exponent: 0,
        }
    }

    /// The exact value of a finite float.
    pub(crate) fn new(x: f64) -> Self {
        assert!(x.is_finite());
        let bits = x.to_bits();
        let (raw, fraction) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
        let (mantissa, exponent) = if raw == 0 {
            (fraction, -1074)
        } else {
            (fraction | 1 << 52, raw - 1075)
        };
        if mantissa == 0 {
            return Self::zero();
        }
        let zeros = mantissa.trailing_zeros();
        let mantissa = BigInt::from(mantissa >> zeros);
        Self {
            mantissa: if x < 0.0 { -mantissa } else { mantissa },
            exponent: exponent + zeros as i32,
        }
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        let (low, high) = if self.exponent <= other.exponent {
            (self, other)
        } else {
            (other, self)
        };
        if high.sign() == 0 {
            return low.clone();
        }
        if low.sign() == 0 {
            return high.clone();
        }
        let shift = (high.exponent - low.exponent) as usize;
        Self {
            mantissa: &low.mantissa + (&high.mantissa << shift),
            exponent: low.exponent,
        }
    }

    pub(crate) fn negated(&self) -> Self {
        Self {
            mantissa: -&self.mantissa,
            exponent: self.exponent,
        }
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negated())
    }

    pub(crate) fn times(&self, other: &Self) -> Self {
        Self {
            mantissa: &self.mantissa * &other.mantissa,
            exponent: self.exponent + other.exponent,
        }
    }

    pub(crate) fn times_integer(&self, factor: i32) -> Self {
        Self {
            mantissa: &self.mantissa * factor,
            exponent: self.exponent,
        }
    }

    /// Times 2^power.
    pub(crate) fn shifted(&self, power: i32) -> Self {
        Self {
            mantissa: self.mantissa.clone(),
            exponent: self.exponent + power,
        }
    }

    /// -1, 0 or 1.
    pub(crate) fn sign(&self) -> i32 {
        match self.mantissa.sign() {
            Sign::Minus => -1,
            Sign::NoSign => 0,
            Sign::Plus => 1,
        }
    }

    /// The least k with |x| < 2^k, for x other than 0.
    pub(crate) fn magnitude(&self) -> i32 {
        self.mantissa.bits() as i32 + self.exponent
    }

    /// The value rounded down to 62 bits and then to a float.
    pub(crate) fn to_f64(&self) -> f64 {
        const BITS: i32 = 62;
        let drop = (self.mantissa.bits() as i32 - BITS).max(0);
        let top = &self.mantissa >> drop as usize;
        let top = i64::try_from(top).expect("62 bits");
        // In two steps, so that neither power of two overflows before the product does.
        let power = self.exponent + drop;
        top as f64 * 2f64.powi(power / 2) * 2f64.powi(power - power / 2)
    }
}

#[test]
fn sums_products_and_conversions_are_exact() {
    for (x, y) in [(0.1, 0.2), (-1e300, 1e-300), (5e-324, -3.0), (0.0, 7.5)] {
        let (a, b) = (Dyadic::new(x), Dyadic::new(y));
        assert_eq!(a.to_f64(), x);
        assert_eq!(a.plus(&b).minus(&a).to_f64(), y);
        let square = a.plus(&b).times(&a.minus(&b));
        let squares = a.times(&a).minus(&b.times(&b));
        assert_eq!(square.minus(&squares).sign(), 0);
        assert_eq!(a.shifted(3).minus(&a.times_integer(8)).sign(), 0);
    }
}
