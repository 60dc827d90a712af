//! What a run measures, and its row of the table.

use crate::RATE;
use nalgebra::Vector3;

/// One run of a case by one engine.
#[derive(Default)]
pub(crate) struct Run {
    /// CPU milliseconds of each frame.
    pub(crate) milliseconds: Vec<f64>,
    /// Where and why the run ended early. The last frame is then a part of one.
    pub(crate) stopped: Option<String>,
    pub(crate) collisions: u64,
    pub(crate) rests: u64,
    /// Greatest distance of a body from its start in any frame, in metres.
    displacement: f64,
}

impl Run {
    /// A run that ended at this time, in seconds.
    pub(crate) fn failed(time: f64, reason: String) -> Self {
        Self {
            stopped: Some(format!("t = {time} s: {reason}")),
            ..Self::default()
        }
    }

    pub(crate) fn note_displacement(&mut self, starts: &[Vector3<f64>], now: &[Vector3<f64>]) {
        let distances = starts.iter().zip(now).map(|(start, place)| (place - start).norm());
        self.displacement = distances.fold(self.displacement, f64::max);
    }

    fn mean(&self) -> f64 {
        mean(&self.milliseconds)
    }

    fn worst(&self) -> f64 {
        self.milliseconds.iter().copied().fold(0.0, f64::max)
    }

    /// The mean of the frames of the last second.
    fn last_second(&self) -> f64 {
        let frames = self.milliseconds.len();
        mean(&self.milliseconds[frames.saturating_sub(RATE as usize)..])
    }

    fn times(&self) -> String {
        let sign = if self.stopped.is_some() { "> " } else { "" };
        let last = match self.stopped {
            Some(_) => "-".to_owned(),
            None => shown(self.last_second()),
        };
        format!("{sign}{} | {sign}{} | {last}", shown(self.mean()), shown(self.worst()))
    }

    fn drift(&self, smallest_side: Option<f64>) -> String {
        smallest_side.map_or_else(|| "-".to_owned(), |side| format!("{:.1e}", self.displacement / side))
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Three significant digits.
fn shown(value: f64) -> String {
    let digits = (2.0 - value.abs().max(1e-4).log10().floor()).clamp(0.0, 6.0);
    format!("{value:.*}", digits as usize)
}

/// The first two lines of the table.
pub(crate) const HEAD: &str = "\
| scene | bodies | ours: mean | worst | last second | rapier: mean | worst | last second | ours / rapier | worst / mean, ours | collisions | rests | drift, ours | drift, rapier | ours stopped at |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|";

/// The row of a case.
pub(crate) fn row(name: &str, bodies: usize, smallest_side: Option<f64>, ours: &Run, rapier: Option<&Run>) -> String {
    let none = || "-".to_owned();
    let sign = if ours.stopped.is_some() { "> " } else { "" };
    format!(
        "| {name} | {bodies} | {} | {} | {} | {:.1} | {} | {} | {} | {} | {} |",
        ours.times(),
        rapier.map_or_else(|| "- | - | -".to_owned(), Run::times),
        rapier.map_or_else(none, |rapier| format!("{sign}{}", shown(ours.mean() / rapier.mean()))),
        ours.worst() / ours.mean(),
        ours.collisions,
        ours.rests,
        ours.drift(smallest_side),
        rapier.map_or_else(none, |rapier| rapier.drift(smallest_side)),
        ours.stopped.as_deref().unwrap_or("-"),
    )
}
