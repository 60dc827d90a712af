//! From the toggles of a step to what it has changed: each pair at most once.

use super::super::{Pair, Toggle};

/// The incremental result of a step: which pairs began to overlap and which ceased to. Both are sorted; a pair stands in at most
/// one of them, and in none if it only began and ended, or ended and began, on the way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OverlapChanges {
    /// Pairs that overlap now and did not before.
    pub begun: Vec<Pair>,
    /// Pairs that overlapped before and do not now, those of removed boxes among them.
    pub ended: Vec<Pair>,
    /// Toggles as numbers that sort by pair.
    keys: Vec<u64>,
}

impl OverlapChanges {
    /// Whether nothing has changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.begun.is_empty() && self.ended.is_empty()
    }

    /// Replaces its contents with the balance of all toggles of one step. O(t log t) in the number of toggles.
    ///
    /// # Panics
    /// If the begins and ends of a pair do not alternate, as those of a [`Store`](crate::Store) do.
    pub fn net(&mut self, toggles: &[Toggle]) {
        self.begun.clear();
        self.ended.clear();
        self.keys.clear();
        // Names have 31 bits: both and the direction fit into 64, with the direction last.
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

    /// Bytes of memory that it holds, its spare room included.
    #[must_use]
    pub fn memory(&self) -> usize {
        (self.begun.capacity() + self.ended.capacity()) * size_of::<Pair>() + self.keys.capacity() * size_of::<u64>()
    }
}
