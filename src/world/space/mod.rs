//! Spatial queries of the present, which change nothing.
//!
//! 1. The broad phase returns the bodies near a region: a superset of those with tight boxes that
//!    overlap it. After [`World::next_event_time`] it may be ahead of the present; the bodies that
//!    it has moved since are then added ([`near`]).
//! 2. Their tight boxes at the present are compared with the region, in a periodic domain by each
//!    image that can overlap it.
//! 3. The remaining bodies are decided by their shapes: see `impact::distance`; overlaps use the
//!    test that refuses a body at an insertion.
//!
//! A body without a known motion ([`Body::bounded`](crate::Body::bounded)) counts as its box.

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
