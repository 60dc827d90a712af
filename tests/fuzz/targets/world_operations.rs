#![no_main]
//! The door of this name, for `cargo fuzz`.

#[path = "../doors/mod.rs"]
mod doors;

libfuzzer_sys::fuzz_target!(|data: &[u8]| doors::world_operations::door(data));
