//! Local sort: one box after the other is moved, removed or inserted.

use super::super::store::pair;
use super::super::{Aabb, Scalar, Toggle};
use super::SegmentedSap;
use super::list::{AxisList, Place};

/// A box is taken out and put in again, rather than moved through the lists, if an endpoint would pass this many chunks more than
/// its box reaches over, before and after: about what the look around for a removal and an insertion costs.
const FAR_CHUNKS: usize = 16;

/// A box of which an endpoint passed an opposite one of the moving box.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Passed {
    id: u32,
    /// Twice the axis, plus one if a condition came to hold.
    step: u32,
}

/// An endpoint that is to be moved.
#[derive(Clone, Copy)]
struct Step<E> {
    old: E,
    new: E,
    is_max: bool,
    /// As in [`Passed`].
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
            if wanted & one.overlaps(other) {
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
                let place = self.lists[axis].find(key);
                self.lists[axis].remove(place);
                self.relieve(axis, place.chunk);
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
        let from = self.boxes[id as usize];
        // All searches first: none depends on another, so the processor can run them side by side.
        let places: [[Place; 2]; D] = std::array::from_fn(|axis| keys(&from, axis, id).map(|key| self.lists[axis].find(key)));
        // The box before and after each axis' turn.
        let mut stages = [[from; 2]; D];
        let mut count = 0;
        self.make_room_for_passed(2 * D * CAP);
        for axis in 0..D {
            if axis > 0 {
                stages[axis][0] = stages[axis - 1][1];
            }
            let mut after = stages[axis][0];
            after.min[axis] = to.min[axis];
            after.max[axis] = to.max[axis];
            stages[axis][1] = after;

            let old = keys(&from, axis, id);
            let new = keys(to, axis, id);
            // The endpoint that makes way goes first, so that min stays before max.
            let first = usize::from(new[1] >= old[1]);
            let second = 1 - first;
            let step = |end: usize| Step {
                old: old[end],
                new: new[end],
                is_max: end == 1,
                step: (2 * axis + usize::from((end == 1) == (new[end] >= old[end]))) as u32,
            };
            let stays = [0, 1].map(|end| self.lists[axis].belongs(places[axis][end].chunk, new[end]));
            if stays[0] & stays[1] {
                let list = &mut self.lists[axis];
                count = shift(list, places[axis][first], step(first), &mut self.passed, count);
                count = shift(list, places[axis][second], step(second), &mut self.passed, count);
                self.boxes[id as usize] = after;
            } else if self.is_far(axis, id, &old, &new, to) {
                self.emit(id, &stages, count, toggles);
                self.relocate(id, to, toggles);
                return;
            } else {
                count = self.cross(axis, id, step(first), to, count);
                count = self.cross(axis, id, step(second), to, count);
                self.make_room_for_passed(count + 2 * D * CAP);
            }
        }
        self.emit(id, &stages, count, toggles);
    }

    /// Tests what the box passed.
    fn emit(&self, id: u32, stages: &[[Aabb<S, D>; 2]; D], count: usize, toggles: &mut Vec<Toggle>) {
        for &Passed { id: other, step } in &self.passed[..count] {
            let begins = step & 1 != 0;
            if stages[step as usize / 2][usize::from(begins)].overlaps(&self.boxes[other as usize]) {
                toggles.push(Toggle {
                    pair: pair(id, other),
                    begins,
                });
            }
        }
    }

    fn make_room_for_passed(&mut self, count: usize) {
        if self.passed.len() < count {
            self.passed.resize(count, Passed::default());
        }
    }

    /// Whether the look around for a removal and an insertion is cheaper than the way through the list of an axis.
    fn is_far(&self, axis: usize, id: u32, old: &[S::Endpoint; 2], new: &[S::Endpoint; 2], to: &Aabb<S, D>) -> bool {
        let list = &self.lists[axis];
        let way = |end: usize| list.chunk_of(old[end]).abs_diff(list.chunk_of(new[end]));
        let way = way(0).max(way(1));
        if way <= FAR_CHUNKS {
            return false;
        }
        let list = &self.lists[self.stations.axis];
        let reach = |one: &Aabb<S, D>| {
            let [first, last] = keys(one, self.stations.axis, id).map(|key| list.chunk_of(key));
            let (station, open) = self.stations.before(list, first);
            last - station + open.len() / CAP
        };
        way > FAR_CHUNKS + reach(&self.boxes[id as usize]) + reach(to)
    }

    /// Moves an endpoint, also beyond its chunk, and notes down what it passes.
    fn cross(&mut self, axis: usize, id: u32, step: Step<S::Endpoint>, to: &Aabb<S, D>, count: usize) -> usize {
        let list = &self.lists[axis];
        let place = list.find(step.old);
        let goal = list.chunk_of(step.new);
        let (low, high) = (place.chunk.min(goal), place.chunk.max(goal));
        let room = count + (high - low + 1) * CAP;
        self.make_room_for_passed(room);
        let one = &mut self.boxes[id as usize];
        if step.is_max {
            one.max[axis] = to.max[axis];
        } else {
            one.min[axis] = to.min[axis];
        }
        if low == high {
            return shift(&mut self.lists[axis], place, step, &mut self.passed, count);
        }
        let right = step.new > step.old;
        let list = &self.lists[axis];
        let mut end = count;
        for chunk in low..=high {
            let mut keys = list.keys(chunk);
            if chunk == place.chunk {
                keys = if right { &keys[place.at + 1..] } else { &keys[..place.at] };
            } else if chunk == goal {
                let at = keys.partition_point(|&key| key < step.new);
                keys = if right { &keys[..at] } else { &keys[at..] };
            }
            for &key in keys {
                self.passed[end] = Passed {
                    id: S::owner(key),
                    step: step.step,
                };
                end += usize::from(S::is_max(key) != step.is_max);
            }
        }
        let list = &mut self.lists[axis];
        list.remove(place);
        if axis == self.stations.axis {
            if step.is_max == right {
                self.stations.open(list, low, high, id);
            } else {
                self.stations.close(list, low, high, id);
            }
        }
        let split = self.put_key(axis, goal, step.new);
        self.relieve(axis, place.chunk + usize::from(split && goal < place.chunk));
        end
    }
}

/// Moves an endpoint within its chunk, and notes down the opposite ones that it passes. There is room for `CAP` more.
#[inline]
fn shift<S: Scalar, const CAP: usize>(
    list: &mut AxisList<S, CAP>,
    place: Place,
    step: Step<S::Endpoint>,
    passed: &mut [Passed],
    mut count: usize,
) -> usize {
    let keys = list.chunk_mut(place.chunk);
    let right = step.new >= step.old;
    // Both directions in one loop: which it is cannot be predicted.
    let by = if right { 1 } else { usize::MAX };
    let mut at = place.at;
    loop {
        let next = at.wrapping_add(by);
        if next >= CAP || (keys[next] < step.new) != right {
            break;
        }
        let key = keys[next];
        keys[at] = key;
        passed[count] = Passed {
            id: S::owner(key),
            step: step.step,
        };
        count += usize::from(S::is_max(key) != step.is_max);
        at = next;
    }
    keys[at] = step.new;
    count
}

/// The endpoints of a box on an axis, min first.
#[inline]
pub(super) fn keys<S: Scalar, const D: usize>(one: &Aabb<S, D>, axis: usize, id: u32) -> [S::Endpoint; 2] {
    [one.min[axis].endpoint(false, id), one.max[axis].endpoint(true, id)]
}
