//! The command line as its users see it: the built program on scene files, its output read back.

mod appended;
mod bench;
mod closed_forms;
mod comparison;
mod flags;
#[cfg(unix)]
mod interrupted;
mod log;
mod motion;
mod periodic;
mod pieces;
mod refused;
mod reproduce;
mod responses;
mod resumed;
mod sampled;
mod shapes;
