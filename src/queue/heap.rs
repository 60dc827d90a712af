//! An indexed d-ary heap: siblings in one block of an array, and a table from handles to slots.
//!
//! An implicit heap of arity d is Johnson's (1975, doi:10.1016/0020-0190(75)90001-0), and a table
//! of positions makes it addressable. Optimisations:
//!
//! 1. The children of a node fill one block, keys first and then handles, so that a level of the
//!    heap costs few cache lines.
//! 2. The first of a block is found without a branch: the least [`lead`](Key::lead) by a tree of
//!    minima; then the lanes that have it are summed, and the sum gives the lane if there is only
//!    one. Keys are compared, and handles read, only where leads tie.
//! 3. Sifting moves a hole: an entry is written once, at its final slot.
//! 4. Pop sifts the hole at the root down to a leaf without comparing the entry that will fill it,
//!    which is a leaf itself and nearly always belongs there; then it sifts that entry up from the
//!    leaf ("bottom-up", Wegener 1993, doi:10.1016/0304-3975(93)90364-Y).
//! 5. A re-key first tests whether the node is a leaf, as nearly all are, and then only sifts up,
//!    which ends at once if the key has increased. Testing the direction of the change first is an
//!    unpredictable branch: with it, the mix of twelve re-keys in `benches/queue` took half as long
//!    again.
//!
//! Slots: node `i` (0 is the root) lies in slot `i + D - 1`, so the root is alone, last in block 0;
//! its children fill block 1; and the children of the node in slot `s` fill block `s + 2 - D`. Slot
//! 0 is never used (`D >= 2`), and stands for "absent".

use super::EventQueue;
use super::key::{Entry, Key};

/// In the table of slots: the handle is not in the queue.
const ABSENT: u32 = 0;

/// `D` siblings. Lanes after the last entry of the heap hold stale copies, which are never read.
#[derive(Clone, Copy, Debug)]
struct Siblings<K, const D: usize> {
    keys: [K; D],
    handles: [u32; D],
}

impl<K: Key, const D: usize> Siblings<K, D> {
    #[inline(always)]
    fn entry(&self, lane: usize) -> Entry<K> {
        Entry {
            key: self.keys[lane],
            handle: self.handles[lane],
        }
    }

    /// The first lane of all.
    #[inline(always)]
    fn first(&self) -> usize {
        let leads: [f64; D] = std::array::from_fn(|lane| self.keys[lane].lead());
        let mut minima = leads;
        let mut count = D;
        while count > 1 {
            count /= 2;
            for lane in 0..count {
                let (a, b) = (minima[lane], minima[lane + count]);
                // Not `f64::min`, which handles NaN at a cost.
                minima[lane] = if b < a { b } else { a };
            }
        }
        let least = minima[0];
        // `D + lane` of each lane that has the least number; two of them make more than 2 D. As
        // wide as an f64, to be vectorised.
        let mut marks = [0_u64; D];
        for (lane, mark) in marks.iter_mut().enumerate() {
            *mark = if least < leads[lane] { 0 } else { (D + lane) as u64 };
        }
        let sum = marks.iter().sum::<u64>() as usize;
        if sum < 2 * D { sum % D } else { self.first_of(D) }
    }

    /// The first lane of the leading `count`.
    #[inline(never)]
    fn first_of(&self, count: usize) -> usize {
        let mut first = 0;
        for lane in 1..count.min(D) {
            if self.entry(lane).before(&self.entry(first)) {
                first = lane;
            }
        }
        first
    }
}

