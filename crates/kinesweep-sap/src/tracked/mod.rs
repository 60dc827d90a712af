//! What a user embeds: boxes that come, move and go, and the pairs that overlap after each frame.
//!
//! 1. [`Tracked::insert`], [`Tracked::update`] and [`Tracked::remove`] check what they are given and note it down. Whatever is
//!    said of one box within a frame comes down to one change at most: only the state after the last call counts.
//! 2. [`Tracked::commit`] hands these changes to the store as one [`Batch`], nets the toggles that come back, and brings the
//!    [`PairManager`] up to date.
//!
//! A call that is refused has changed nothing.

mod audit;
mod error;
#[cfg(test)]
mod tests;

use super::{Aabb, Batch, MAX_ID, OverlapChanges, Pair, PairManager, Scalar, Store, Toggle};
pub use error::BoxError;

/// By default a name is below this: memory grows with the largest name, and a stray one shall be refused, not cost gigabytes.
/// 2^24 boxes of three `f32` sides take 0.5 GB here and 1.2 GB in a store on arrays. See [`Tracked::with_id_bound`].
const DEFAULT_ID_BOUND: u32 = 1 << 24;

/// The box is there, as far as the user has said.
const THERE: u8 = 1;
/// The box is in the store.
const STORED: u8 = 2;
/// Something was said of the box since the last commit: it is in the next batch, or on the list of those touched.
const TOUCHED: u8 = 4;

/// Boxes with names, kept in a [`Store`], and the pairs of them that overlap: all of them ([`Tracked::pairs`]), and what the last
/// commit changed ([`OverlapChanges`]).
///
/// All calls but [`Tracked::commit`] and the checks are O(1). A commit costs what the store takes for its batch, and
/// O(t log t) for `t` toggles; pairs that go on overlapping cost nothing.
///
/// Memory: beside the store and the pairs, a box and 5 bytes by name (29 with `f32` in three dimensions), and a box and 4 bytes
/// for each change of the largest frame.
///
/// ```
/// use kinesweep_sap::{Aabb, ArraySap, Tracked};
/// let square = |x: f32| Aabb { min: [x, 0.0], max: [x + 1.0, 1.0] };
/// let mut world = Tracked::<f32, 2, ArraySap<f32, 2>>::new();
/// world.insert(0, square(0.0))?;
/// world.insert(1, square(0.5))?;
/// world.insert(2, square(9.0))?;
/// assert_eq!(world.commit().begun, [(0, 1)]);
/// world.update(1, square(8.5))?;
/// let changes = world.commit();
/// assert_eq!((&changes.begun[..], &changes.ended[..]), (&[(1, 2)][..], &[(0, 1)][..]));
/// world.remove(2)?;
/// assert_eq!(world.commit().ended, [(1, 2)]);
/// assert!(world.pairs().is_empty() && world.commit().is_empty());
/// # Ok::<(), kinesweep_sap::BoxError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tracked<S: Scalar, const D: usize, T: Store<S, D>> {
    store: T,
    id_bound: u32,
    /// By name; of those that are not there, anything.
    boxes: Vec<Aabb<S, D>>,
    /// By name: [`THERE`], [`STORED`], [`TOUCHED`].
    states: Vec<u8>,
    len: usize,
    /// Those that were inserted or removed before anything else was said of them.
    touched: Vec<u32>,
    /// Whether boxes of the next batch that move have been removed since, or moved again.
    is_stale: bool,
    /// The next one: moves go there at once, since in most frames there is nothing else.
    batch: Batch<S, D>,
    toggles: Vec<Toggle>,
    changes: OverlapChanges,
    pairs: PairManager,
}

impl<S: Scalar, const D: usize, T: Store<S, D> + Default> Default for Tracked<S, D, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Scalar, const D: usize, T: Store<S, D> + Default> Tracked<S, D, T> {
    /// Without a box, in a store as it is by default.
    #[must_use]
    pub fn new() -> Self {
        Self::around(T::default())
    }
}

impl<S: Scalar, const D: usize, T: Store<S, D>> Tracked<S, D, T> {
    /// Without a box, in a store that is given.
    ///
    /// # Errors
    /// [`BoxError::StoreNotEmpty`].
    pub fn with_store(store: T) -> Result<Self, BoxError> {
        match store.len() {
            0 => Ok(Self::around(store)),
            len => Err(BoxError::StoreNotEmpty { len }),
        }
    }

    fn around(store: T) -> Self {
        Self {
            store,
            id_bound: DEFAULT_ID_BOUND,
            boxes: Vec::new(),
            states: Vec::new(),
            len: 0,
            touched: Vec::new(),
            is_stale: false,
            batch: Batch::default(),
            toggles: Vec::new(),
            changes: OverlapChanges::default(),
            pairs: PairManager::new(),
        }
    }

    /// From now on names must be below `bound` to be inserted, and at most [`MAX_ID`] in any case; 2^24 if nothing is said.
    #[must_use]
    pub fn with_id_bound(mut self, bound: u32) -> Self {
        self.id_bound = bound.min(MAX_ID + 1);
        self
    }

