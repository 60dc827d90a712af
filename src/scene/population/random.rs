//! Random numbers that are the same on every platform.
//!
//! The source is xoshiro256++ (Blackman and Vigna 2021, DOI 10.1145/3460772), with its state filled
//! from the seed by SplitMix64. Bits become numbers by the four operations and the square root
//! alone, for which IEEE 754 defines the rounding; nothing here calls the platform's sine,
//! logarithm or power.
//!
//! - a number in [0, 1): the upper 53 bits of one output, times 2^-53;
//! - a whole number below n: the upper half of the 128-bit product of one output and n (Lemire
//!   2019, without the rejection: for the n here its bias is below 2^-40);
//! - a direction: the first of a run of points of [-1, 1)³ that lies in the unit ball, scaled to
//!   length 1;
//! - an orientation: likewise from [-1, 1)⁴, read as a quaternion w, x, y, z;
//! - a normal deviate: Marsaglia's polar method (Marsaglia and Bray 1964, DOI 10.1137/1006063); the
//!   second of a pair is dropped if an odd number is needed.
//!
//! In two dimensions points, directions and deviates are in the plane, drawn likewise with a
//! component less, and orientations are about z.

use crate::scene::Dimensions;
use nalgebra::{Quaternion, UnitQuaternion, Vector3};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Points closer to the centre than the square root of this are not normalised: rounding would
/// change their direction.
const MIN_NORM_SQUARED: f64 = 1e-6;

/// A seeded stream of random numbers.
#[derive(Clone, Debug)]
pub(crate) struct RandomStream {
    source: Xoshiro256PlusPlus,
    dimensions: Dimensions,
}

impl RandomStream {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            source: Xoshiro256PlusPlus::seed_from_u64(seed),
            dimensions: Dimensions::Three,
        }
    }

    /// The same stream for a world of these dimensions.
    pub(crate) fn in_world_of(mut self, dimensions: Dimensions) -> Self {
        self.dimensions = dimensions;
        self
    }

    fn is_flat(&self) -> bool {
        self.dimensions == Dimensions::Two
    }

    /// A number in [0, 1).
    pub(crate) fn unit(&mut self) -> f64 {
        /// 2^-53, the spacing of the 53-bit fractions.
        const SPACING: f64 = 1.0 / 9_007_199_254_740_992.0;
        (self.source.next_u64() >> 11) as f64 * SPACING
    }

    /// A number from `low` to `high`.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        (low + (high - low) * self.unit()).min(high)
    }

    /// A whole number below `limit`, which is at least 1.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.source.next_u64()) * limit as u128) >> 64) as usize
    }

    /// A point of the box from `low` to `high`: x, y, z in this order.
    pub(crate) fn point(&mut self, low: &Vector3<f64>, high: &Vector3<f64>) -> Vector3<f64> {
        let mut point = Vector3::zeros();
        for axis in 0..self.dimensions.number().into() {
            point[axis] = self.between(low[axis], high[axis]);
        }
        point
    }

    /// A point of the unit ball; in two dimensions of the unit disc.
    pub(crate) fn in_ball(&mut self) -> Vector3<f64> {
        // Accepted with probability 0.52: the chance of more than 64 rounds is below 1e-20.
        loop {
            let [x, y] = std::array::from_fn(|_| self.signed());
            let z = if self.is_flat() { 0.0 } else { self.signed() };
            if x * x + y * y + z * z <= 1.0 {
                return Vector3::new(x, y, z);
            }
        }
    }

    /// A point of the unit sphere; in two dimensions of the unit circle.
    pub(crate) fn direction(&mut self) -> Vector3<f64> {
        loop {
            let point = self.in_ball();
            let square = point.x * point.x + point.y * point.y + point.z * point.z;
            if square >= MIN_NORM_SQUARED {
                return point / square.sqrt();
            }
        }
    }

    /// A uniformly distributed orientation; in two dimensions about z.
    pub(crate) fn orientation(&mut self) -> UnitQuaternion<f64> {
        // Accepted with probability 0.31.
        loop {
            let mut q: [f64; 4] = [0.0; 4];
            let used: &[usize] = if self.is_flat() { &[0, 3] } else { &[0, 1, 2, 3] };
            used.iter().for_each(|at| q[*at] = self.signed());
            let square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
            if (MIN_NORM_SQUARED..=1.0).contains(&square) {
                let [w, x, y, z] = q.map(|c| c / square.sqrt());
                return UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z));
            }
        }
    }

    /// Three normal deviates of mean 0 and standard deviation 1; in two dimensions two, and 0.
    pub(crate) fn normals(&mut self) -> Vector3<f64> {
        let [x, y] = self.normal_pair();
        let z = if self.is_flat() { 0.0 } else { self.normal_pair()[0] };
        Vector3::new(x, y, z)
    }

    fn normal_pair(&mut self) -> [f64; 2] {
        // Accepted with probability 0.79.
        loop {
            let (x, y) = (self.signed(), self.signed());
            let square = x * x + y * y;
            if square > 0.0 && square < 1.0 {
                let factor = (-2.0 * ln(square) / square).sqrt();
                return [x * factor, y * factor];
            }
        }
    }

    /// A number in [-1, 1).
    fn signed(&mut self) -> f64 {
        2.0 * self.unit() - 1.0
    }
}

