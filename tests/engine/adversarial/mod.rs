//! Scenes made to break the engine: everything at once, nothing ever, the largest beside the smallest, the thinnest, the
//! latest. Each says what must hold in closed form, or that all methods tell the same to the bit; the audit is clean,
//! energy and momentum are kept, and each run ends within a number of events known beforehand.

mod collapse;
mod course;
mod crowds;
mod extremes;
mod far_out;
mod fleets;
mod late;
mod lattices;
mod masses;
mod thin;
mod touching;
