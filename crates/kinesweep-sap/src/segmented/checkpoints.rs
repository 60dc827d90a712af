//! The boxes that are open at some of the fences of one axis.
//!
//! A *checkpoint* is a chunk that stores the set of boxes across its fence: min below it, max not.
//! (The paper's checkpoints, assigned to the chunk behind the edge.) The candidates for overlap
//! with an interval on this axis are the set of the last checkpoint before the interval, and every
//! min from there to the interval's end.
//!
//! In a cell of a grid every chunk is a checkpoint. In one large list of n boxes the sets would
//! need much more memory than the lists (n^(2/3) a box at constant density), and reading a set of
//! hundreds costs more than reading a few chunks. So only every `stride`-th chunk is one, where
//! `stride` chunks hold about as many endpoints as a set holds boxes: sets then take O(n) memory,
//! and reading the set and the chunks costs about the same. Up to 2 `stride` - 2 chunks in a row
//! have no set.

use super::super::{Aabb, Scalar};
use super::list::{AxisList, Merge};

/// Sets of open boxes on one axis. The first chunk counts as a checkpoint with an empty set.
#[derive(Clone, Debug, Default)]
pub(super) struct Checkpoints {
    /// The axis.
    pub(super) axis: usize,
    /// The approximate number of chunks per checkpoint.
    stride: usize,
    /// Whether a chunk is a checkpoint, by slot.
    is_checkpoint: Vec<bool>,
    /// The set of a checkpoint, by slot; empty for other chunks. Unordered, but determined by the
    /// history.
    sets: Vec<Vec<u32>>,
}

impl Checkpoints {
    pub(super) fn new(axis: usize) -> Self {
        Self {
            axis,
            stride: 1,
            is_checkpoint: vec![false],
            sets: vec![Vec::new()],
        }
    }

    /// The last checkpoint at or before a chunk, and its set.
    #[inline]
    pub(super) fn before<S: Scalar, const CAP: usize>(&self, list: &AxisList<S, CAP>, chunk: usize) -> (usize, &[u32]) {
        let mut chunk = chunk;
        while chunk > 0 && !self.is_checkpoint[list.slot(chunk)] {
            chunk -= 1;
        }
        (chunk, &self.sets[list.slot(chunk)])
    }

    /// Records that a box now lies across the fences of the chunks in (`from`, `to`], and across
    /// none of them before.
    #[inline]
    pub(super) fn open<S: Scalar, const CAP: usize>(&mut self, list: &AxisList<S, CAP>, from: usize, to: usize, id: u32) {
        for chunk in from + 1..=to {
            let slot = list.slot(chunk);
            if self.is_checkpoint[slot] {
                self.sets[slot].push(id);
            }
        }
    }

    /// Records that a box no longer lies across the fences of the chunks in (`from`, `to`], but
    /// across all of them before.
    #[inline]
    pub(super) fn close<S: Scalar, const CAP: usize>(&mut self, list: &AxisList<S, CAP>, from: usize, to: usize, id: u32) {
        for chunk in from + 1..=to {
            let slot = list.slot(chunk);
            if self.is_checkpoint[slot] {
                let set = &mut self.sets[slot];
                let at = set.iter().position(|&other| other == id).expect("an open box is in the set");
                set.swap_remove(at);
            }
        }
    }

    /// Records that an endpoint crosses the fence of a chunk, or the fence crosses it, to the right
    /// or to the left. Its box lies on this side of the fence or across it.
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

    /// Records that the chunk after `chunk` is new. `boxes` holds the bounds of all boxes in the
    /// list.
    pub(super) fn after_split<S: Scalar, const D: usize, const CAP: usize>(
        &mut self,
        list: &AxisList<S, CAP>,
        boxes: &[Aabb<S, D>],
        chunk: usize,
    ) {
        self.is_checkpoint.resize(list.slot_count(), false);
        self.sets.resize_with(list.slot_count(), Vec::new);
        self.limit_gap(list, boxes, chunk + 1, chunk + 1);
    }

    /// Records a merge, which removes the fence between two chunks and its set.
    pub(super) fn after_merge<S: Scalar, const D: usize, const CAP: usize>(
        &mut self,
        list: &AxisList<S, CAP>,
        boxes: &[Aabb<S, D>],
        merge: Merge,
    ) {
        self.sets[merge.dropped].clear();
        if std::mem::replace(&mut self.is_checkpoint[merge.dropped], false) {
            self.limit_gap(list, boxes, merge.chunk, merge.chunk + 1);
        }
    }

