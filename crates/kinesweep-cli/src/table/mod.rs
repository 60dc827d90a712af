//! Tables as text.

pub(crate) mod comparison;
pub(crate) mod ensemble;

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};
use kinesweep::statistics::Statistics;

/// Statistics, one a row; undefined values are a dash.
pub(crate) fn statistics_table(statistics: &Statistics) -> String {
    let mut table = table(&["statistics", "value"]);
    for (name, value, unit) in statistics.entries() {
        let shown = value.map_or("-".to_owned(), |value| format!("{value} {unit}").trim_end().to_owned());
        table.add_row([name.replace('_', " "), shown]);
    }
    table.to_string()
}

/// An empty table with all columns but the first aligned to the right.
pub(crate) fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN).set_header(header);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// A time with a prefix of its unit.
fn seconds(value: f64) -> String {
    scaled(value, "s")
}

fn metres(value: f64) -> String {
    scaled(value, "m")
}

fn scaled(value: f64, unit: &str) -> String {
    /// Prefixes; smaller values are rounding.
    const PREFIXES: [(f64, &str); 4] = [(1.0, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n")];
    if value == 0.0 || !value.is_finite() {
        return format!("{value} {unit}");
    }
    let found = PREFIXES.iter().find(|(scale, _)| value.abs() >= *scale);
    let (scale, prefix) = found.unwrap_or(&PREFIXES[3]);
    format!("{:.3} {prefix}{unit}", value / scale)
}

/// Three digits that count, or all before the point, and no more than nine after it.
pub(crate) fn significant(value: f64) -> String {
    const DIGITS: f64 = 3.0;
    const MOST_DECIMALS: f64 = 9.0;
    if value == 0.0 || !value.is_finite() {
        return value.to_string();
    }
    let decimals = (DIGITS - 1.0 - value.abs().log10().floor()).clamp(0.0, MOST_DECIMALS) as usize;
    format!("{value:.decimals$}")
}

fn cost(value: f64) -> String {
    if value >= 0.1 {
        format!("{value:.2}")
    } else {
        format!("{value:.5}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_count() {
        for (value, text) in [
            (0.0, "0"),
            (0.012345, "0.0123"),
            (1.0, "1.00"),
            (12.34, "12.3"),
            (123.4, "123"),
            (98765.4, "98765"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(significant(value), text);
        }
    }
}
