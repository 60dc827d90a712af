//! The order of the boxes along the axis of the sweep: made, mended, or loose.
//!
//! Where most boxes move in every batch, much of the time of an insertion sort is lost on guessing wrong where each box
//! ends up. A loose order does without: each batch exchanges neighbours that are in the wrong order, without a branch, and
//! the sweep goes on as far as a box may begin from there on. When boxes are so far from their places that the sweep
//! suffers, they are sorted.

use super::super::{Aabb, Scalar};
use super::{FEW, NOWHERE, SweepSap};

/// An insertion sort that has made this many exchanges a box gives up: the boxes did not move, they jumped. To sort anew costs
/// about as much as this many exchanges of each.
const JUMPS: usize = 8;

/// Boxes in loose order are sorted when they are farther from their places than this share of their width, on average.
const SLACK: f64 = 0.25;

/// The place of a box in loose order: some.
const SOMEWHERE: u32 = NOWHERE - 1;

impl<S: Scalar, const D: usize> SweepSap<S, D> {
    /// Puts the order right after boxes were rewritten in their places.
    pub(super) fn mend(&mut self) {
        let most = JUMPS * self.names.len();
        match self.lanes.mend(&mut self.names, most) {
            Some(0) => {}
            Some(_) => self.write_places(),
            None => self.sort_anew(&[]),
        }
    }

    /// Takes boxes in and out, in order as they are.
    pub(super) fn come_and_go<'a>(&mut self, removed: &[u32], inserted: impl ExactSizeIterator<Item = (u32, &'a Aabb<S, D>)>)
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

    /// Takes names in and out, those that come about where they belong; the boxes are to be laid out after that.
    pub(super) fn rename<'a>(&mut self, removed: &[u32], inserted: &[u32], aabb: &impl Fn(u32) -> &'a Aabb<S, D>)
    where
        S: 'a,
    {
        if !removed.is_empty() {
            for id in removed {
                self.places[*id as usize] = NOWHERE;
            }
            self.names.retain(|name| self.places[*name as usize] != NOWHERE);
        }
        let key = |name: u32| aabb(name).min[self.axis];
        for id in inserted {
            if self.places.len() <= *id as usize {
                self.places.resize(*id as usize + 1, NOWHERE);
            }
            self.places[*id as usize] = SOMEWHERE;
            let place = if inserted.len() > FEW {
                self.names.len()
            } else {
                self.names.partition_point(|name| key(*name) <= key(*id))
            };
            self.names.insert(place, *id);
        }
    }

    /// Writes all boxes anew, as their names stand, in order.
    pub(super) fn lay_out<'a>(&mut self, aabb: &impl Fn(u32) -> &'a Aabb<S, D>)
    where
        S: 'a,
    {
        let axis = self.axis;
        let in_order = self.order_names(|name| aabb(name).min[axis]);
        self.lanes.resize(self.names.len());
        self.lanes.rewrite(axis, |place| aabb(self.names[place]));
        self.write_places();
        self.widest = self.lanes.widest();
        if !in_order {
            self.sort_anew(&[]);
        }
        self.is_loose = false;
    }

    /// Makes a loose order one again.
    pub(super) fn tighten(&mut self) {
        self.mend();
        self.write_places();
        self.widest = self.lanes.widest();
        self.is_loose = false;
    }

    /// Writes all boxes anew, as their names stand, in loose order.
    pub(super) fn lay_out_loosely<'a>(&mut self, aabb: &impl Fn(u32) -> &'a Aabb<S, D>)
    where
        S: 'a,
    {
        let axis = self.axis;
        let Self { names, keys, .. } = self;
        keys.clear();
        keys.extend(names.iter().map(|name| aabb(*name).min[axis]));
        let len = names.len();
        for first in [0, 1.min(len)] {
            let names = names[first..].as_chunks_mut::<2>().0;
            let keys = keys[first..].as_chunks_mut::<2>().0;
            for (names, keys) in names.iter_mut().zip(keys) {
                // Selected, not swapped: without a branch.
                let ([a, b], [low, high]) = (*names, *keys);
                let is_wrong = high < low;
                *names = if is_wrong { [b, a] } else { [a, b] };
                *keys = if is_wrong { [high, low] } else { [low, high] };
            }
        }
        self.lanes.resize(self.names.len());
        self.lanes.rewrite(axis, |place| aabb(self.names[place]));
        self.is_loose = true;
        let is_order_good = self.lanes.soonest(&mut self.keys) <= SLACK;
        if !is_order_good {
            self.lay_out(aabb);
            self.lanes.soonest(&mut self.keys);
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

    pub(super) fn write_places(&mut self) {
        for (place, name) in self.names.iter().enumerate() {
            self.places[*name as usize] = place as u32;
        }
    }

    pub(super) fn make_room(&mut self, id: u32) {
        if self.places.len() <= id as usize {
            self.places.resize(id as usize + 1, NOWHERE);
        }
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
