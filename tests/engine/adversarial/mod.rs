//! Extreme scenes: many simultaneous collisions, no collisions, extreme sizes, masses, times,
//! coordinates and thin meshes. Each is checked against a closed form, or all methods are compared
//! to the bit; the audit passes, energy and momentum are conserved, and each run ends within a
//! given number of events.

mod checked_run;
mod collapse;
mod crowds;
mod extremes;
mod far_out;
mod fleets;
mod late;
mod lattices;
mod masses;
mod thin;
mod touching;
