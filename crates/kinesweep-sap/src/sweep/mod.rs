//! Boxes in order along one axis, swept where most of them move, and searched where few do.
//!
//! The boxes stand in the order of their lower ends, one array for each coordinate. A batch takes one of two ways:
//!
//! - Few change: one after the other. The boxes that it overlaps before and after are looked for in its neighbourhood in
//!   the order, a block of boxes at a time; then it is exchanged with its neighbours until the order is right again.
//! - Many change: all are written to their places, the order is mended by insertion sort (or sorted anew after many jumps)
//!   and swept: each box is compared with those that begin before it ends (the sweeping plane of Tracy, Buss and Woods
//!   2009, section 2; box pruning in Terdiman 2007). The pairs found are sorted and compared with those before. In a cell
//!   of a grid, whose boxes need not be copied into a batch first, the order is mended only as far as pays ([`order`]).
//!
//! With m boxes that overlap one on the axis of the sweep, a change costs O(m + exchanges), at less than a nanosecond for
//! each of the m; in a cell of a grid that is less than three sorted lists of endpoints cost, whose exchanges jump about in
//! memory. On one list for a large world m is large, and lists are better.

mod few;
mod order;

use super::one_shot::kernel::Lanes;
use super::{Aabb, Batch, CellStore, Scalar, Store, Toggle, store::pair};

/// So many boxes are inserted or removed one by one, each moving all behind it; more of them, in one pass.
const FEW: usize = 8;
/// All boxes are swept if more than one in so many changes.
const SWEPT_SHARE: usize = 2;

/// The place of a name that is not there.
const NOWHERE: u32 = u32::MAX;

/// A persistent single-axis sweep. Memory: 32 to 40 bytes a box in three dimensions with `f32`, and 16 a pair.
#[derive(Debug)]
pub struct SweepSap<S, const D: usize> {
    axis: usize,
    lanes: Lanes<S, D>,
    /// The box at each place of the order.
    names: Vec<u32>,
    /// The place of each box.
    places: Vec<u32>,
    /// No box is wider on the axis of the sweep.
    widest: S,
    /// The pairs that overlap, sorted, if the last batch was swept: as numbers, the smaller name in the upper half.
    pairs: Vec<u64>,
    has_pairs: bool,
    found: Vec<u64>,
    /// Places near a box.
    near: Vec<u32>,
    /// Lower ends: of each, while they are put in order; of the first from each place on, while they are swept.
    keys: Vec<S>,
    /// Whether the order is loose: then `places` and `widest` say nothing.
    is_loose: bool,
}

impl<S: Scalar, const D: usize> Default for SweepSap<S, D> {
    fn default() -> Self {
        Self {
            axis: 0,
            lanes: Lanes::default(),
            names: Vec::new(),
            places: Vec::new(),
            widest: S::default(),
            pairs: Vec::new(),
            has_pairs: false,
            found: Vec::new(),
            near: Vec::new(),
            keys: Vec::new(),
            is_loose: false,
        }
    }
}

impl<S: Scalar, const D: usize> SweepSap<S, D> {
    /// Whether a batch that names so many boxes is one of many changes.
    fn is_many(&self, changes: usize) -> bool {
        changes > FEW && changes * SWEPT_SHARE > self.names.len()
    }

    /// Finds the pairs as they are before the batch, if they are not known.
    fn find_pairs(&mut self) {
        if !self.has_pairs {
            self.lanes.soonest(&mut self.keys);
            self.sweep();
            std::mem::swap(&mut self.pairs, &mut self.found);
            self.has_pairs = true;
        }
    }

    /// Finds all pairs, in `found`, sorted.
    fn sweep(&mut self) {
        self.found.clear();
        self.lanes.pairs_loosely(&self.keys, &self.names, &mut self.found);
        self.found.sort_unstable();
    }

    /// Tells how `found` differs from the pairs before, and takes it over.
    fn tell_difference(&mut self, toggles: &mut Vec<Toggle>) {
        let mut tell = |key: u64, begins| {
            toggles.push(Toggle {
                pair: ((key >> 32) as u32, key as u32),
                begins,
            });
        };
        let (mut old, mut new) = (0, 0);
        while let (Some(before), Some(after)) = (self.pairs.get(old), self.found.get(new)) {
            if before != after {
                tell(*before.min(after), after < before);
            }
            // Without a branch: what comes next is a toss.
            old += usize::from(before <= after);
            new += usize::from(after <= before);
        }
        self.pairs[old..].iter().for_each(|key| tell(*key, false));
        self.found[new..].iter().for_each(|key| tell(*key, true));
        std::mem::swap(&mut self.pairs, &mut self.found);
    }
}

