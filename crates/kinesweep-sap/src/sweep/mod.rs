//! Boxes sorted along one axis: swept where most of them move, searched where few do.
//!
//! The boxes are sorted by their lower ends, with one array for each coordinate. A batch is applied
//! in one of two ways:
//!
//! - Few changes: one after the other. The boxes that a changed box overlaps before and after are
//!   searched around its place in the order, a block of boxes at a time; then it is exchanged with
//!   its neighbours until the order is correct again.
//! - Many changes: all boxes are rewritten in their places, an insertion sort restores the order
//!   (or a full sort, after many jumps), and a sweep compares each box with those that begin before
//!   it ends (the sweeping plane of Tracy, Buss and Woods 2009, section 2; box pruning in Terdiman
//!   2007). The pairs are sorted and compared with those before. In a cell of a grid the boxes need
//!   not be copied into a batch, and the order is restored only in part ([`order`]).
//!
//! With m boxes that overlap a box on the axis of the sweep, a change costs O(m + exchanges), at
//! less than a nanosecond for each of the m. In a cell of a grid that is cheaper than three sorted
//! lists of endpoints: their exchanges access scattered memory. On one list for a large world m is
//! large, and lists are faster.

mod constants;
mod few_changes;
mod order;

use super::one_shot::kernel::Lanes;
use super::{Aabb, Batch, CellStore, PairChange, Scalar, Store, store::pair};
use constants::{FEW_CHANGES, SWEPT_SHARE};

/// The place of an absent box.
const ABSENT: u32 = u32::MAX;

/// A persistent single-axis sweep. Memory: 32 to 40 bytes a box in three dimensions with `f32`, and
/// 16 a pair.
#[derive(Debug)]
pub struct SweepSap<S, const D: usize> {
    axis: usize,
    lanes: Lanes<S, D>,
    /// The id of the box at each place of the order.
    ids: Vec<u32>,
    /// The place of each box, indexed by id.
    places: Vec<u32>,
    /// Upper bound of the widths of the boxes on the sweep axis.
    widest: S,
    /// The overlapping pairs, sorted, if the last batch was swept: as integers, the smaller id in
    /// the upper half.
    pairs: Vec<u64>,
    has_pairs: bool,
    found: Vec<u64>,
    /// Scratch: places of boxes near a box.
    near: Vec<u32>,
    /// Scratch. While boxes are sorted: their lower ends. While they are swept: the least lower end
    /// from each place on.
    keys: Vec<S>,
    /// Whether the order is only nearly sorted. Then `places` and `widest` are invalid.
    is_nearly_sorted: bool,
}

impl<S: Scalar, const D: usize> Default for SweepSap<S, D> {
    fn default() -> Self {
        Self {
            axis: 0,
            lanes: Lanes::default(),
            ids: Vec::new(),
            places: Vec::new(),
            widest: S::default(),
            pairs: Vec::new(),
            has_pairs: false,
            found: Vec::new(),
            near: Vec::new(),
            keys: Vec::new(),
            is_nearly_sorted: false,
        }
    }
}

impl<S: Scalar, const D: usize> SweepSap<S, D> {
    /// Whether a batch of `changes` boxes counts as many changes.
    fn is_many(&self, changes: usize) -> bool {
        changes > FEW_CHANGES && changes * SWEPT_SHARE > self.ids.len()
    }

    /// Finds the pairs before the batch, if they are not stored.
    fn find_pairs(&mut self) {
        if !self.has_pairs {
            self.lanes.suffix_minima(&mut self.keys);
            self.sweep();
            std::mem::swap(&mut self.pairs, &mut self.found);
            self.has_pairs = true;
        }
    }

    /// Writes all pairs to `found`, sorted.
    fn sweep(&mut self) {
        self.found.clear();
        self.lanes.pairs_nearly_sorted(&self.keys, &self.ids, &mut self.found);
        self.found.sort_unstable();
    }

