//! Keeping boxes in the order of the sweep while they move, come and go.

use super::super::super::{Aabb, Scalar};
use super::{LANES, Lanes, axis_at};

impl<S: Scalar, const D: usize> Lanes<S, D> {
    /// The box at a place.
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

    /// Puts boxes whose min has changed back in order by exchanges of neighbours, `names` along with them. Gives up after a number
    /// of exchanges, and says so by `None`; else how many it took.
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
}