impl<S: Scalar, const D: usize> Store<S, D> for SweepSap<S, D> {
    fn apply(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<Toggle>) {
        if self.is_loose {
            self.tighten();
        }
        if self.is_many(batch.len()) {
            self.find_pairs();
            for (id, aabb) in &batch.moved {
                self.lanes.set(self.axis, self.places[*id as usize] as usize, aabb);
            }
            self.mend();
            self.come_and_go(&batch.removed, batch.inserted.iter().map(|(id, aabb)| (*id, aabb)));
            self.lanes.soonest(&mut self.keys);
            self.sweep();
            self.tell_difference(toggles);
        } else {
            self.has_pairs = false;
            self.change_few(batch, toggles);
        }
    }

    fn len(&self) -> usize {
        self.names.len()
    }

    fn memory(&self) -> usize {
        self.lanes.memory()
            + (self.names.capacity() + self.places.capacity() + self.near.capacity()) * size_of::<u32>()
            + self.keys.capacity() * size_of::<S>()
            + (self.pairs.capacity() + self.found.capacity()) * size_of::<u64>()
    }

    fn sanity_check(&self) -> Result<(), String> {
        let is_sorted = self.is_loose || self.lanes.is_sorted();
        if !is_sorted || self.lanes.len() != self.names.len() {
            return Err("the order of the sweep is wrong".to_owned());
        }
        let mut pairs: Vec<u64> = Vec::new();
        for (place, name) in self.names.iter().enumerate() {
            let known = self.places[*name as usize];
            if known == NOWHERE || !self.is_loose && known != place as u32 {
                return Err(format!("box {name} is not in its place in the order"));
            }
            let aabb = self.lanes.get(self.axis, place);
            for other in place + 1..self.names.len() {
                if aabb.overlaps(&self.lanes.get(self.axis, other)) {
                    let (a, b) = pair(*name, self.names[other]);
                    pairs.push(u64::from(a) << 32 | u64::from(b));
                }
            }
        }
        pairs.sort_unstable();
        let reach = self.lanes.widest();
        if !self.is_loose && !(reach <= self.widest) {
            return Err(format!(
                "a box is {reach:?} wide, {:?} is the most that is known",
                self.widest
            ));
        }
        if !self.has_pairs || pairs == self.pairs {
            Ok(())
        } else {
            Err(format!("{} pairs overlap, {} are known", pairs.len(), self.pairs.len()))
        }
    }
}

impl<S: Scalar, const D: usize> CellStore<S, D> for SweepSap<S, D> {
    /// Along the axis of the sweep a cell may be long: the fewer boxes are beside each other. Measured at 1 000 to 100 000
    /// cubes, from 4 to 8 is best, and better than 1 by a fourth.
    const STRETCH: f64 = 4.0;

    fn looks_at_all(&self) -> bool {
        self.has_pairs
    }

    fn refresh<'a>(
        &mut self,
        moved: usize,
        removed: &[u32],
        inserted: &[u32],
        aabb: impl Fn(u32) -> &'a Aabb<S, D>,
        toggles: &mut Vec<Toggle>,
    ) where
        S: 'a,
    {
        let stays_hot = self.is_many(moved + removed.len() + inserted.len());
        self.rename(removed, inserted, &aabb);
        if stays_hot {
            self.lay_out_loosely(&aabb);
        } else {
            self.lay_out(&aabb);
            self.lanes.soonest(&mut self.keys);
        }
        self.sweep();
        self.tell_difference(toggles);
        self.has_pairs = stays_hot;
    }
}