    /// Adds a checkpoint in the middle of a run of chunks without one, if the run is too long: the
    /// run that ends before `left` or contains it, and continues with `right`.
    fn limit_gap<S: Scalar, const D: usize, const CAP: usize>(
        &mut self,
        list: &AxisList<S, CAP>,
        boxes: &[Aabb<S, D>],
        left: usize,
        right: usize,
    ) {
        let start = self.before(list, left).0 + 1;
        let mut end = right;
        while end < list.chunk_count() && !self.is_checkpoint[list.slot(end)] {
            end += 1;
        }
        if end.saturating_sub(start) > 2 * self.stride - 2 {
            self.add_checkpoint(list, boxes, start + (end - start) / 2);
        }
    }

    /// Makes a chunk a checkpoint and collects its set.
    fn add_checkpoint<S: Scalar, const D: usize, const CAP: usize>(
        &mut self,
        list: &AxisList<S, CAP>,
        boxes: &[Aabb<S, D>],
        chunk: usize,
    ) {
        let slot = list.slot(chunk);
        let mut set = std::mem::take(&mut self.sets[slot]);
        let fence = list.fence(chunk);
        let stays_open = |id: &u32| boxes[*id as usize].max[self.axis].endpoint(true, *id) >= fence;
        let (checkpoint, open) = self.before(list, chunk);
        set.extend(open.iter().copied().filter(stays_open));
        for chunk in checkpoint..chunk {
            let mins = list.keys(chunk).iter().filter(|&&key| !S::is_max(key));
            set.extend(mins.map(|&key| S::owner(key)).filter(stays_open));
        }
        self.is_checkpoint[slot] = true;
        self.sets[slot] = set;
    }

    /// Rebuilds all checkpoints after a rebuild of the list, and chooses `stride` from the mean
    /// number of open boxes at a fence. `opened` is scratch, one element a box.
    pub(super) fn rebuild<S: Scalar, const CAP: usize>(&mut self, list: &AxisList<S, CAP>, axis: usize, opened: &mut [u32]) {
        self.axis = axis;
        self.stride = (mean_open(list) / (list_mean(list) + 1)).max(1);
        self.is_checkpoint.clear();
        self.is_checkpoint.resize(list.slot_count(), false);
        self.sets.iter_mut().for_each(Vec::clear);
        self.sets.resize_with(list.slot_count(), Vec::new);
        for checkpoint in (self.stride..list.chunk_count()).step_by(self.stride) {
            self.is_checkpoint[list.slot(checkpoint)] = true;
        }
        for chunk in 0..list.chunk_count() {
            for &key in list.keys(chunk) {
                let id = S::owner(key);
                if !S::is_max(key) {
                    opened[id as usize] = chunk as u32;
                    continue;
                }
                let first = opened[id as usize] as usize / self.stride + 1;
                for checkpoint in first..=chunk / self.stride {
                    self.sets[list.slot(checkpoint * self.stride)].push(id);
                }
            }
        }
    }

    /// Bytes of memory held.
    pub(super) fn memory(&self) -> usize {
        self.is_checkpoint.capacity()
            + self.sets.capacity() * size_of::<Vec<u32>>()
            + self.sets.iter().map(|set| set.capacity() * size_of::<u32>()).sum::<usize>()
    }

    pub(super) fn sanity_check<S: Scalar, const CAP: usize>(&self, list: &AxisList<S, CAP>) -> Result<(), String> {
        if self.is_checkpoint.len() != list.slot_count() || self.sets.len() != list.slot_count() {
            return Err("checkpoints and slots differ in number".into());
        }
        let mut open = std::collections::BTreeSet::new();
        let mut seen = 0;
        let mut run = 0;
        for chunk in 0..list.chunk_count() {
            let slot = list.slot(chunk);
            run = if chunk == 0 || self.is_checkpoint[slot] { 0 } else { run + 1 };
            if run > 2 * self.stride - 2 {
                return Err(format!("{run} chunks in a row without a set, stride {}", self.stride));
            }
            if self.is_checkpoint[slot] {
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
                    return Err(format!("endpoint of box {} is out of order", S::owner(key)));
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

/// The mean number of keys of a chunk.
fn list_mean<S: Scalar, const CAP: usize>(list: &AxisList<S, CAP>) -> usize {
    (0..list.chunk_count()).map(|chunk| list.keys(chunk).len()).sum::<usize>() / list.chunk_count()
}

/// The mean number of boxes that are open at a fence: the axis with the least mean is the best one
/// for sets and for sweeps.
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
