//! Ctrl-C: once to end with what there is, twice to end at once.

use super::Failure;
use std::sync::atomic::{AtomicBool, Ordering};

/// Exit code of what was ended by Ctrl-C: 128 and the number of the signal, as shells tell it.
pub(super) const EXIT: u8 = 130;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C does not end the program, but is told by [`is_asked`]; a second one ends it.
pub(super) fn listen() -> Result<(), Failure> {
    let asked = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(EXIT));
        }
    };
    ctrlc::set_handler(asked).map_err(Failure::other)
}

/// Whether the user wants an end.
pub(super) fn is_asked() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
