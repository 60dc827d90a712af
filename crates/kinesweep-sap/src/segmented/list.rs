//! The sorted endpoints of one axis, divided into chunks.
//!
//! A chunk is a short sorted array with spare capacity at its end. A directory lists the chunks in
//! order, with one *fence* for each: a key above every key of the previous chunk and not above any
//! key of its own. It need not be the first key of its chunk, so an endpoint that stays between its
//! fences leaves the directory unchanged. The fence of the first chunk is below all keys, and one
//! more, behind the last chunk, is above all.
//!
//! An endpoint that moves beyond a fence is exchanged with the endpoint on the other side, and the
//! fence follows: the chunks keep their lengths, and only the passed endpoints are written. Chunks
//! split and merge only when boxes are inserted and removed.
//!
//! The place of each endpoint is stored, in 4 bytes. To search it by its key instead, over fences
//! and chunk (keys are unique), makes passing cheaper, since it writes no other endpoint's place,
//! but was measured slower: 9 steps of search an endpoint with 300 boxes, against 1.7 endpoints
//! passed (330 ns a moved box, against 278 with nothing else changed).

use super::super::Scalar;
use super::constants::{FILL_QUARTERS, MERGE_BELOW};
use std::hint::select_unpredictable;

/// The sorted endpoints of one axis. A chunk holds up to `CAP` of them, a power of two.
#[derive(Clone, Debug)]
pub(super) struct AxisList<S: Scalar, const CAP: usize> {
    /// Chunks by slot; unused places hold [`Scalar::LAST`].
    chunks: Vec<[S::Endpoint; CAP]>,
    /// The number of keys of a chunk, by slot.
    lens: Vec<u32>,
    /// Slots in the order of the axis; never empty.
    order: Vec<u32>,
    /// One for each chunk in order, and one behind.
    fences: Vec<S::Endpoint>,
    /// Unused slots.
    free: Vec<u32>,
    /// The fences before and behind a chunk, by slot.
    bounds: Vec<[S::Endpoint; 2]>,
    /// The place of each endpoint (`CAP` times its slot, plus its index in the chunk), by [`tag`].
    places: Vec<u32>,
}

/// The number of an endpoint: twice its owner, plus one for a max.
#[inline]
pub(super) fn tag<S: Scalar>(key: S::Endpoint) -> usize {
    S::owner(key) as usize * 2 + usize::from(S::is_max(key))
}

/// The merge of two chunks into one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Merge {
    /// The index along the axis of the merged chunk.
    pub(super) chunk: usize,
    /// The slot of the chunk that was removed.
    pub(super) dropped: usize,
}

impl<S: Scalar, const CAP: usize> AxisList<S, CAP> {
    const SIZE_IS_RIGHT: () = assert!(CAP.is_power_of_two() && CAP >= 4, "chunks hold a power of two, 4 at least");

    pub(super) fn new() -> Self {
        let () = Self::SIZE_IS_RIGHT;
        Self {
            chunks: vec![[S::LAST; CAP]],
            lens: vec![0],
            order: vec![0],
            fences: vec![S::FIRST, S::LAST],
            free: Vec::new(),
            bounds: vec![[S::FIRST, S::LAST]],
            places: Vec::new(),
        }
    }

    /// Makes room for boxes with ids below `count`.
    pub(super) fn make_room(&mut self, count: usize) {
        if self.places.len() < 2 * count {
            self.places.resize(2 * count, 0);
        }
    }

    /// The number of chunks.
    pub(super) fn chunk_count(&self) -> usize {
        self.order.len()
    }

    /// The number of slots, in use or free.
    pub(super) fn slot_count(&self) -> usize {
        self.chunks.len()
    }

    /// The slot of a chunk.
    #[inline]
    pub(super) fn slot(&self, chunk: usize) -> usize {
        self.order[chunk] as usize
    }

    /// The fence before a chunk; for the number of chunks, the fence behind the last one.
    #[inline]
    pub(super) fn fence(&self, chunk: usize) -> S::Endpoint {
        self.fences[chunk]
    }

