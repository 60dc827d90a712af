#![no_main]
//! The entry point of this name, for `cargo fuzz`.

#[path = "../entry_points/mod.rs"]
mod entry_points;

libfuzzer_sys::fuzz_target!(|data: &[u8]| entry_points::lasting_contact::run(data));
