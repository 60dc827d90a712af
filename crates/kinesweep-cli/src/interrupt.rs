//! Ctrl-C: once to end with the results so far, twice to end at once.

use super::Failure;
use std::sync::atomic::{AtomicBool, Ordering};

/// Exit code after Ctrl-C: 128 and the number of the signal, as in shells.
pub(super) const EXIT: u8 = 130;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on the first Ctrl-C sets [`is_requested`]; a second one ends the program.
pub(super) fn install() -> Result<(), Failure> {
    let handler = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(EXIT));
        }
    };
    ctrlc::set_handler(handler).map_err(Failure::other)
}

/// Whether Ctrl-C was pressed.
pub(super) fn is_requested() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
