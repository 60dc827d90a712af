//! Addressable priority queues: insert, find-min, delete-min, delete and re-key by handle.
//!
//! A continuous engine re-predicts far more events than it executes: a motion change re-keys every
//! event of the body, and only one in a dozen or more is ever popped. So each queue finds an event
//! by its handle, a small dense integer, and moves it in place. No queue keeps stale events.
//!
//! - [`DaryHeap`]: an indexed d-ary heap in one array; with d = 16 the fastest of all in
//!   `benches/queue`, hence [`Queue`].
//! - [`PairingHeap`]: the pairing heap of Stasko and Vitter, in the two-pass and the auxiliary
//!   two-pass variant.
//!
//! All pop in the same order, key first and then handle, whatever the history. So one can replace
//! another with the same bits.
//!
//! ```
//! use kinesweep::queue::{EventQueue, PairingHeap, Queue, Time};
//!
//! fn first_after_rekey(mut queue: impl EventQueue<Key = Time>) -> Option<(Time, u32)> {
//!     queue.set(4, Time(2.0));
//!     queue.set(7, Time(1.0));
//!     queue.set(4, Time(0.5));
//!     queue.pop()
//! }
//! assert_eq!(first_after_rekey(Queue::default()), Some((Time(0.5), 4)));
//! assert_eq!(first_after_rekey(PairingHeap::<Time>::default()), Some((Time(0.5), 4)));
//! ```

mod heap;
mod key;
mod pairing;
#[cfg(test)]
mod tests;

pub use heap::DaryHeap;
pub use key::{Key, Moment, Time};
pub use pairing::{AuxiliaryTwoPass, PairingHeap, Strategy, TwoPass};

/// The engine's queue: the fastest of those here for the engine's mix of operations (`cargo bench
/// --bench queue`).
///
/// ```
/// use kinesweep::queue::{EventQueue, Queue, Time};
///
/// let mut queue = Queue::default();
/// queue.set(4, Time(2.0));
/// queue.set(7, Time(1.0));
/// queue.set(4, Time(0.5));
/// assert_eq!(queue.pop(), Some((Time(0.5), 4)));
/// ```
pub type Queue<K> = DaryHeap<K, 16>;

/// An addressable queue of keys by dense handles (small integers); each handle is in the queue at
/// most once. At equal keys the smaller handle comes first, so the order is total.
///
/// Memory grows with the greatest handle ever set, not with the number in the queue. `u32::MAX` is
/// not a valid handle, nor is the number before it in a [`PairingHeap`]. The costs of operations
/// are documented for each queue.
pub trait EventQueue {
    /// The type of the keys.
    type Key: Key;
    /// The number of handles in the queue.
    fn len(&self) -> usize;
    /// Whether the queue is empty.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The first key and its handle.
    fn peek(&self) -> Option<(Self::Key, u32)>;
    /// Removes the first key and its handle.
    fn pop(&mut self) -> Option<(Self::Key, u32)>;
    /// Inserts the handle, or re-keys it if it is in the queue.
    ///
    /// # Panics
    /// If the number is not a valid handle; in debug builds also if the key is not
    /// [ordered](Key::is_ordered).
    fn set(&mut self, handle: u32, key: Self::Key);
    /// Removes the handle, if it is in the queue.
    fn remove(&mut self, handle: u32) -> Option<Self::Key>;
    /// The key of a handle, if it is in the queue.
    fn key(&self, handle: u32) -> Option<Self::Key>;
    /// Removes all handles.
    fn clear(&mut self);
}
