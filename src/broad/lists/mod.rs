//! Broad phase by kinetic sorted lists.

mod certificate;
mod chosen_queue;
mod constants;
mod interface;
mod membership;
mod region;
mod sanity_check;
mod swap_queue;
mod sweep;
#[cfg(test)]
mod tests;

pub use chosen_queue::{KineticLists, kinetic_lists};
pub use swap_queue::SwapQueue;
pub use sweep::KineticSweep;
