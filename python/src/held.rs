//! Objects of the library that Python shares: one call at a time, and no panic crosses the border.

use crate::errors::{exception, internal};
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, TryLockError};

/// A value that one call at a time may use.
pub(crate) struct Held<T> {
    state: Mutex<State<T>>,
    /// What it is, for messages.
    what: &'static str,
}

struct State<T> {
    value: T,
    /// A panic has left it in the middle of a change.
    is_broken: bool,
}

impl<T> Held<T> {
    pub(crate) fn new(what: &'static str, value: T) -> Self {
        Self {
            state: Mutex::new(State { value, is_broken: false }),
            what,
        }
    }

    /// Calls `f` on the value. A panic becomes an `InternalError`, and the value refuses all further
    /// calls.
    pub(crate) fn call<R>(&self, py: Python<'_>, f: impl FnOnce(&mut T) -> R) -> PyResult<R> {
        let what = self.what;
        let mut state = match self.state.try_lock() {
            Ok(state) => state,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                let message = format!("another call is using this {what}: a thread, or this thread during a callback");
                return Err(exception(py, "BusyError", message));
            }
        };
        if state.is_broken {
            let message = format!("a bug in kinesweep has broken this {what}");
            return Err(exception(py, "InternalError", message));
        }
        let value = &mut state.value;
        guarded(py, || f(value)).inspect_err(|_| state.is_broken = true)
    }

    /// As [`call`](Self::call), without the interpreter lock.
    pub(crate) fn call_detached<R: Send>(&self, py: Python<'_>, f: impl FnOnce(&mut T) -> R + Send) -> PyResult<R>
    where
        T: Send,
    {
        self.call(py, |value| py.detach(|| f(value)))
    }
}

/// Calls a function of the library. A panic becomes an `InternalError`.
pub(crate) fn guarded<R>(py: Python<'_>, f: impl FnOnce() -> R) -> PyResult<R> {
    catch_unwind(AssertUnwindSafe(f)).map_err(|panic| internal(py, &*panic))
}
