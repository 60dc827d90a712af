//! The boxes that are open at some of the fences of one axis.
//!
//! A *station* is a chunk that keeps the set of boxes that lie across its fence: min below it, max not. (The checkpoints of the
//! paper, seen from the chunk behind the edge.) From a station on, the boxes that overlap an interval on this axis are at hand:
//! the set of the last station before the interval, and every min from there to the interval's end.
//!
//! In a cell of a grid every chunk is a station. In one big list of n boxes the sets would together outgrow the lists by far (as
//! n^(2/3) a box at constant density), and reading a set of hundreds costs more than walking a few chunks. So only every
//! `stride`-th chunk is one, where `stride` chunks hold about as many endpoints as a set holds boxes: sets then take memory
//! O(n), and set and walk cost about the same. Up to 2 `stride` - 2 chunks in a row have no set.

use super::super::{Aabb, Scalar};
use super::list::{AxisList, Merge};

/// Sets of open boxes on one axis. The first chunk counts as a station with an empty set.
#[derive(Clone, Debug, Default)]
pub(super) struct Stations {
    /// The axis.
    pub(super) axis: usize,
    /// About how many chunks share a station.
    stride: usize,
    /// Whether a chunk is a station, by slot.
    stands: Vec<bool>,
    /// Its set, by slot; empty for others. Unordered, but the same for the same history.
    sets: Vec<Vec<u32>>,
}

impl Stations {
    pub(super) fn new(axis: usize) -> Self {
        Self {
            axis,
            stride: 1,
            stands: vec![false],
            sets: vec![Vec::new()],
        }
    }

    /// The last station that is not after a chunk, and its set.
    #[inline]
    pub(super) fn before<S: Scalar, const CAP: usize>(&self, list: &AxisList<S, CAP>, chunk: usize) -> (usize, &[u32]) {
        let mut chunk = chunk;
        while chunk > 0 && !self.stands[list.slot(chunk)] {
            chunk -= 1;
        }
        (chunk, &self.sets[list.slot(chunk)])
    }

    /// A box now lies across the fences of the chunks in (`from`, `to`], all of which it did not.
    #[inline]
    pub(super) fn open<S: Scalar, const CAP: usize>(&mut self, list: &AxisList<S, CAP>, from: usize, to: usize, id: u32) {
        for chunk in from + 1..=to {
            let slot = list.slot(chunk);
            if self.stands[slot] {
                self.sets[slot].push(id);
            }
        }
    }

    /// A box no longer lies across the fences of the chunks in (`from`, `to`], all of which it did.
    #[inline]
    pub(super) fn close<S: Scalar, const CAP: usize>(&mut self, list: &AxisList<S, CAP>, from: usize, to: usize, id: u32) {
        for chunk in from + 1..=to {
            let slot = list.slot(chunk);
            if self.stands[slot] {
                let set = &mut self.sets[slot];
                let at = set.iter().position(|&other| other == id).expect("an open box is in the set");
                set.swap_remove(at);
            }
        }
    }

    /// An endpoint, of a box that is on this side of the fence of a chunk or across it, is passed by the fence or passes
    /// it, to the right or to the left.
    #[inline]
    pub(super) fn pass<S: Scalar, const CAP: usize>(
        &mut self,
        list: &AxisList<S, CAP>,
        chunk: usize,
        key: S::Endpoint,
        right: bool,
    ) {
        if S::is_max(key) == right {
            self.open(list, chunk - 1, chunk, S::owner(key));
        } else {
            self.close(list, chunk - 1, chunk, S::owner(key));
        }
    }

    /// The chunk after `chunk` is new. `boxes` say where the endpoints of all boxes are or belong.
    pub(super) fn after_split<S: Scalar, const D: usize, const CAP: usize>(
        &mut self,
        list: &AxisList<S, CAP>,
        boxes: &[Aabb<S, D>],
        chunk: usize,
    ) {
        self.stands.resize(list.slot_count(), false);
        self.sets.resize_with(list.slot_count(), Vec::new);
        self.restrict_run(list, boxes, chunk + 1, chunk + 1);
    }

    /// Two chunks became one, and the fence between them, with its set, is no more.
    pub(super) fn after_merge<S: Scalar, const D: usize, const CAP: usize>(
        &mut self,
        list: &AxisList<S, CAP>,
        boxes: &[Aabb<S, D>],
        merge: Merge,
    ) {
        self.sets[merge.dropped].clear();
        if std::mem::replace(&mut self.stands[merge.dropped], false) {
            self.restrict_run(list, boxes, merge.chunk, merge.chunk + 1);
        }
    }

    /// Makes a station in the middle of a row of chunks without, if it has grown too long: the row that ends before `left` or
    /// goes through it, and goes on with `right`.
    fn restrict_run<S: Scalar, const D: usize, const CAP: usize>(
        &mut self,
        list: &AxisList<S, CAP>,
        boxes: &[Aabb<S, D>],
        left: usize,
        right: usize,
    ) {
        let start = self.before(list, left).0 + 1;
        let mut end = right;
        while end < list.chunk_count() && !self.stands[list.slot(end)] {
            end += 1;
        }
        if end.saturating_sub(start) > 2 * self.stride - 2 {
            self.raise(list, boxes, start + (end - start) / 2);
        }
    }