#[cfg(test)]
mod tests {
    use super::super::Pair;
    use super::super::tests::{brute_force, check_store};
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};
    use std::collections::{BTreeMap, BTreeSet};

    /// All boxes move in every batch, as in a hot cell; some come and go, one jumps, and at last only a few move.
    #[test]
    fn a_loose_order_is_swept_right() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
        let mut unit = move || (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let square = |low: [f64; 2]| Aabb {
            min: low,
            max: low.map(|low| low + 1.0),
        };
        let mut boxes: Vec<Option<Aabb<f64, 2>>> = (0..70).map(|_| Some(square([unit() * 9.0, unit() * 9.0]))).collect();
        let mut sweep = SweepSap::<f64, 2>::default();
        let mut toggles = Vec::new();
        let inserted = (0..).zip(boxes.iter().flatten().copied()).collect();
        let batch = Batch {
            inserted,
            ..Batch::default()
        };
        sweep.apply(&batch, &mut toggles);
        let mut overlapping: BTreeSet<Pair> = toggles.drain(..).map(|toggle| toggle.pair).collect();
        let mut was_loose = 0;
        for step in 0..300 {
            assert!(sweep.looks_at_all());
            let way = if step % 50 < 40 { 0.1 } else { 3.0 };
            for aabb in boxes.iter_mut().flatten() {
                *aabb = square(aabb.min.map(|low| (low + way * (2.0 * unit() - 1.0)).clamp(0.0, 9.0)));
            }
            let (mut removed, mut inserted) = (Vec::new(), Vec::new());
            for _ in 0..[0, 1, 0, 2, 12][step % 5] {
                let leaves = (0..boxes.len())
                    .rfind(|id| (*id >= 70 || id % 7 != 3) && boxes[*id].is_some() && !removed.contains(&(*id as u32)));
                removed.push(leaves.unwrap() as u32);
                inserted.push((boxes.len() + inserted.len()) as u32);
            }
            inserted
                .iter()
                .for_each(|_| boxes.push(Some(square([unit() * 9.0, unit() * 9.0]))));
            // What leaves is gone for the one that asks.
            removed.iter().for_each(|id| boxes[*id as usize] = None);
            let moved = if step == 299 { 1 } else { sweep.len() };
            let aabb = |id: u32| boxes[id as usize].as_ref().expect("it has not left");
            sweep.refresh(moved, &removed, &inserted, aabb, &mut toggles);
            was_loose += usize::from(sweep.is_loose);
            sweep.sanity_check().unwrap();
            for Toggle { pair, begins } in toggles.drain(..) {
                let alternates = if begins {
                    overlapping.insert(pair)
                } else {
                    overlapping.remove(&pair)
                };
                assert!(alternates, "{pair:?}, step {step}");
            }
            assert!(overlapping.iter().eq(&brute_force(&boxes)), "step {step}");
        }
        assert!(was_loose > 100, "{was_loose}");
        assert!(!sweep.is_loose && !sweep.looks_at_all());
    }

    /// Who refreshed it may go on with batches.
    #[test]
    fn a_loose_order_is_tightened_for_a_batch() {
        let line = |low: f64| Aabb {
            min: [low],
            max: [low + 1.5],
        };
        let lows = |shift: f64| -> Vec<Aabb<f64, 1>> { (0..20).map(|k| line(f64::from(k) + shift * f64::from(k % 3))).collect() };
        let mut sweep = SweepSap::<f64, 1>::default();
        let inserted = (0..).zip(lows(0.0)).collect();
        let mut toggles = Vec::new();
        let batch = Batch {
            inserted,
            ..Batch::default()
        };
        sweep.apply(&batch, &mut toggles);
        let boxes = lows(0.6);
        sweep.refresh(20, &[], &[], |id| &boxes[id as usize], &mut toggles);
        assert!(sweep.is_loose);
        let batch = Batch {
            moved: vec![(3, line(40.0))],
            ..Batch::default()
        };
        sweep.apply(&batch, &mut toggles);
        sweep.sanity_check().unwrap();
        let mut boxes: Vec<_> = boxes.into_iter().map(Some).collect();
        boxes[3] = Some(line(40.0));
        let mut balance = BTreeMap::new();
        for Toggle { pair, begins } in toggles {
            *balance.entry(pair).or_insert(0) += if begins { 1 } else { -1 };
        }
        balance.retain(|_, balance| *balance != 0);
        assert!(balance.keys().eq(&brute_force(&boxes)) && balance.values().all(|balance| *balance == 1));
    }

    #[test]
    fn agrees_with_brute_force() {
        check_store::<f64, 3, SweepSap<f64, 3>>(SweepSap::default);
        check_store::<f32, 2, SweepSap<f32, 2>>(SweepSap::default);
    }
}
