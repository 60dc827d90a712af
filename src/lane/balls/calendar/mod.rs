//! The queue of the lane: a calendar queue (Brown 1988, doi:10.1145/63039.63045; Paul 2007, "A
//! complexity O(1) priority queue for event driven molecular dynamics simulations", J. Comput.
//! Phys. 221).
//!
//! 1. A *span* of time is cut into buckets of equal width. A body is inserted, unsorted, into the
//!    bucket of its due time; a body that is due after the span goes into the overflow until the
//!    span ends.
//! 2. Only the current bucket is sorted. The due times are stored elsewhere, once. Where one has
//!    changed since, the body is still in its former bucket, and is dropped when that becomes
//!    current. So nothing is ever searched or moved.
//! 3. The width of a bucket is chosen for each span, from the earliest due times.
//! 4. An insertion into one of many buckets is a cache miss. So consecutive buckets form groups, of
//!    which there are few. Only the current group has its bodies in buckets; the others keep them
//!    unsorted until they become current.

mod buckets;
mod due_source;
mod queue;
#[cfg(test)]
mod tests;

pub(super) use due_source::DueSource;
pub(super) use queue::Calendar;
