//! Long random sequences of all operations on a world, with all methods in lockstep: see
//! `support/operations`.

use crate::support::operations::{SequenceKind, run};
use crate::support::{Random, rounds};

#[test]
fn random_operations_give_equal_results_by_all_methods() {
    let kind = SequenceKind {
        operations: 150,
        extreme: false,
        spinning: false,
        setters: false,
    };
    // Look-aheads are drawn separately, so that the number of methods does not change the sequence.
    let round = |seed: u64| run(&format!("seed {seed}"), &mut Random::new(seed), &mut Random::new(!seed), kind);
    let events: usize = (0..rounds(60)).map(round).sum();
    assert!(events > 300, "{events}");
}

#[test]
fn random_setters_give_equal_results_by_all_methods() {
    let kind = SequenceKind {
        operations: 150,
        extreme: false,
        spinning: false,
        setters: true,
    };
    let round = |seed: u64| run(&format!("seed {seed}"), &mut Random::new(seed), &mut Random::new(!seed), kind);
    let events: usize = (0..rounds(60)).map(round).sum();
    assert!(events > 100, "{events}");
}
