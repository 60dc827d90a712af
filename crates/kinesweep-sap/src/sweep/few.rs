//! Few boxes change: one after the other, each among its neighbours in the order.

use super::super::one_shot::kernel::wider;
use super::super::store::pair;
use super::super::{Aabb, Batch, Scalar, Toggle};
use super::{NOWHERE, SweepSap};

impl<S: Scalar, const D: usize> SweepSap<S, D> {
    /// Changes one box after the other.
    pub(super) fn change_few(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<Toggle>) {
        for id in &batch.removed {
            let place = self.places[*id as usize] as usize;
            self.tell_all(*id, &self.lanes.get(self.axis, place), place, false, toggles);
            self.take_out(*id);
        }
        for (id, aabb) in &batch.moved {
            self.change_one(*id, aabb, toggles);
        }
        for (id, aabb) in &batch.inserted {
            self.widest = wider(self.widest, aabb.min[self.axis], aabb.max[self.axis]);
            let place = self.put_in(*id, aabb);
            self.tell_all(*id, aabb, place, true, toggles);
        }
    }

    /// Tells that all overlaps of a box begin or end.
    fn tell_all(&mut self, id: u32, aabb: &Aabb<S, D>, place: usize, begins: bool, toggles: &mut Vec<Toggle>) {
        self.lanes.around(self.axis, aabb, place, self.widest, &mut self.near);
        let others = self.near.iter().filter(|other| **other != place as u32);
        toggles.extend(others.map(|other| Toggle {
            pair: pair(id, self.names[*other as usize]),
            begins,
        }));
    }

    fn change_one(&mut self, id: u32, aabb: &Aabb<S, D>, toggles: &mut Vec<Toggle>) {
        self.widest = wider(self.widest, aabb.min[self.axis], aabb.max[self.axis]);
        let place = self.places[id as usize] as usize;
        let old = self.lanes.get(self.axis, place);
        if old.overlaps(aabb) {
            // One look at the neighbourhood of both finds what begins and what ends.
            self.lanes
                .around(self.axis, &old.union(aabb), place, self.widest, &mut self.near);
            self.tell_changes(id, place, &old, aabb, toggles);
        } else {
            self.lanes.around(self.axis, &old, place, self.widest, &mut self.near);
            self.tell_changes(id, place, &old, aabb, toggles);
            let near = self.lanes.place_for(aabb.min[self.axis]);
            self.lanes.around(self.axis, aabb, near, self.widest, &mut self.near);
            // What overlaps both does not change, and what overlaps the old one alone has been told.
            self.near
                .retain(|other| !old.overlaps(&self.lanes.get(self.axis, *other as usize)));
            self.tell_changes(id, place, &old, aabb, toggles);
        }
        self.lanes.set(self.axis, place, aabb);
        let to = self.lanes.mend_one(&mut self.names, place);
        for place in place.min(to)..=place.max(to) {
            self.places[self.names[place] as usize] = place as u32;
        }
    }

    /// Tells which of the boxes nearby overlap just one of `old` and `new`.
    fn tell_changes(&self, id: u32, place: usize, old: &Aabb<S, D>, new: &Aabb<S, D>, toggles: &mut Vec<Toggle>) {
        for other in self.near.iter().map(|other| *other as usize).filter(|other| *other != place) {
            let at = self.lanes.get(self.axis, other);
            let begins = new.overlaps(&at);
            if begins != old.overlaps(&at) {
                toggles.push(Toggle {
                    pair: pair(id, self.names[other]),
                    begins,
                });
            }
        }
    }

    pub(super) fn take_out(&mut self, id: u32) {
        let place = std::mem::replace(&mut self.places[id as usize], NOWHERE) as usize;
        self.lanes.remove(place);
        self.names.remove(place);
        for name in &self.names[place..] {
            self.places[*name as usize] -= 1;
        }
    }

    pub(super) fn put_in(&mut self, id: u32, aabb: &Aabb<S, D>) -> usize {
        self.make_room(id);
        let place = self.lanes.place_for(aabb.min[self.axis]);
        self.lanes.insert(self.axis, place, aabb);
        self.names.insert(place, id);
        for (after, name) in self.names[place..].iter().enumerate() {
            self.places[*name as usize] = (place + after) as u32;
        }
        place
    }
}