    /// Adds a box.
    ///
    /// # Errors
    /// [`BoxError::AlreadyThere`], [`BoxError::IdTooLarge`], [`BoxError::NotANumber`], [`BoxError::MinAboveMax`].
    pub fn insert(&mut self, id: u32, at: Aabb<S, D>) -> Result<(), BoxError> {
        if self.contains(id) {
            return Err(BoxError::AlreadyThere { id });
        }
        if id >= self.id_bound {
            return Err(BoxError::IdTooLarge {
                id,
                bound: self.id_bound,
            });
        }
        error::check(id, &at)?;
        let index = id as usize;
        if index >= self.boxes.len() {
            self.boxes.resize(index + 1, Aabb::default());
            self.states.resize(index + 1, 0);
        }
        self.boxes[index] = at;
        self.states[index] |= THERE;
        self.len += 1;
        self.touch(index);
        Ok(())
    }

    /// Gives a box new bounds, from anything to anything.
    ///
    /// # Errors
    /// [`BoxError::Unknown`], [`BoxError::NotANumber`], [`BoxError::MinAboveMax`].
    #[inline]
    pub fn update(&mut self, id: u32, to: Aabb<S, D>) -> Result<(), BoxError> {
        let index = id as usize;
        if !self.contains(id) {
            return Err(BoxError::Unknown { id });
        }
        error::check(id, &to)?;
        // Who says the same as before has not moved.
        if self.boxes[index] != to {
            self.boxes[index] = to;
            if self.states[index] & TOUCHED == 0 {
                self.states[index] |= TOUCHED;
                self.batch.moved.push((id, to));
            } else {
                self.is_stale = true;
            }
        }
        Ok(())
    }

    /// Takes a box away. Its pairs end with the next commit; its name is free at once.
    ///
    /// # Errors
    /// [`BoxError::Unknown`].
    pub fn remove(&mut self, id: u32) -> Result<(), BoxError> {
        if !self.contains(id) {
            return Err(BoxError::Unknown { id });
        }
        self.states[id as usize] &= !THERE;
        self.len -= 1;
        self.touch(id as usize);
        Ok(())
    }

    fn touch(&mut self, index: usize) {
        if self.states[index] & TOUCHED == 0 {
            self.states[index] |= TOUCHED;
            self.touched.push(index as u32);
        } else {
            self.is_stale = true;
        }
    }

    /// Makes the batch what the boxes have come to since the last commit.
    fn sum_up(&mut self) {
        let Self {
            batch, states, boxes, ..
        } = self;
        if self.is_stale {
            batch.moved.retain_mut(|(id, at)| {
                *at = boxes[*id as usize];
                let stays = states[*id as usize] & THERE != 0;
                if !stays {
                    batch.removed.push(*id);
                    states[*id as usize] = 0;
                }
                stays
            });
            self.is_stale = false;
        }
        for (id, _) in &batch.moved {
            states[*id as usize] = THERE | STORED;
        }
        for id in self.touched.drain(..) {
            let index = id as usize;
            let (stored, there) = (states[index] & STORED != 0, states[index] & THERE != 0);
            match (stored, there) {
                (true, false) => batch.removed.push(id),
                (true, true) => batch.moved.push((id, boxes[index])),
                (false, true) => batch.inserted.push((id, boxes[index])),
                (false, false) => {}
            }
            states[index] = if there { THERE | STORED } else { 0 };
        }
    }

    /// Applies all that was said since the last commit, and tells what it has changed.
    ///
    /// # Panics
    /// If a store of your own tells toggles that do not alternate.
    pub fn commit(&mut self) -> &OverlapChanges {
        self.sum_up();
        self.toggles.clear();
        self.store.apply(&self.batch, &mut self.toggles);
        self.batch.clear();
        self.changes.net(&self.toggles);
        self.pairs.apply(&self.changes);
        &self.changes
    }

    /// All pairs that overlap as of the last commit. Their order is determined by the history of all calls.
    pub fn pairs(&self) -> &[Pair] {
        self.pairs.pairs()
    }

    /// Whether two boxes overlap as of the last commit. O(1).
    pub fn overlap(&self, a: u32, b: u32) -> bool {
        self.pairs.contains(a, b)
    }

    /// What the last commit changed.
    pub fn changes(&self) -> &OverlapChanges {
        &self.changes
    }

    /// A box, as it was last said to be.
    pub fn get(&self, id: u32) -> Option<&Aabb<S, D>> {
        self.contains(id).then(|| &self.boxes[id as usize])
    }

    /// Whether a box is there, as far as was last said.
    #[inline]
    pub fn contains(&self, id: u32) -> bool {
        self.states.get(id as usize).is_some_and(|state| state & THERE != 0)
    }

    /// How many boxes there are, as far as was last said.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The store, which knows nothing of what was said since the last commit.
    pub fn store(&self) -> &T {
        &self.store
    }

    /// Bytes of memory that it holds, the store and spare room included.
    pub fn memory(&self) -> usize {
        self.store.memory()
            + self.boxes.capacity() * size_of::<Aabb<S, D>>()
            + self.states.capacity()
            + (self.touched.capacity() + self.batch.removed.capacity()) * size_of::<u32>()
            + (self.batch.moved.capacity() + self.batch.inserted.capacity()) * size_of::<(u32, Aabb<S, D>)>()
            + self.toggles.capacity() * size_of::<Toggle>()
            + self.changes.memory()
            + self.pairs.memory()
    }
}
