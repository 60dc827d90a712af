//! Keys of the queues.

/// A key of the queue. Smaller comes first.
///
/// Among the keys that [`is_ordered`](Key::is_ordered) accepts, `before` must be a strict weak
/// order. A queue of keys without such an order pops in an unspecified order, but stays sound.
pub trait Key: Copy + PartialOrd {
    /// Whether `self` comes strictly before `other`.
    fn before(&self, other: &Self) -> bool;

    /// A number that never decreases along the order: if `a.before(&b)`, then `a.lead() <=
    /// b.lead()`. It only serves speed: [`DaryHeap`](super::DaryHeap) compares these numbers among
    /// siblings, and the keys themselves only where they tie. With the default all tie.
    fn lead(&self) -> f64 {
        0.0
    }

    /// Whether the key is valid in a queue. The queues check it in debug builds.
    fn is_ordered(&self) -> bool {
        true
    }
}

/// A key and the handle that breaks its ties: the unit of comparison.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<K> {
    pub(super) key: K,
    pub(super) handle: u32,
}

impl<K: Key> Entry<K> {
    /// Whether this entry comes strictly before the other, by key and then by handle. For
    /// predictable comparisons: sifting up nearly always ends at once.
    #[inline(always)]
    pub(super) fn before(&self, other: &Self) -> bool {
        self.key.before(&other.key) || (self.handle < other.handle && !other.key.before(&self.key))
    }

    /// The same without a branch between key and handle, for unpredictable comparisons: linking two
    /// trees goes either way.
    #[inline(always)]
    pub(super) fn before_branchless(&self, other: &Self) -> bool {
        self.key.before(&other.key) | (!other.key.before(&self.key) & (self.handle < other.handle))
    }
}

/// A time, in seconds. It must be finite: an event that never occurs is not queued, and a NaN is a
/// bug of the caller.
///
/// ```
/// use kinesweep::queue::{Key, Time};
///
/// assert!(Time(1.0).before(&Time(2.0)));
/// assert!(!Time(f64::INFINITY).is_ordered());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Time(pub f64);

impl Key for Time {
    #[inline(always)]
    fn before(&self, other: &Self) -> bool {
        self.0 < other.0
    }

    #[inline(always)]
    fn lead(&self) -> f64 {
        self.0
    }

    #[inline(always)]
    fn is_ordered(&self) -> bool {
        self.0.is_finite()
    }
}

/// A time, in seconds, and a rank among the events of that time: a number, or any other ordered
/// type. The time must be finite, as for [`Time`].
///
/// ```
/// use kinesweep::queue::{Key, Moment};
///
/// let begin = Moment { time: 1.0, order: 3 };
/// assert!(begin.before(&Moment { time: 1.0, order: 4 }));
/// assert!(begin.before(&Moment { time: 1.5, order: 0 }));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Moment<O = u64> {
    /// Seconds; compared first.
    pub time: f64,
    /// Compared at equal times; smaller comes first.
    pub order: O,
}

impl<O: Copy + Ord> Key for Moment<O> {
    #[inline(always)]
    fn before(&self, other: &Self) -> bool {
        self.time < other.time || (self.time == other.time && self.order < other.order)
    }

    #[inline(always)]
    fn lead(&self) -> f64 {
        self.time
    }

    #[inline(always)]
    fn is_ordered(&self) -> bool {
        self.time.is_finite()
    }
}
