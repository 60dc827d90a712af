//! The entry points of the fuzzing, one file each.

#![allow(dead_code, reason = "each fuzz target uses one entry point")]

mod grammar;
pub(crate) mod impact;
pub(crate) mod lasting_contact;
pub(crate) mod log_bytes;
pub(crate) mod mesh_bytes;
mod mutate;
pub(crate) mod queue;
pub(crate) mod roots;
pub(crate) mod scene_bytes;
pub(crate) mod scene_structured;
#[path = "../../support/mod.rs"]
mod support;
pub(crate) mod world_operations;
