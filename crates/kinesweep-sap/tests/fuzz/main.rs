//! Whatever bytes make of them, the public doors of the crate answer as brute force does, or with a typed error.
//!
//! `KINESWEEP_FUZZ_CASES=1000000 cargo test --release -p kinesweep-sap --test fuzz` runs so many cases instead of what is
//! usual; `tests/fuzz/main.rs` at the root has the other variables.

mod door;
#[path = "../../../../tests/fuzz/drive.rs"]
mod drive;
#[allow(dead_code, reason = "the package above uses the rest")]
#[path = "../../../../tests/support/numbers.rs"]
mod numbers;
#[allow(dead_code, reason = "the package above uses the rest")]
#[path = "../../../../tests/support/random.rs"]
mod random;

use random::Random;

#[test]
fn sap_boxes() {
    drive::drive("sap_boxes", door::door, 10_000, 600);
}
