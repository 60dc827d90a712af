//! The interface behind which every frame-based structure stands: one batch of changes to its boxes in, the changes of
//! overlap out.

use super::{Aabb, Scalar};
use std::fmt::Debug;

/// Two boxes by their names, the smaller first.
pub type Pair = (u32, u32);

/// Two names as a [`Pair`].
#[inline]
pub(crate) fn pair(a: u32, b: u32) -> Pair {
    (a.min(b), a.max(b))
}

/// Appends the changes from one sorted list of pairs to another, in the order of the pairs: a pair that is only in `before`
/// ends, a pair that is only in `after` begins. O(n) for n pairs in both.
///
/// ```
/// use kinesweep_sap::{Toggle, difference};
/// let mut toggles = Vec::new();
/// difference(&[(0, 1), (2, 3)], &[(0, 1), (1, 2)], &mut toggles);
/// let [begun, ended] = [((1, 2), true), ((2, 3), false)].map(|(pair, begins)| Toggle { pair, begins });
/// assert_eq!(toggles, [begun, ended]);
/// ```
pub fn difference(before: &[Pair], after: &[Pair], toggles: &mut Vec<Toggle>) {
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
        toggles.push(Toggle { pair, begins });
        if begins {
            new.next();
        } else {
            old.next();
        }
    }
}

/// A pair whose boxes began or ceased to overlap. Sorts by pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Toggle {
    /// The two boxes.
    pub pair: Pair,
    /// Whether the overlap begins.
    pub begins: bool,
}

/// All that happens to the boxes of a store at once: removals, then moves, then insertions. A box is named at most once, by
/// a number up to [`MAX_ID`](super::MAX_ID), is valid, and is there (not there, to be inserted).
/// [`Tracked`](super::Tracked) sees to all that.
#[derive(Clone, Debug)]
pub struct Batch<S, const D: usize> {
    /// Boxes that leave.
    pub removed: Vec<u32>,
    /// Boxes that change, and what they become; from anything to anything.
    pub moved: Vec<(u32, Aabb<S, D>)>,
    /// Boxes that come.
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
    /// How many boxes it names.
    #[must_use]
    pub fn len(&self) -> usize {
        self.removed.len() + self.moved.len() + self.inserted.len()
    }

    /// Whether nothing happens.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets all, and keeps the memory.
    pub fn clear(&mut self) {
        self.removed.clear();
        self.moved.clear();
        self.inserted.clear();
    }
}

/// A persistent set of boxes that knows, after each batch, which overlaps began and which ended.
///
/// Boxes are named by small numbers that the caller picks (memory grows with the largest).
pub trait Store<S: Scalar, const D: usize>: Debug + Send {
    /// Applies a batch and appends the changes of overlap. A pair may be toggled more than once (a box that jumps past another
    /// can begin and end to overlap it on the way): begins and ends of a pair alternate, and their balance is what counts. Pairs
    /// of removed boxes end. The order of the toggles is fixed by the history of batches, not by addresses or hashes.
    ///
    /// # Panics
    /// Perhaps, if the batch is not what [`Batch`] says it is; what is told from then on may be wrong.
    fn apply(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<Toggle>);

    /// How many boxes there are.
    fn len(&self) -> usize;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes of memory that it holds, its spare room included.
    fn memory(&self) -> usize;

    /// Checks every invariant of the structure. For tests: takes O(n log n) at least.
    ///
    /// # Errors
    /// Says in words which does not hold.
    fn sanity_check(&self) -> Result<(), String>;
}
