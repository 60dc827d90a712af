//! Witness counts: the number of cells in which a pair overlaps (Tracy, Buss and Woods 2009,
//! section 3.3), so that a pair in several cells is reported once.

use super::super::{Pair, PairChange};
use hashbrown::HashMap;

#[derive(Debug, Default)]
pub(super) struct Witnesses {
    counts: HashMap<Pair, u32>,
}

impl Witnesses {
    /// Counts the toggles of the cells (in any order), and appends, sorted, the pairs that got
    /// their first witness and those that lost their last one. O(t log t) for t toggles; unchanged
    /// pairs cost nothing.
    pub(super) fn net(&mut self, cell_toggles: &mut Vec<PairChange>, toggles: &mut Vec<PairChange>) {
        cell_toggles.sort_unstable();
        for same_pair in cell_toggles.chunk_by(|a, b| a.pair == b.pair) {
            let begins = same_pair.iter().filter(|toggle| toggle.begins).count();
            let pair = same_pair[0].pair;
            let before = self.counts.get(&pair).copied().unwrap_or(0);
            let after = (before as usize + 2 * begins)
                .checked_sub(same_pair.len())
                .expect("a pair loses no more witnesses than it has") as u32;
            if after == 0 {
                self.counts.remove(&pair);
            } else if after != before {
                self.counts.insert(pair, after);
            }
            if (before == 0) != (after == 0) {
                toggles.push(PairChange {
                    pair,
                    begins: before == 0,
                });
            }
        }
        cell_toggles.clear();
    }

    pub(super) fn clear(&mut self) {
        self.counts.clear();
    }

    pub(super) fn memory(&self) -> usize {
        self.counts.allocation_size()
    }

    /// Compares the counts with a list that contains a pair once for each witness; sorts the list.
    pub(super) fn sanity_check(&self, seen: &mut [Pair]) -> Result<(), String> {
        seen.sort_unstable();
        let mut pairs = 0;
        for same in seen.chunk_by(|a, b| a == b) {
            let count = self.counts.get(&same[0]).copied().unwrap_or(0);
            if count as usize != same.len() {
                return Err(format!("{:?} has {} witnesses, {count} are counted", same[0], same.len()));
            }
            pairs += 1;
        }
        if pairs == self.counts.len() {
            Ok(())
        } else {
            Err(format!("{} pairs have witnesses, {} are counted", pairs, self.counts.len()))
        }
    }
}
