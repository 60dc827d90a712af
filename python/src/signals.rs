//! Signals during long calls without the interpreter lock, such as Ctrl-C.

use pyo3::prelude::*;
use std::time::{Duration, Instant};

/// Interval between two checks.
const INTERVAL: Duration = Duration::from_millis(50);

/// The checks during one call. One costs a reading of the clock, and now and then the lock.
pub(crate) struct Signals {
    checked: Instant,
    raised: Option<PyErr>,
}

impl Signals {
    pub(crate) fn new() -> Self {
        Self {
            checked: Instant::now(),
            raised: None,
        }
    }

    /// Whether the call must end: a handler has raised an exception.
    pub(crate) fn have_raised(&mut self) -> bool {
        if self.raised.is_none() && self.checked.elapsed() >= INTERVAL {
            self.checked = Instant::now();
            self.raised = Python::attach(|py| py.check_signals().err());
        }
        self.raised.is_some()
    }

    /// The exception, if there is one.
    pub(crate) fn into_raised(self) -> Option<PyErr> {
        self.raised
    }
}
