//! The merged results of an ensemble: by key and in the order of the plan, whatever order the
//! records come in.

use crate::ensemble::Ensemble;
use crate::hash::Sum;
use crate::moments::Moments;
use crate::point::Point;
use crate::record::Record;
use crate::reducer::EVENT_NAMES;
use crate::settings::STATISTICS;
use serde_json::json;
use std::collections::{BTreeMap, HashMap};

/// The records of an ensemble so far, as columns of numbers.
///
/// It takes some hundred bytes a run. Records of other plans, and second records of a run, are
/// ignored.
#[derive(Debug, Default)]
pub struct Summary {
    /// The rows of the runs of the plan by key; none before their record has come.
    rows: HashMap<Sum, Option<u32>>,
    count: u32,
    /// The results by name, one a row; NaN where a record has none.
    values: BTreeMap<String, Vec<f64>>,
    block_errors: BTreeMap<String, Vec<f64>>,
    costs: Vec<f64>,
    bodies: Vec<u32>,
    failures: BTreeMap<u32, String>,
}

impl Summary {
    /// A summary without records.
    #[must_use]
    pub fn new(ensemble: &Ensemble) -> Self {
        Self {
            rows: (0..ensemble.len()).map(|run| (ensemble.sum(run), None)).collect(),
            ..Self::default()
        }
    }

    /// Adds the record of a run. Returns whether the plan has that run, and had no record of it.
    pub fn add(&mut self, record: &Record) -> bool {
        let place = Sum::parse(&record.key).and_then(|key| self.rows.get_mut(&key));
        let Some(place @ None) = place else { return false };
        let row = self.count;
        *place = Some(row);
        self.count += 1;
        for (columns, numbers) in [
            (&mut self.values, &record.values),
            (&mut self.block_errors, &record.block_errors),
        ] {
            for (name, number) in numbers {
                let column = match columns.get_mut(name) {
                    Some(column) => column,
                    None => columns.entry(name.clone()).or_default(),
                };
                column.resize(row as usize, f64::NAN);
                column.push(*number);
            }
        }
        self.costs.push(record.cost);
        self.bodies.push(u32::try_from(record.bodies).unwrap_or(u32::MAX));
        if let Some(failure) = &record.failure {
            self.failures.insert(row, failure.clone());
        }
        true
    }

    /// Whether there is a record of a run of the ensemble.
    #[must_use]
    pub fn has(&self, ensemble: &Ensemble, run: usize) -> bool {
        self.row(ensemble, run).is_some()
    }

    /// The number of different runs of the plan without a record.
    #[must_use]
    pub fn missing(&self) -> usize {
        self.rows.len() - self.count as usize
    }

    /// Why the run of a row failed, if it did.
    pub(crate) fn failure(&self, row: u32) -> Option<&str> {
        self.failures.get(&row).map(String::as_str)
    }

    pub(crate) fn row(&self, ensemble: &Ensemble, run: usize) -> Option<u32> {
        self.rows.get(&ensemble.sum(run)).copied().flatten()
    }

    /// The results at each point: the same text for the same records, in whatever order they came.
    #[must_use]
    pub fn to_json(&self, ensemble: &Ensemble) -> String {
        let points = (0..ensemble.plan().points()).map(|point| Point::of(self, ensemble, point));
        let (points, names): (Vec<Point>, _) = (points.collect(), self.names());
        let mut whole = json!({
            "runs": ensemble.len(),
            "failed": points.iter().map(|point| point.failures.len()).sum::<usize>(),
        });
        let missing: usize = points.iter().map(|point| point.missing).sum();
        if missing > 0 {
            whole["missing"] = json!(missing);
        }
        whole["points"] = points.iter().map(|point| point.json(self, &names)).collect();
        whole.to_string()
    }

    /// The results at a point, in a fixed order.
    ///
    /// # Panics
    /// If there is no such point.
    #[must_use]
    pub fn results(&self, ensemble: &Ensemble, point: usize) -> PointResults {
        let point = Point::of(self, ensemble, point);
        let estimate = |name: &str| {
            let moments = self.moments(&point, name)?;
            Some(Estimate {
                name: name.to_owned(),
                samples: moments.samples,
                mean: moments.mean,
                standard_error: moments.standard_error.or_else(|| self.block_error(&point, name)),
                low: moments.quantile(LOW),
                high: moments.quantile(HIGH),
            })
        };
        PointResults {
            estimates: self.names().into_iter().filter_map(estimate).collect(),
            failed: point.failures.len(),
            missing: point.missing,
        }
    }