    /// Appends the differences between `found` and the stored pairs, and stores `found`.
    fn emit_difference(&mut self, toggles: &mut Vec<PairChange>) {
        let mut emit = |key: u64, begins| {
            toggles.push(PairChange {
                pair: ((key >> 32) as u32, key as u32),
                begins,
            });
        };
        let (mut old, mut new) = (0, 0);
        while let (Some(before), Some(after)) = (self.pairs.get(old), self.found.get(new)) {
            if before != after {
                emit(*before.min(after), after < before);
            }
            // Without a branch: the outcome is unpredictable.
            old += usize::from(before <= after);
            new += usize::from(after <= before);
        }
        self.pairs[old..].iter().for_each(|key| emit(*key, false));
        self.found[new..].iter().for_each(|key| emit(*key, true));
        std::mem::swap(&mut self.pairs, &mut self.found);
    }
}

impl<S: Scalar, const D: usize> Store<S, D> for SweepSap<S, D> {
    fn apply(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<PairChange>) {
        if self.is_nearly_sorted {
            self.sort_fully();
        }
        if self.is_many(batch.len()) {
            self.find_pairs();
            for (id, aabb) in &batch.moved {
                self.lanes.set(self.axis, self.places[*id as usize] as usize, aabb);
            }
            self.restore_order();
            self.remove_and_insert(&batch.removed, batch.inserted.iter().map(|(id, aabb)| (*id, aabb)));
            self.lanes.suffix_minima(&mut self.keys);
            self.sweep();
            self.emit_difference(toggles);
        } else {
            self.has_pairs = false;
            self.change_few(batch, toggles);
        }
    }

    fn len(&self) -> usize {
        self.ids.len()
    }

    fn memory(&self) -> usize {
        self.lanes.memory()
            + (self.ids.capacity() + self.places.capacity() + self.near.capacity()) * size_of::<u32>()
            + self.keys.capacity() * size_of::<S>()
            + (self.pairs.capacity() + self.found.capacity()) * size_of::<u64>()
    }

    fn sanity_check(&self) -> Result<(), String> {
        let is_sorted = self.is_nearly_sorted || self.lanes.is_sorted();
        if !is_sorted || self.lanes.len() != self.ids.len() {
            return Err("the order of the sweep is wrong".to_owned());
        }
        let mut pairs: Vec<u64> = Vec::new();
        for (place, id) in self.ids.iter().enumerate() {
            let recorded = self.places[*id as usize];
            if recorded == ABSENT || !self.is_nearly_sorted && recorded != place as u32 {
                return Err(format!("box {id} is not in its place in the order"));
            }
            let aabb = self.lanes.get(self.axis, place);
            for other in place + 1..self.ids.len() {
                if aabb.overlaps(&self.lanes.get(self.axis, other)) {
                    let (a, b) = pair(*id, self.ids[other]);
                    pairs.push(u64::from(a) << 32 | u64::from(b));
                }
            }
        }
        pairs.sort_unstable();
        let widest = self.lanes.widest();
        if !self.is_nearly_sorted && !(widest <= self.widest) {
            return Err(format!("a box is {widest:?} wide, {:?} is the recorded bound", self.widest));
        }
        if !self.has_pairs || pairs == self.pairs {
            Ok(())
        } else {
            Err(format!("{} pairs overlap, {} are recorded", pairs.len(), self.pairs.len()))
        }
    }
}

