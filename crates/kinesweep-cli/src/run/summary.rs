//! The summary that a run prints at its end.

use super::RunArgs;
use super::recorder::Counts;
use crate::interrupt;
use crate::log::{statistics_json, vector_json};
use crate::runner::Runner;
use crate::table::statistics_table;
use kinesweep::scene::limits::Shown;
use kinesweep::statistics::Statistics;
use nalgebra::Vector3;
use serde_json::{Map, Value, json};

impl RunArgs {
    /// The summary as JSON. `start` is the energy and the momentum at the beginning.
    pub(super) fn summary_json(&self, name: &str, runner: &Runner, counts: &Counts, start: (f64, Vector3<f64>)) -> Value {
        let counters: Map<String, Value> = runner
            .counters()
            .into_iter()
            .map(|(name, count)| (name.to_owned(), json!(count)))
            .collect();
        let mut summary = json!({
            "scene": name,
            "method": self.method.to_string(),
            "time": runner.time(),
            "events": counts,
            "energy": [start.0, runner.energy()],
            "momentum": [vector_json(&start.1), vector_json(&runner.momentum())],
            "cpu_seconds": runner.cpu,
            "cpu_per_simulated_second": cpu_per_simulated_second(runner),
            "counters": counters,
        });
        let lanes = runner.lanes().into_iter();
        let lanes: Map<String, Value> = lanes.map(|(name, count)| (name.to_owned(), json!(count))).collect();
        if !lanes.is_empty() {
            summary["lanes"] = json!(lanes);
        }
        if interrupt::is_requested() {
            summary["interrupted"] = json!(true);
        }
        if let Some(statistics) = self.statistics(runner) {
            summary["statistics"] = statistics_json(&statistics);
        }
        summary
    }

    fn statistics(&self, runner: &Runner) -> Option<Statistics> {
        runner.statistics().filter(|_| self.statistics)
    }

    /// The summary as text. `energy` is that at the beginning.
    pub(super) fn summary(&self, name: &str, bodies: usize, runner: &Runner, counts: &Counts, energy: f64) -> String {
        let mut lines = vec![format!(
            "{name}: {bodies} bodies, {}, {} s",
            self.method,
            runner.time().shown()
        )];
        lines.extend(counts.iter().map(|(kind, count)| format!("  {kind:<16} {count}")));
        let (first, last) = (energy.shown(), runner.energy().shown());
        lines.push(format!("  {:<16} {first} J -> {last} J", "energy"));
        let relative = cpu_per_simulated_second(runner).map_or(String::new(), |cost| format!(" ({cost:.6} a simulated second)"));
        lines.push(format!("  {:<16} {:.6} s{relative}", "CPU", runner.cpu));
        if let Some(statistics) = self.statistics(runner) {
            lines.push(statistics_table(&statistics));
        }
        lines.join("\n")
    }
}

/// Processor seconds per simulated second; none for a run that ended at its own start.
fn cpu_per_simulated_second(runner: &Runner) -> Option<f64> {
    Some(runner.cpu / (runner.time() - runner.began)).filter(|cost| cost.is_finite())
}
