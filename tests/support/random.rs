//! A source of choices for tests: a seed, or the bytes of a fuzzer.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Where a test takes its choices from.
pub(crate) struct Random(Source);

enum Source {
    Seeded(Xoshiro256PlusPlus),
    /// Bytes of somebody else's, from the front; zeros when there are no more.
    Bytes {
        data: Vec<u8>,
        taken: usize,
    },
}

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Source::Seeded(Xoshiro256PlusPlus::seed_from_u64(seed)))
    }

    /// Choices made by bytes, so that a fuzzer can make them: as few bytes a choice as will do.
    pub(crate) fn of_bytes(data: &[u8]) -> Self {
        Self(Source::Bytes {
            data: data.to_vec(),
            taken: 0,
        })
    }

    /// Whether the bytes are used up; a seed never is.
    pub(crate) fn is_spent(&self) -> bool {
        match &self.0 {
            Source::Seeded(_) => false,
            Source::Bytes { data, taken } => *taken >= data.len(),
        }
    }

    /// A whole number of so many bytes, at most eight.
    fn whole(&mut self, bytes: usize) -> u64 {
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
        self.whole(8)
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        let bytes = (bound.saturating_sub(1).max(1).ilog2() / 8 + 1) as usize;
        self.whole(bytes) % bound
    }

    /// One of several.
    pub(crate) fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }

    pub(crate) fn uniform(&mut self, low: f64, high: f64) -> f64 {
        let share = match &self.0 {
            Source::Seeded(_) => (self.whole(8) >> 11) as f64 / (1u64 << 53) as f64,
            Source::Bytes { .. } => self.whole(3) as f64 / (1u64 << 24) as f64,
        };
        low + (high - low) * share
    }
}
