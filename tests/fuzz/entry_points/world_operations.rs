//! Worlds: short random sequences of all operations, with extreme numbers and stale ids, all
//! methods in lockstep.

use super::support::Random;
use super::support::operations::{self, SequenceKind};

/// Operations of a case. Each is followed by a full check.
const OPERATIONS: usize = 30;

pub(crate) fn run(data: &[u8]) {
    // The choice of look-aheads is drawn separately: they must have no effect.
    let look_aheads = data.iter().fold(0, |sum: u64, byte| sum.rotate_left(9) ^ u64::from(*byte));
    let kind = SequenceKind {
        operations: OPERATIONS,
        extreme: look_aheads % 4 != 0,
        spinning: true,
        setters: look_aheads % 3 == 0,
    };
    operations::run("a world", &mut Random::from_bytes(data), &mut Random::new(look_aheads), kind);
}
