//! Random numbers from additions, products and square roots only, which round identically on every
//! machine.

use super::constants::{EXPONENT_BITS, LEAST_SQUARE, SUMMANDS};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

#[derive(Clone, Debug)]
pub(super) struct Random(Xoshiro256PlusPlus);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// An integer from 0 to below `count`, which is not 0.
    pub(super) fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.0.next_u64()) * count as u128) >> 64) as usize
    }

    /// An integer from `lowest` to `highest`, both included.
    pub(super) fn within(&mut self, lowest: i32, highest: i32) -> i32 {
        lowest + self.below((highest - lowest) as usize + 1) as i32
    }

    /// A uniform number from 0 to below 1.
    fn unit(&mut self) -> f64 {
        /// The bits of a double's significand.
        const BITS: u32 = 53;
        (self.0.next_u64() >> (64 - BITS)) as f64 / (1u64 << BITS) as f64
    }

    /// A log-uniform number between `least` and `greatest`.
    pub(super) fn log_uniform(&mut self, least: f64, greatest: f64) -> f64 {
        let mut bits = self.0.next_u64();
        let (mut value, mut factor) = (least, greatest / least);
        for _ in 0..EXPONENT_BITS {
            factor = factor.sqrt();
            if bits & 1 == 1 {
                value *= factor;
            }
            bits >>= 1;
        }
        value
    }

    /// A nearly normal number, of mean 0 and variance 1.
    pub(super) fn normal(&mut self) -> f64 {
        (0..SUMMANDS).map(|_| self.unit()).sum::<f64>() - 0.5 * f64::from(SUMMANDS)
    }

    /// A uniformly distributed unit vector, by rejection: points of a cube are drawn until one lies
    /// in the ball. Efficient in few dimensions only.
    pub(super) fn direction<const D: usize>(&mut self) -> [f64; D] {
        loop {
            let vector: [f64; D] = std::array::from_fn(|_| 2.0 * self.unit() - 1.0);
            let square: f64 = vector.iter().map(|part| part * part).sum();
            if (LEAST_SQUARE..=1.0).contains(&square) {
                let length = square.sqrt();
                return vector.map(|part| part / length);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWS: u32 = 20_000;

    #[test]
    fn normal_numbers_have_mean_0_and_variance_1() {
        let mut random = Random::new(1);
        let drawn: Vec<f64> = (0..DRAWS).map(|_| random.normal()).collect();
        let mean = drawn.iter().sum::<f64>() / f64::from(DRAWS);
        let variance = drawn.iter().map(|x| x * x).sum::<f64>() / f64::from(DRAWS);
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.04, "{mean} {variance}");
    }

    #[test]
    fn log_uniform_numbers_are_spread_evenly_over_decades() {
        let mut random = Random::new(2);
        let drawn: Vec<f64> = (0..DRAWS).map(|_| random.log_uniform(0.1, 10.0)).collect();
        assert!(drawn.iter().all(|x| (0.1..10.0).contains(x)));
        for (bound, share) in [(0.316_227_766, 0.25), (1.0, 0.5), (3.162_277_66, 0.75)] {
            let below = drawn.iter().filter(|x| **x < bound).count() as f64 / f64::from(DRAWS);
            assert!((below - share).abs() < 0.015, "{below} {share}");
        }
    }

    #[test]
    fn directions_are_unit_vectors_with_equal_mean_squares() {
        let mut random = Random::new(3);
        let mut sum = [0.0; 3];
        for _ in 0..DRAWS {
            let vector: [f64; 3] = random.direction();
            assert!((vector.iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 1e-12);
            for axis in 0..3 {
                sum[axis] += vector[axis] * vector[axis];
            }
        }
        assert!(
            sum.iter().all(|sum| (sum / f64::from(DRAWS) - 1.0 / 3.0).abs() < 0.01),
            "{sum:?}"
        );
    }

    #[test]
    fn integers_include_both_bounds() {
        let mut random = Random::new(4);
        let drawn: Vec<i32> = (0..200).map(|_| random.within(-2, 2)).collect();
        assert!((-2..=2).all(|number| drawn.contains(&number)) && drawn.iter().all(|x| (-2..=2).contains(x)));
        assert_eq!(random.within(7, 7), 7);
    }
}
