//! Long random sequences of everything that can be done to a world, with all methods in lockstep: see `support/operations`.

use crate::support::operations::{SequenceKind, run};
use crate::support::{Random, rounds};

#[test]
fn all_methods_answer_random_operations_alike() {
    let sort = SequenceKind {
        operations: 150,
        extreme: false,
        spinning: false,
        setters: false,
    };
    // Glances are drawn apart, so that how many methods there are does not change what is drawn.
    let round = |seed: u64| run(&format!("seed {seed}"), &mut Random::new(seed), &mut Random::new(!seed), sort);
    let events: usize = (0..rounds(60)).map(round).sum();
    assert!(events > 300, "{events}");
}

#[test]
fn all_methods_answer_random_setters_alike() {
    let sort = SequenceKind {
        operations: 150,
        extreme: false,
        spinning: false,
        setters: true,
    };
    let round = |seed: u64| run(&format!("seed {seed}"), &mut Random::new(seed), &mut Random::new(!seed), sort);
    let events: usize = (0..rounds(60)).map(round).sum();
    assert!(events > 100, "{events}");
}
