//! Tests of the program `kinesweep`, and of the page of a comparison.

mod cli;
mod report;