/// An indexed d-ary heap with an arity `D` that is a power of two from 2 on: [`EventQueue`] by one
/// array of (key, handle) and a table of slots by handle.
///
/// Insert and decrease take O(log n / log D), pop, delete and increase O(D log n / log D); the
/// factor D is mostly vector instructions. Small arities are for keys that are slow to compare.
///
/// ```
/// use kinesweep::queue::{DaryHeap, EventQueue, Time};
///
/// let mut heap = DaryHeap::<Time, 4>::new();
/// heap.set(0, Time(3.0));
/// heap.set(1, Time(2.0));
/// heap.set(2, Time(2.0));
/// heap.set(0, Time(1.0)); // re-keys handle 0
/// assert_eq!(heap.remove(1), Some(Time(2.0)));
/// assert_eq!(heap.pop(), Some((Time(1.0), 0)));
/// assert_eq!(heap.pop(), Some((Time(2.0), 2)));
/// assert!(heap.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct DaryHeap<K, const D: usize> {
    blocks: Vec<Siblings<K, D>>,
    /// Slots by handle.
    slots: Vec<u32>,
    len: usize,
}

impl<K, const D: usize> Default for DaryHeap<K, D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K, const D: usize> DaryHeap<K, D> {
    /// The slot of the first entry.
    const ROOT: usize = D - 1;

    /// An empty heap, without memory.
    #[must_use]
    pub const fn new() -> Self {
        const { assert!(D >= 2 && D.is_power_of_two(), "the arity is a power of two from 2 on") };
        Self {
            blocks: Vec::new(),
            slots: Vec::new(),
            len: 0,
        }
    }

    /// The slot after the last entry.
    #[inline(always)]
    fn end(&self) -> usize {
        self.len + Self::ROOT
    }
}

impl<K: Key, const D: usize> DaryHeap<K, D> {
    #[inline(always)]
    fn entry(&self, slot: usize) -> Entry<K> {
        self.blocks[slot / D].entry(slot % D)
    }

    #[inline(always)]
    fn put(&mut self, slot: usize, entry: Entry<K>) {
        let siblings = &mut self.blocks[slot / D];
        siblings.keys[slot % D] = entry.key;
        siblings.handles[slot % D] = entry.handle;
        self.slots[entry.handle as usize] = slot as u32;
    }

    /// The slot of a handle that is in the queue.
    #[inline(always)]
    fn slot(&self, handle: u32) -> Option<usize> {
        match self.slots.get(handle as usize) {
            None | Some(&ABSENT) => None,
            Some(&slot) => Some(slot as usize),
        }
    }

    /// Whether the entry in `slot`, as the last of all, is the only one of its block.
    #[inline(always)]
    fn opens_block(slot: usize) -> bool {
        slot.is_multiple_of(D) || slot == Self::ROOT
    }

    /// Whether the node in `slot` has no children.
    #[inline(always)]
    fn is_leaf(&self, slot: usize) -> bool {
        slot + 2 - D >= self.blocks.len()
    }

    /// The first child of the node in `slot`, and its slot.
    #[inline(always)]
    fn first_child(&self, slot: usize) -> Option<(usize, Entry<K>)> {
        let block = slot + 2 - D;
        let siblings = self.blocks.get(block)?;
        let start = block * D;
        let lane = if start + D <= self.end() {
            siblings.first()
        } else {
            siblings.first_of(self.end() - start)
        };
        Some((start + lane, siblings.entry(lane)))
    }

    /// Puts the entry at `slot`, a hole, or above it.
    #[inline]
    fn sift_up(&mut self, mut slot: usize, entry: Entry<K>) {
        while slot > Self::ROOT {
            let parent = slot / D + D - 2;
            let above = self.entry(parent);
            if !entry.before(&above) {
                break;
            }
            self.put(slot, above);
            slot = parent;
        }
        self.put(slot, entry);
    }

    /// Puts the entry at `slot`, a hole, or below it.
    #[inline]
    fn sift_down(&mut self, mut slot: usize, entry: Entry<K>) {
        while let Some((child, below)) = self.first_child(slot) {
            if entry.before(&below) {
                break;
            }
            self.put(slot, below);
            slot = child;
        }
        self.put(slot, entry);
    }

    /// Moves the hole at `slot` down to a leaf.
    #[inline]
    fn sink(&mut self, mut slot: usize) -> usize {
        while let Some((child, below)) = self.first_child(slot) {
            self.put(slot, below);
            slot = child;
        }
        slot
    }

