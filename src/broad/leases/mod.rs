//! Broad phase by leases: boxes, fixed in space, that hold a body for a limited time (the hybrid
//! that Coming and Staadt 2006 name as future work, of bounds with an expiry, section 5.2, and the
//! grids of Tracy, Buss and Woods 2009).
//!
//! 1. A body's *lease* is its box, swept some way along its motion and widened by a margin. It is
//!    valid until the body would leave it: an expiry in a queue.
//! 2. The leases are stored in a grid (see [`sap`](crate::sap)), which reports the pairs that begin
//!    and end. It changes only at an expiry.
//! 3. At a change of motion a body keeps its lease while it is inside; only its expiry changes.
//! 4. Leases that expire soon after each other are renewed [together].
//! 5. The extent of a lease adapts, body by body, to the cost of the last one ([`extent`]).
//! 6. In a periodic domain the grid stores the copies of a lease ([`copies`]), and no lease is
//!    longer than the domain.
//!
//! So bodies that are far apart cost nothing, and a collision does not change the grid as long as
//! both bodies stay in their leases. All decisions follow from the simulated state, none from a
//! clock.

mod ahead;
mod constants;
mod copies;
mod extent;
mod idle;
mod interface;
mod lease;
mod leased;
mod region;
mod state;
#[cfg(test)]
mod tests;
mod together;

pub(crate) use lease::{hold_from, least_time, until};
pub(crate) use state::Leases;
