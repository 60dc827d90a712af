//! Keeping boxes in the order of the sweep while they move, come and go, one by one or all at once.

use super::super::super::{Aabb, Scalar};
use super::{LANES, Lanes, axis_at};

/// A box goes so many places by exchanges with its neighbours; farther, those between move over at once.
const STEPS: usize = 16;

impl<S: Scalar, const D: usize> Lanes<S, D> {
    /// The box at a place.
    #[inline]
    pub(crate) fn get(&self, sweep_axis: usize, place: usize) -> Aabb<S, D> {
        Aabb {
            min: std::array::from_fn(|axis| self.min[axis_at(axis, sweep_axis)][place]),
            max: std::array::from_fn(|axis| self.max[axis_at(axis, sweep_axis)][place]),
        }
    }

    /// Replaces each box by what `bounds` gives for its place.
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

    /// Makes room for so many boxes, or less; those behind are to be rewritten.
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

    /// The greatest extent of a box on the sweep axis; infinite if that of some box is none.
    pub(crate) fn widest(&self) -> S {
        let mut widest = S::default();
        for (min, max) in self.min[0][..self.len].iter().zip(&self.max[0]) {
            widest = wider(widest, *min, *max);
        }
        widest
    }

    /// Where a box that begins at `key` belongs: behind all that begin no later.
    pub(crate) fn place_for(&self, key: S) -> usize {
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

    /// Puts boxes whose min has changed back in order by exchanges of neighbours, `names` along with them. Gives up after a
    /// number of exchanges, and says so by `None`; else how many it took.
    pub(crate) fn mend(&mut self, names: &mut [u32], most: usize) -> Option<usize> {
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
                names.swap(to - 1, to);
                to -= 1;
            }
            exchanges += place - to;
            if exchanges > most {
                return None;
            }
        }
        Some(exchanges)
    }

    /// Puts the one box that is out of order, if it is, where it belongs, and tells where: all between its place and that one
    /// have moved by one, in `names`, too.
    pub(crate) fn mend_one(&mut self, names: &mut [u32], place: usize) -> usize {
        let key = self.min[0][place];
        let mut at = place;
        while at > 0 && key < self.min[0][at - 1] {
            if place - at == STEPS {
                let to = self.min[0][..at].partition_point(|min| *min <= key);
                self.for_columns(|column| column[to..=at].rotate_right(1));
                names[to..=at].rotate_right(1);
                return to;
            }
            self.for_columns(|column| column.swap(at - 1, at));
            names.swap(at - 1, at);
            at -= 1;
        }
        // The sentinel behind the last compares false.
        while key > self.min[0][at + 1] {
            if at - place == STEPS {
                let to = at + self.min[0][at + 1..self.len].partition_point(|min| *min < key);
                self.for_columns(|column| column[at..=to].rotate_left(1));
                names[at..=to].rotate_left(1);
                return to;
            }
            self.for_columns(|column| column.swap(at, at + 1));
            names.swap(at, at + 1);
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

    /// The places of all boxes that overlap a box. `near` is a place near its own in the order, and no box is wider than
    /// `widest` on the sweep axis.
    #[inline(never)]
    pub(crate) fn around(&self, sweep_axis: usize, one: &Aabb<S, D>, near: usize, widest: S, places: &mut Vec<u32>) {
        let view = self.view();
        let low: [S; D] = std::array::from_fn(|at| one.min[axis_at(at, sweep_axis)]);
        let high: [S; D] = std::array::from_fn(|at| one.max[axis_at(at, sweep_axis)]);
        let reach = low[0].below(widest);
        let mut start = near.min(self.len);
        while start > 0 && view.min[0][start - 1] >= reach {
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

/// The greater of a width and that from `min` to `max`; infinite if that is not a number.
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