    /// Removes the last slot. Returns its entry; the table of slots still points there.
    #[inline]
    fn take_last(&mut self) -> Option<Entry<K>> {
        self.len = self.len.checked_sub(1)?;
        let slot = self.end();
        let last = self.entry(slot);
        if Self::opens_block(slot) {
            self.blocks.pop();
        }
        Some(last)
    }

    #[inline]
    fn insert(&mut self, handle: u32, key: K) {
        let entry = Entry { key, handle };
        let slot = self.end();
        if Self::opens_block(slot) {
            self.blocks.push(Siblings {
                keys: [key; D],
                handles: [handle; D],
            });
        }
        self.len += 1;
        self.sift_up(slot, entry);
    }

    #[cold]
    fn extend_handles(&mut self, handle: u32) {
        assert!(handle != u32::MAX, "u32::MAX is no handle");
        self.slots.resize(handle as usize + 1, ABSENT);
    }

    /// Checks that the heap is in order and that entries and slots point at each other. O(n).
    ///
    /// # Panics
    /// If it is broken, with the position.
    pub fn sanity_check(&self) {
        let needed = if self.len == 0 { 0 } else { self.end().div_ceil(D) };
        assert_eq!(
            self.blocks.len(),
            needed,
            "{} entries take another number of blocks",
            self.len
        );
        for slot in Self::ROOT..self.end() {
            let entry = self.entry(slot);
            assert_eq!(
                self.slot(entry.handle),
                Some(slot),
                "handle {} is not in its slot",
                entry.handle
            );
            assert!(entry.key.is_ordered(), "handle {} has a key without order", entry.handle);
            if slot > Self::ROOT {
                let parent = self.entry(slot / D + D - 2);
                assert!(
                    parent.before(&entry),
                    "handle {} comes before its parent {}",
                    entry.handle,
                    parent.handle
                );
            }
        }
        let present = self.slots.iter().filter(|&&slot| slot != ABSENT).count();
        assert_eq!(present, self.len, "some handles have a slot without an entry");
    }
}

impl<K: Key, const D: usize> EventQueue for DaryHeap<K, D> {
    type Key = K;

    #[inline]
    fn len(&self) -> usize {
        self.len
    }

    #[inline]
    fn peek(&self) -> Option<(K, u32)> {
        let first = self.blocks.first()?.entry(D - 1);
        Some((first.key, first.handle))
    }

    #[inline]
    fn pop(&mut self) -> Option<(K, u32)> {
        let first = self.peek()?;
        let last = self.take_last()?;
        self.slots[first.1 as usize] = ABSENT;
        if self.len > 0 {
            let leaf = self.sink(Self::ROOT);
            self.sift_up(leaf, last);
        }
        Some(first)
    }

    #[inline]
    fn set(&mut self, handle: u32, key: K) {
        debug_assert!(key.is_ordered(), "a key without order for handle {handle}");
        if handle as usize >= self.slots.len() {
            self.extend_handles(handle);
        }
        let Some(slot) = self.slot(handle) else {
            return self.insert(handle, key);
        };
        let entry = Entry { key, handle };
        if self.is_leaf(slot) || !self.entry(slot).key.before(&key) {
            self.sift_up(slot, entry);
        } else {
            self.sift_down(slot, entry);
        }
    }

    fn remove(&mut self, handle: u32) -> Option<K> {
        let slot = self.slot(handle)?;
        let removed = self.entry(slot);
        let last = self.take_last()?;
        self.slots[handle as usize] = ABSENT;
        if last.handle != handle {
            if last.before(&removed) {
                self.sift_up(slot, last);
            } else {
                self.sift_down(slot, last);
            }
        }
        Some(removed.key)
    }

    #[inline]
    fn key(&self, handle: u32) -> Option<K> {
        self.slot(handle).map(|slot| self.entry(slot).key)
    }

    fn clear(&mut self) {
        self.blocks.clear();
        self.slots.clear();
        self.len = 0;
    }
}
