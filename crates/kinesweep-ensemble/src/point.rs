//! The runs at a point of a sweep, and their results as JSON.

use crate::ensemble::Ensemble;
use crate::summary::{Summary, rate_of};
use serde_json::{Map, Value, json};

/// The runs at a point.
pub(crate) struct Point {
    pub(crate) sweep: Map<String, Value>,
    pub(crate) seeds: usize,
    /// Of the runs with results, in the order of the plan.
    pub(crate) rows: Vec<u32>,
    /// The runs that failed: their seed, and why.
    pub(crate) failures: Vec<(u64, String)>,
    pub(crate) missing: usize,
}

impl Point {
    pub(crate) fn of(summary: &Summary, ensemble: &Ensemble, point: usize) -> Self {
        let plan = ensemble.plan();
        let seeds = plan.seeds_per_point();
        let mut found = Self {
            sweep: plan.point(point),
            seeds,
            rows: Vec::new(),
            failures: Vec::new(),
            missing: 0,
        };
        for run in point * seeds..(point + 1) * seeds {
            match summary.row(ensemble, run) {
                None => found.missing += 1,
                Some(row) => match summary.failure(row) {
                    Some(reason) => found.failures.push((plan.seed(run), reason.to_owned())),
                    None => found.rows.push(row),
                },
            }
        }
        found
    }

    pub(crate) fn json(&self, summary: &Summary, names: &[&str]) -> Value {
        let mut groups = [Map::new(), Map::new()];
        let mut contacts = None;
        let mut rates: Vec<(f64, Map<String, Value>)> = Vec::new();
        for name in names {
            let Some(moments) = summary.moments(self, name) else {
                continue;
            };
            let value = moments.json(summary.block_error(self, name));
            match (name.split_once('.'), rate_of(name)) {
                (Some(("statistics", name)), _) => drop(groups[0].insert(name.to_owned(), value)),
                (Some(("events", name)), _) => drop(groups[1].insert(name.to_owned(), value)),
                (_, Some((rate, what))) => {
                    if rates.last().is_none_or(|(last, _)| *last != rate) {
                        rates.push((rate, Map::new()));
                    }
                    let of_rate = rates.last_mut().map(|(_, of_rate)| of_rate);
                    of_rate.map(|of_rate| of_rate.insert(what.to_owned(), value));
                }
                _ => contacts = Some(value),
            }
        }
        let [statistics, events] = groups;
        let compare = contacts.map(|contacts| {
            let rates = rates.into_iter().map(|(rate, of_rate)| {
                let mut row = Map::new();
                row.insert("rate".to_owned(), json!(rate));
                row.extend(of_rate);
                Value::Object(row)
            });
            json!({ "contacts": contacts, "rates": rates.collect::<Vec<_>>() })
        });
        let mut json = json!({ "sweep": self.sweep, "seeds": self.seeds });
        if !self.failures.is_empty() {
            let failure = |(seed, reason): &(u64, String)| json!({ "seed": seed, "reason": reason });
            json["failures"] = self.failures.iter().map(failure).collect();
        }
        if self.missing > 0 {
            json["missing"] = json!(self.missing);
        }
        json["statistics"] = Value::Object(statistics);
        if !events.is_empty() {
            json["events"] = Value::Object(events);
        }
        json["compare"] = json!(compare);
        json
    }
}
