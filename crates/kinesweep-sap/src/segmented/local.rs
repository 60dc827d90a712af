//! Local sort: one box after the other is moved, removed or inserted.

use super::super::store::pair;
use super::super::{Aabb, Scalar, Toggle};
use super::SegmentedSap;
use super::list::tag;

/// A box is taken out and put in again, rather than moved through the lists, if an endpoint would pass this many chunks
/// more than its box reaches over, before and after. A chunk that is passed costs about 200 ns (some 50 endpoints), a
/// removal and an insertion without the look around about 1 us; more than that, since what is passed in two lists may still
/// be near in the third.
const FAR_CHUNKS: usize = 8;

/// A box of which an endpoint passed an opposite one of the moving box.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Passed {
    id: u32,
    /// Twice the axis, plus one if a condition came to hold.
    step: u32,
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
            if wanted & one.meets(other) {
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
        let from = self.boxes[id as usize];
        let mut count = 0;
        for axis in 0..D {
            if self.passed.len() < count + 2 * CAP {
                self.passed.resize(count + 2 * CAP, Passed::default());
            }
            let [min, max] = keys(to, axis, id);
            let mut parts = self.lists[axis].parts();
            if parts.fits(tag, min) & parts.fits(tag + 1, max) {
                let passed = &mut self.passed[..];
                let grows = to.min[axis] < from.min[axis];
                let step = 2 * axis as u32 + u32::from(grows);
                parts.shift(tag, min, !grows, |key| {
                    passed[count] = Passed { id: S::owner(key), step };
                    count += usize::from(S::is_max(key));
                });
                let grows = to.max[axis] >= from.max[axis];
                let step = 2 * axis as u32 + u32::from(grows);
                parts.shift(tag + 1, max, grows, |key| {
                    passed[count] = Passed { id: S::owner(key), step };
                    count += usize::from(!S::is_max(key));
                });
                let one = &mut self.boxes[id as usize];
                one.min[axis] = to.min[axis];
                one.max[axis] = to.max[axis];
            } else if let Some(more) = self.move_across_chunks(axis, id, to, count) {
                count = more;
            } else {
                self.emit(id, &from, to, count, toggles);
                self.relocate(id, to, toggles);
                return;
            }
        }
        self.emit(id, &from, to, count, toggles);
    }

    /// Tests what a box has passed: all at once, since each loop of a length that cannot be predicted costs as much as some
    /// tests, and first against all that the box was and is, which few do meet.
    #[inline]
    fn emit(&self, id: u32, from: &Aabb<S, D>, to: &Aabb<S, D>, count: usize, toggles: &mut Vec<Toggle>) {
        let wide = from.union(to);
        for &passed in &self.passed[..count] {
            if wide.meets(&self.boxes[passed.id as usize]) {
                self.emit_exactly(id, from, to, passed, toggles);
            }
        }
    }

    /// Tests a box that was passed, at the axis' turn: an end before it, a begin after it.
    #[cold]
    fn emit_exactly(&self, id: u32, from: &Aabb<S, D>, to: &Aabb<S, D>, passed: Passed, toggles: &mut Vec<Toggle>) {
        let Passed { id: other, step } = passed;
        let begins = step % 2 == 1;
        let turns = (step as usize).div_ceil(2);
        let mut one = *from;
        one.min[..turns].copy_from_slice(&to.min[..turns]);
        one.max[..turns].copy_from_slice(&to.max[..turns]);
        if one.meets(&self.boxes[other as usize]) & (other != id) {
            toggles.push(Toggle {
                pair: pair(id, other),
                begins,
            });
        }
    }

    /// Moves both endpoints of a box on an axis, of which one at least leaves its chunk, and notes down what they pass, after
    /// `count` that are noted. Does nothing if a removal and an insertion are cheaper.
    #[inline(never)]
    fn move_across_chunks(&mut self, axis: usize, id: u32, to: &Aabb<S, D>, count: usize) -> Option<usize> {
        let old = keys(&self.boxes[id as usize], axis, id);
        let new = keys(to, axis, id);
        if self.is_far(axis, id, &old, &new, to) {
            return None;
        }
        // The endpoint that makes way goes first: a box is closed at no fence that it was not opened at.
        let first = usize::from(new[1] >= old[1]);
        let count = self.travel(axis, old[first], new[first], count);
        let count = self.travel(axis, old[1 - first], new[1 - first], count);
        let one = &mut self.boxes[id as usize];
        one.min[axis] = to.min[axis];
        one.max[axis] = to.max[axis];
        Some(count)
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

    /// Moves an endpoint, from chunk to chunk where need be.
    fn travel(&mut self, axis: usize, old: S::Endpoint, new: S::Endpoint, mut count: usize) -> usize {
        let Self {
            lists, stations, passed, ..
        } = self;
        let list = &mut lists[axis];
        let (is_max, right) = (S::is_max(old), new >= old);
        let step = 2 * axis as u32 + u32::from(is_max == right);
        // Found when it is needed.
        let mut chunk = None;
        loop {
            if passed.len() < count + 2 * CAP {
                passed.resize(count + 2 * CAP, Passed::default());
            }
            let mut passes = |key: S::Endpoint| {
                passed[count] = Passed { id: S::owner(key), step };
                count += usize::from(S::is_max(key) != is_max);
            };
            let mut parts = list.parts();
            parts.shift(tag::<S>(old), new, right, &mut passes);
            if parts.fits(tag::<S>(old), new) {
                return count;
            }
            let from = *chunk.get_or_insert_with(|| list.chunk_of(old));
            let Some(neighbour) = list.exchange(from, right) else {
                return count;
            };
            passes(neighbour);
            let (edge, next) = if right { (from + 1, from + 1) } else { (from, from - 1) };
            if axis == stations.axis {
                stations.pass(list, edge, new, right);
                stations.pass(list, edge, neighbour, !right);
            }
            chunk = Some(next);
        }
    }
}

/// The endpoints of a box on an axis, min first.
#[inline]
pub(super) fn keys<S: Scalar, const D: usize>(one: &Aabb<S, D>, axis: usize, id: u32) -> [S::Endpoint; 2] {
    [one.min[axis].endpoint(false, id), one.max[axis].endpoint(true, id)]
}
