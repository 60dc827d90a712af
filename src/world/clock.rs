//! The present of a world.

use super::instant::Instant;

/// The present, in seconds, and what has happened since time last advanced.
#[derive(Debug)]
pub(super) struct Clock {
    pub(super) now: f64,
    pub(super) instant: Instant,
}

impl Clock {
    /// A clock that starts at a time.
    pub(super) fn at(start: f64) -> Self {
        Self {
            now: start,
            instant: Instant::default(),
        }
    }

    /// Advances to a later time and begins a new instant there. An earlier time is ignored.
    #[inline]
    pub(super) fn advance_to(&mut self, time: f64) {
        if time > self.now {
            self.now = time;
            self.instant.restart();
        }
    }
}
