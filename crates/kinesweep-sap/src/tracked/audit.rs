//! Checks of the whole: of what is kept, and of what it ought to be.

use super::super::{Pair, Scalar, Store};
use super::{STORED, THERE, TOUCHED, Tracked};

impl<S: Scalar, const D: usize, T: Store<S, D>> Tracked<S, D, T> {
    /// Checks every invariant of what is kept, the store included. O(n log n) at least.
    ///
    /// # Errors
    /// Says in words which does not hold.
    pub fn sanity_check(&self) -> Result<(), String> {
        self.store.sanity_check()?;
        self.pairs.sanity_check()?;
        let count = |bit: u8| self.states.iter().filter(|&state| state & bit != 0).count();
        let counts = [
            ("boxes there", count(THERE), self.len),
            ("boxes in the store", count(STORED), self.store.len()),
            ("boxes touched", count(TOUCHED), self.waiting()),
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

    /// How many boxes something was said of since the last commit.
    fn waiting(&self) -> usize {
        self.touched.len() + self.batch.moved.len()
    }

    /// Finds all overlapping pairs anew, by sorting the boxes on the first axis and sweeping over them, and compares. To be asked
    /// after a commit. O(n log n + pairs that overlap on the axis).
    ///
    /// # Errors
    /// Says in words which pairs are missing or too many, or that something waits to be committed.
    pub fn audit(&self) -> Result<(), String> {
        if self.waiting() > 0 {
            return Err(format!("{} boxes wait for a commit", self.waiting()));
        }
        let mut order: Vec<u32> = (0..self.states.len() as u32).filter(|&id| self.contains(id)).collect();
        let low = |id: u32| self.boxes[id as usize].min[0];
        order.sort_by(|&a, &b| low(a).partial_cmp(&low(b)).expect("no NaN has come in"));
        let mut expected: Vec<Pair> = Vec::new();
        for (number, &one) in order.iter().enumerate() {
            let at = &self.boxes[one as usize];
            let reached = order[number + 1..].iter().take_while(|&&other| low(other) <= at.max[0]);
            let overlapping = reached.filter(|&&other| at.overlaps(&self.boxes[other as usize]));
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
            missing.take(SHOWN).copied().collect()
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

/// An audit that fails names at most so many pairs of either kind, to stay readable.
const SHOWN: usize = 5;
