//! The net changes of one step: each pair at most once.

use super::super::{Pair, PairChange};

/// The net result of a step: the pairs that began to overlap and the pairs that ceased to. Both
/// lists are sorted. A pair is in at most one of them, and in none if its begins and ends cancel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OverlapChanges {
    /// Pairs that overlap now and did not before.
    pub begun: Vec<Pair>,
    /// Pairs that overlapped before and do not now, pairs of removed boxes included.
    pub ended: Vec<Pair>,
    /// Scratch: toggles as integers that sort by pair.
    keys: Vec<u64>,
}

impl OverlapChanges {
    /// Whether no pair has changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.begun.is_empty() && self.ended.is_empty()
    }

    /// Replaces the contents with the balance of all toggles of one step. O(t log t) for t toggles.
    ///
    /// # Panics
    /// If the begins and ends of a pair do not alternate, as those of a [`Store`](crate::Store) do.
    pub fn net(&mut self, toggles: &[PairChange]) {
        self.begun.clear();
        self.ended.clear();
        self.keys.clear();
        // Ids have 31 bits: two ids and the direction fit into 64 bits, the direction lowest.
        self.keys.extend(toggles.iter().map(|toggle| {
            let (a, b) = toggle.pair;
            u64::from(a) << 32 | u64::from(b) << 1 | u64::from(toggle.begins)
        }));
        self.keys.sort_unstable();
        for same in self.keys.chunk_by(|a, b| a >> 1 == b >> 1) {
            let begins = same.iter().filter(|&key| key & 1 == 1).count();
            let pair = ((same[0] >> 32) as u32, same[0] as u32 >> 1);
            match (begins, same.len() - begins) {
                (begins, ends) if begins == ends => {}
                (begins, ends) if begins == ends + 1 => self.begun.push(pair),
                (begins, ends) => {
                    assert!(begins + 1 == ends, "begins and ends of {pair:?} do not alternate");
                    self.ended.push(pair);
                }
            }
        }
    }

    /// Bytes of memory held, spare capacity included.
    #[must_use]
    pub fn memory(&self) -> usize {
        (self.begun.capacity() + self.ended.capacity()) * size_of::<Pair>() + self.keys.capacity() * size_of::<u64>()
    }
}
