//! Boxes in order along one axis, swept where most of them move, and searched where few do.
//!
//! The boxes stand in the order of their lower ends, one array for each coordinate. A batch takes one of two ways:
//!
//! - Few change: one after the other. The boxes that it overlaps before and after are looked for in its neighbourhood in the order,
//!   a block of boxes at a time; then it is exchanged with its neighbours until the order is right again.
//! - Many change: all are written to their places, the order is mended by insertion sort (or sorted anew after many jumps) and
//!   swept: each box is compared with those that begin before it ends (the sweeping plane of Tracy, Buss and Woods 2009, section 2;
//!   box pruning in Terdiman 2007). The pairs found are sorted and compared with those before.
//!
//! With m boxes that overlap one on the axis of the sweep, a change costs O(m + exchanges), at less than a nanosecond for each of the m;
//! in a cell of a grid that is less than three sorted lists of endpoints cost, whose exchanges jump about in memory. On one list for
//! a large world m is large, and lists are better.

use super::one_shot::kernel::{Lanes, wider};
use super::{Aabb, Batch, CellStore, Pair, Scalar, Store, Toggle, store::pair};

/// An insertion sort that has made this many exchanges a box gives up: the boxes did not move, they jumped. To sort anew costs
/// about as much as this many exchanges of each.
const JUMPS: usize = 8;
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
    /// The pairs that overlap, sorted, if the last batch was swept.
    pairs: Vec<Pair>,
    has_pairs: bool,
    found: Vec<Pair>,
    /// Places near a box.
    near: Vec<u32>,
    /// Lower ends, while they are put in order.
    keys: Vec<S>,
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
        }
    }
}

impl<S: Scalar, const D: usize> SweepSap<S, D> {
    fn write_places(&mut self) {
        for (place, name) in self.names.iter().enumerate() {
            self.places[*name as usize] = place as u32;
        }
    }

    /// Changes one box after the other.
    fn change_few(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<Toggle>) {
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

    fn take_out(&mut self, id: u32) {
        let place = std::mem::replace(&mut self.places[id as usize], NOWHERE) as usize;
        self.lanes.remove(place);
        self.names.remove(place);
        for name in &self.names[place..] {
            self.places[*name as usize] -= 1;
        }
    }

    fn put_in(&mut self, id: u32, aabb: &Aabb<S, D>) -> usize {
        self.make_room(id);
        let place = self.lanes.place_for(aabb.min[self.axis]);
        self.lanes.insert(self.axis, place, aabb);
        self.names.insert(place, id);
        for (after, name) in self.names[place..].iter().enumerate() {
            self.places[*name as usize] = (place + after) as u32;
        }
        place
    }

    /// Puts the order right after boxes were rewritten in their places.
    fn mend(&mut self) {
        let most = JUMPS * self.names.len();
        match self.lanes.mend(&mut self.names, most) {
            Some(0) => {}
            Some(_) => self.write_places(),
            None => self.sort_anew(&[]),
        }
    }

    /// Sorts the names by what `key` gives for them, by insertion: they are nearly in order. Gives up after many exchanges, and
    /// says so; all names are there still.
    fn order_names(&mut self, key: impl Fn(u32) -> S) -> bool {
        let Self { names, keys, .. } = self;
        let len = names.len();
        keys.resize(len, S::default());
        let (names, keys) = (&mut names[..len], &mut keys[..len]);
        let mut budget = JUMPS * len;
        for place in 0..len {
            let name = names[place];
            let key = key(name);
            let mut to = place;
            while to > 0 && key < keys[to - 1] {
                keys[to] = keys[to - 1];
                names[to] = names[to - 1];
                to -= 1;
            }
            keys[to] = key;
            names[to] = name;
            match budget.checked_sub(place - to) {
                Some(rest) => budget = rest,
                None => return false,
            }
        }
        true
    }

    /// Takes boxes in and out, in order as they are.
    fn come_and_go<'a>(&mut self, removed: &[u32], inserted: impl ExactSizeIterator<Item = (u32, &'a Aabb<S, D>)>)
    where
        S: 'a,
    {
        if removed.len() + inserted.len() > FEW {
            for id in removed {
                self.places[*id as usize] = NOWHERE;
            }
            let inserted: Vec<(u32, Aabb<S, D>)> = inserted.map(|(id, aabb)| (id, *aabb)).collect();
            self.sort_anew(&inserted);
            return;
        }
        for id in removed {
            self.take_out(*id);
        }
        for (id, aabb) in inserted {
            self.put_in(id, aabb);
        }
        self.widest = self.lanes.widest();
    }

    fn make_room(&mut self, id: u32) {
        if self.places.len() <= id as usize {
            self.places.resize(id as usize + 1, NOWHERE);
        }
    }

    /// Sorts all boxes that have a place, and others, along the axis on which they lie widest apart.
    fn sort_anew(&mut self, others: &[(u32, Aabb<S, D>)]) {
        let present = self
            .names
            .iter()
            .enumerate()
            .filter(|(_, name)| self.places[**name as usize] != NOWHERE);
        let mut boxes: Vec<(u32, Aabb<S, D>)> = present
            .map(|(place, name)| (*name, self.lanes.get(self.axis, place)))
            .collect();
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
        self.names.clear();
        self.names.extend(order.iter().map(|(_, number)| boxes[*number as usize].0));
        if let Some(last) = self.names.iter().max() {
            self.make_room(*last);
        }
        self.write_places();
        self.widest = self.lanes.widest();
    }

    /// Finds all pairs, in `found`, sorted.
    fn sweep(&mut self) {
        self.found.clear();
        let (names, found) = (&self.names, &mut self.found);
        self.lanes.pairs(|one, other| found.push(pair(names[one], names[other])));
        self.found.sort_unstable();
    }

    /// Tells how `found` differs from the pairs before, and takes it over.
    fn tell_difference(&mut self, toggles: &mut Vec<Toggle>) {
        let (mut old, mut new) = (0, 0);
        while old < self.pairs.len() || new < self.found.len() {
            let before = self.pairs.get(old).copied();
            let after = self.found.get(new).copied();
            match (before, after) {
                (Some(before), Some(after)) if before == after => (old, new) = (old + 1, new + 1),
                (Some(pair), after) if after.is_none_or(|after| pair < after) => {
                    toggles.push(Toggle { pair, begins: false });
                    old += 1;
                }
                (_, Some(pair)) => {
                    toggles.push(Toggle { pair, begins: true });
                    new += 1;
                }
                (_, None) => unreachable!("one of the two lists goes on"),
            }
        }
        std::mem::swap(&mut self.pairs, &mut self.found);
    }
}

