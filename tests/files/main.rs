//! The library with scene files, logs and snapshots: what needs the feature `files`.

mod builtin;
mod determinism;
mod scene_files;
mod snapshots;
#[path = "../support/mod.rs"]
mod support;