    /// Makes a chunk a station.
    fn raise<S: Scalar, const D: usize, const CAP: usize>(
        &mut self,
        list: &AxisList<S, CAP>,
        boxes: &[Aabb<S, D>],
        chunk: usize,
    ) {
        let slot = list.slot(chunk);
        let mut set = std::mem::take(&mut self.sets[slot]);
        let fence = list.fence(chunk);
        let stays_open = |id: &u32| boxes[*id as usize].max[self.axis].endpoint(true, *id) >= fence;
        let (station, open) = self.before(list, chunk);
        set.extend(open.iter().copied().filter(stays_open));
        for chunk in station..chunk {
            let mins = list.keys(chunk).iter().filter(|&&key| !S::is_max(key));
            set.extend(mins.map(|&key| S::owner(key)).filter(stays_open));
        }
        self.stands[slot] = true;
        self.sets[slot] = set;
    }

    /// Makes all stations anew after the list was, and chooses `stride` from how many boxes are open at a fence on average.
    /// `opened` is scratch by box.
    pub(super) fn rebuild<S: Scalar, const CAP: usize>(&mut self, list: &AxisList<S, CAP>, axis: usize, opened: &mut [u32]) {
        self.axis = axis;
        self.stride = (mean_open(list) / (list_mean(list) + 1)).max(1);
        self.stands.clear();
        self.stands.resize(list.slot_count(), false);
        self.sets.iter_mut().for_each(Vec::clear);
        self.sets.resize_with(list.slot_count(), Vec::new);
        for station in (self.stride..list.chunk_count()).step_by(self.stride) {
            self.stands[list.slot(station)] = true;
        }
        for chunk in 0..list.chunk_count() {
            for &key in list.keys(chunk) {
                let id = S::owner(key);
                if !S::is_max(key) {
                    opened[id as usize] = chunk as u32;
                    continue;
                }
                let first = opened[id as usize] as usize / self.stride + 1;
                for station in first..=chunk / self.stride {
                    self.sets[list.slot(station * self.stride)].push(id);
                }
            }
        }
    }

    /// Bytes held.
    pub(super) fn memory(&self) -> usize {
        self.stands.capacity()
            + self.sets.capacity() * size_of::<Vec<u32>>()
            + self.sets.iter().map(|set| set.capacity() * size_of::<u32>()).sum::<usize>()
    }

    pub(super) fn sanity_check<S: Scalar, const CAP: usize>(&self, list: &AxisList<S, CAP>) -> Result<(), String> {
        if self.stands.len() != list.slot_count() || self.sets.len() != list.slot_count() {
            return Err("stations and slots differ in number".into());
        }
        let mut open = std::collections::BTreeSet::new();
        let mut seen = 0;
        let mut run = 0;
        for chunk in 0..list.chunk_count() {
            let slot = list.slot(chunk);
            run = if chunk == 0 || self.stands[slot] { 0 } else { run + 1 };
            if run > 2 * self.stride - 2 {
                return Err(format!("{run} chunks in a row without a set, stride {}", self.stride));
            }
            if self.stands[slot] {
                let mut set = self.sets[slot].clone();
                set.sort_unstable();
                if chunk == 0 || !set.iter().eq(open.iter()) {
                    return Err(format!("set of chunk {chunk}: {set:?}, should be {open:?}"));
                }
                seen += set.len();
            }
            for &key in list.keys(chunk) {
                let changed = if S::is_max(key) {
                    open.remove(&S::owner(key))
                } else {
                    open.insert(S::owner(key))
                };
                if !changed {
                    return Err(format!("endpoint of box {} is out of turn", S::owner(key)));
                }
            }
        }
        let stored: usize = self.sets.iter().map(Vec::len).sum();
        if !open.is_empty() || stored != seen {
            return Err(format!("{stored} entries in sets, {seen} in use"));
        }
        Ok(())
    }
}

/// How many keys a chunk holds on average.
fn list_mean<S: Scalar, const CAP: usize>(list: &AxisList<S, CAP>) -> usize {
    (0..list.chunk_count()).map(|chunk| list.keys(chunk).len()).sum::<usize>() / list.chunk_count()
}

/// How many boxes are open at a fence on average: the axis that has fewest is the best to keep sets on, or to sweep.
pub(super) fn mean_open<S: Scalar, const CAP: usize>(list: &AxisList<S, CAP>) -> usize {
    let (mut open, mut total) = (0, 0);
    for chunk in 0..list.chunk_count() {
        total += open;
        let keys = list.keys(chunk);
        let closed = keys.iter().filter(|&&key| S::is_max(key)).count();
        open = open + keys.len() - 2 * closed;
    }
    total / list.chunk_count()
}
