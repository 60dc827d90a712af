//! The calendar itself: see the [module](super).

use super::buckets::Buckets;
use super::due_source::DueSource;
use crate::lane::balls::constants::{
    BUCKETS_PER_GROUP, CROWD, DUE_PER_SPAN, INSERTIONS_PER_BODY, LEAST_BUCKET_ULPS, MORE_INSERTIONS, SAMPLE,
};

/// A calendar of bodies with entries `E`.
#[derive(Clone, Debug)]
pub(in crate::lane::balls) struct Calendar<E> {
    /// When the span began.
    begin: f64,
    buckets_per_second: f64,
    /// Buckets in the span.
    count: usize,
    /// The bodies in each bucket of the current group.
    buckets: Buckets<u32>,
    /// For each later group, the bodies with their buckets. Buckets are hardly more than bodies, so
    /// 32 bits are enough.
    groups: Buckets<(u32, u32)>,
    /// The number of the current group.
    group: usize,
    /// The bodies that are due after the span.
    overflow: Vec<u32>,
    /// 1 plus the number of the current bucket.
    next_bucket: usize,
    /// The entries of the current bucket, the latest first.
    front: Vec<E>,
    /// Whether the current bucket has just been opened and is not sorted yet.
    is_unsorted: bool,
    /// Whether the calendar has been rebuilt for a crowded bucket that is not open yet.
    was_refined: bool,
    /// Insertions since the last rebuild.
    inserted: usize,
}

impl<E> Default for Calendar<E> {
    fn default() -> Self {
        Self {
            begin: 0.0,
            buckets_per_second: 0.0,
            count: 0,
            buckets: Buckets::default(),
            groups: Buckets::default(),
            group: 0,
            overflow: Vec::new(),
            next_bucket: 0,
            front: Vec::new(),
            is_unsorted: false,
            was_refined: false,
            inserted: 0,
        }
    }
}

impl<E: Copy + PartialEq> Calendar<E> {
    /// The bucket of a time: during a span always the same, and never less for a later time. For
    /// times after the span, the number of buckets.
    #[inline]
    fn bucket(&self, time: f64) -> usize {
        // A product that is too large saturates.
        (((time - self.begin) * self.buckets_per_second) as usize).min(self.count)
    }

    /// Inserts a body, which is due at a finite time, not before the last entry that was taken.
    #[inline]
    pub(in crate::lane::balls) fn insert(&mut self, body: u32, due: &impl DueSource<Entry = E>) {
        self.inserted += 1;
        if self.inserted > INSERTIONS_PER_BODY * due.bodies() as usize + MORE_INSERTIONS {
            return self.rebuild(f64::INFINITY, due);
        }
        let bucket = self.bucket(due.time(body));
        if bucket < self.next_bucket {
            let entry = due.entry(body);
            if self.is_unsorted {
                return self.front.push(entry);
            }
            let at = self.front.partition_point(|other| due.order(other, &entry).is_gt());
            self.front.insert(at, entry);
        } else {
            self.insert_later(bucket, body);
        }
    }

    /// Inserts a body into a later bucket: into its group, or into the overflow.
    #[inline(always)]
    fn insert_later(&mut self, bucket: usize, body: u32) {
        if bucket >= self.count {
            self.overflow.push(body);
        } else if bucket / BUCKETS_PER_GROUP == self.group {
            self.buckets.push(bucket % BUCKETS_PER_GROUP, body);
        } else {
            self.groups.push(bucket / BUCKETS_PER_GROUP, (bucket as u32, body));
        }
    }

    /// Makes a group current: distributes its bodies into its buckets.
    fn open_group(&mut self, group: usize) {
        self.group = group;
        let mut bodies = self.groups.take(group);
        for (bucket, body) in bodies.drain(..) {
            self.buckets.push(bucket as usize % BUCKETS_PER_GROUP, body);
        }
        self.groups.give_back(bodies);
    }

    /// The entries of a bucket that has just been opened, in any order, if nothing is due before.
    /// It stays unsorted until it is [sorted](Self::sort_opened) or [`peek`](Self::peek) is called.
    #[inline]
    pub(in crate::lane::balls) fn open_if_empty(&mut self, due: &impl DueSource<Entry = E>) -> Option<&mut Vec<E>> {
        while !self.is_unsorted {
            match self.front.last() {
                Some(first) if due.is_valid(first) => return None,
                Some(_) => drop(self.front.pop()),
                None => {
                    if !self.open_next(due) {
                        return None;
                    }
                }
            }
        }
        Some(&mut self.front)
    }

    /// The entries of the bucket that has just been opened, if one is unsorted.
    pub(in crate::lane::balls) fn opened(&mut self) -> Option<&mut Vec<E>> {
        self.is_unsorted.then_some(&mut self.front)
    }

    /// Sorts the bucket that has just been opened, with what was inserted into it since.
    pub(in crate::lane::balls) fn sort_opened(&mut self, due: &impl DueSource<Entry = E>) {
        if self.is_unsorted {
            self.is_unsorted = false;
            self.front.sort_unstable_by(|one, other| due.order(other, one));
        }
    }

    /// The entry of the body that is due first.
    #[inline]
    pub(in crate::lane::balls) fn peek(&mut self, due: &impl DueSource<Entry = E>) -> Option<E> {
        loop {
            self.sort_opened(due);
            while let Some(first) = self.front.last() {
                if due.is_valid(first) {
                    return Some(*first);
                }
                self.front.pop();
            }
            if !self.open_next(due) {
                return None;
            }
        }
    }

