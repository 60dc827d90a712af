//! The changes that are coming for each ball, as the calendar reads them.

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
    pub(super) ends: bool,
}

/// What is known of the overlaps of a ball.
#[derive(Clone, Debug, Default)]
pub(super) struct Watched {
    /// The latest first.
    pub(super) coming: Vec<Change>,
    /// The balls with boxes that overlap its own now, by name.
    pub(super) partners: Vec<u32>,
    /// The ball's number in scene order.
    pub(super) serial: u32,
}

impl Watched {
    /// Adds a change, unless it is there.
    pub(super) fn add(&mut self, change: Change) {
        let order = |change: &Change| (change.time, change.ends, change.serial);
        let at = self.coming.partition_point(|other| order(other) > order(&change));
        if self.coming.get(at).is_none_or(|other| order(other) != order(&change)) {
            self.coming.insert(at, change);
        }
    }

    #[inline]
    pub(super) fn overlaps(&self, partner: u32) -> bool {
        self.partners.contains(&partner)
    }

    pub(super) fn remove_partner(&mut self, partner: u32) {
        if let Some(at) = self.partners.iter().position(|other| *other == partner) {
            self.partners.swap_remove(at);
        }
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
        self.0[name as usize].coming.last().map_or(f64::INFINITY, |next| next.time)
    }

    fn entry(&self, name: u32) -> Entry {
        let Watched { coming, serial, .. } = &self.0[name as usize];
        let next = coming.last().expect("a ball in the calendar has a change that is coming");
        let own = *serial;
        Entry {
            time: next.time,
            ends: next.ends,
            serials: [own.min(next.serial), own.max(next.serial)],
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
        let next = self.0[entry.name as usize].coming.last();
        next.is_some_and(|next| {
            let is_same = next.time == entry.time && next.ends == entry.ends;
            is_same && entry.serials.contains(&next.serial)
        })
    }
}
