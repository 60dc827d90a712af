//! The scalars of boxes, and endpoints packed into one integer that sorts in endpoint order.
//!
//! An endpoint is a value, whether it is a min or a max, and its owner. Packed from high bits to
//! low in this order, with the value mapped to an integer that sorts as the number does (Terdiman
//! 2007, appendix A), endpoints compare in one instruction by the order that the whole crate uses:
//! value, then min previous max, then owner. 8 bytes an endpoint with `f32`, 16 with `f64`.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr};

/// The largest id of a box: of 32 bits, one separates min from max.
pub const MAX_ID: u32 = (1 << 31) - 2;

/// The bit above the owner's id: set in a max endpoint.
const MAX_BIT: u32 = 1 << 31;

/// A number that bounds a box: `f32` or `f64`. Infinite values are allowed, NaN is not.
pub trait Scalar: Copy + PartialOrd + Debug + Default + Send + Sync + 'static + sealed::Sealed {
    /// A packed endpoint.
    type Endpoint: Copy + Ord + Debug + Default + Send + Sync;

    /// Plus infinity.
    const INFINITY: Self;
    /// Minus infinity.
    const NEG_INFINITY: Self;
    /// Sorts previous every endpoint: the sentinel at the front of a list.
    const FIRST: Self::Endpoint;
    /// Sorts after every endpoint: the sentinel at the back of a list.
    const LAST: Self::Endpoint;

    /// The outcome of a comparison, all bits set or none, as wide as the scalar: the form in which
    /// vector instructions return it.
    type Mask: Copy + Default + PartialEq + BitAnd<Output = Self::Mask> + BitOr<Output = Self::Mask>;

    /// All bits set for `true`, none for `false`.
    fn mask(outcome: bool) -> Self::Mask;

    /// Packs an endpoint. `owner` is at most [`MAX_ID`]; minus zero becomes zero.
    fn endpoint(self, is_max: bool, owner: u32) -> Self::Endpoint;
    /// The value of a packed endpoint.
    fn value(endpoint: Self::Endpoint) -> Self;
    /// The owner of a packed endpoint.
    fn owner(endpoint: Self::Endpoint) -> u32;
    /// Whether a packed endpoint is a max.
    fn is_max(endpoint: Self::Endpoint) -> bool;

    /// The integer nearest to the product with `factor`, clamped to plus or minus
    /// [`MAX_CELL`](Self::MAX_CELL). For a `factor` above zero the result does not decrease with
    /// `self`, whatever the rounding.
    fn cell(self, factor: Self) -> i32;

    /// Zero if and only if [`cell`](Self::cell) returns `cell` and the product lies within the
    /// clamp.
    fn differs_from_cell(self, factor: Self, cell: i32) -> Self::Mask;

    /// The largest integer that [`cell`](Self::cell) returns; all integers up to it are distinct.
    const MAX_CELL: i32;

    /// Added to a number, it shifts out the fraction: the last bits of the sum are the nearest
    /// integer.
    #[doc(hidden)]
    const SHIFT: Self;

    /// `self - other`.
    fn minus(self, other: Self) -> Self;

    /// A lower bound of `self - width`, whatever the rounding; minus infinity if the difference is
    /// NaN.
    fn below(self, width: Self) -> Self;

    /// The scalar nearest to `value`.
    fn from_f64(value: f64) -> Self;
    /// The same value in double precision.
    fn to_f64(self) -> f64;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