    /// A time before which no body is due.
    #[inline]
    pub(in crate::lane::balls) fn not_before(&mut self, due: &impl DueSource<Entry = E>) -> f64 {
        if !self.is_unsorted
            && let Some(first) = self.front.last()
        {
            return due.time_of(first);
        }
        self.peek(due).map_or(f64::INFINITY, |first| due.time_of(&first))
    }

    /// Opens the next bucket that has valid entries. Returns false if there is none.
    fn open_next(&mut self, due: &impl DueSource<Entry = E>) -> bool {
        while self.next_bucket < self.count {
            let current = self.next_bucket;
            if current / BUCKETS_PER_GROUP > self.group {
                self.open_group(current / BUCKETS_PER_GROUP);
            }
            let mut bodies = self.buckets.take(current % BUCKETS_PER_GROUP);
            self.next_bucket += 1;
            let crowd = CROWD * due.bodies_per_bucket();
            let is_crowded = bodies.len() > crowd;
            let mut front = std::mem::take(&mut self.front);
            // A body may be in the bucket twice. Once the first entry has been executed, the second
            // one is not valid.
            let in_bucket = bodies.drain(..).filter(|body| self.bucket(due.time(*body)) == current);
            front.extend(in_bucket.map(|body| due.entry(body)));
            self.front = front;
            self.buckets.give_back(bodies);
            if self.front.is_empty() {
                continue;
            }
            // Not twice: bodies that are due at the same time stay together in narrower buckets.
            if is_crowded && self.front.len() > crowd && !self.was_refined {
                self.was_refined = true;
                self.rebuild(due.time_of(&self.front[0]), due);
                return true;
            }
            self.was_refined = false;
            due.prefetch(&self.front);
            self.is_unsorted = true;
            return true;
        }
        self.begin_span(due)
    }

    /// Begins a span with the bodies of the overflow. Returns false if there are none. O(these
    /// bodies).
    fn begin_span(&mut self, due: &impl DueSource<Entry = E>) -> bool {
        let mut bodies = std::mem::take(&mut self.overflow);
        bodies.retain(|body| due.time(*body) < f64::INFINITY);
        self.clear();
        self.distribute(&bodies, f64::INFINITY, due);
        !bodies.is_empty()
    }

    /// Begins a span with all bodies, at `begin` or at the earliest due time, whichever is earlier.
    /// O(n).
    pub(in crate::lane::balls) fn rebuild(&mut self, begin: f64, due: &impl DueSource<Entry = E>) {
        self.clear();
        let bodies: Vec<u32> = (0..due.bodies()).filter(|body| due.time(*body) < f64::INFINITY).collect();
        self.distribute(&bodies, begin, due);
    }

    /// Chooses the buckets of a span for all bodies, and inserts these. Without any the span has no
    /// buckets.
    fn distribute(&mut self, bodies: &[u32], begin: f64, due: &impl DueSource<Entry = E>) {
        if bodies.is_empty() {
            return;
        }
        let mut times: Vec<f64> = bodies.iter().map(|body| due.time(*body)).collect();
        self.begin = times.iter().copied().fold(begin, f64::min);
        let first = times.len().min(SAMPLE);
        let sampled = *times.select_nth_unstable_by(first - 1, f64::total_cmp).1 - self.begin;
        let width = sampled * due.bodies_per_bucket() as f64 / first as f64;
        let width = width
            .max(LEAST_BUCKET_ULPS * f64::EPSILON * self.begin.abs())
            .max(f64::MIN_POSITIVE / f64::EPSILON);
        self.count = (DUE_PER_SPAN * times.len() as f64) as usize / due.bodies_per_bucket() + SAMPLE / due.bodies_per_bucket();
        self.buckets_per_second = 1.0 / width;
        self.buckets.resize(self.count.min(BUCKETS_PER_GROUP));
        self.groups.resize(self.count.div_ceil(BUCKETS_PER_GROUP));
        (self.next_bucket, self.group) = (0, 0);
        for body in bodies {
            self.insert_later(self.bucket(due.time(*body)), *body);
        }
        self.inserted = 0;
    }

    /// Removes all bodies.
    pub(in crate::lane::balls) fn clear(&mut self) {
        self.groups.clear();
        self.buckets.clear();
        self.overflow.clear();
        self.front.clear();
        self.is_unsorted = false;
        // A span without buckets: new bodies go into the overflow until the first entry is taken.
        (self.count, self.next_bucket, self.group, self.inserted) = (0, 0, 0, 0);
    }

    /// Whether a body is stored in its place. O(the bodies of a bucket, of a group or of the
    /// overflow).
    pub(in crate::lane::balls) fn contains(&self, body: u32, due: &impl DueSource<Entry = E>) -> bool {
        match self.bucket(due.time(body)) {
            bucket if bucket < self.next_bucket => self.front.contains(&due.entry(body)),
            bucket if bucket >= self.count => self.overflow.contains(&body),
            bucket if bucket / BUCKETS_PER_GROUP == self.group => self.buckets.contains(bucket % BUCKETS_PER_GROUP, &body),
            bucket => self.groups.contains(bucket / BUCKETS_PER_GROUP, &(bucket as u32, body)),
        }
    }

    /// Whether the current bucket is sorted.
    pub(in crate::lane::balls) fn audit(&self, due: &impl DueSource<Entry = E>) -> Result<(), String> {
        match self.is_unsorted || self.front.is_sorted_by(|one, other| due.order(one, other).is_ge()) {
            true => Ok(()),
            false => Err("the current bucket is not sorted".to_owned()),
        }
    }

    /// The number of entries stored.
    #[cfg(test)]
    pub(super) fn stored(&self) -> usize {
        self.buckets.total() + self.groups.total() + self.overflow.len() + self.front.len()
    }
}
