//! The tables that people look at.

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};
use kinesweep::{PassThrough, Responding, RunMethod, Statistics};

/// What each method sees of the contacts, with the answer in a sentence on top.
pub(crate) fn pass_through_table(comparison: &PassThrough) -> String {
    let mut table = table(&[
        "method",
        "rate",
        "found",
        "missed",
        "missed %",
        "mean latency",
        "max latency",
        "mean depth",
        "max depth",
        "CPU s/s",
    ]);
    for run in &comparison.runs {
        let share = 100.0 * run.missed as f64 / comparison.truth.max(1) as f64;
        table.add_row([
            run.method.name().to_owned(),
            rate(run.method),
            run.found.to_string(),
            run.missed.to_string(),
            format!("{share:.1}"),
            seconds(run.latency_mean),
            seconds(run.latency_max),
            metres(run.depth_mean),
            metres(run.depth_max),
            cost(run.cpu_per_simulated_second),
        ]);
    }
    format!(
        "Passing through each other, bodies make {} contacts. Each method sees:\n\n{table}",
        comparison.truth
    )
}

/// What each method makes of the collisions.
pub(crate) fn responding_table(comparison: &Responding) -> String {
    let mut table = table(&[
        "method",
        "rate",
        "collisions",
        "first missed at",
        "parted at",
        "energy error",
        "momentum error",
        "CPU s/s",
    ]);
    for run in &comparison.runs {
        table.add_row([
            run.method.name().to_owned(),
            rate(run.method),
            run.collisions.to_string(),
            run.first_missed.map_or("never".to_owned(), seconds),
            run.parted_at.map_or("never".to_owned(), seconds),
            format!("{:.1e}", run.energy_error),
            run.momentum_error.map_or("-".to_owned(), |error| format!("{error:.1e}")),
            cost(run.cpu_per_simulated_second),
        ]);
    }
    format!("Bouncing off each other:\n\n{table}")
}

/// Statistics, one a row; what cannot be told is a dash.
pub(crate) fn statistics_table(statistics: &Statistics) -> String {
    let mut table = table(&["statistics", "value"]);
    for (name, value, unit) in statistics.entries() {
        let shown = value.map_or("-".to_owned(), |value| format!("{value} {unit}").trim_end().to_owned());
        table.add_row([name.replace('_', " "), shown]);
    }
    table.to_string()
}

/// An empty table whose numbers stand to the right.
pub(crate) fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN).set_header(header);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn rate(method: RunMethod) -> String {
    method.rate().map_or("exact".to_owned(), |rate| format!("{rate} Hz"))
}

/// A time, in the unit that keeps it readable.
fn seconds(value: f64) -> String {
    scaled(value, "s")
}

fn metres(value: f64) -> String {
    scaled(value, "m")
}

fn scaled(value: f64, unit: &str) -> String {
    /// Prefixes down to where differences are rounding.
    const PREFIXES: [(f64, &str); 4] = [(1.0, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n")];
    if value == 0.0 {
        return format!("0 {unit}");
    }
    let found = PREFIXES.iter().find(|(scale, _)| value.abs() >= *scale);
    let (scale, prefix) = found.unwrap_or(&PREFIXES[3]);
    format!("{:.3} {prefix}{unit}", value / scale)
}

fn cost(value: f64) -> String {
    if value >= 0.1 {
        format!("{value:.2}")
    } else {
        format!("{value:.5}")
    }
}
