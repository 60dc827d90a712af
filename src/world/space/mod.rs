//! Spatial queries: what is where at the present, without a change to anything.
//!
//! 1. The broad phase that stands names the bodies near a region: a superset of those whose tight boxes overlap it. It may have
//!    gone on beyond the present, after [`World::next_event_time`]; what it has moved since is then looked at besides
//!    ([`near`]).
//! 2. Of these the tight boxes at the present are compared with the region, in a periodic domain by each image that can matter.
//! 3. What is left is decided by the shapes themselves: see `impact::distance`, and for overlaps the same test that refuses a
//!    body that is inserted.
//!
//! A body of which only bounds of the user's own are known ([`Body::bounded`](crate::Body::bounded)) is its box.

mod boxes;
mod check;
mod constants;
mod distance;
mod filter;
mod near;
mod overlap;
mod ray;
#[cfg(test)]
mod tests;

pub use filter::QueryFilter;
pub use ray::RayHit;
