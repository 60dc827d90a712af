//! Whatever bytes make of them, the public doors of the crate answer: with a result that holds, or with a typed error; never with a
//! panic, a hang, or more memory than the machine has.
//!
//! Each file in `doors/` is a function of bytes that panics if, and only if, something is wrong. Here they get bytes from a seed; the
//! package in `targets` gives the same functions to `cargo fuzz`. The door of `sap` stands with its package.
//!
//! - `KINESWEEP_FUZZ_CASES=1000000 cargo test --release --test fuzz` runs so many cases of each door instead of
//!   what is usual;
//! - `KINESWEEP_FUZZ_SEED=7` takes another seed;
//! - `KINESWEEP_FUZZ_FROM=1234` begins with that case: with `KINESWEEP_FUZZ_CASES=1` a failure is told how to be seen again by;
//! - `KINESWEEP_FUZZ_SHOW=1` prints the scenes, shapes and operations.
//!
//! With a nightly compiler and `cargo install cargo-fuzz`: `cargo +nightly fuzz run --fuzz-dir tests/fuzz/targets scene_bytes`.

mod doors;
mod drive;

use drive::drive;

#[test]
fn impact() {
    drive("impact", doors::impact::door, 20_000, 400);
}

#[test]
fn log_bytes() {
    drive("log_bytes", doors::log_bytes::door, 60_000, 400);
}

#[test]
fn mesh_bytes() {
    drive("mesh_bytes", doors::mesh_bytes::door, 10_000, 300);
}

#[test]
fn queue() {
    drive("queue", doors::queue::door, 20_000, 400);
}

#[test]
fn roots() {
    drive("roots", doors::roots::door, 200_000, 60);
}

#[test]
fn scene_bytes() {
    drive("scene_bytes", doors::scene_bytes::door, 20_000, 200);
}

#[test]
fn scene_structured() {
    drive("scene_structured", doors::scene_structured::door, 6_000, 500);
}

#[test]
fn world_operations() {
    drive("world_operations", doors::world_operations::door, 3_000, 300);
}
