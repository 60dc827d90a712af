//! Maintains the order of the sweep while boxes move, are inserted and are removed, one by one or
//! all at once.

use super::super::super::{Aabb, Scalar};
use super::super::constants::MAX_EXCHANGES;
use super::{LANES, Lanes, axis_at};

impl<S: Scalar, const D: usize> Lanes<S, D> {
    /// The box at a place.
    #[inline]
    pub(crate) fn get(&self, sweep_axis: usize, place: usize) -> Aabb<S, D> {
        Aabb {
            min: std::array::from_fn(|axis| self.min[axis_at(axis, sweep_axis)][place]),
            max: std::array::from_fn(|axis| self.max[axis_at(axis, sweep_axis)][place]),
        }
    }

    /// Replaces each box by `bounds` of its place.
    pub(crate) fn rewrite<'a>(&mut self, sweep_axis: usize, bounds: impl Fn(usize) -> &'a Aabb<S, D>)
    where
        S: 'a,
    {
        let len = self.len;
        let [min, max] = [&mut self.min, &mut self.max].map(|side| side.each_mut().map(|values| &mut values[..len]));
        for place in 0..len {
            let bounds = bounds(place);
            for at in 0..D {
                min[at][place] = bounds.min[axis_at(at, sweep_axis)];
                max[at][place] = bounds.max[axis_at(at, sweep_axis)];
            }
        }
    }

    /// Sets the number of boxes. New ones must be rewritten.
    pub(crate) fn resize(&mut self, len: usize) {
        if len != self.len {
            self.len = len;
            let nan = S::from_f64(f64::NAN);
            for values in self.min.iter_mut().chain(&mut self.max) {
                values.resize(len + LANES, nan);
                values[len..].fill(nan);
            }
        }
    }

    /// The greatest extent of a box on the sweep axis; infinite if one is NaN.
    pub(crate) fn widest(&self) -> S {
        let mut widest = S::default();
        for (min, max) in self.min[0][..self.len].iter().zip(&self.max[0]) {
            widest = wider(widest, *min, *max);
        }
        widest
    }

    /// The place for a box that begins at `key`: behind all boxes that begin no later.
    pub(crate) fn position_for(&self, key: S) -> usize {
        self.min[0][..self.len].partition_point(|min| *min <= key)
    }

    /// Inserts a box at a place; those behind move up. O(n).
    pub(crate) fn insert(&mut self, sweep_axis: usize, place: usize, bounds: &Aabb<S, D>) {
        for at in 0..D {
            self.min[at].insert(place, bounds.min[axis_at(at, sweep_axis)]);
            self.max[at].insert(place, bounds.max[axis_at(at, sweep_axis)]);
        }
        self.len += 1;
    }

    /// Removes the box at a place; those behind move down. O(n).
    pub(crate) fn remove(&mut self, place: usize) {
        for values in self.min.iter_mut().chain(&mut self.max) {
            values.remove(place);
        }
        self.len -= 1;
    }

    /// Restores the order after changes of mins, by exchanges of neighbours, with `ids` in
    /// parallel. Returns the number of exchanges; `None` if it stopped after `most` of them.
    pub(crate) fn restore_order(&mut self, ids: &mut [u32], most: usize) -> Option<usize> {
        let length = self.len + LANES;
        let [min, max] = [&mut self.min, &mut self.max].map(|side| side.each_mut().map(|values| &mut values[..length]));
        let mut exchanges = 0;
        for place in 1..self.len {
            let mut to = place;
            while to > 0 && min[0][to] < min[0][to - 1] {
                for at in 0..D {
                    min[at].swap(to - 1, to);
                    max[at].swap(to - 1, to);
                }
                ids.swap(to - 1, to);
                to -= 1;
            }
            exchanges += place - to;
            if exchanges > most {
                return None;
            }
        }
        Some(exchanges)
    }

    /// Moves the only box that may be out of order to its place, and returns that place. The boxes
    /// between move by one, in `ids`, too.
    pub(crate) fn reposition(&mut self, ids: &mut [u32], place: usize) -> usize {
        let key = self.min[0][place];
        let mut at = place;
        while at > 0 && key < self.min[0][at - 1] {
            if place - at == MAX_EXCHANGES {
                let to = self.min[0][..at].partition_point(|min| *min <= key);
                self.for_columns(|column| column[to..=at].rotate_right(1));
                ids[to..=at].rotate_right(1);
                return to;
            }
            self.for_columns(|column| column.swap(at - 1, at));
            ids.swap(at - 1, at);
            at -= 1;
        }
        // The comparison with the sentinel behind the last box is false.
        while key > self.min[0][at + 1] {
            if at - place == MAX_EXCHANGES {
                let to = at + self.min[0][at + 1..self.len].partition_point(|min| *min < key);
                self.for_columns(|column| column[at..=to].rotate_left(1));
                ids[at..=to].rotate_left(1);
                return to;
            }
            self.for_columns(|column| column.swap(at, at + 1));
            ids.swap(at, at + 1);
            at += 1;
        }
        at
    }

    #[inline]
    fn for_columns(&mut self, mut call: impl FnMut(&mut [S])) {
        for values in self.min.iter_mut().chain(&mut self.max) {
            call(values);
        }
    }

    /// Writes the places of all boxes that overlap `one`. `near` is a place near its own in the
    /// order, and no box is wider than `widest` on the sweep axis.
    #[inline(never)]
    pub(crate) fn overlapping_near(&self, sweep_axis: usize, one: &Aabb<S, D>, near: usize, widest: S, places: &mut Vec<u32>) {
        let view = self.view();
        let low: [S; D] = std::array::from_fn(|at| one.min[axis_at(at, sweep_axis)]);
        let high: [S; D] = std::array::from_fn(|at| one.max[axis_at(at, sweep_axis)]);
        let least = low[0].below(widest);
        let mut start = near.min(self.len);
        while start > 0 && view.min[0][start - 1] >= least {
            start = start.saturating_sub(LANES);
        }
        places.clear();
        let count = (view.min[0].len() - start) / LANES;
        let mins: [&[[S; LANES]]; D] = std::array::from_fn(|at| &view.min[at][start..].as_chunks().0[..count]);
        let maxs: [&[[S; LANES]]; D] = std::array::from_fn(|at| &view.max[at][start..].as_chunks().0[..count]);
        for block in 0..count {
            let begins_too_late = !(mins[0][block][0] <= high[0]);
            if begins_too_late {
                break;
            }
            let mut hits = [S::mask(true); LANES];
            for at in 0..D {
                for lane in 0..LANES {
                    hits[lane] = hits[lane] & S::mask(mins[at][block][lane] <= high[at]);
                    hits[lane] = hits[lane] & S::mask(maxs[at][block][lane] >= low[at]);
                }
            }
            let mut any = S::mask(false);
            for hit in hits {
                any = any | hit;
            }
            if any != S::mask(false) {
                for (lane, hit) in hits.iter().enumerate() {
                    if *hit != S::mask(false) {
                        places.push((start + block * LANES + lane) as u32);
                    }
                }
            }
        }
    }
}

/// The greater of `widest` and the width from `min` to `max`; infinite if that width is NaN.
#[inline]
pub(crate) fn wider<S: Scalar>(widest: S, min: S, max: S) -> S {
    let width = max.minus(min);
    if width <= widest {
        widest
    } else if width > widest {
        width
    } else {
        S::INFINITY
    }
}
