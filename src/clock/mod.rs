//! The present of a world.

mod instant;

pub(crate) use instant::Instant;

/// The present, in seconds, and what has happened since time last advanced.
#[derive(Debug)]
pub(crate) struct Clock {
    now: f64,
    instant: Instant,
}

impl Clock {
    /// A clock that starts at a time.
    pub(crate) fn at(start: f64) -> Self {
        Self {
            now: start,
            instant: Instant::default(),
        }
    }

    /// A clock that goes on from a saved state.
    pub(crate) fn restored(now: f64, instant: Instant) -> Self {
        Self { now, instant }
    }

    /// The present, in seconds.
    #[inline]
    pub(crate) fn now(&self) -> f64 {
        self.now
    }

    /// Advances to a later time and begins a new instant there. An earlier time is ignored.
    #[inline]
    pub(crate) fn advance_to(&mut self, time: f64) {
        if time > self.now {
            self.now = time;
            self.instant.restart();
        }
    }

    /// What has happened at the present time.
    #[inline]
    pub(crate) fn instant(&self) -> &Instant {
        &self.instant
    }

    /// The same, to record what happens.
    #[inline]
    pub(crate) fn instant_mut(&mut self) -> &mut Instant {
        &mut self.instant
    }

    /// Records the round of a piece of a ball that moves to the lane of balls.
    pub(crate) fn note_round(&mut self, body: u32, epoch: f64, round: u32) {
        if epoch == self.now && round > 0 {
            self.instant.note(body, round);
        }
    }
}
