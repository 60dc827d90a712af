//! What the tests of the broad phases share: random numbers and moving boxes.

use crate::motion::bounds::{Bounds, Endpoint};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Random numbers from a seed.
pub(super) struct Random(Xoshiro256PlusPlus);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// From 0 to `bound - 1`.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.0.next_u64() % bound
    }

    /// Uniform from `low` to `high`.
    pub(super) fn uniform(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// A box around a position, with its half widths, that moves with constant acceleration.
pub(super) fn moving(epoch: f64, position: [f64; 3], half: [f64; 3], velocity: [f64; 3], acceleration: [f64; 3]) -> Bounds {
    let side = |axis: usize, sign: f64| Endpoint {
        position: position[axis] + sign * half[axis],
        velocity: velocity[axis],
        half_acceleration: 0.5 * acceleration[axis],
    };
    Bounds {
        epoch,
        min: std::array::from_fn(|axis| side(axis, -1.0)),
        max: std::array::from_fn(|axis| side(axis, 1.0)),
    }
}
