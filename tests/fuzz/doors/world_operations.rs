//! Worlds: short sequences of everything that can be done to them, with odd numbers and ids that are of nobody, all methods in lockstep.

use super::support::Random;
use super::support::operations::{Sort, run};

/// Operations of a case, of which each is checked from scratch.
const OPERATIONS: usize = 30;

pub(crate) fn door(data: &[u8]) {
    // Who looks ahead is drawn apart: it is to change nothing.
    let glances = data.iter().fold(0, |sum: u64, byte| sum.rotate_left(9) ^ u64::from(*byte));
    let sort = Sort {
        operations: OPERATIONS,
        odd: glances % 4 != 0,
        turning: true,
        setters: glances % 3 == 0,
    };
    run("a world", &mut Random::of_bytes(data), &mut Random::new(glances), sort);
}
