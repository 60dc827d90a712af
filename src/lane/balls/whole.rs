//! Rounding to whole numbers without branches.

use wide::f32x4;

/// Added and subtracted again, it rounds to the nearest whole number, for numbers below 2^51.
pub(super) const ROUNDS: f64 = (1u64 << 52) as f64 * 1.5;

/// The same in single precision, for numbers below 2^22.
const ROUNDS_SINGLE: f32 = (1u32 << 23) as f32 * 1.5;

/// The nearest whole number of a number below 2^51.
#[inline(always)]
pub(super) fn whole(number: f64) -> f64 {
    (number + ROUNDS) - ROUNDS
}

/// The nearest whole numbers of four numbers below 2^22.
#[inline(always)]
pub(super) fn whole_of_four(numbers: f32x4) -> f32x4 {
    let rounds = f32x4::splat(ROUNDS_SINGLE);
    (numbers + rounds) - rounds
}
