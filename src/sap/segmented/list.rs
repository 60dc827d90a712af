//! The sorted endpoints of one axis, cut into chunks.
//!
//! A chunk is a short sorted array with spare room. A directory names the chunks in order, with one *fence* for each: a key that
//! is above every key of the chunk before and not above any key of its own. So a fence is a place on the axis rather than an
//! endpoint: what moves between its chunk's fences leaves the directory alone. The fence of the first chunk is below all keys,
//! and one more, behind the last, above all.
//!
//! Keys are unique, so an endpoint is found by its key: a search over the fences, one within the chunk. The paper keeps, for each
//! endpoint, a pointer to its place, which every exchange must update for both.

use super::super::Scalar;
use std::hint::select_unpredictable;

/// How full chunks are when a list is cut anew, in quarters: room for about as many arrivals as departures.
const FILL_QUARTERS: usize = 3;

/// A chunk seeks to merge when it is less than 1 / this full. Half a chunk is what a split leaves: well below that, so that a split
/// and a merge do not alternate.
const MERGE_BELOW: usize = 4;

/// The sorted endpoints of one axis. `CAP`, a power of two, is how many a chunk holds.
#[derive(Clone, Debug)]
pub(super) struct AxisList<S: Scalar, const CAP: usize> {
    /// Chunks by slot; unused places hold [`Scalar::LAST`].
    chunks: Vec<[S::Endpoint; CAP]>,
    /// How many keys a chunk holds, by slot.
    lens: Vec<u32>,
    /// Slots in the order of the axis; never empty.
    order: Vec<u32>,
    /// One for each chunk in order, and one behind.
    fences: Vec<S::Endpoint>,
    /// Slots that are not in use.
    free: Vec<u32>,
}

/// Where a key is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Its chunk, counted along the axis.
    pub(super) chunk: usize,
    /// Its place in the chunk.
    pub(super) at: usize,
}

/// Two chunks became one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Merge {
    /// The chunk that holds all now, counted along the axis.
    pub(super) chunk: usize,
    /// The slot of the one that is no more.
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
        }
    }

    /// How many chunks there are.
    pub(super) fn chunk_count(&self) -> usize {
        self.order.len()
    }

    /// How many slots there are or were.
    pub(super) fn slot_count(&self) -> usize {
        self.chunks.len()
    }

    /// The slot of a chunk.
    #[inline]
    pub(super) fn slot(&self, chunk: usize) -> usize {
        self.order[chunk] as usize
    }

    /// The fence before a chunk (behind the last, for the count of chunks).
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

    /// The chunk between whose fences a key belongs.
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

    /// How many keys of a chunk are below `key`; at most `CAP - 1`.
    #[inline]
    fn rank(keys: &[S::Endpoint; CAP], key: S::Endpoint) -> usize {
        let mut base = 0;
        let mut half = CAP / 2;
        while half > 0 {
            // The mask changes nothing (the sum is at most CAP - 2) and tells the compiler that the place exists.
            let below = keys[(base + half - 1) & (CAP - 1)] < key;
            base = select_unpredictable(below, base + half, base);
            half /= 2;
        }
        base
    }

    /// Where a key is that the list holds.
    #[inline]
    pub(super) fn find(&self, key: S::Endpoint) -> Place {
        let chunk = self.chunk_of(key);
        let at = Self::rank(&self.chunks[self.slot(chunk)], key);
        Place { chunk, at }
    }

    /// Whether a key belongs in this chunk.
    #[inline]
    pub(super) fn belongs(&self, chunk: usize, key: S::Endpoint) -> bool {
        (self.fences[chunk] <= key) & (key < self.fences[chunk + 1])
    }

    /// The whole array of a chunk.
    #[inline]
    pub(super) fn chunk_mut(&mut self, chunk: usize) -> &mut [S::Endpoint; CAP] {
        let slot = self.order[chunk] as usize;
        &mut self.chunks[slot]
    }

    /// Puts a key into the chunk where it belongs. True if that was full and had to be split: then its right half is the chunk
    /// after it now.
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
        false
    }

    /// Takes out the key at a place.
    pub(super) fn remove(&mut self, place: Place) {
        let slot = self.slot(place.chunk);
        let len = self.lens[slot] as usize;
        assert!(place.at < len, "a removed endpoint is in its list");
        let keys = &mut self.chunks[slot];
        keys.copy_within(place.at + 1..len, place.at);
        keys[len - 1] = S::LAST;
        self.lens[slot] -= 1;
    }

    fn take_slot(&mut self) -> usize {
        self.free.pop().map_or_else(
            || {
                self.chunks.push([S::LAST; CAP]);
                self.lens.push(0);
                self.chunks.len() - 1
            },
            |slot| slot as usize,
        )
    }

    fn split(&mut self, chunk: usize) {
        let left = self.slot(chunk);
        let right = self.take_slot();
        let (stay, go) = (CAP / 2, CAP - CAP / 2);
        let mut keys = [S::LAST; CAP];
        keys[..go].copy_from_slice(&self.chunks[left][stay..]);
        self.chunks[left][stay..].fill(S::LAST);
        self.lens[left] = stay as u32;
        self.lens[right] = go as u32;
        self.fences.insert(chunk + 1, keys[0]);
        self.order.insert(chunk + 1, right as u32);
        self.chunks[right] = keys;
    }

    /// Merges a chunk with a neighbour if it is nearly empty and both together leave room; in any case if it is empty.
    pub(super) fn relieve(&mut self, chunk: usize) -> Option<Merge> {
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
        self.order.remove(left + 1);
        self.fences.remove(left + 1);
        self.free.push(dropped as u32);
        Some(Merge { chunk: left, dropped })
    }

    /// Forgets all and takes these sorted keys, in chunks of equal filling.
    pub(super) fn cut(&mut self, keys: &[S::Endpoint]) {
        let count = keys.len().div_ceil(CAP * FILL_QUARTERS / 4).max(1);
        self.free.extend(self.order.drain(..));
        self.fences.clear();
        for chunk in 0..count {
            let part = &keys[keys.len() * chunk / count..keys.len() * (chunk + 1) / count];
            let slot = self.take_slot();
            self.chunks[slot][..part.len()].copy_from_slice(part);
            self.chunks[slot][part.len()..].fill(S::LAST);
            self.lens[slot] = part.len() as u32;
            self.order.push(slot as u32);
            self.fences.push(if chunk == 0 { S::FIRST } else { part[0] });
        }
        self.fences.push(S::LAST);
    }

    /// Bytes held.
    pub(super) fn memory(&self) -> usize {
        self.chunks.capacity() * size_of::<[S::Endpoint; CAP]>()
            + (self.lens.capacity() + self.order.capacity() + self.free.capacity()) * size_of::<u32>()
            + self.fences.capacity() * size_of::<S::Endpoint>()
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
            if keys.is_empty() && count > 1 {
                return Err(format!("chunk {chunk} of {count} is empty"));
            }
            if keys.windows(2).any(|two| two[0] >= two[1]) {
                return Err(format!("chunk {chunk} is out of order"));
            }
            if !keys
                .iter()
                .all(|&key| self.belongs(chunk, key) && self.chunk_of(key) == chunk)
            {
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
