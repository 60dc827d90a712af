//! Values that only one thread uses at a time, in structures that several threads may share.

use std::fmt;
use std::sync::{Mutex, PoisonError};

/// A value that is accessible through `&mut` only, so that sharing it shares nothing: `Sync` for
/// every `Send` type.
///
/// The standard library's type of this name is unstable. A mutex that is never locked does the same
/// in safe code, at the cost of a word of memory: `get_mut` takes no lock.
pub(crate) struct Exclusive<T>(Mutex<T>);

impl<T> Exclusive<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(Mutex::new(value))
    }

    /// The value. (Only a panic under the lock poisons a mutex, and this one is never locked.)
    #[inline]
    pub(crate) fn get_mut(&mut self) -> &mut T {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> fmt::Debug for Exclusive<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exclusive").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn send_values_become_sync() {
        fn shared<T: Send + Sync>(_: &T) {}
        let mut counted = Exclusive::new(Cell::new(1));
        shared(&counted);
        counted.get_mut().set(2);
        assert_eq!(counted.get_mut().get(), 2);
    }

    #[test]
    fn a_panic_of_the_user_keeps_the_value_accessible() {
        let mut kept = Exclusive::new(7);
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            *kept.get_mut() += 1;
            panic!("a law of the user's");
        }));
        assert!(panicked.is_err());
        assert_eq!(*kept.get_mut(), 8);
    }
}
