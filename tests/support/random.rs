//! Random numbers for tests, from a seed or from the bytes of a fuzzer.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A source of random numbers.
pub(crate) struct Random(Source);

enum Source {
    Seeded(Xoshiro256PlusPlus),
    /// Bytes of a fuzzer, used from the front; zeros after the last one.
    Bytes {
        data: Vec<u8>,
        taken: usize,
    },
}

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Source::Seeded(Xoshiro256PlusPlus::seed_from_u64(seed)))
    }

    /// A source that reads bytes, so that a fuzzer determines all choices. Each choice uses as few
    /// bytes as possible.
    pub(crate) fn from_bytes(data: &[u8]) -> Self {
        Self(Source::Bytes {
            data: data.to_vec(),
            taken: 0,
        })
    }

    /// Whether all bytes are used; `false` for a seed.
    pub(crate) fn is_spent(&self) -> bool {
        match &self.0 {
            Source::Seeded(_) => false,
            Source::Bytes { data, taken } => *taken >= data.len(),
        }
    }

    /// An integer of `bytes` bytes, at most eight.
    fn integer(&mut self, bytes: usize) -> u64 {
        match &mut self.0 {
            Source::Seeded(random) => random.next_u64(),
            Source::Bytes { data, taken } => {
                let next = |_| {
                    let byte = data.get(*taken).copied().unwrap_or(0);
                    *taken += 1;
                    u64::from(byte)
                };
                (0..bytes).map(next).fold(0, |number, byte| number << 8 | byte)
            }
        }
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.integer(8)
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        let bytes = (bound.saturating_sub(1).max(1).ilog2() / 8 + 1) as usize;
        self.integer(bytes) % bound
    }

    /// One of several elements.
    pub(crate) fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }

    pub(crate) fn uniform(&mut self, low: f64, high: f64) -> f64 {
        let share = match &self.0 {
            Source::Seeded(_) => (self.integer(8) >> 11) as f64 / (1u64 << 53) as f64,
            Source::Bytes { .. } => self.integer(3) as f64 / (1u64 << 24) as f64,
        };
        low + (high - low) * share
    }
}
