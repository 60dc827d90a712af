//! The order of the boxes along the axis of the sweep: sorted, restored, or nearly sorted.
//!
//! Where most boxes move in every batch, an insertion sort loses much time on mispredicted
//! branches. A nearly sorted order avoids them: each batch exchanges neighbours that are in the
//! wrong order once, without a branch, and the sweep of a box continues as long as any later box
//! may begin before its end. When the disorder slows down the sweep, the boxes are sorted.

use super::super::{Aabb, Scalar};
use super::constants::{EXCHANGES_PER_BOX, MAX_DISORDER};
use super::{ABSENT, FEW_CHANGES, SweepSap};

/// The place of a box in a nearly sorted order: present, but not recorded.
const UNKNOWN_PLACE: u32 = ABSENT - 1;

impl<S: Scalar, const D: usize> SweepSap<S, D> {
    /// Restores the order after boxes were rewritten in their places.
    pub(super) fn restore_order(&mut self) {
        let most = EXCHANGES_PER_BOX * self.ids.len();
        match self.lanes.restore_order(&mut self.ids, most) {
            Some(0) => {}
            Some(_) => self.write_places(),
            None => self.sort_all(&[]),
        }
    }

    /// Removes and inserts boxes in a sorted order.
    pub(super) fn remove_and_insert<'a>(
        &mut self,
        removed: &[u32],
        inserted: impl ExactSizeIterator<Item = (u32, &'a Aabb<S, D>)>,
    ) where
        S: 'a,
    {
        if removed.len() + inserted.len() > FEW_CHANGES {
            for id in removed {
                self.places[*id as usize] = ABSENT;
            }
            let inserted: Vec<(u32, Aabb<S, D>)> = inserted.map(|(id, aabb)| (id, *aabb)).collect();
            self.sort_all(&inserted);
            return;
        }
        for id in removed {
            self.remove_from_order(*id);
        }
        for (id, aabb) in inserted {
            self.insert_into_order(id, aabb);
        }
        self.widest = self.lanes.widest();
    }

    /// Sorts all boxes that have a place, and `others`, along the axis with the greatest variance.
    fn sort_all(&mut self, others: &[(u32, Aabb<S, D>)]) {
        let present = self
            .ids
            .iter()
            .enumerate()
            .filter(|(_, id)| self.places[**id as usize] != ABSENT);
        let mut boxes: Vec<(u32, Aabb<S, D>)> = present.map(|(place, id)| (*id, self.lanes.get(self.axis, place))).collect();
        boxes.extend_from_slice(others);
        let spreads: [f64; D] = std::array::from_fn(|axis| spread(boxes.iter().map(|(_, aabb)| aabb), axis));
        self.axis = (0..D).max_by(|a, b| spreads[*a].total_cmp(&spreads[*b])).unwrap_or(0);
        let mut order: Vec<(S::Endpoint, u32)> = boxes
            .iter()
            .enumerate()
            .map(|(number, (id, aabb))| (aabb.min[self.axis].endpoint(false, *id), number as u32))
            .collect();
        order.sort_unstable();
        self.lanes
            .fill(self.axis, order.iter().map(|(_, number)| boxes[*number as usize].1));
        self.ids.clear();
        self.ids.extend(order.iter().map(|(_, number)| boxes[*number as usize].0));
        if let Some(last) = self.ids.iter().max() {
            self.reserve_id(*last);
        }
        self.write_places();
        self.widest = self.lanes.widest();
    }

