//! Cells in a hash table: a box is compared with the earlier entries of its cell, then entered.

use super::cells::{Cells, Entry};
use super::constants::LEAST_BITS;

/// 2^64 over the golden ratio, odd, with well mixed bits: the high bits of the product depend on
/// all bits of a key.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

/// Marks the end of a list and an empty slot.
const NONE: u32 = u32::MAX;

/// A cell that is not empty.
#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    /// Its latest entry.
    last: u32,
}

const EMPTY: Slot = Slot { key: 0, last: NONE };

#[derive(Clone, Debug, Default)]
pub(super) struct Hashed {
    /// Open addressing with linear probing; a power of two, at most half full.
    slots: Vec<Slot>,
    bits: u32,
    full: usize,
    /// Entries, each with the index of the previous one in the same cell.
    entries: Vec<(u64, u32)>,
}

impl Hashed {
    /// Calls `compare` for all pairs of entries of one cell.
    pub(super) fn pairs<const D: usize>(
        &mut self,
        cells: &Cells<D>,
        side: impl Fn(u32) -> u64,
        mut compare: impl FnMut(Entry<D>, Entry<D>),
    ) {
        let width = u64::BITS / D.max(1) as u32;
        let key = |at: &[u32; D]| {
            at.iter()
                .fold(0_u64, |key, &at| key.checked_shl(width).unwrap_or(0) | u64::from(at))
        };
        self.entries.clear();
        self.full = 0;
        self.bits = LEAST_BITS.max(usize::BITS - (2 * cells.ranges.len()).leading_zeros());
        self.slots.clear();
        self.slots.resize(1 << self.bits, EMPTY);
        cells.entries(&side, |at, entry| {
            let slot = self.slot(key(at));
            let number = self.entries.len() as u32;
            let mut before = std::mem::replace(&mut self.slots[slot].last, number);
            self.entries.push((entry.0, before));
            while before != NONE {
                let (other, next) = self.entries[before as usize];
                compare(Entry(other), entry);
                before = next;
            }
        });
    }

    /// The slot of a cell.
    #[inline]
    fn slot(&mut self, key: u64) -> usize {
        if self.full * 2 >= self.slots.len() {
            self.grow();
        }
        let slot = self.find(key);
        if self.slots[slot].last == NONE {
            self.slots[slot].key = key;
            self.full += 1;
        }
        slot
    }

    #[inline]
    fn find(&self, key: u64) -> usize {
        let mut slot = (key.wrapping_mul(MIX) >> (u64::BITS - self.bits)) as usize;
        while self.slots[slot].last != NONE && self.slots[slot].key != key {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        slot
    }

    #[cold]
    fn grow(&mut self) {
        self.bits += 1;
        let old = std::mem::replace(&mut self.slots, vec![EMPTY; 1 << self.bits]);
        for full in old.into_iter().filter(|slot| slot.last != NONE) {
            let slot = self.find(full.key);
            self.slots[slot] = full;
        }
    }
}
