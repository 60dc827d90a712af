//! Batches with few changes: one box after the other, each compared with its neighbours in the
//! order.

use super::super::one_shot::kernel::wider;
use super::super::store::pair;
use super::super::{Aabb, Batch, PairChange, Scalar};
use super::{ABSENT, SweepSap};

impl<S: Scalar, const D: usize> SweepSap<S, D> {
    /// Applies a batch one change after the other.
    pub(super) fn change_few(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<PairChange>) {
        for id in &batch.removed {
            let place = self.places[*id as usize] as usize;
            self.toggle_all(*id, &self.lanes.get(self.axis, place), place, false, toggles);
            self.remove_from_order(*id);
        }
        for (id, aabb) in &batch.moved {
            self.change_one(*id, aabb, toggles);
        }
        for (id, aabb) in &batch.inserted {
            self.widest = wider(self.widest, aabb.min[self.axis], aabb.max[self.axis]);
            let place = self.insert_into_order(*id, aabb);
            self.toggle_all(*id, aabb, place, true, toggles);
        }
    }

    /// Appends a begin or end for all overlaps of a box.
    fn toggle_all(&mut self, id: u32, aabb: &Aabb<S, D>, place: usize, begins: bool, toggles: &mut Vec<PairChange>) {
        self.lanes
            .overlapping_near(self.axis, aabb, place, self.widest, &mut self.near);
        let others = self.near.iter().filter(|other| **other != place as u32);
        toggles.extend(others.map(|other| PairChange {
            pair: pair(id, self.ids[*other as usize]),
            begins,
        }));
    }

    fn change_one(&mut self, id: u32, aabb: &Aabb<S, D>, toggles: &mut Vec<PairChange>) {
        self.widest = wider(self.widest, aabb.min[self.axis], aabb.max[self.axis]);
        let place = self.places[id as usize] as usize;
        let old = self.lanes.get(self.axis, place);
        if old.overlaps(aabb) {
            // One search around both boxes finds the begins and the ends.
            self.lanes
                .overlapping_near(self.axis, &old.union(aabb), place, self.widest, &mut self.near);
            self.emit_changes(id, place, &old, aabb, toggles);
        } else {
            self.lanes
                .overlapping_near(self.axis, &old, place, self.widest, &mut self.near);
            self.emit_changes(id, place, &old, aabb, toggles);
            let near = self.lanes.position_for(aabb.min[self.axis]);
            self.lanes
                .overlapping_near(self.axis, aabb, near, self.widest, &mut self.near);
            // Boxes that overlap both do not change, and those that overlap only the old one have
            // been reported.
            self.near
                .retain(|other| !old.overlaps(&self.lanes.get(self.axis, *other as usize)));
            self.emit_changes(id, place, &old, aabb, toggles);
        }
        self.lanes.set(self.axis, place, aabb);
        let to = self.lanes.reposition(&mut self.ids, place);
        for place in place.min(to)..=place.max(to) {
            self.places[self.ids[place] as usize] = place as u32;
        }
    }

    /// Appends the boxes of `near` that overlap exactly one of `old` and `new`.
    fn emit_changes(&self, id: u32, place: usize, old: &Aabb<S, D>, new: &Aabb<S, D>, toggles: &mut Vec<PairChange>) {
        for other in self.near.iter().map(|other| *other as usize).filter(|other| *other != place) {
            let at = self.lanes.get(self.axis, other);
            let begins = new.overlaps(&at);
            if begins != old.overlaps(&at) {
                toggles.push(PairChange {
                    pair: pair(id, self.ids[other]),
                    begins,
                });
            }
        }
    }

    pub(super) fn remove_from_order(&mut self, id: u32) {
        let place = std::mem::replace(&mut self.places[id as usize], ABSENT) as usize;
        self.lanes.remove(place);
        self.ids.remove(place);
        for id in &self.ids[place..] {
            self.places[*id as usize] -= 1;
        }
    }

    pub(super) fn insert_into_order(&mut self, id: u32, aabb: &Aabb<S, D>) -> usize {
        self.reserve_id(id);
        let place = self.lanes.position_for(aabb.min[self.axis]);
        self.lanes.insert(self.axis, place, aabb);
        self.ids.insert(place, id);
        for (after, id) in self.ids[place..].iter().enumerate() {
            self.places[*id as usize] = (place + after) as u32;
        }
        place
    }
}
