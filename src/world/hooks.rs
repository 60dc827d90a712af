//! User code that a world calls.

use super::poll::Polling;
use super::respond::OwnLaw;

/// The user-defined law of collision and touch test, if given.
#[derive(Default)]
pub(super) struct Hooks {
    /// The user-defined law of collision.
    pub(super) response: Option<OwnLaw>,
    pub(super) touch_test: Option<Polling>,
}

impl Hooks {
    /// Whether there is any.
    pub(super) fn any(&self) -> bool {
        self.response.is_some() || self.touch_test.is_some()
    }
}
