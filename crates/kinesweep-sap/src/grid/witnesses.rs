//! Witness counts: how many cells see each pair overlap (Tracy, Buss and Woods 2009, section 3.3), so that a pair which several
//! see is told once.

use super::super::{Pair, Toggle};
use hashbrown::HashMap;

#[derive(Debug, Default)]
pub(super) struct Witnesses {
    counts: HashMap<Pair, u32>,
}

impl Witnesses {
    /// Counts what the cells told (in any order), and tells the pairs that now have a first witness and those that lost their
    /// last, sorted. O(t log t) for t toggles; nothing for pairs that no cell told of.
    pub(super) fn settle(&mut self, raw: &mut Vec<Toggle>, toggles: &mut Vec<Toggle>) {
        raw.sort_unstable();
        for told in raw.chunk_by(|a, b| a.pair == b.pair) {
            let begins = told.iter().filter(|toggle| toggle.begins).count();
            let pair = told[0].pair;
            let before = self.counts.get(&pair).copied().unwrap_or(0);
            let after = (before as usize + 2 * begins)
                .checked_sub(told.len())
                .expect("no pair loses a witness that it does not have") as u32;
            if after == 0 {
                self.counts.remove(&pair);
            } else if after != before {
                self.counts.insert(pair, after);
            }
            if (before == 0) != (after == 0) {
                toggles.push(Toggle {
                    pair,
                    begins: before == 0,
                });
            }
        }
        raw.clear();
    }

    pub(super) fn clear(&mut self) {
        self.counts.clear();
    }

    pub(super) fn memory(&self) -> usize {
        self.counts.allocation_size()
    }

    /// Compares the counts with those of a list that names a pair once for each witness; sorts the list.
    pub(super) fn sanity_check(&self, seen: &mut [Pair]) -> Result<(), String> {
        seen.sort_unstable();
        let mut known = 0;
        for same in seen.chunk_by(|a, b| a == b) {
            let count = self.counts.get(&same[0]).copied().unwrap_or(0);
            if count as usize != same.len() {
                return Err(format!("{:?} has {} witnesses, {count} are counted", same[0], same.len()));
            }
            known += 1;
        }
        if known == self.counts.len() {
            Ok(())
        } else {
            Err(format!("{} pairs have witnesses, {} are counted", known, self.counts.len()))
        }
    }
}
