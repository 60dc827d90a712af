//! The interface for users: boxes that are inserted, move and are removed, and the pairs that
//! overlap after each frame.
//!
//! 1. [`Tracked::insert`], [`Tracked::update`] and [`Tracked::remove`] check their input and record
//!    it. All calls for one box within a frame reduce to at most one change: only the state after
//!    the last call counts.
//! 2. [`Tracked::commit`] applies these changes to the store as one [`Batch`], nets the returned
//!    toggles, and updates the [`PairManager`].
//!
//! A refused call changes nothing.

mod audit;
mod constants;
mod error;
#[cfg(test)]
mod tests;

use super::{Aabb, Batch, MAX_ID, OverlapChanges, Pair, PairChange, PairManager, Scalar, Store};
use constants::DEFAULT_ID_BOUND;
pub use error::BoxError;

/// The box is present, as of the last call.
const PRESENT: u8 = 1;
/// The box is in the store.
const STORED: u8 = 2;
/// The box was changed since the last commit: it is in the next batch, or on the list `changed`.
const CHANGED: u8 = 4;

/// Boxes with ids in a [`Store`], all overlapping pairs ([`Tracked::pairs`]), and the changes of
/// the last commit ([`OverlapChanges`]).
///
/// All calls but [`Tracked::commit`] and the checks are O(1). A commit costs the store's time for
/// the batch plus O(t log t) for `t` toggles; pairs that continue to overlap cost nothing.
///
/// Memory: the store, the pairs, a box and 5 bytes for each id (29 bytes with `f32` in three
/// dimensions), and a box and 4 bytes for each change of the largest frame.
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
    /// Indexed by id; unspecified for absent boxes.
    boxes: Vec<Aabb<S, D>>,
    /// Indexed by id: [`PRESENT`], [`STORED`], [`CHANGED`].
    states: Vec<u8>,
    len: usize,
    /// Boxes with an insertion or a removal as first change since the last commit.
    changed: Vec<u32>,
    /// Whether moved boxes of the next batch have been removed since, or moved again.
    is_stale: bool,
    /// The next batch. Moves are entered at once, since most frames have only moves.
    batch: Batch<S, D>,
    toggles: Vec<PairChange>,
    changes: OverlapChanges,
    pairs: PairManager,
}

impl<S: Scalar, const D: usize, T: Store<S, D> + Default> Default for Tracked<S, D, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Scalar, const D: usize, T: Store<S, D> + Default> Tracked<S, D, T> {
    /// Without boxes, in a default store.
    #[must_use]
    pub fn new() -> Self {
        Self::with_empty_store(T::default())
    }
}

impl<S: Scalar, const D: usize, T: Store<S, D>> Tracked<S, D, T> {
    /// Without boxes, in a given empty store.
    ///
    /// # Errors
    /// [`BoxError::StoreNotEmpty`].
    pub fn with_store(store: T) -> Result<Self, BoxError> {
        match store.len() {
            0 => Ok(Self::with_empty_store(store)),
            len => Err(BoxError::StoreNotEmpty { len }),
        }
    }

    fn with_empty_store(store: T) -> Self {
        Self {
            store,
            id_bound: DEFAULT_ID_BOUND,
            boxes: Vec::new(),
            states: Vec::new(),
            len: 0,
            changed: Vec::new(),
            is_stale: false,
            batch: Batch::default(),
            toggles: Vec::new(),
            changes: OverlapChanges::default(),
            pairs: PairManager::new(),
        }
    }

    /// Sets the bound of the ids of later insertions, at most [`MAX_ID`] + 1. The default is 2^24.
    #[must_use]
    pub fn with_id_bound(mut self, bound: u32) -> Self {
        self.id_bound = bound.min(MAX_ID + 1);
        self
    }

