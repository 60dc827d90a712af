//! How far the lane has gone ahead of the present.

/// Crossings, and new cells, that were executed ahead of the present.
#[derive(Debug)]
pub(super) struct Lookahead {
    /// Names of the balls that crossed, since the caller's present was last behind.
    crossed: Vec<u32>,
    /// The time up to which the lane has gone ahead.
    until: f64,
    /// When the cells were made anew ahead of the present.
    remade: f64,
}

impl Lookahead {
    pub(super) fn new() -> Self {
        Self {
            crossed: Vec::new(),
            until: f64::NEG_INFINITY,
            remade: f64::NEG_INFINITY,
        }
    }

    /// Forgets what the present has caught up with.
    #[inline(always)]
    pub(super) fn catch_up(&mut self, now: f64) {
        if now >= self.until {
            self.crossed.clear();
        }
    }

    /// Goes ahead to a time.
    #[inline(always)]
    pub(super) fn extend_to(&mut self, time: f64) {
        self.until = self.until.max(time);
    }

    /// The time up to which the lane has gone ahead.
    pub(super) fn until(&self) -> f64 {
        self.until
    }

    /// Records that a ball has crossed into another cell.
    #[inline(always)]
    pub(super) fn record(&mut self, name: u32) {
        self.crossed.push(name);
    }

    /// Records that the cells were made anew at a time.
    pub(super) fn record_cells(&mut self, time: f64) {
        self.extend_to(time);
        self.remade = time;
    }

    /// Whether the cells were made anew after `now`: for balls at their places then.
    pub(super) fn has_remade_after(&self, now: f64) -> bool {
        self.remade > now
    }

    /// Whether a ball has crossed, or cells were made anew, after `now`.
    pub(super) fn is_beyond(&self, now: f64) -> bool {
        self.until > now && (!self.crossed.is_empty() || self.has_remade_after(now))
    }

    /// Names of the balls that may have crossed after `now`.
    pub(super) fn crossed_after(&self, now: f64) -> &[u32] {
        if self.until > now { &self.crossed } else { &[] }
    }

    /// Goes back to a time. Returns the names of the balls that may have crossed after it, each
    /// once.
    pub(super) fn go_back_to(&mut self, now: f64) -> Vec<u32> {
        let is_beyond = self.is_beyond(now);
        self.until = self.until.min(now);
        self.remade = self.remade.min(now);
        if !is_beyond {
            return Vec::new();
        }
        let mut crossed = std::mem::take(&mut self.crossed);
        crossed.sort_unstable();
        crossed.dedup();
        crossed
    }
}
