//! Addressable priority queues: insert, find-min, delete-min, delete and re-key by handle.

/// A key: what the queue is ordered by. Smaller comes first.
pub trait Key: Copy + PartialOrd {
    /// Whether `self` comes strictly before `other`.
    fn before(&self, other: &Self) -> bool;
}

/// An addressable queue of keys by dense handles (small integers); each handle is in the queue at most once. At equal keys the
/// smaller handle comes first, so the order of the whole is total.
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
    fn set(&mut self, handle: u32, key: Self::Key);
    /// Takes the handle out, if it is in.
    fn remove(&mut self, handle: u32) -> Option<Self::Key>;
    /// The key of a handle, if it is in the queue.
    fn key(&self, handle: u32) -> Option<Self::Key>;
    /// Takes everything out.
    fn clear(&mut self);
}