/// Natural logarithm of a positive normal number by the four operations: x = m 2^e with m in
/// [sqrt(1/2), sqrt(2)], and ln m = 2 artanh((m - 1) / (m + 1)) by its series. Relative error below
/// 1e-15.
fn ln(x: f64) -> f64 {
    const EXPONENT_BIAS: i64 = 1023;
    const FRACTION_BITS: u32 = 52;
    let bits = x.to_bits();
    let mut exponent = (bits >> FRACTION_BITS) as i64 - EXPONENT_BIAS;
    let mut fraction = f64::from_bits(bits & ((1 << FRACTION_BITS) - 1) | (EXPONENT_BIAS as u64) << FRACTION_BITS);
    if fraction > std::f64::consts::SQRT_2 {
        fraction *= 0.5;
        exponent += 1;
    }
    let u = (fraction - 1.0) / (fraction + 1.0);
    // |u| <= 0.172: term k is below 0.172^(2k) / (2k + 1), which falls under 1e-17 at k = 11.
    const TERMS: u32 = 12;
    let square = u * u;
    let series = (0..TERMS).rev().fold(0.0, |sum, k| sum * square + 1.0 / f64::from(2 * k + 1));
    exponent as f64 * std::f64::consts::LN_2 + 2.0 * u * series
}

/// Cube root of a positive number from 1e-90 to 1e90 by the four operations (Newton's method from
/// above, which decreases until rounding stops it). Relative error below 1e-15.
pub(crate) fn cube_root(x: f64) -> f64 {
    /// From 2^100 each round divides an estimate far above the root by 1.5, and then doubles the
    /// number of correct digits.
    const MAX_ROUNDS: u32 = 500;
    let mut root = 2f64.powi(100);
    for _ in 0..MAX_ROUNDS {
        let next = (2.0 * root + x / (root * root)) / 3.0;
        if next >= root {
            break;
        }
        root = next;
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithm_and_cube_root_agree_with_the_platform() {
        let mut random = RandomStream::new(1);
        for _ in 0..20_000 {
            let x = (random.between(-60.0, 60.0)).exp();
            assert!((ln(x) - x.ln()).abs() <= 1e-15 * x.ln().abs().max(1e-3), "{x}");
            assert!((cube_root(x) - x.cbrt()).abs() <= 1e-15 * x.cbrt(), "{x}");
        }
        assert_eq!(ln(1.0), 0.0);
        assert_eq!(cube_root(27.0), 3.0);
        for x in [1.0 - f64::EPSILON / 2.0, 1.0 + f64::EPSILON, 1e-300, f64::MIN_POSITIVE] {
            assert!((ln(x) - x.ln()).abs() <= 1e-15 * x.ln().abs(), "{x}");
        }
    }

    #[test]
    fn the_stream_of_a_seed_never_changes() {
        let mut random = RandomStream::new(1);
        let first: Vec<u64> = (0..3).map(|_| random.unit().to_bits()).collect();
        assert_eq!(first, FIRST_OF_SEED_1);
    }

    /// The first three numbers in [0, 1) of seed 1, as bits, from another implementation.
    const FIRST_OF_SEED_1: [u64; 3] = [4605485571977896056, 4604904540587870204, 4591881053812534000];

    #[test]
    fn moments_equal_those_of_the_distributions() {
        const COUNT: usize = 40_000;
        /// Five standard errors of a mean of 40 000 values of variance at most 2.
        const SPREAD: f64 = 0.04;
        let mut random = RandomStream::new(7);
        let mean = |values: Vec<f64>| values.iter().sum::<f64>() / values.len() as f64;
        let normals: Vec<Vector3<f64>> = (0..COUNT).map(|_| random.normals()).collect();
        let directions: Vec<Vector3<f64>> = (0..COUNT).map(|_| random.direction()).collect();
        for axis in 0..3 {
            assert!(mean(normals.iter().map(|n| n[axis]).collect()).abs() < SPREAD);
            assert!((mean(normals.iter().map(|n| n[axis] * n[axis]).collect()) - 1.0).abs() < SPREAD);
            assert!(mean(directions.iter().map(|d| d[axis]).collect()).abs() < SPREAD);
            assert!((mean(directions.iter().map(|d| d[axis] * d[axis]).collect()) - 1.0 / 3.0).abs() < SPREAD);
        }
        // The z axis rotated by a uniform orientation is a uniform direction.
        let rotated: Vec<f64> = (0..COUNT).map(|_| (random.orientation() * Vector3::z()).z).collect();
        assert!(mean(rotated.iter().map(|z| z * z).collect::<Vec<_>>()) - 1.0 / 3.0 < SPREAD);
        assert!((0..COUNT).all(|_| (random.orientation().as_ref().norm() - 1.0).abs() < 1e-15));
        assert!((0..COUNT).all(|_| random.below(3) < 3));
    }
}
