//! Fuzzing of the crate's public interface: for any bytes the result equals brute force or is a
//! typed error.
//!
//! `KINESWEEP_FUZZ_CASES=1000000 cargo test --release -p kinesweep-sap --test fuzz` runs this
//! number of cases instead of the default; `tests/fuzz/main.rs` at the root documents the other
//! variables.

#[path = "../../../../tests/fuzz/drive.rs"]
mod drive;
#[allow(dead_code, reason = "the package above uses the rest")]
#[path = "../../../../tests/support/numbers.rs"]
mod numbers;
#[allow(dead_code, reason = "the package above uses the rest")]
#[path = "../../../../tests/support/random.rs"]
mod random;
mod target;

use random::Random;

#[test]
fn sap_boxes() {
    drive::drive("sap_boxes", target::run, 10_000, 600);
}
