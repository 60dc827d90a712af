#![no_main]
//! The entry point of this name, for `cargo fuzz`.

#[path = "../../../crates/kinesweep-sap/tests/fuzz/target.rs"]
mod target;
#[allow(dead_code, reason = "other entry points use the rest")]
#[path = "../../support/numbers.rs"]
mod numbers;
#[allow(dead_code, reason = "other entry points use the rest")]
#[path = "../../support/random.rs"]
mod random;

use random::Random;

libfuzzer_sys::fuzz_target!(|data: &[u8]| target::run(data));
