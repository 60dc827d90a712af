//! The library without features, from outside: one program, since each one is linked with all of
//! the library.

mod accelerated_balls;
mod adversarial;
mod agreement;
mod api;
mod ball_physics;
mod comparison;
mod containers;
mod discs;
mod equation_of_state;
mod friction;
mod gas;
mod growth;
mod islands;
mod lanes;
mod lasting;
mod late_times;
mod leases;
mod mixtures;
mod operations;
mod periodic;
mod physics;
mod regressions;
mod rests;
mod rolling;
mod rotates;
mod round_shapes;
mod sizes;
mod spin;
mod stacks;
mod statistics;
mod supply_chain;
#[path = "../support/mod.rs"]
mod support;
mod switching;
mod trajectories;
mod tumbling;
