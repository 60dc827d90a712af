//! The changes that are coming for each ball, as the calendar reads them.

use super::watched::Watched;
use crate::lane::balls::calendar::DueSource;
use crate::lane::balls::constants::BODIES_PER_BUCKET;
use crate::lane::balls::motion::Stamp;
use std::cmp::Ordering;

/// The boxes of a ball and of a partner begin to overlap, or end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Change {
    pub(super) time: f64,
    /// The partner's motion for which it was predicted.
    pub(super) stamp: Stamp,
    /// The partner's name, and its number in scene order.
    pub(super) partner: u32,
    pub(super) serial: u32,
    /// How many balls had come into the lane when the partner did.
    pub(super) arrival: u64,
    pub(super) ends: bool,
}

/// The changes that are coming for a ball, the latest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Coming(pub(super) Vec<Change>);

impl Coming {
    /// Adds a change, unless it is there.
    pub(super) fn add(&mut self, change: Change) {
        let order = |change: &Change| (change.time, change.ends, change.serial);
        let at = self.0.partition_point(|other| order(other) > order(&change));
        if self.0.get(at).is_none_or(|other| order(other) != order(&change)) {
            self.0.insert(at, change);
        }
    }

    /// The next change.
    #[inline]
    pub(super) fn next(&self) -> Option<&Change> {
        self.0.last()
    }
}

/// A ball, by name, with its next change: by time, begins before ends, then by the two serials in
/// scene order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) time: f64,
    pub(super) ends: bool,
    pub(super) serials: [u32; 2],
    pub(super) name: u32,
}

/// The changes of all balls.
pub(super) struct ChangeTimes<'a>(pub(super) &'a [Watched]);

impl DueSource for ChangeTimes<'_> {
    type Entry = Entry;

    fn bodies(&self) -> u32 {
        self.0.len() as u32
    }

    fn bodies_per_bucket(&self) -> usize {
        BODIES_PER_BUCKET
    }

    #[inline]
    fn time(&self, name: u32) -> f64 {
        self.0[name as usize].next.time
    }

    #[inline]
    fn entry(&self, name: u32) -> Entry {
        let Watched { next, serial, .. } = &self.0[name as usize];
        Entry {
            time: next.time,
            ends: next.ends,
            serials: [next.serial.min(*serial), next.serial.max(*serial)],
            name,
        }
    }

    #[inline]
    fn time_of(&self, entry: &Entry) -> f64 {
        entry.time
    }

    fn order(&self, one: &Entry, other: &Entry) -> Ordering {
        let rank = |entry: &Entry| (entry.ends, entry.serials);
        one.time.total_cmp(&other.time).then_with(|| rank(one).cmp(&rank(other)))
    }

    #[inline]
    fn is_valid(&self, entry: &Entry) -> bool {
        let next = &self.0[entry.name as usize].next;
        next.time == entry.time && next.ends == entry.ends && entry.serials.contains(&next.serial)
    }
}