    /// The keys of a chunk.
    #[inline]
    pub(super) fn keys(&self, chunk: usize) -> &[S::Endpoint] {
        let slot = self.slot(chunk);
        &self.chunks[slot][..self.lens[slot] as usize]
    }

    /// All keys in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = S::Endpoint> {
        (0..self.chunk_count()).flat_map(|chunk| self.keys(chunk).iter().copied())
    }

    /// The chunk with a key between its fences.
    #[inline]
    pub(super) fn chunk_of(&self, key: S::Endpoint) -> usize {
        let mut base = 0;
        let mut len = self.order.len();
        while len > 1 {
            let half = len / 2;
            base = select_unpredictable(self.fences[base + half] <= key, base + half, base);
            len -= half;
        }
        base
    }

    /// The number of keys of a chunk below `key`; at most `CAP - 1`.
    #[inline]
    fn rank(keys: &[S::Endpoint; CAP], key: S::Endpoint) -> usize {
        let mut base = 0;
        let mut half = CAP / 2;
        while half > 0 {
            // The mask has no effect (the sum is at most CAP - 2), but removes a bounds check.
            let below = keys[(base + half - 1) & (CAP - 1)] < key;
            base = select_unpredictable(below, base + half, base);
            half /= 2;
        }
        base
    }

    /// The parts of the list that a moving endpoint uses.
    #[inline]
    pub(super) fn parts(&mut self) -> Parts<'_, S, CAP> {
        Parts {
            chunks: &mut self.chunks,
            bounds: &self.bounds,
            places: &mut self.places,
        }
    }

    /// Exchanges the last key of a chunk (to the right) or the first (to the left), which is beyond
    /// the fence there, with its neighbour in the next chunk, if the two are in the wrong order,
    /// and returns the neighbour. The fence follows.
    pub(super) fn exchange(&mut self, chunk: usize, right: bool) -> Option<S::Endpoint> {
        let edge = if right { chunk + 1 } else { chunk };
        let (left_slot, right_slot) = (self.slot(edge - 1), self.slot(edge));
        let last = self.lens[left_slot] as usize - 1;
        let (low, high) = (self.chunks[left_slot][last], self.chunks[right_slot][0]);
        if low < high {
            self.set_fence(edge, high);
            return None;
        }
        self.chunks[left_slot][last] = high;
        self.chunks[right_slot][0] = low;
        self.places[tag::<S>(high)] = (left_slot * CAP + last) as u32;
        self.places[tag::<S>(low)] = (right_slot * CAP) as u32;
        // The next key may be lower than the moving key, which passes it later, but not lower than
        // the key that has moved to the left.
        self.set_fence(edge, low.min(self.chunks[right_slot][1]));
        // The key that has moved to the left may now be the first of its chunk, where the moving
        // key was first and equal to the fence.
        if right && self.fences[edge - 1] > high {
            self.set_fence(edge - 1, high);
        }
        Some(if right { high } else { low })
    }

    fn set_fence(&mut self, chunk: usize, fence: S::Endpoint) {
        self.fences[chunk] = fence;
        let (before, behind) = (self.slot(chunk - 1), self.slot(chunk));
        self.bounds[before][1] = fence;
        self.bounds[behind][0] = fence;
    }

    /// Records the places of the keys of a slot, from an index on.
    #[inline]
    fn record_places(&mut self, slot: usize, from: usize) {
        let len = self.lens[slot] as usize;
        for (at, &key) in self.chunks[slot][..len].iter().enumerate().skip(from) {
            self.places[tag::<S>(key)] = (slot * CAP + at) as u32;
        }
    }

    /// Inserts a key into its chunk. Returns `true` if the chunk was full and was split: then its
    /// right half is the next chunk.
    pub(super) fn insert(&mut self, chunk: usize, key: S::Endpoint) -> bool {
        let slot = self.slot(chunk);
        let len = self.lens[slot] as usize;
        if len == CAP {
            self.split(chunk);
            let right = usize::from(self.fences[chunk + 1] <= key);
            self.insert(chunk + right, key);
            return true;
        }
        let keys = &mut self.chunks[slot];
        let at = Self::rank(keys, key);
        keys.copy_within(at..len, at + 1);
        keys[at] = key;
        self.lens[slot] += 1;
        self.record_places(slot, at);
        false
    }

    /// Removes a key.
    pub(super) fn remove(&mut self, key: S::Endpoint) {
        let place = self.places[tag::<S>(key)] as usize;
        let (slot, at) = (place / CAP, place % CAP);
        let len = self.lens[slot] as usize;
        let keys = &mut self.chunks[slot];
        assert!(keys[at] == key, "a removed endpoint is in its list");
        keys.copy_within(at + 1..len, at);
        keys[len - 1] = S::LAST;
        self.lens[slot] -= 1;
        self.record_places(slot, at);
    }

    fn allocate_slot(&mut self) -> usize {
        self.free.pop().map_or_else(
            || {
                self.chunks.push([S::LAST; CAP]);
                self.lens.push(0);
                self.bounds.push([S::LAST; 2]);
                self.chunks.len() - 1
            },
            |slot| slot as usize,
        )
    }

    fn split(&mut self, chunk: usize) {
        let left = self.slot(chunk);
        let right = self.allocate_slot();
        let (stay, go) = (CAP / 2, CAP - CAP / 2);
        let mut keys = [S::LAST; CAP];
        keys[..go].copy_from_slice(&self.chunks[left][stay..]);
        self.chunks[left][stay..].fill(S::LAST);
        self.lens[left] = stay as u32;
        self.lens[right] = go as u32;
        self.fences.insert(chunk + 1, keys[0]);
        self.order.insert(chunk + 1, right as u32);
        self.chunks[right] = keys;
        self.bounds[right] = [keys[0], self.bounds[left][1]];
        self.bounds[left][1] = keys[0];
        self.record_places(right, 0);
    }

    /// Merges a chunk with a neighbour if it is nearly empty and both together leave room; an empty
    /// chunk is always merged.
    pub(super) fn merge_if_sparse(&mut self, chunk: usize) -> Option<Merge> {
        let len = self.keys(chunk).len();
        if len >= CAP / MERGE_BELOW && len > 0 || self.chunk_count() == 1 {
            return None;
        }
        let fits = |neighbour: usize| len == 0 || self.keys(neighbour).len() + len <= CAP * FILL_QUARTERS / 4;
        let left = if chunk > 0 && fits(chunk - 1) {
            chunk - 1
        } else if chunk + 1 < self.chunk_count() && fits(chunk + 1) {
            chunk
        } else {
            return None;
        };
        let (kept, dropped) = (self.slot(left), self.slot(left + 1));
        let (have, more) = (self.lens[kept] as usize, self.lens[dropped] as usize);
        let keys = std::mem::replace(&mut self.chunks[dropped], [S::LAST; CAP]);
        self.chunks[kept][have..have + more].copy_from_slice(&keys[..more]);
        self.lens[kept] += more as u32;
        self.lens[dropped] = 0;
        self.bounds[kept][1] = self.bounds[dropped][1];
        self.record_places(kept, have);
        self.order.remove(left + 1);
        self.fences.remove(left + 1);
        self.free.push(dropped as u32);
        Some(Merge { chunk: left, dropped })
    }

    /// Replaces all keys by the given sorted ones, in chunks of equal length.
    pub(super) fn rebuild_from(&mut self, keys: &[S::Endpoint]) {
        let count = keys.len().div_ceil(CAP * FILL_QUARTERS / 4).max(1);
        self.free.append(&mut self.order);
        self.fences.clear();
        for chunk in 0..count {
            let part = &keys[keys.len() * chunk / count..keys.len() * (chunk + 1) / count];
            let slot = self.allocate_slot();
            self.chunks[slot][..part.len()].copy_from_slice(part);
            self.chunks[slot][part.len()..].fill(S::LAST);
            self.lens[slot] = part.len() as u32;
            self.order.push(slot as u32);
            self.fences.push(if chunk == 0 { S::FIRST } else { part[0] });
            self.record_places(slot, 0);
        }
        self.fences.push(S::LAST);
        for (chunk, &slot) in self.order.iter().enumerate() {
            self.bounds[slot as usize] = [self.fences[chunk], self.fences[chunk + 1]];
        }
    }

    /// Bytes of memory held.
    pub(super) fn memory(&self) -> usize {
        self.chunks.capacity() * size_of::<[S::Endpoint; CAP]>()
            + (self.lens.capacity() + self.order.capacity() + self.free.capacity() + self.places.capacity()) * size_of::<u32>()
            + (self.fences.capacity() + 2 * self.bounds.capacity()) * size_of::<S::Endpoint>()
    }

    pub(super) fn sanity_check(&self) -> Result<(), String> {
        let count = self.chunk_count();
        if self.fences.len() != count + 1 || self.fences[0] != S::FIRST || self.fences[count] != S::LAST {
            return Err("fences do not bound the list".into());
        }
        if self.chunks.len() != count + self.free.len() || self.lens.len() != self.chunks.len() {
            return Err("slots are lost".into());
        }
        let mut used = vec![false; self.chunks.len()];
        for chunk in 0..count {
            let keys = self.keys(chunk);
            let slot = self.slot(chunk);
            if self.bounds[slot] != [self.fences[chunk], self.fences[chunk + 1]] {
                return Err(format!("chunk {chunk} has other bounds than fences"));
            }
            let place = |at: usize| (slot * CAP + at) as u32;
            if keys
                .iter()
                .enumerate()
                .any(|(at, &key)| self.places[tag::<S>(key)] != place(at))
            {
                return Err(format!("an endpoint in chunk {chunk} has lost its place"));
            }
            if keys.is_empty() && count > 1 {
                return Err(format!("chunk {chunk} of {count} is empty"));
            }
            if keys.windows(2).any(|two| two[0] >= two[1]) {
                return Err(format!("chunk {chunk} is out of order"));
            }
            if !keys.iter().all(|&key| self.chunk_of(key) == chunk) {
                return Err(format!("chunk {chunk} goes beyond its fences"));
            }
            if self.chunks[self.slot(chunk)][keys.len()..].iter().any(|&key| key != S::LAST) {
                return Err(format!("chunk {chunk} has keys in its spare room"));
            }
            if std::mem::replace(&mut used[self.slot(chunk)], true) {
                return Err(format!("chunk {chunk} is listed twice"));
            }
        }
        Ok(())
    }
}

