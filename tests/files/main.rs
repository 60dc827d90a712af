//! Tests of scene files, logs and snapshots, which need the feature `files`.

mod builtin;
mod determinism;
mod scene_files;
mod snapshots;
#[path = "../support/mod.rs"]
mod support;
mod walls;
