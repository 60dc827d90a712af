//! Local sort: one box after the other is moved, removed or inserted.

use super::super::store::pair;
use super::super::{Aabb, Scalar, Toggle};
use super::SegmentedSap;
use super::list::tag;

/// A box is taken out and put in again, rather than moved through the lists, if an endpoint would pass this many chunks more than
/// its box reaches over, before and after: about what the look around for a removal and an insertion costs.
const FAR_CHUNKS: usize = 16;

/// A box of which an endpoint passed an opposite one of the moving box.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Passed {
    id: u32,
    /// Whether a condition came to hold.
    begins: bool,
}

impl<S: Scalar, const D: usize, const CAP: usize> SegmentedSap<S, D, CAP> {
    /// Takes a box out, and emits the ends of its overlaps.
    pub(super) fn remove_box(&mut self, id: u32, toggles: &mut Vec<Toggle>) {
        let old = self.boxes[id as usize];
        self.for_overlapping(&old, |other, _| {
            if other != id {
                toggles.push(Toggle {
                    pair: pair(id, other),
                    begins: false,
                });
            }
        });
        self.take_out(id);
    }

    /// Puts a box in, and emits the begins of its overlaps.
    pub(super) fn insert_box(&mut self, id: u32, new: &Aabb<S, D>, toggles: &mut Vec<Toggle>) {
        self.for_overlapping(new, |other, _| {
            toggles.push(Toggle {
                pair: pair(id, other),
                begins: true,
            })
        });
        self.put_in(id, new);
    }

    /// Moves a box far away, and emits how its overlaps differ.
    fn relocate(&mut self, id: u32, to: &Aabb<S, D>, toggles: &mut Vec<Toggle>) {
        let old = self.boxes[id as usize];
        self.for_overlapping(&old, |other, it| {
            if other != id && !to.overlaps(it) {
                toggles.push(Toggle {
                    pair: pair(id, other),
                    begins: false,
                });
            }
        });
        self.take_out(id);
        self.for_overlapping(to, |other, it| {
            if !old.overlaps(it) {
                toggles.push(Toggle {
                    pair: pair(id, other),
                    begins: true,
                });
            }
        });
        self.put_in(id, to);
    }

    /// Goes through the boxes in the lists that overlap `one`.
    fn for_overlapping(&self, one: &Aabb<S, D>, mut found: impl FnMut(u32, &Aabb<S, D>)) {
        let axis = self.stations.axis;
        let list = &self.lists[axis];
        // At equal values, mins come first: whatever the ids, what touches is within.
        let last = one.max[axis].endpoint(true, 0);
        let (station, open) = self.stations.before(list, list.chunk_of(one.min[axis].endpoint(false, 0)));
        let mut test = |id: u32, wanted: bool| {
            let other = &self.boxes[id as usize];
            if wanted & meet(one, other) {
                found(id, other);
            }
        };
        for &id in open {
            test(id, true);
        }
        for chunk in station..list.chunk_count() {
            if list.fence(chunk) > last {
                break;
            }
            for &key in list.keys(chunk) {
                if key > last {
                    break;
                }
                test(S::owner(key), !S::is_max(key));
            }
        }
    }

    /// Takes the endpoints of a box out of the lists.
    fn take_out(&mut self, id: u32) {
        let old = self.boxes[id as usize];
        let stations = self.stations.axis;
        let list = &self.lists[stations];
        let [from, to] = keys(&old, stations, id).map(|key| list.chunk_of(key));
        self.stations.close(list, from, to, id);
        for axis in 0..D {
            // First the min: a box whose max only is in the list is open nowhere.
            for key in keys(&old, axis, id) {
                let chunk = self.lists[axis].chunk_of(key);
                self.lists[axis].remove(key);
                self.relieve(axis, chunk);
            }
        }
        self.len -= 1;
    }

    /// Puts the endpoints of a box into the lists.
    fn put_in(&mut self, id: u32, new: &Aabb<S, D>) {
        self.boxes[id as usize] = *new;
        let stations = self.stations.axis;
        let list = &self.lists[stations];
        let [from, to] = keys(new, stations, id).map(|key| list.chunk_of(key));
        self.stations.open(list, from, to, id);
        for axis in 0..D {
            for key in keys(new, axis, id) {
                let chunk = self.lists[axis].chunk_of(key);
                self.put_key(axis, chunk, key);
            }
        }
        self.len += 1;
    }

    /// Puts a key into its chunk. Whether that was split.
    fn put_key(&mut self, axis: usize, chunk: usize, key: S::Endpoint) -> bool {
        let split = self.lists[axis].insert(chunk, key);
        if split && axis == self.stations.axis {
            self.stations.after_split(&self.lists[axis], &self.boxes, chunk);
        }
        split
    }

    /// Merges a chunk that has become too empty.
    fn relieve(&mut self, axis: usize, chunk: usize) {
        if let Some(merge) = self.lists[axis].relieve(chunk)
            && axis == self.stations.axis
        {
            self.stations.after_merge(&self.lists[axis], &self.boxes, merge);
        }
    }

