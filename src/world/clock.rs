//! The present of a world.

use super::instant::Instant;

/// The present, in seconds, and what has happened since time last advanced.
#[derive(Debug)]
pub(super) struct Clock {
    now: f64,
    instant: Instant,
}

impl Clock {
    /// A clock that starts at a time.
    pub(super) fn at(start: f64) -> Self {
        Self {
            now: start,
            instant: Instant::default(),
        }
    }

    /// A clock that goes on from a saved state.
    pub(super) fn restored(now: f64, instant: Instant) -> Self {
        Self { now, instant }
    }

    /// The present, in seconds.
    #[inline]
    pub(super) fn now(&self) -> f64 {
        self.now
    }

    /// Advances to a later time and begins a new instant there. An earlier time is ignored.
    #[inline]
    pub(super) fn advance_to(&mut self, time: f64) {
        if time > self.now {
            self.now = time;
            self.instant.restart();
        }
    }

    /// What has happened at the present time.
    #[inline]
    pub(super) fn instant(&self) -> &Instant {
        &self.instant
    }

    /// The same, to record what happens.
    #[inline]
    pub(super) fn instant_mut(&mut self) -> &mut Instant {
        &mut self.instant
    }

    /// Records the round of a piece of a ball that moves to the lane of balls.
    pub(super) fn note_round(&mut self, body: u32, epoch: f64, round: u32) {
        if epoch == self.now && round > 0 {
            self.instant.note(body, round);
        }
    }
}
