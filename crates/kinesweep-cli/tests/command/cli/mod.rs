//! The command line: the built program on scene files, and its output.

mod appended;
mod closed_forms;
mod comparison;
mod ensemble;
mod flags;
#[cfg(unix)]
mod interrupted;
mod log;
mod motion;
mod output;
mod periodic;
mod pieces;
mod program;
mod refused;
mod reproduce;
mod responses;
mod resumed;
mod sampled;
mod sandbox;
mod shapes;
mod threads;
mod usage;