    /// Moves a box, and emits how its overlaps change, axis by axis.
    pub(super) fn move_box(&mut self, id: u32, to: &Aabb<S, D>, toggles: &mut Vec<Toggle>) {
        let tag = 2 * id as usize;
        if self.passed.len() < 2 * CAP {
            self.passed.resize(2 * CAP, Passed::default());
        }
        let mut after = self.boxes[id as usize];
        for axis in 0..D {
            let [min, max] = keys(to, axis, id);
            let mut count = 0;
            if self.lists[axis].fits(tag, min) & self.lists[axis].fits(tag + 1, max) {
                let list = &mut self.lists[axis];
                let passed = &mut self.passed[..];
                let right = to.min[axis] >= after.min[axis];
                list.shift(tag, min, right, |key| {
                    passed[count] = Passed {
                        id: S::owner(key),
                        begins: !right,
                    };
                    count += usize::from(S::is_max(key));
                });
                let right = to.max[axis] >= after.max[axis];
                list.shift(tag + 1, max, right, |key| {
                    passed[count] = Passed {
                        id: S::owner(key),
                        begins: right,
                    };
                    count += usize::from(!S::is_max(key));
                });
            } else if let Some(passed) = self.leave_chunks(axis, id, to) {
                count = passed;
            } else {
                self.relocate(id, to, toggles);
                return;
            }
            let before = after;
            after.min[axis] = to.min[axis];
            after.max[axis] = to.max[axis];
            let one = &mut self.boxes[id as usize];
            one.min[axis] = to.min[axis];
            one.max[axis] = to.max[axis];
            self.emit(id, &before, &after, count, toggles);
        }
    }

    /// Tests what a box has passed on an axis.
    #[inline]
    fn emit(&self, id: u32, before: &Aabb<S, D>, after: &Aabb<S, D>, count: usize, toggles: &mut Vec<Toggle>) {
        for &Passed { id: other, begins } in &self.passed[..count] {
            let one = if begins { after } else { before };
            if meet(one, &self.boxes[other as usize]) & (other != id) {
                toggles.push(Toggle {
                    pair: pair(id, other),
                    begins,
                });
            }
        }
    }

    /// Moves both endpoints of a box on an axis, of which one at least leaves its chunk, and tells how many opposite ones they
    /// passed. Does nothing if a removal and an insertion are cheaper.
    #[cold]
    fn leave_chunks(&mut self, axis: usize, id: u32, to: &Aabb<S, D>) -> Option<usize> {
        let old = keys(&self.boxes[id as usize], axis, id);
        let new = keys(to, axis, id);
        if self.is_far(axis, id, &old, &new, to) {
            return None;
        }
        // The endpoint that makes way goes first: a box is open at no fence that it has not been opened at.
        let first = usize::from(new[1] >= old[1]);
        let count = self.travel(axis, old[first], new[first], 0);
        Some(self.travel(axis, old[1 - first], new[1 - first], count))
    }

    /// Whether the look around for a removal and an insertion is cheaper than the way through the list of an axis.
    fn is_far(&self, axis: usize, id: u32, old: &[S::Endpoint; 2], new: &[S::Endpoint; 2], to: &Aabb<S, D>) -> bool {
        let list = &self.lists[axis];
        let near = |end: usize| {
            let chunk = list.chunk_of(old[end]);
            let (low, high) = (chunk.saturating_sub(FAR_CHUNKS), (chunk + FAR_CHUNKS).min(list.chunk_count()));
            (list.fence(low) <= new[end]) & (new[end] < list.fence(high))
        };
        if near(0) & near(1) {
            return false;
        }
        let way = |end: usize| list.chunk_of(old[end]).abs_diff(list.chunk_of(new[end]));
        let way = way(0).max(way(1));
        let list = &self.lists[self.stations.axis];
        let reach = |one: &Aabb<S, D>| {
            let [first, last] = keys(one, self.stations.axis, id).map(|key| list.chunk_of(key));
            let (station, open) = self.stations.before(list, first);
            last - station + open.len() / CAP
        };
        way > FAR_CHUNKS + reach(&self.boxes[id as usize]) + reach(to)
    }

    /// Moves an endpoint, from chunk to chunk where need be, and notes down what it passes after the `count` that are noted.
    fn travel(&mut self, axis: usize, old: S::Endpoint, new: S::Endpoint, count: usize) -> usize {
        let Self {
            lists, stations, passed, ..
        } = self;
        let list = &mut lists[axis];
        let (is_max, right) = (S::is_max(old), new >= old);
        let mut end = count;
        let mut chunk = list.chunk_of(old);
        loop {
            if passed.len() < end + 2 * CAP {
                passed.resize(end + 2 * CAP, Passed::default());
            }
            let mut passes = |key: S::Endpoint| {
                passed[end] = Passed {
                    id: S::owner(key),
                    begins: is_max == right,
                };
                end += usize::from(S::is_max(key) != is_max);
            };
            list.shift(tag::<S>(old), new, right, &mut passes);
            if list.fits(tag::<S>(old), new) {
                return end;
            }
            let Some(neighbour) = list.exchange(chunk, right) else {
                return end;
            };
            passes(neighbour);
            let edge = chunk + usize::from(right);
            if axis == stations.axis {
                stations.pass(list, edge, new, right);
                stations.pass(list, edge, neighbour, !right);
            }
            chunk = if right { chunk + 1 } else { chunk - 1 };
        }
    }
}

/// Whether two boxes overlap, without branches: among boxes that are near each other on one axis no single comparison can be
/// predicted, but that all hold is rare.
#[inline]
pub(super) fn meet<S: Scalar, const D: usize>(a: &Aabb<S, D>, b: &Aabb<S, D>) -> bool {
    let mut all = true;
    for axis in 0..D {
        all &= (a.min[axis] <= b.max[axis]) & (b.min[axis] <= a.max[axis]);
    }
    all
}

/// The endpoints of a box on an axis, min first.
#[inline]
pub(super) fn keys<S: Scalar, const D: usize>(one: &Aabb<S, D>, axis: usize, id: u32) -> [S::Endpoint; 2] {
    [one.min[axis].endpoint(false, id), one.max[axis].endpoint(true, id)]
}
