//! The interface of every frame-based structure: one batch of box changes in, the changes of
//! overlap out.

use super::{Aabb, Scalar};
use std::fmt::Debug;

/// The ids of two boxes, the smaller one first.
pub type Pair = (u32, u32);

/// Two ids as a [`Pair`].
#[inline]
pub(crate) fn pair(a: u32, b: u32) -> Pair {
    (a.min(b), a.max(b))
}

/// Appends the changes from one sorted list of pairs to another, in the order of the pairs: a pair
/// that is only in `before` ends, a pair that is only in `after` begins. O(n) for n pairs in both.
///
/// ```
/// use kinesweep_sap::{PairChange, difference};
/// let mut toggles = Vec::new();
/// difference(&[(0, 1), (2, 3)], &[(0, 1), (1, 2)], &mut toggles);
/// let [begun, ended] = [((1, 2), true), ((2, 3), false)].map(|(pair, begins)| PairChange { pair, begins });
/// assert_eq!(toggles, [begun, ended]);
/// ```
pub fn difference(before: &[Pair], after: &[Pair], toggles: &mut Vec<PairChange>) {
    let (mut old, mut new) = (before.iter().peekable(), after.iter().peekable());
    loop {
        let (pair, begins) = match (old.peek(), new.peek()) {
            (Some(a), Some(b)) if a == b => {
                old.next();
                new.next();
                continue;
            }
            (Some(&&a), Some(&&b)) => (a.min(b), b < a),
            (Some(&&a), None) => (a, false),
            (None, Some(&&b)) => (b, true),
            (None, None) => return,
        };
        toggles.push(PairChange { pair, begins });
        if begins {
            new.next();
        } else {
            old.next();
        }
    }
}

/// One change of a pair: its boxes began or ceased to overlap. Sorts by pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PairChange {
    /// The two boxes.
    pub pair: Pair,
    /// Whether the overlap begins.
    pub begins: bool,
}

/// The changes that a store applies at once: removals, then moves, then insertions.
///
/// Preconditions, which [`Tracked`](super::Tracked) ensures: an id occurs at most once and is at
/// most [`MAX_ID`](super::MAX_ID); each box is valid; removed and moved boxes are in the store,
/// inserted ones are not.
#[derive(Clone, Debug)]
pub struct Batch<S, const D: usize> {
    /// Ids of the boxes to remove.
    pub removed: Vec<u32>,
    /// Boxes with new bounds. The new bounds need not be near the old ones.
    pub moved: Vec<(u32, Aabb<S, D>)>,
    /// Boxes to insert.
    pub inserted: Vec<(u32, Aabb<S, D>)>,
}

impl<S, const D: usize> Default for Batch<S, D> {
    fn default() -> Self {
        Self {
            removed: Vec::new(),
            moved: Vec::new(),
            inserted: Vec::new(),
        }
    }
}

impl<S, const D: usize> Batch<S, D> {
    /// The number of changes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.removed.len() + self.moved.len() + self.inserted.len()
    }

    /// Whether there is no change.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes all changes and keeps the memory.
    pub fn clear(&mut self) {
        self.removed.clear();
        self.moved.clear();
        self.inserted.clear();
    }
}

/// A persistent set of boxes that reports, for each batch, which overlaps began and which ended.
///
/// The caller chooses the ids of the boxes. Memory grows with the largest id.
pub trait Store<S: Scalar, const D: usize>: Debug + Send {
    /// Applies a batch and appends the changes of overlap. A pair may occur more than once: a box
    /// that jumps past another can begin and end to overlap it on the way. Begins and ends of a
    /// pair alternate; the balance is the net change. Pairs of removed boxes end. The order of the
    /// toggles is fixed by the history of batches, not by addresses or hashes.
    ///
    /// # Panics
    /// May panic if the batch breaks the preconditions of [`Batch`]; later results may be wrong.
    fn apply(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<PairChange>);

    /// The number of boxes.
    fn len(&self) -> usize;

    /// Whether there is no box.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes of memory held, spare capacity included.
    fn memory(&self) -> usize;

    /// Checks every invariant of the structure. For tests: takes O(n log n) at least.
    ///
    /// # Errors
    /// A description of the invariant that does not hold.
    fn sanity_check(&self) -> Result<(), String>;
}