    /// Removes and inserts ids, inserted ones near their place. The boxes must be rewritten
    /// afterwards.
    pub(super) fn rename<'a>(&mut self, removed: &[u32], inserted: &[u32], aabb: &impl Fn(u32) -> &'a Aabb<S, D>)
    where
        S: 'a,
    {
        if !removed.is_empty() {
            for id in removed {
                self.places[*id as usize] = ABSENT;
            }
            self.ids.retain(|id| self.places[*id as usize] != ABSENT);
        }
        let lower_end = |id: u32| aabb(id).min[self.axis];
        for id in inserted {
            if self.places.len() <= *id as usize {
                self.places.resize(*id as usize + 1, ABSENT);
            }
            self.places[*id as usize] = UNKNOWN_PLACE;
            let place = if inserted.len() > FEW_CHANGES {
                self.ids.len()
            } else {
                self.ids.partition_point(|present| lower_end(*present) <= lower_end(*id))
            };
            self.ids.insert(place, *id);
        }
    }

    /// Rewrites all boxes in the order of their ids' places, sorted.
    pub(super) fn rewrite_sorted<'a>(&mut self, aabb: &impl Fn(u32) -> &'a Aabb<S, D>)
    where
        S: 'a,
    {
        let axis = self.axis;
        let in_order = self.order_ids(|id| aabb(id).min[axis]);
        self.lanes.resize(self.ids.len());
        self.lanes.rewrite(axis, |place| aabb(self.ids[place]));
        self.write_places();
        self.widest = self.lanes.widest();
        if !in_order {
            self.sort_all(&[]);
        }
        self.is_nearly_sorted = false;
    }

    /// Sorts a nearly sorted order.
    pub(super) fn sort_fully(&mut self) {
        self.restore_order();
        self.write_places();
        self.widest = self.lanes.widest();
        self.is_nearly_sorted = false;
    }

    /// Rewrites all boxes in the order of their ids' places, nearly sorted.
    pub(super) fn rewrite_nearly_sorted<'a>(&mut self, aabb: &impl Fn(u32) -> &'a Aabb<S, D>)
    where
        S: 'a,
    {
        let axis = self.axis;
        let Self { ids, keys, .. } = self;
        keys.clear();
        keys.extend(ids.iter().map(|id| aabb(*id).min[axis]));
        let len = ids.len();
        for first in [0, 1.min(len)] {
            let ids = ids[first..].as_chunks_mut::<2>().0;
            let keys = keys[first..].as_chunks_mut::<2>().0;
            for (ids, keys) in ids.iter_mut().zip(keys) {
                // Selected, not swapped, to avoid a branch.
                let ([a, b], [low, high]) = (*ids, *keys);
                let is_wrong = high < low;
                *ids = if is_wrong { [b, a] } else { [a, b] };
                *keys = if is_wrong { [high, low] } else { [low, high] };
            }
        }
        self.lanes.resize(self.ids.len());
        self.lanes.rewrite(axis, |place| aabb(self.ids[place]));
        self.is_nearly_sorted = true;
        let is_order_acceptable = self.lanes.suffix_minima(&mut self.keys) <= MAX_DISORDER;
        if !is_order_acceptable {
            self.rewrite_sorted(aabb);
            self.lanes.suffix_minima(&mut self.keys);
        }
    }

    /// Sorts the ids by `key` with an insertion sort: they are nearly sorted. Returns `false` if it
    /// stopped after too many exchanges; all ids are still present.
    fn order_ids(&mut self, key: impl Fn(u32) -> S) -> bool {
        let Self { ids, keys, .. } = self;
        let len = ids.len();
        keys.resize(len, S::default());
        let (ids, keys) = (&mut ids[..len], &mut keys[..len]);
        let mut budget = EXCHANGES_PER_BOX * len;
        for place in 0..len {
            let id = ids[place];
            let key = key(id);
            let mut to = place;
            while to > 0 && key < keys[to - 1] {
                keys[to] = keys[to - 1];
                ids[to] = ids[to - 1];
                to -= 1;
            }
            keys[to] = key;
            ids[to] = id;
            match budget.checked_sub(place - to) {
                Some(rest) => budget = rest,
                None => return false,
            }
        }
        true
    }

    pub(super) fn write_places(&mut self) {
        for (place, id) in self.ids.iter().enumerate() {
            self.places[*id as usize] = place as u32;
        }
    }

    pub(super) fn reserve_id(&mut self, id: u32) {
        if self.places.len() <= id as usize {
            self.places.resize(id as usize + 1, ABSENT);
        }
    }
}

/// The spread of the centres of boxes on an axis: a measure that sorts as the variance does.
fn spread<'a, S: Scalar, const D: usize>(boxes: impl Iterator<Item = &'a Aabb<S, D>>, axis: usize) -> f64 {
    let centres = boxes.map(|aabb| 0.5 * aabb.min[axis].to_f64() + 0.5 * aabb.max[axis].to_f64());
    let (mut sum, mut squares, mut count) = (0.0, 0.0, 0.0);
    for centre in centres.filter(|centre| centre.is_finite()) {
        (sum, squares, count) = (sum + centre, squares + centre * centre, count + 1.0);
    }
    squares * count - sum * sum
}
