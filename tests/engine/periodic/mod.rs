//! Worlds in periodic domains: as a gas and with leases, against unfolded copies in an open domain, against closed forms,
//! and audited.

mod edges;
mod lanes;
mod scenes;
mod unfolded;
mod whatever;
