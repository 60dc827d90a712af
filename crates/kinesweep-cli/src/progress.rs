//! A progress bar with the time left, where standard error is a terminal.

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// Work that takes longer than this shows a bar.
const LONG: Duration = Duration::from_secs(1);

/// Time between two drawings of the bar.
const REFRESH: Duration = Duration::from_millis(100);

/// From this share on the time left is estimated.
const LITTLE: f64 = 0.002;

/// Steps of the bar.
const STEPS: u64 = 1000;

/// A bar that appears once the work has been long.
pub(crate) struct Progress {
    begun: Instant,
    stage: Stage,
    shown: Option<Instant>,
    bar: Option<ProgressBar>,
}

/// A stage of the work. The share done grows, until the next stage begins with a small one.
struct Stage {
    begun: Instant,
    share: f64,
}

impl Progress {
    pub(crate) fn new() -> Self {
        let now = Instant::now();
        Self {
            begun: now,
            stage: Stage { begun: now, share: 0.0 },
            shown: None,
            bar: None,
        }
    }

    /// Shows the share of a stage that is done, and a description of the work.
    pub(crate) fn show(&mut self, share: f64, what: impl FnOnce() -> String) {
        let now = Instant::now();
        let elapsed = self.stage.elapsed(now, share);
        if now - self.begun < LONG || self.shown.is_some_and(|shown| now - shown < REFRESH) {
            return;
        }
        self.shown = Some(now);
        let bar = self.bar.get_or_insert_with(new_bar);
        bar.set_position((share.clamp(0.0, 1.0) * STEPS as f64) as u64);
        let left = time_left(elapsed, share).map_or(String::new(), |left| format!(", {} left", HumanDuration(left)));
        bar.set_message(format!("{}{left}", what()));
    }
}

impl Stage {
    /// The time since the stage began. A share below the last one begins another stage.
    fn elapsed(&mut self, now: Instant, share: f64) -> Duration {
        if share < self.share {
            self.begun = now;
        }
        self.share = share;
        now - self.begun
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn new_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {percent:>3} % {msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(STEPS).with_style(style)
}

/// The time left at the same rate, where `share` took `elapsed`.
fn time_left(elapsed: Duration, share: f64) -> Option<Duration> {
    if !(LITTLE..=1.0).contains(&share) {
        return None;
    }
    Duration::try_from_secs_f64(elapsed.as_secs_f64() * (1.0 - share) / share).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_begins_where_the_share_falls() {
        let begun = Instant::now();
        let mut stage = Stage { begun, share: 0.0 };
        let shares = [(10, 0.2), (20, 0.4), (30, 0.0), (35, 0.5)];
        let elapsed = shares.map(|(seconds, share)| stage.elapsed(begun + Duration::from_secs(seconds), share).as_secs());
        assert_eq!(elapsed, [10, 20, 0, 5]);
    }

    #[test]
    fn the_rest_takes_as_long_as_its_share() {
        let ten = Duration::from_secs(10);
        assert_eq!(time_left(ten, 0.25), Some(3 * ten));
        assert_eq!(time_left(ten, 1.0), Some(Duration::ZERO));
        assert_eq!([0.0, f64::NAN, 2.0].map(|share| time_left(ten, share)), [None; 3]);
    }
}
