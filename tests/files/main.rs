//! Tests of scene files, logs and snapshots, which need the feature `files`.

mod builtin;
mod determinism;
mod scene_files;
mod snapshots;
mod stacks;
#[path = "../support/mod.rs"]
mod support;
