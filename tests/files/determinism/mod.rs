//! The same scene gives the same bytes: in any build, by any method, on any number of threads,
//! after any earlier insertions and removals.

mod balls;
mod golden;
mod hash;
mod histories;
mod runs;
mod scenes;
mod threads;
