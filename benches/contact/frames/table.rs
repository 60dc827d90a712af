//! What a run measures, and its row of the table.

use crate::RATE;
use nalgebra::Vector3;

/// One run of a case by one engine.
#[derive(Default)]
pub(crate) struct Run {
    /// CPU milliseconds of each frame.
    pub(crate) milliseconds: Vec<f64>,
    /// Up to the last one in which anything happened: of ours alone.
    pub(crate) frames_until_rest: usize,
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

    /// Takes the times of the frames that another run of the same has done in less.
    pub(crate) fn take_least(&mut self, other: &Self) {
        for (least, time) in self.milliseconds.iter_mut().zip(&other.milliseconds) {
            *least = least.min(*time);
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

    /// The worst frame over the mean of those until all is at rest.
    fn worst_over_mean(&self) -> f64 {
        self.worst() / mean(&self.milliseconds[..self.frames_until_rest])
    }

    fn drift(&self, smallest_side: Option<f64>) -> String {
        smallest_side.map_or_else(|| "-".to_owned(), |side| format!("{:.1e}", self.displacement / side))
    }
}

/// The runs of a case by one engine, from each of its starts.
pub(crate) struct Runs(pub(crate) Vec<Run>);

impl Runs {
    fn each(&self, value: impl Fn(&Run) -> f64) -> Vec<f64> {
        self.0.iter().map(value).collect()
    }

    fn mean(&self) -> f64 {
        mean(&self.each(Run::mean))
    }

    fn stopped(&self) -> Option<&str> {
        self.0.iter().find_map(|run| run.stopped.as_deref())
    }

    /// That its times are lower bounds.
    fn sign(&self) -> &'static str {
        if self.stopped().is_some() { "> " } else { "" }
    }

    fn times(&self) -> String {
        let last = match self.stopped() {
            Some(_) => "-".to_owned(),
            None => shown(mean(&self.each(Run::last_second))),
        };
        let sign = self.sign();
        format!(
            "{sign}{} | {sign}{} | {last}",
            shown(self.mean()),
            shown(greatest(&self.each(Run::worst)))
        )
    }

    /// The mean over that of other runs, and from the least to the greatest of all starts.
    fn over(&self, others: &Self) -> String {
        let mut ratios: Vec<f64> = self
            .0
            .iter()
            .zip(&others.0)
            .map(|(run, other)| run.mean() / other.mean())
            .collect();
        ratios.sort_by(f64::total_cmp);
        let range = match ratios.as_slice() {
            [least, .., greatest] => format!("{} to {}", shown(*least), shown(*greatest)),
            _ => "-".to_owned(),
        };
        format!("{}{} | {range}", self.sign(), shown(self.mean() / others.mean()))
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn greatest(values: &[f64]) -> f64 {
    values.iter().copied().fold(0.0, f64::max)
}

/// Three significant digits.
fn shown(value: f64) -> String {
    let digits = (2.0 - value.abs().max(1e-4).log10().floor()).clamp(0.0, 6.0);
    format!("{value:.*}", digits as usize)
}

/// The first two lines of the table.
pub(crate) const HEAD: &str = "\
| scene | bodies | starts | ours: mean | worst | last second | rapier: mean | worst | last second | ours / rapier | by start | worst / mean until rest, ours | collisions | rests | drift, ours | drift, rapier | ours stopped at |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|";

/// The row of a case.
pub(crate) fn row(name: &str, bodies: usize, smallest_side: Option<f64>, ours: &Runs, rapier: Option<&Runs>) -> String {
    let starts = ours.0.len();
    let mean_count = |count: fn(&Run) -> u64| ours.0.iter().map(count).sum::<u64>() / starts as u64;
    format!(
        "| {name} | {bodies} | {starts} | {} | {} | {} | {:.1} | {} | {} | {} | {} | {} |",
        ours.times(),
        rapier.map_or_else(|| "- | - | -".to_owned(), Runs::times),
        rapier.map_or_else(|| "- | -".to_owned(), |rapier| ours.over(rapier)),
        greatest(&ours.each(Run::worst_over_mean)),
        mean_count(|run| run.collisions),
        mean_count(|run| run.rests),
        ours.0[0].drift(smallest_side),
        rapier.map_or_else(|| "-".to_owned(), |rapier| rapier.0[0].drift(smallest_side)),
        ours.stopped().unwrap_or("-"),
    )
}
