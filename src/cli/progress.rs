//! How far long work is, and how much time is left, where standard error is a terminal.

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// Work that takes longer than this tells how far it is.
const LONG: Duration = Duration::from_secs(1);

/// Time between two looks at the clock's face: no eye is faster.
const REFRESH: Duration = Duration::from_millis(100);

/// Of less than this share nothing can be said of the rest.
const LITTLE: f64 = 0.002;

/// Steps of the bar.
const STEPS: u64 = 1000;

/// A bar that appears when the work turns out to be long.
pub(crate) struct Progress {
    begun: Instant,
    /// What is being done, and since when.
    stage: String,
    stage_begun: Instant,
    shown: Option<Instant>,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub(crate) fn new() -> Self {
        let now = Instant::now();
        Self {
            begun: now,
            stage: String::new(),
            stage_begun: now,
            shown: None,
            bar: None,
        }
    }

    /// Tells that this share of a stage is done; another stage begins when its name is another one.
    pub(crate) fn tell(&mut self, share: f64, stage: impl FnOnce() -> String) {
        let now = Instant::now();
        if now - self.begun < LONG || self.shown.is_some_and(|shown| now - shown < REFRESH) {
            return;
        }
        self.shown = Some(now);
        let stage = stage();
        if stage != self.stage {
            (self.stage, self.stage_begun) = (stage, now);
        }
        let bar = self.bar.get_or_insert_with(new_bar);
        bar.set_position((share.clamp(0.0, 1.0) * STEPS as f64) as u64);
        let left =
            time_left(now - self.stage_begun, share).map_or(String::new(), |left| format!(", {} left", HumanDuration(left)));
        bar.set_message(format!("{}{left}", self.stage));
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

/// The time left of work whose share took so long, if it goes on like that.
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
    fn the_rest_takes_as_long_as_its_share() {
        let ten = Duration::from_secs(10);
        assert_eq!(time_left(ten, 0.25), Some(3 * ten));
        assert_eq!(time_left(ten, 1.0), Some(Duration::ZERO));
        assert_eq!([0.0, f64::NAN, 2.0].map(|share| time_left(ten, share)), [None; 3]);
    }
}