impl<S: Scalar, const D: usize> CellStore<S, D> for SweepSap<S, D> {
    /// A cell may be long on the axis of the sweep: then fewer boxes overlap on it. Measured at
    /// 1 000 to 100 000 cubes, 4 to 8 is best, and better than 1 by a quarter.
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
        toggles: &mut Vec<PairChange>,
    ) where
        S: 'a,
    {
        let stays_swept = self.is_many(moved + removed.len() + inserted.len());
        self.rename(removed, inserted, &aabb);
        if stays_swept {
            self.rewrite_nearly_sorted(&aabb);
        } else {
            self.rewrite_sorted(&aabb);
            self.lanes.suffix_minima(&mut self.keys);
        }
        self.sweep();
        self.emit_difference(toggles);
        self.has_pairs = stays_swept;
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

    /// A box that is inserted at the end instead costs a full sort.
    #[test]
    fn inserted_boxes_get_their_places_in_the_order() {
        let mut boxes: Vec<Aabb<f64, 1>> = (0..40).map(|id| interval(f64::from(id))).collect();
        let mut sweep = SweepSap::<f64, 1>::default();
        let ids: Vec<u32> = (0..40).collect();
        sweep.refresh(0, &[], &ids, |id| &boxes[id as usize], &mut Vec::new());
        for (id, low) in (40..).zip([20.5, 3.25, 39.5, -1.0]) {
            boxes.push(interval(low));
            sweep.rename(&[], &[id], &|id| &boxes[id as usize]);
            let lows: Vec<f64> = sweep.ids.iter().map(|id| boxes[*id as usize].min[0]).collect();
            assert!(lows.is_sorted(), "{lows:?}");
        }
    }

    fn interval(low: f64) -> Aabb<f64, 1> {
        Aabb {
            min: [low],
            max: [low + 1.0],
        }
    }

    /// All boxes move in every batch; some are inserted and removed, some batches jump, and in the
    /// last one only one box moves.
    #[test]
    fn refresh_with_all_boxes_moving_agrees_with_brute_force() {
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
        let mut nearly_sorted_steps = 0;
        for step in 0..300 {
            assert!(sweep.looks_at_all());
            let way = if step % 50 < 40 { 0.1 } else { 3.0 };
            for aabb in boxes.iter_mut().flatten() {
                *aabb = square(aabb.min.map(|low| (low + way * (2.0 * unit() - 1.0)).clamp(0.0, 9.0)));
            }
            let (mut removed, mut inserted) = (Vec::new(), Vec::new());
            for _ in 0..[0, 1, 0, 2, 12][step % 5] {
                let leaving = (0..boxes.len())
                    .rfind(|id| (*id >= 70 || id % 7 != 3) && boxes[*id].is_some() && !removed.contains(&(*id as u32)));
                removed.push(leaving.unwrap() as u32);
                inserted.push((boxes.len() + inserted.len()) as u32);
            }
            inserted
                .iter()
                .for_each(|_| boxes.push(Some(square([unit() * 9.0, unit() * 9.0]))));
            // A removed box is absent when the store reads the boxes.
            removed.iter().for_each(|id| boxes[*id as usize] = None);
            let moved = if step == 299 { 1 } else { sweep.len() };
            let aabb = |id: u32| boxes[id as usize].as_ref().expect("it is present");
            sweep.refresh(moved, &removed, &inserted, aabb, &mut toggles);
            nearly_sorted_steps += usize::from(sweep.is_nearly_sorted);
            sweep.sanity_check().unwrap();
            for PairChange { pair, begins } in toggles.drain(..) {
                let alternates = if begins {
                    overlapping.insert(pair)
                } else {
                    overlapping.remove(&pair)
                };
                assert!(alternates, "{pair:?}, step {step}");
            }
            assert!(overlapping.iter().eq(&brute_force(&boxes)), "step {step}");
        }
        assert!(nearly_sorted_steps > 100, "{nearly_sorted_steps}");
        assert!(!sweep.is_nearly_sorted && !sweep.looks_at_all());
    }

    /// A batch after a refresh sorts the boxes fully.
    #[test]
    fn a_batch_after_a_refresh_gives_the_net_overlaps() {
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
        assert!(sweep.is_nearly_sorted);
        let batch = Batch {
            moved: vec![(3, line(40.0))],
            ..Batch::default()
        };
        sweep.apply(&batch, &mut toggles);
        sweep.sanity_check().unwrap();
        let mut boxes: Vec<_> = boxes.into_iter().map(Some).collect();
        boxes[3] = Some(line(40.0));
        let mut balance = BTreeMap::new();
        for PairChange { pair, begins } in toggles {
            *balance.entry(pair).or_insert(0) += if begins { 1 } else { -1 };
        }
        balance.retain(|_, balance| *balance != 0);
        assert!(balance.keys().eq(&brute_force(&boxes)) && balance.values().all(|balance| *balance == 1));
    }

    #[test]
    fn all_scenes_agree_with_brute_force() {
        check_store::<f64, 3, SweepSap<f64, 3>>(SweepSap::default);
        check_store::<f32, 2, SweepSap<f32, 2>>(SweepSap::default);
    }
}
