//! All queues behind one trait with the two operations of the mixes.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use hashbrown::DefaultHashBuilder;
use kinesweep::queue::{EventQueue, Time};
use orx_priority_queue::{DaryHeapOfIndices, PriorityQueue as _, PriorityQueueDecKey as _};
use priority_queue::PriorityQueue;

/// The interface of an event queue for a mix.
pub(crate) trait BenchQueue {
    /// An empty queue for handles below `bound`.
    fn new(bound: usize) -> Self;
    /// Removes the first event; the queue must not be empty.
    fn pop(&mut self) -> (f64, u32);
    /// Inserts or re-keys an event.
    fn set(&mut self, handle: u32, time: f64);
}

/// A queue of this crate.
pub(crate) struct Ours<Q>(Q);

impl<Q: EventQueue<Key = Time> + Default> BenchQueue for Ours<Q> {
    fn new(_: usize) -> Self {
        Ours(Q::default())
    }

    #[inline]
    fn pop(&mut self) -> (f64, u32) {
        let (Time(time), handle) = self.0.pop().expect("the mixes insert what they pop");
        (time, handle)
    }

    #[inline]
    fn set(&mut self, handle: u32, time: f64) {
        self.0.set(handle, Time(time));
    }
}

/// An event in a queue that cannot re-key: stale if the handle's stamp has changed. The earliest
/// event is the greatest, for queues that return the greatest first.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Stamped {
    time: f64,
    handle: u32,
    stamp: u32,
}

impl Eq for Stamped {}

impl Ord for Stamped {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        other.time.total_cmp(&self.time).then(other.handle.cmp(&self.handle))
    }
}

impl PartialOrd for Stamped {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A queue that returns the greatest first and has no handles.
pub(crate) trait MaxHeap: Default {
    fn push(&mut self, event: Stamped);
    fn pop(&mut self) -> Option<Stamped>;
}

impl MaxHeap for BinaryHeap<Stamped> {
    #[inline]
    fn push(&mut self, event: Stamped) {
        self.push(event);
    }

    #[inline]
    fn pop(&mut self) -> Option<Stamped> {
        self.pop()
    }
}

impl MaxHeap for pairing_heap::PairingHeap<Stamped> {
    #[inline]
    fn push(&mut self, event: Stamped) {
        self.push(event);
    }

    #[inline]
    fn pop(&mut self) -> Option<Stamped> {
        self.pop()
    }
}

/// Re-keys by another push: events with an old stamp are skipped.
pub(crate) struct Lazy<H> {
    heap: H,
    stamps: Vec<u32>,
}

impl<H: MaxHeap> BenchQueue for Lazy<H> {
    fn new(bound: usize) -> Self {
        Lazy {
            heap: H::default(),
            stamps: vec![0; bound],
        }
    }

    #[inline]
    fn pop(&mut self) -> (f64, u32) {
        loop {
            let event = self.heap.pop().expect("the mixes insert what they pop");
            if event.stamp == self.stamps[event.handle as usize] {
                return (event.time, event.handle);
            }
        }
    }

    #[inline]
    fn set(&mut self, handle: u32, time: f64) {
        let stamp = &mut self.stamps[handle as usize];
        *stamp = stamp.wrapping_add(1);
        self.heap.push(Stamped {
            time,
            handle,
            stamp: *stamp,
        });
    }
}

/// `priority-queue`, with the fast hasher of `hashbrown` in place of its default.
pub(crate) struct Hashed(PriorityQueue<u32, Stamped, DefaultHashBuilder>);

impl BenchQueue for Hashed {
    fn new(bound: usize) -> Self {
        Hashed(PriorityQueue::with_capacity_and_default_hasher(bound))
    }

    #[inline]
    fn pop(&mut self) -> (f64, u32) {
        let (handle, event) = self.0.pop().expect("the mixes insert what they pop");
        (event.time, handle)
    }

    #[inline]
    fn set(&mut self, handle: u32, time: f64) {
        self.0.push(handle, Stamped { time, handle, stamp: 0 });
    }
}

/// `orx-priority-queue`: ties in unspecified order, since a key of (time, handle) would be slower.
pub(crate) struct Orx(DaryHeapOfIndices<usize, f64, 8>);

impl BenchQueue for Orx {
    fn new(bound: usize) -> Self {
        Orx(DaryHeapOfIndices::with_index_bound(bound))
    }

    #[inline]
    fn pop(&mut self) -> (f64, u32) {
        let (handle, time) = self.0.pop().expect("the mixes insert what they pop");
        (time, handle as u32)
    }

    #[inline]
    fn set(&mut self, handle: u32, time: f64) {
        self.0.update_key_or_push(&(handle as usize), time);
    }
}