macro_rules! scalar {
    ($float:ty, $bits:ty, $mask:ty, $packed:ty, $cell_bits:expr) => {
        impl Scalar for $float {
            type Endpoint = $packed;

            const INFINITY: Self = <$float>::INFINITY;
            const NEG_INFINITY: Self = <$float>::NEG_INFINITY;
            const FIRST: $packed = 0;
            const LAST: $packed = <$packed>::MAX;

            type Mask = $mask;

            #[inline(always)]
            fn mask(outcome: bool) -> $mask {
                if outcome { -1 } else { 0 }
            }

            #[inline]
            fn endpoint(self, is_max: bool, owner: u32) -> $packed {
                // Adding zero makes minus zero plus zero.
                let bits = (self + 0.0).to_bits();
                let sign = 1 << (<$bits>::BITS - 1);
                let sortable = if bits & sign == 0 { bits | sign } else { !bits };
                let tag = owner | if is_max { MAX_BIT } else { 0 };
                (<$packed>::from(sortable) << 32) | <$packed>::from(tag)
            }

            #[inline]
            fn value(endpoint: $packed) -> Self {
                let sortable = (endpoint >> 32) as $bits;
                let sign = 1 << (<$bits>::BITS - 1);
                <$float>::from_bits(if sortable & sign == 0 {
                    !sortable
                } else {
                    sortable ^ sign
                })
            }

            #[inline]
            fn owner(endpoint: $packed) -> u32 {
                endpoint as u32 & !MAX_BIT
            }

            #[inline]
            fn is_max(endpoint: $packed) -> bool {
                endpoint as u32 & MAX_BIT != 0
            }

            const MAX_CELL: i32 = (1 << $cell_bits) - 1;
            const SHIFT: $float = 1.5 * (1u64 << (<$float>::MANTISSA_DIGITS - 1)) as $float;

            #[inline(always)]
            fn cell(self, factor: Self) -> i32 {
                const MOST: $float = <$float as Scalar>::MAX_CELL as $float;
                let product = self * factor;
                let product = if product < MOST { product } else { MOST };
                let product = if product > -MOST { product } else { -MOST };
                (product + Self::SHIFT).to_bits().wrapping_sub(Self::SHIFT.to_bits()) as i32
            }

            #[inline(always)]
            fn differs_from_cell(self, factor: Self, cell: i32) -> $mask {
                // The bits of a sum out of bounds, or of NaN, are too large or too small for any
                // cell.
                let bits = (self * factor + Self::SHIFT).to_bits() as $mask;
                bits.wrapping_sub(Self::SHIFT.to_bits() as $mask) ^ <$mask>::from(cell)
            }

            #[inline]
            fn minus(self, other: Self) -> Self {
                self - other
            }

            #[inline]
            fn below(self, width: Self) -> Self {
                // The difference is rounded by half a unit in the last place of the larger number;
                // so was the width.
                let low = self - width - 2.0 * <$float>::EPSILON * (self.abs() + width.abs());
                if low.is_nan() { <$float>::NEG_INFINITY } else { low }
            }

            #[inline]
            fn from_f64(value: f64) -> Self {
                value as $float
            }

            #[inline]
            fn to_f64(self) -> f64 {
                self.into()
            }
        }
    };
}

scalar!(f32, u32, i32, u64, 22);
scalar!(f64, u64, i64, u128, 30);

#[cfg(test)]
mod tests {
    use super::*;

    fn check_packing_and_order<S: Scalar>() {
        let values = [
            f64::NEG_INFINITY,
            -1e30,
            -1.0,
            -1e-30,
            -0.0,
            0.0,
            1e-30,
            1.0,
            1e30,
            f64::INFINITY,
        ];
        let mut previous = S::FIRST;
        for value in values.map(S::from_f64) {
            for is_max in [false, true] {
                for owner in [0, 1, MAX_ID] {
                    let endpoint = value.endpoint(is_max, owner);
                    assert!(S::value(endpoint) == value && S::owner(endpoint) == owner && S::is_max(endpoint) == is_max);
                    let again = value.to_f64() == 0.0;
                    assert!(previous < endpoint || again, "{value:?} {is_max} {owner}");
                    assert!(endpoint < S::LAST);
                    previous = endpoint;
                }
            }
        }
        assert_eq!(S::from_f64(-0.0).endpoint(true, 3), S::from_f64(0.0).endpoint(true, 3));
    }

    fn check_rounding<S: Scalar>() {
        let cell = |x: f64, factor: f64| S::from_f64(x).cell(S::from_f64(factor));
        assert_eq!(
            [-2.6, -1.0, -0.6, -0.0, 0.4, 1.0, 2.6].map(|x| cell(x, 1.0)),
            [-3, -1, -1, 0, 0, 1, 3]
        );
        assert_eq!(
            [-1e30, 1e30, f64::INFINITY].map(|x| cell(x, 0.5)),
            [-S::MAX_CELL, S::MAX_CELL, S::MAX_CELL]
        );
        let factor = S::from_f64(0.25);
        for x in [
            0.0,
            1.9,
            2.1,
            -2.0,
            2.0,
            1e7,
            -1e7,
            1.6e7,
            2e7,
            4e7,
            -6e7,
            1e9,
            -1e10,
            4e9,
            2f64.powi(34),
            -2f64.powi(35),
            1e18,
            -1e19,
            1e30,
            -1e30,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
        ] {
            let x = S::from_f64(x);
            let is_inside = (x.to_f64() * 0.25).abs() <= f64::from(S::MAX_CELL);
            for cell in [0, 1, -1, x.cell(factor), x.cell(factor) - 1, S::MAX_CELL, -S::MAX_CELL] {
                let same = x.differs_from_cell(factor, cell) == S::mask(false);
                assert_eq!(same, is_inside && x.cell(factor) == cell, "{x:?} {cell}");
            }
        }
        for k in [S::MAX_CELL, S::MAX_CELL - 1, 1 - S::MAX_CELL, -S::MAX_CELL, 12_345] {
            assert_eq!(cell(f64::from(k), 1.0), k);
        }
    }

    #[test]
    fn cell_is_the_nearest_integer_clamped() {
        check_rounding::<f32>();
        check_rounding::<f64>();
    }

    #[test]
    fn endpoints_sort_by_value_then_min_before_max_then_owner() {
        check_packing_and_order::<f32>();
        check_packing_and_order::<f64>();
    }
}
