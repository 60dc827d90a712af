//! The engine's mixes of operations.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::methods::BenchQueue;

/// The re-keys between a pop and the insertion of the popped event, with their number.
#[derive(Clone, Copy)]
pub(crate) enum Mix {
    /// Random handles: one event a body, and a collision re-predicts two bodies.
    Random(u32),
    /// The handles that follow the popped one: the certificates of a body that changes its motion.
    Neighbours(u32),
}

impl Mix {
    pub(crate) fn name(self) -> String {
        match self {
            Mix::Random(count) | Mix::Neighbours(count) => format!("rk{count}"),
        }
    }

    /// Operations a step: pop, the re-keys, insert.
    pub(crate) fn operations(self) -> u32 {
        match self {
            Mix::Random(count) | Mix::Neighbours(count) => count + 2,
        }
    }
}

/// The operations of a round, generated beforehand: equal for all queues, and not timed.
pub(crate) struct Script {
    mix: Mix,
    pending: u32,
    /// For the random mix.
    handles: Vec<u32>,
    /// Delays of re-keys and inserts after the popped time: exponential with mean 1, so that the
    /// distribution of pending times is stationary.
    delays: Vec<f64>,
}

impl Script {
    pub(crate) fn new(mix: Mix, pending: u32, steps: u32, seed: u64) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let handles = match mix {
            Mix::Random(count) => (0..steps * count).map(|_| rng.next_u32() % pending).collect(),
            Mix::Neighbours(_) => Vec::new(),
        };
        let delays = (0..steps * (mix.operations() - 1)).map(|_| exponential(&mut rng)).collect();
        Script {
            mix,
            pending,
            handles,
            delays,
        }
    }

    pub(crate) fn operations(&self) -> usize {
        let a_step = self.mix.operations() as usize;
        self.delays.len() / (a_step - 1) * a_step
    }

    /// Runs the script and returns a checksum of the popped times in their order.
    pub(crate) fn run<C: BenchQueue>(&self, queue: &mut C) -> u64 {
        let mut checksum = 0_u64;
        let mut handles = self.handles.iter();
        for delays in self.delays.chunks_exact(self.mix.operations() as usize - 1) {
            let (now, first) = queue.pop();
            checksum = checksum.rotate_left(7) ^ now.to_bits();
            let (insert, rekeys) = delays.split_last().expect("a step has an insert");
            match self.mix {
                Mix::Random(_) => {
                    for (delay, &handle) in rekeys.iter().zip(&mut handles) {
                        queue.set(other(handle, first, self.pending), now + delay);
                    }
                }
                Mix::Neighbours(_) => {
                    let mut handle = first;
                    for delay in rekeys {
                        handle = if handle + 1 == self.pending { 0 } else { handle + 1 };
                        queue.set(handle, now + delay);
                    }
                }
            }
            queue.set(first, now + insert);
        }
        checksum
    }
}

/// The handle, or the next one if it has just been popped.
#[inline]
fn other(handle: u32, popped: u32, pending: u32) -> u32 {
    if handle != popped {
        handle
    } else if handle + 1 == pending {
        0
    } else {
        handle + 1
    }
}

/// A queue of `pending` events, from time 0 on.
pub(crate) fn filled<C: BenchQueue>(pending: u32, seed: u64) -> C {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut queue = C::new(pending as usize);
    for handle in 0..pending {
        queue.set(handle, exponential(&mut rng));
    }
    queue
}

fn exponential(rng: &mut Xoshiro256PlusPlus) -> f64 {
    // In (0, 1]: the logarithm is finite.
    let uniform = ((rng.next_u64() >> 11) + 1) as f64 * f64::EPSILON / 2.0;
    -uniform.ln()
}
