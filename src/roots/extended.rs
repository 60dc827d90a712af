//! Arithmetic with numbers stored as a sum of two floats: about 32 digits, for signs that plain
//! evaluation cannot resolve.

/// An unevaluated sum, high + low, low at most half a unit in the last place of high.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Extended {
    pub(crate) high: f64,
    pub(crate) low: f64,
}

impl Extended {
    #[inline]
    pub(crate) fn new(x: f64) -> Self {
        Self { high: x, low: 0.0 }
    }

    /// self * x.
    #[inline]
    pub(crate) fn times(self, x: f64) -> Self {
        let product = self.high * x;
        let low = product_error(self.high, x, product) + self.low * x;
        Self::renormalised(product, low)
    }

    /// self + other.
    #[inline]
    pub(crate) fn plus(self, other: Self) -> Self {
        let sum = self.high + other.high;
        // Knuth's two-sum: the error of `sum`, exactly, whichever term is larger.
        let part = sum - self.high;
        let error = (self.high - (sum - part)) + (other.high - part);
        Self::renormalised(sum, error + self.low + other.low)
    }

    /// x - y.
    pub(crate) fn difference(x: f64, y: f64) -> Self {
        Self::new(x).plus(Self::new(-y))
    }

    /// self * other.
    #[inline]
    pub(crate) fn product(self, other: Self) -> Self {
        let product = self.high * other.high;
        let low = product_error(self.high, other.high, product) + (self.high * other.low + self.low * other.high);
        Self::renormalised(product, low)
    }

    /// self².
    #[inline]
    pub(crate) fn squared(self) -> Self {
        let square = self.high * self.high;
        let low = product_error(self.high, self.high, square) + 2.0 * self.high * self.low;
        Self::renormalised(square, low)
    }

    /// self / other.
    #[cfg(test)]
    pub(crate) fn over(self, other: Self) -> Self {
        let mut sum = Self::default();
        let mut rest = self;
        for _ in 0..3 {
            let part = rest.high / other.high;
            sum = sum.plus(Self::new(part));
            rest = rest.plus(other.times(part).negated());
        }
        sum
    }

    #[inline]
    pub(crate) fn negated(self) -> Self {
        Self {
            high: -self.high,
            low: -self.low,
        }
    }

    #[inline]
    fn renormalised(high: f64, low: f64) -> Self {
        let sum = high + low;
        Self {
            high: sum,
            low: low - (sum - high),
        }
    }
}

/// x y - rounded, exactly (Dekker 1971, by Veltkamp's split): not `mul_add`, which is a slow call
/// without the instruction.
#[inline]
pub(super) fn product_error(x: f64, y: f64, rounded: f64) -> f64 {
    let ((x_high, x_low), (y_high, y_low)) = (split(x), split(y));
    ((x_high * y_high - rounded) + x_high * y_low + x_low * y_high) + x_low * y_low
}

#[inline]
fn split(x: f64) -> (f64, f64) {
    /// 2^27 + 1: halves the 53 bits of a significand.
    const SPLITTER: f64 = 134_217_729.0;
    let scaled = SPLITTER * x;
    let high = scaled - (scaled - x);
    (high, x - high)
}
