//! Checks of the whole structure: its invariants, and an audit against a rebuild from scratch.

use super::super::{Pair, Scalar, Store};
use super::constants::MAX_SHOWN_PAIRS;
use super::{CHANGED, PRESENT, STORED, Tracked};

impl<S: Scalar, const D: usize, T: Store<S, D>> Tracked<S, D, T> {
    /// Checks every invariant, the store's included. O(n log n) at least.
    ///
    /// # Errors
    /// A description of the invariant that does not hold.
    pub fn sanity_check(&self) -> Result<(), String> {
        self.store.sanity_check()?;
        self.pairs.sanity_check()?;
        let count = |bit: u8| self.states.iter().filter(|&state| state & bit != 0).count();
        let counts = [
            ("boxes present", count(PRESENT), self.len),
            ("boxes in the store", count(STORED), self.store.len()),
            ("boxes changed", count(CHANGED), self.uncommitted()),
        ];
        for (what, counted, kept) in counts {
            if counted != kept {
                return Err(format!("{what}: {counted} by their states, {kept} as counted"));
            }
        }
        let stored = |id: u32| self.states.get(id as usize).is_some_and(|state| state & STORED != 0);
        match self.pairs().iter().find(|&&(a, b)| !stored(a) || !stored(b)) {
            Some(pair) => Err(format!("pair {pair:?} names a box that is not in the store")),
            None => Ok(()),
        }
    }

    /// The number of boxes with changes since the last commit.
    fn uncommitted(&self) -> usize {
        self.changed.len() + self.batch.moved.len()
    }

    /// Finds all overlapping pairs from scratch, by a sort and a sweep on the first axis, and
    /// compares them with the stored ones. Call it after a commit. O(n log n + pairs that overlap
    /// on the axis).
    ///
    /// # Errors
    /// A description of missing or surplus pairs, or of uncommitted changes.
    pub fn audit(&self) -> Result<(), String> {
        if self.uncommitted() > 0 {
            return Err(format!("{} boxes wait for a commit", self.uncommitted()));
        }
        let mut order: Vec<u32> = (0..self.states.len() as u32).filter(|&id| self.contains(id)).collect();
        let low = |id: u32| self.boxes[id as usize].min[0];
        order.sort_by(|&a, &b| low(a).partial_cmp(&low(b)).expect("NaN is refused on input"));
        let mut expected: Vec<Pair> = Vec::new();
        for (number, &one) in order.iter().enumerate() {
            let at = &self.boxes[one as usize];
            let candidates = order[number + 1..].iter().take_while(|&&other| low(other) <= at.max[0]);
            let overlapping = candidates.filter(|&&other| at.overlaps(&self.boxes[other as usize]));
            expected.extend(overlapping.map(|&other| (one.min(other), one.max(other))));
        }
        expected.sort_unstable();
        let mut kept = self.pairs().to_vec();
        kept.sort_unstable();
        if kept == expected {
            return Ok(());
        }
        let without = |these: &[Pair], those: &[Pair]| -> Vec<Pair> {
            let missing = these.iter().filter(|pair| those.binary_search(pair).is_err());
            missing.take(MAX_SHOWN_PAIRS).copied().collect()
        };
        Err(format!(
            "{} pairs are kept, {} overlap; missing {:?}, too many {:?}",
            kept.len(),
            expected.len(),
            without(&expected, &kept),
            without(&kept, &expected)
        ))
    }
}
