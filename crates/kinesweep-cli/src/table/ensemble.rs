//! The table of an ensemble.

use super::{significant, table};
use kinesweep_ensemble::{Ensemble, Summary};

/// The results at each point, one a row.
pub(crate) fn summary_table(ensemble: &Ensemble, summary: &Summary) -> String {
    let plan = ensemble.plan();
    let mut keys: Vec<String> = plan.point(0).into_iter().map(|(key, _)| key).collect();
    keys.push("result".to_owned());
    let numbers = ["runs", "mean", "standard error", "5 %", "95 %"];
    let header: Vec<&str> = keys.iter().map(String::as_str).chain(numbers).collect();
    let mut rows = table(&header);
    let mut failed = 0;
    for point in 0..plan.points() {
        let results = summary.results(ensemble, point);
        failed += results.failed;
        let sweep: Vec<String> = plan.point(point).into_iter().map(|(_, value)| value.to_string()).collect();
        for estimate in results.estimates {
            let name = estimate
                .name
                .strip_prefix("statistics.")
                .unwrap_or(&estimate.name)
                .replace('_', " ");
            let error = estimate.standard_error.map_or("-".to_owned(), significant);
            let mut row = sweep.clone();
            row.extend([name, estimate.samples.to_string(), rounded(estimate.mean), error]);
            row.extend([estimate.low, estimate.high].map(rounded));
            rows.add_row(row);
        }
    }
    let missing = match summary.missing() {
        0 => String::new(),
        missing => format!(", {missing} not done"),
    };
    format!("{}: {} runs, {failed} failed{missing}\n\n{rows}", plan.name(), ensemble.len())
}

/// A number with six digits that count.
fn rounded(number: f64) -> String {
    const DIGITS: f64 = 6.0;
    let exponent = number.abs().log10().floor();
    match exponent.is_finite() && exponent.abs() < DIGITS {
        true => format!("{number:.*}", (DIGITS - 1.0 - exponent) as usize),
        false if number == 0.0 => "0".to_owned(),
        false => format!("{number:.*e}", DIGITS as usize - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn numbers_have_six_digits() {
        for (number, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1.5, "1.50000"),
            (-12345.678, "-12345.7"),
            (0.000_123_456_78, "0.000123457"),
            (5.555_555_555e-7, "5.55556e-7"),
            (1e9, "1.00000e9"),
        ] {
            assert_eq!(rounded(number), text);
        }
    }
}
