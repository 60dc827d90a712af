//! Worlds in periodic domains: in the lane of balls and with leases, against image copies in an
//! open domain, against closed forms, and audited.

mod edges;
mod lanes;
mod random_operations;
mod scenes;
mod unfolded;
