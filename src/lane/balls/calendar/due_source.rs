//! What the calendar needs to read of the bodies in it.

use std::cmp::Ordering;

/// The due times of bodies.
pub(in crate::lane::balls) trait DueSource {
    /// A body with its due time at the time of writing, and what else its order depends on.
    type Entry: Copy + PartialEq;

    /// The number of bodies.
    fn bodies(&self) -> u32;

    /// The intended number of bodies in a bucket where they are densest.
    fn bodies_per_bucket(&self) -> usize;

    /// When a body is due: infinity if never.
    fn time(&self, body: u32) -> f64;

    /// The entry of a body that is due.
    fn entry(&self, body: u32) -> Self::Entry;

    /// The time of an entry.
    fn time_of(&self, entry: &Self::Entry) -> f64;

    /// The order of two entries: by time, then by any rule. It depends on the entries alone, valid
    /// or not.
    fn order(&self, one: &Self::Entry, other: &Self::Entry) -> Ordering;

    /// Whether an entry is still that of its body.
    fn is_valid(&self, entry: &Self::Entry) -> bool;

    /// Prefetches the data of entries that are due soon.
    fn prefetch(&self, _entries: &[Self::Entry]) {}
}