/// How widely the centres of boxes lie apart on an axis: a measure that sorts as the variance does.
fn spread<'a, S: Scalar, const D: usize>(boxes: impl Iterator<Item = &'a Aabb<S, D>>, axis: usize) -> f64 {
    let centres = boxes.map(|aabb| 0.5 * aabb.min[axis].to_f64() + 0.5 * aabb.max[axis].to_f64());
    let (mut sum, mut squares, mut count) = (0.0, 0.0, 0.0);
    for centre in centres.filter(|centre| centre.is_finite()) {
        (sum, squares, count) = (sum + centre, squares + centre * centre, count + 1.0);
    }
    squares * count - sum * sum
}

impl<S: Scalar, const D: usize> SweepSap<S, D> {
    /// Whether a batch that names so many boxes is one of many changes.
    fn is_many(&self, changes: usize) -> bool {
        changes > FEW && changes * SWEPT_SHARE > self.names.len()
    }

    /// Finds the pairs as they are before the batch, if they are not known.
    fn find_pairs(&mut self) {
        if !self.has_pairs {
            self.sweep();
            std::mem::swap(&mut self.pairs, &mut self.found);
            self.has_pairs = true;
        }
    }
}

impl<S: Scalar, const D: usize> Store<S, D> for SweepSap<S, D> {
    fn apply(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<Toggle>) {
        if self.is_many(batch.len()) {
            self.find_pairs();
            for (id, aabb) in &batch.moved {
                self.lanes.set(self.axis, self.places[*id as usize] as usize, aabb);
            }
            self.mend();
            self.come_and_go(&batch.removed, batch.inserted.iter().map(|(id, aabb)| (*id, aabb)));
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
            + (self.pairs.capacity() + self.found.capacity()) * size_of::<Pair>()
    }

    fn sanity_check(&self) -> Result<(), String> {
        if !self.lanes.is_sorted() || self.lanes.len() != self.names.len() {
            return Err("the order of the sweep is wrong".to_owned());
        }
        let mut pairs = Vec::new();
        for (place, name) in self.names.iter().enumerate() {
            if self.places[*name as usize] != place as u32 {
                return Err(format!("box {name} is not in its place in the order"));
            }
            let aabb = self.lanes.get(self.axis, place);
            for other in place + 1..self.names.len() {
                if aabb.overlaps(&self.lanes.get(self.axis, other)) {
                    pairs.push(pair(*name, self.names[other]));
                }
            }
        }
        pairs.sort_unstable();
        let reach = self.lanes.widest();
        if !(reach <= self.widest) {
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
        let axis = self.axis;
        let in_order = self.order_names(|name| aabb(name).min[axis]);
        self.lanes.rewrite(self.axis, |place| aabb(self.names[place]));
        self.write_places();
        if !in_order {
            self.sort_anew(&[]);
        }
        self.come_and_go(removed, inserted.iter().map(|id| (*id, aabb(*id))));
        self.sweep();
        self.tell_difference(toggles);
        self.has_pairs = stays_hot;
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check_store;
    use super::*;

    #[test]
    fn agrees_with_brute_force() {
        check_store::<f64, 3, SweepSap<f64, 3>>(SweepSap::default);
        check_store::<f32, 2, SweepSap<f32, 2>>(SweepSap::default);
    }
}
