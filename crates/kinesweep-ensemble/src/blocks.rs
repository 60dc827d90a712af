//! Standard errors from one run: means over blocks of it (Flyvbjerg and Petersen, J. Chem. Phys. 91,
//! 461 (1989), section I, with blocks of a fixed number).
//!
//! A world sums from the beginning of the measurement on. The sums at the ends of two blocks give
//! the means between.

use kinesweep::statistics::Statistics;
use serde::{Deserialize, Serialize};

/// Time integrals and numbers since the beginning of the measurement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Totals {
    duration: f64,
    bodies: f64,
    collisions: f64,
    density: Option<f64>,
    path: Option<f64>,
    temperature: Option<f64>,
    pressure: Option<f64>,
    wall_pressure: Option<f64>,
}

impl Totals {
    pub(crate) fn of(statistics: &Statistics) -> Self {
        let (duration, collisions) = (statistics.duration, statistics.body_collisions as f64);
        let over_time = |mean: Option<f64>| mean.map(|mean| mean * duration);
        Self {
            duration,
            bodies: statistics.bodies as f64,
            collisions,
            density: statistics.number_density,
            path: statistics.mean_free_path.map(|mean| mean * 2.0 * collisions),
            temperature: over_time(statistics.mean_temperature),
            pressure: over_time(statistics.pressure),
            wall_pressure: over_time(statistics.wall_pressure),
        }
    }

    /// The means between two times, by their names as statistics.
    fn since(&self, before: &Self) -> [(&'static str, Option<f64>); 7] {
        let duration = self.duration - before.duration;
        let hits = 2.0 * (self.collisions - before.collisions);
        // At the beginning of the measurement the integrals are 0, defined or not.
        let mean = |of: fn(&Self) -> Option<f64>| {
            let begin = if before.duration == 0.0 { Some(0.0) } else { of(before) };
            Some((of(self)? - begin?) / duration)
        };
        let temperature = mean(|totals| totals.temperature);
        let pressure = mean(|totals| totals.pressure);
        let thermal = self
            .density
            .zip(temperature)
            .map(|(density, temperature)| density * temperature);
        [
            ("collision_rate", Some(hits / (self.bodies * duration))),
            ("mean_free_time", Some(self.bodies * duration / hits)),
            (
                "mean_free_path",
                mean(|totals| totals.path).map(|path| path * duration / hits),
            ),
            ("mean_temperature", temperature),
            ("pressure", pressure),
            ("wall_pressure", mean(|totals| totals.wall_pressure)),
            (
                "compressibility",
                pressure.zip(thermal).map(|(pressure, thermal)| pressure / thermal),
            ),
        ]
    }
}

/// The standard error of each mean over the run, from the totals at the ends of its blocks. None of
/// those that a block does not define.
pub(crate) fn standard_errors(ends: &[Totals]) -> Vec<(&'static str, f64)> {
    let mut before = Totals::default();
    let mut blocks = Vec::with_capacity(ends.len());
    for end in ends {
        blocks.push(end.since(&before));
        before = *end;
    }
    let Some(first) = blocks.first() else { return Vec::new() };
    let error = |(at, (name, _)): (usize, &(&'static str, Option<f64>))| {
        let means: Option<Vec<f64>> = blocks
            .iter()
            .map(|block| block[at].1.filter(|mean| mean.is_finite()))
            .collect();
        Some((*name, crate::moments::Moments::of(&means?)?.standard_error?))
    };
    first.iter().enumerate().filter_map(error).collect()
}