/// The parts of a list that a moving endpoint uses. Borrowed together once, they stay in registers
/// from endpoint to endpoint.
pub(super) struct Parts<'a, S: Scalar, const CAP: usize> {
    chunks: &'a mut [[S::Endpoint; CAP]],
    bounds: &'a [[S::Endpoint; 2]],
    places: &'a mut [u32],
}

impl<S: Scalar, const CAP: usize> Parts<'_, S, CAP> {
    /// Whether an endpoint stays between the fences of its chunk with a new key.
    #[inline]
    pub(super) fn fits(&self, tag: usize, new: S::Endpoint) -> bool {
        let bounds = &self.bounds[self.places[tag] as usize / CAP];
        (bounds[0] <= new) & (new < bounds[1])
    }

    /// Moves an endpoint towards its new key within its chunk, and calls `passes` for each endpoint
    /// that it passes.
    #[inline]
    pub(super) fn shift(&mut self, tag: usize, new: S::Endpoint, right: bool, mut passes: impl FnMut(S::Endpoint)) {
        let place = self.places[tag] as usize;
        let slot = place / CAP;
        let keys = &mut self.chunks[slot];
        let mut at = place % CAP;
        // One loop for both directions: a branch on the direction would be unpredictable.
        let by = if right { 1 } else { usize::MAX };
        loop {
            let next = at.wrapping_add(by);
            if next >= CAP || (keys[next] < new) != right {
                break;
            }
            let key = keys[next];
            keys[at] = key;
            self.places[self::tag::<S>(key)] = (slot * CAP + at) as u32;
            passes(key);
            at = next;
        }
        keys[at] = new;
        self.places[tag] = (slot * CAP + at) as u32;
    }
}