    /// Adds a box.
    ///
    /// # Errors
    /// [`BoxError::AlreadyThere`], [`BoxError::IdTooLarge`], [`BoxError::NotANumber`],
    /// [`BoxError::MinAboveMax`].
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
        self.states[index] |= PRESENT;
        self.len += 1;
        self.mark_changed(index);
        Ok(())
    }

    /// Sets the bounds of a box. The new bounds need not be near the old ones.
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
        // Equal bounds are no move.
        if self.boxes[index] != to {
            self.boxes[index] = to;
            if self.states[index] & CHANGED == 0 {
                self.states[index] |= CHANGED;
                self.batch.moved.push((id, to));
            } else {
                self.is_stale = true;
            }
        }
        Ok(())
    }

    /// Removes a box. Its pairs end with the next commit; its id is free at once.
    ///
    /// # Errors
    /// [`BoxError::Unknown`].
    pub fn remove(&mut self, id: u32) -> Result<(), BoxError> {
        if !self.contains(id) {
            return Err(BoxError::Unknown { id });
        }
        self.states[id as usize] &= !PRESENT;
        self.len -= 1;
        self.mark_changed(id as usize);
        Ok(())
    }

    fn mark_changed(&mut self, index: usize) {
        if self.states[index] & CHANGED == 0 {
            self.states[index] |= CHANGED;
            self.changed.push(index as u32);
        } else {
            self.is_stale = true;
        }
    }

    /// Completes the batch: the changes since the last commit.
    fn build_batch(&mut self) {
        let Self {
            batch, states, boxes, ..
        } = self;
        if self.is_stale {
            batch.moved.retain_mut(|(id, at)| {
                *at = boxes[*id as usize];
                let stays = states[*id as usize] & PRESENT != 0;
                if !stays {
                    batch.removed.push(*id);
                    states[*id as usize] = 0;
                }
                stays
            });
            self.is_stale = false;
        }
        for (id, _) in &batch.moved {
            states[*id as usize] = PRESENT | STORED;
        }
        for id in self.changed.drain(..) {
            let index = id as usize;
            let (stored, present) = (states[index] & STORED != 0, states[index] & PRESENT != 0);
            match (stored, present) {
                (true, false) => batch.removed.push(id),
                (true, true) => batch.moved.push((id, boxes[index])),
                (false, true) => batch.inserted.push((id, boxes[index])),
                (false, false) => {}
            }
            states[index] = if present { PRESENT | STORED } else { 0 };
        }
    }

    /// Applies all changes since the last commit, and returns the net changes of overlap.
    ///
    /// # Panics
    /// If a user-defined store emits toggles that do not alternate.
    pub fn commit(&mut self) -> &OverlapChanges {
        self.build_batch();
        self.toggles.clear();
        self.store.apply(&self.batch, &mut self.toggles);
        self.batch.clear();
        self.changes.net(&self.toggles);
        self.pairs.apply(&self.changes);
        &self.changes
    }

    /// All pairs that overlap as of the last commit. The history of all calls determines their
    /// order.
    pub fn pairs(&self) -> &[Pair] {
        self.pairs.pairs()
    }

    /// Whether two boxes overlap as of the last commit. O(1).
    pub fn overlap(&self, a: u32, b: u32) -> bool {
        self.pairs.contains(a, b)
    }

    /// The changes of the last commit.
    pub fn changes(&self) -> &OverlapChanges {
        &self.changes
    }

    /// The bounds of a box, as of the last call.
    pub fn get(&self, id: u32) -> Option<&Aabb<S, D>> {
        self.contains(id).then(|| &self.boxes[id as usize])
    }

    /// Whether a box is present, as of the last call.
    #[inline]
    pub fn contains(&self, id: u32) -> bool {
        self.states.get(id as usize).is_some_and(|state| state & PRESENT != 0)
    }

    /// The number of boxes, as of the last call.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no box, as of the last call.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The store, in its state of the last commit.
    pub fn store(&self) -> &T {
        &self.store
    }

    /// Bytes of memory held, the store and spare capacity included.
    pub fn memory(&self) -> usize {
        self.store.memory()
            + self.boxes.capacity() * size_of::<Aabb<S, D>>()
            + self.states.capacity()
            + (self.changed.capacity() + self.batch.removed.capacity()) * size_of::<u32>()
            + (self.batch.moved.capacity() + self.batch.inserted.capacity()) * size_of::<(u32, Aabb<S, D>)>()
            + self.toggles.capacity() * size_of::<PairChange>()
            + self.changes.memory()
            + self.pairs.memory()
    }
}
