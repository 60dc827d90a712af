//! Addressable priority queues: insert, find-min, delete-min, delete and re-key by handle.
//!
//! A continuous engine re-predicts far more events than it takes: a motion change re-keys every event that the body is in, and
//! only one in a dozen or more ever comes first. So each queue here finds an event by its handle, a small dense integer, and
//! moves it in place; none marks events as stale and leaves them in.
//!
//! - [`DaryHeap`]: an indexed d-ary heap in one array; with d = 16 the fastest of all that `benches/queue` tries, hence
//!   [`Queue`].
//! - [`PairingHeap`]: the pairing heap of Stasko and Vitter, in the two-pass and the auxiliary two-pass variant.
//!
//! All pop in the same order, key first and then handle, whatever the history; so one can stand in for another to the bit.

mod heap;
mod key;
mod pairing;
#[cfg(test)]
mod tests;

pub use heap::DaryHeap;
pub use key::{Key, Moment, Time};
pub use pairing::{AuxiliaryTwoPass, PairingHeap, Strategy, TwoPass};

/// The engine's queue: the fastest of those here at the engine's own mix of operations (`cargo bench --bench queue`).
///
/// ```
/// use kinesweep::{EventQueue, Queue, Time};
///
/// let mut queue = Queue::default();
/// queue.set(4, Time(2.0));
/// queue.set(7, Time(1.0));
/// queue.set(4, Time(0.5));
/// assert_eq!(queue.pop(), Some((Time(0.5), 4)));
/// ```
pub type Queue<K> = DaryHeap<K, 16>;

/// An addressable queue of keys by dense handles (small integers); each handle is in the queue at most once. At equal keys the
/// smaller handle comes first, so the order of the whole is total.
///
/// Memory grows with the greatest handle ever set, not with the number in the queue. `u32::MAX` is no handle, nor is the number
/// before it in a [`PairingHeap`]. What operations cost is said of each queue.
pub trait EventQueue {
    /// What it is ordered by.
    type Key: Key;
    /// The number of handles in the queue.
    fn len(&self) -> usize;
    /// Whether nothing is in the queue.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The first key and its handle.
    fn peek(&self) -> Option<(Self::Key, u32)>;
    /// Takes the first out.
    fn pop(&mut self) -> Option<(Self::Key, u32)>;
    /// Inserts the handle, or re-keys it if it is in the queue.
    ///
    /// # Panics
    /// If the number is no handle; in debug builds also if the key is not [ordered](Key::is_ordered).
    fn set(&mut self, handle: u32, key: Self::Key);
    /// Takes the handle out, if it is in.
    fn remove(&mut self, handle: u32) -> Option<Self::Key>;
    /// The key of a handle, if it is in the queue.
    fn key(&self, handle: u32) -> Option<Self::Key>;
    /// Takes everything out.
    fn clear(&mut self);
}
