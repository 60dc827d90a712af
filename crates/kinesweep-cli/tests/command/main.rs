//! The command `kinesweep` as its users see it, and the page of a comparison.

mod cli;
mod report;