    /// A result of every run, in the order of the plan; NaN of those without it.
    #[must_use]
    pub fn column(&self, ensemble: &Ensemble, name: &str) -> Vec<f64> {
        let column = self.values.get(name);
        let value = |run| column?.get(self.row(ensemble, run)? as usize).copied();
        (0..ensemble.len()).map(|run| value(run).unwrap_or(f64::NAN)).collect()
    }

    /// Processor seconds of every run, in the order of the plan; NaN of those without a record.
    #[must_use]
    pub fn costs(&self, ensemble: &Ensemble) -> Vec<f64> {
        let cost = |run| self.row(ensemble, run).map_or(f64::NAN, |row| self.costs[row as usize]);
        (0..ensemble.len()).map(cost).collect()
    }

    /// The reason of every run that failed, in the order of the plan.
    #[must_use]
    pub fn failures(&self, ensemble: &Ensemble) -> Vec<Option<&str>> {
        let failure = |run| self.failure(self.row(ensemble, run)?);
        (0..ensemble.len()).map(failure).collect()
    }

    /// The names of all results, in a fixed order: statistics, events, contacts, and each rate.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        let order = |name: &str| {
            let (group, rest) = name.split_once('.').unwrap_or(("", name));
            let place = |known: &[&str], name: &str| known.iter().position(|known| *known == name).unwrap_or(known.len());
            match group {
                "statistics" => (0, 0.0, place(&STATISTICS, rest)),
                "events" => (1, 0.0, place(&EVENT_NAMES, rest)),
                _ => match rate_of(name) {
                    Some((rate, what)) => (3, rate, place(&COMPARED, what)),
                    None => (2, 0.0, 0),
                },
            }
        };
        let mut names: Vec<&str> = self.values.keys().map(String::as_str).collect();
        names.sort_by(|a, b| {
            let (a, b) = (order(a), order(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2))
        });
        names
    }

    /// The moments of a result at a point; none if no run has it.
    pub(crate) fn moments(&self, point: &Point, name: &str) -> Option<Moments> {
        Moments::of(&self.samples(point, name))
    }

    /// A result of the runs at a point, in the order of the plan.
    pub(crate) fn samples(&self, point: &Point, name: &str) -> Vec<f64> {
        of_rows(self.values.get(name), &point.rows)
    }

    /// The error of the mean of one run from blocks within the runs at a point.
    pub(crate) fn block_error(&self, point: &Point, name: &str) -> Option<f64> {
        let errors = of_rows(self.block_errors.get(name), &point.rows);
        let squares: f64 = errors.iter().map(|error| error * error).sum();
        (!errors.is_empty()).then(|| (squares / errors.len() as f64).sqrt())
    }

    /// Mean processor seconds of a run at a point, and its bodies.
    pub(crate) fn cost(&self, point: &Point) -> Option<(f64, u32)> {
        let costs: Vec<f64> = point.rows.iter().map(|row| self.costs[*row as usize]).collect();
        let bodies = point.rows.first().map(|row| self.bodies[*row as usize]);
        Some((Moments::of(&costs)?.mean, bodies?))
    }
}

/// The results at a point.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PointResults {
    /// Each result.
    pub estimates: Vec<Estimate>,
    /// The number of runs that failed.
    pub failed: usize,
    /// The number of runs without a record.
    pub missing: usize,
}

/// A result of the runs at a point.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// Its name, as in records.
    pub name: String,
    /// The number of runs that have it.
    pub samples: usize,
    /// Its mean over them.
    pub mean: f64,
    /// The standard error of the mean: over the runs, or of one run from blocks within it.
    pub standard_error: Option<f64>,
    /// The quantile at 5 %.
    pub low: f64,
    /// The quantile at 95 %.
    pub high: f64,
}

/// The quantiles of estimates.
const LOW: f64 = 0.05;
const HIGH: f64 = 0.95;

/// What is compared at a rate, in order.
const COMPARED: [&str; 4] = ["missed", "share_missed", "mean_latency", "greatest_latency"];

/// The rate in a name such as `compare.60.missed`, and what follows.
pub(crate) fn rate_of(name: &str) -> Option<(f64, &str)> {
    let (rate, what) = name.strip_prefix("compare.")?.rsplit_once('.')?;
    Some((rate.parse().ok()?, what))
}

/// The numbers of a column in some rows.
fn of_rows(column: Option<&Vec<f64>>, rows: &[u32]) -> Vec<f64> {
    let Some(column) = column else { return Vec::new() };
    let numbers = rows.iter().filter_map(|row| column.get(*row as usize).copied());
    numbers.filter(|number| !number.is_nan()).collect()
}
