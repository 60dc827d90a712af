//! Broad phase by kinetic sorted lists.

mod certificate;
mod constants;
mod interface;
mod membership;
mod region;
mod sanity_check;
mod swap_queue;
mod sweep;
#[cfg(test)]
mod tests;

pub use swap_queue::SwapQueue;
pub use sweep::KineticSweep;
