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
            let name = estimate.name.replace('_', " ");
            let error = estimate.standard_error.map_or("-".to_owned(), significant);
            let mut row = sweep.clone();
            row.extend([name, estimate.samples.to_string(), format!("{:.6}", estimate.mean), error]);
            row.extend([estimate.low, estimate.high].map(|quantile| format!("{quantile:.6}")));
            rows.add_row(row);
        }
    }
    let missing = match summary.missing() {
        0 => String::new(),
        missing => format!(", {missing} not done"),
    };
    format!("{}: {} runs, {failed} failed{missing}\n\n{rows}", plan.name(), ensemble.len())
}
