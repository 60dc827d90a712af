//! The report of an ensemble: one page that opens without a network, with the answer, plots of any
//! result against any key of the sweep, tables, and the replay of a run at each point.

use crate::ensemble::Ensemble;
use crate::point::Point;
use crate::summary::{Summary, rate_of};
use kinesweep::compare::CompareOptions;
use kinesweep::{Comparison, Scene};
use kinesweep_report::{MOST_PIECES, Report};
use serde_json::{Map, Value, json};
use std::time::{Duration, Instant};

/// The page, with slots for its data and for the page of a comparison.
const PAGE: &str = include_str!("page.html");
const DATA_SLOT: &str = "\"the data of the ensemble\"";
const REPLAY_SLOT: &str = "\"the page of a comparison\"";

/// Most replays in a page.
const MAX_REPLAYS: usize = 100;

/// Most motion pieces of a run in all replays together: with a few rates some 30 MB.
const MAX_PIECES: usize = 100_000;

/// Longest time for all replays; the points after it have none.
const MAX_TIME: Duration = Duration::from_secs(120);

/// Rate of the replay where the plan compares none, in frames per second.
const RATE: f64 = 60.0;

/// The page of an ensemble: one file of HTML. It runs the first scene of each point again for its
/// replay, for at most 100 points and two minutes; the more points there are, the shorter the replays.
/// What is left is left out once `stop` returns `true`.
#[must_use]
pub fn html(ensemble: &Ensemble, summary: &Summary, stop: &dyn Fn() -> bool) -> String {
    let plan = ensemble.plan();
    let points: Vec<Point> = (0..plan.points()).map(|point| Point::of(summary, ensemble, point)).collect();
    let names = summary.names();
    let begun = Instant::now();
    let stop = || stop() || begun.elapsed() >= MAX_TIME;
    let most_pieces = (MAX_PIECES / points.len().min(MAX_REPLAYS)).min(MOST_PIECES);
    let replay_of = |point: usize| match point < MAX_REPLAYS && !stop() {
        true => replay(ensemble, point, most_pieces, &stop),
        false => None,
    };
    let replays: Vec<Option<String>> = (0..points.len()).map(replay_of).collect();
    let data = json!({
        "program": concat!("kinesweep ", env!("CARGO_PKG_VERSION")),
        "name": plan.name(),
        "runs": plan.runs(),
        "seeds": plan.seeds_per_point(),
        "failed": points.iter().map(|point| point.failures.len()).sum::<usize>(),
        "missing": points.iter().map(|point| point.missing).sum::<usize>(),
        "names": names,
        "rates": rates(&names),
        "points": points.iter().map(|point| point_data(summary, point, &names)).collect::<Vec<_>>(),
        "replays": replays,
    });
    let halves = json!(kinesweep_report::page());
    // In a script element only `<` can end the data early.
    let safe = |value: Value| value.to_string().replace('<', "\\u003c");
    let (before, rest) = PAGE.split_once(DATA_SLOT).expect("the page has a slot for the data");
    let (between, after) = rest
        .split_once(REPLAY_SLOT)
        .expect("the page has a slot for the replay's page");
    [before, &safe(data), between, &safe(halves), after].concat()
}

/// The rates that were compared, in order.
fn rates(names: &[&str]) -> Vec<f64> {
    let mut rates: Vec<f64> = names.iter().filter_map(|name| Some(rate_of(name)?.0)).collect();
    rates.dedup();
    rates
}

/// What the page shows of a point.
fn point_data(summary: &Summary, point: &Point, names: &[&str]) -> Value {
    let result = |name: &&str| {
        let moments = summary.moments(point, name)?;
        let [low, middle, high] = [0.05, 0.5, 0.95].map(|at| moments.quantile(at));
        let row = json!([moments.mean, moments.confidence, low, middle, high]);
        Some(((*name).to_owned(), row))
    };
    let results: Map<String, Value> = names.iter().filter_map(result).collect();
    let failures: Vec<Value> = point.failures.iter().map(|(seed, reason)| json!([seed, reason])).collect();
    let cost = summary.cost(point);
    json!({
        "sweep": point.sweep,
        "runs": point.rows.len(),
        "failures": failures,
        "results": results,
        "cost": cost.map(|(cost, _)| cost),
        "bodies": cost.map(|(_, bodies)| bodies),
    })
}

/// The data of the page of a comparison, of the first run at a point; none if it fails or is stopped,
/// or if there are more bodies than pieces.
fn replay(ensemble: &Ensemble, point: usize, most_pieces: usize, stop: &dyn Fn() -> bool) -> Option<String> {
    let plan = ensemble.plan();
    let resolved = plan.resolve(point * plan.seeds_per_point()).ok()?;
    let mut scene: Scene = resolved.scene.scene().ok()?;
    if scene.bodies.len() > most_pieces {
        return None;
    }
    scene.horizon = resolved.settings.until.unwrap_or(scene.horizon);
    let rates = resolved.settings.rates.clone().unwrap_or_else(|| vec![RATE]);
    let options = CompareOptions {
        missed_listed: 10,
        ..CompareOptions::sampled_at(&rates)
    };
    let mut progress = |_: &kinesweep::compare::Progress| match stop() {
        true => std::ops::ControlFlow::Break(()),
        false => std::ops::ControlFlow::Continue(()),
    };
    let comparison = Comparison::run_with(&scene, &options, &mut progress).ok()?;
    let report = Report {
        name: plan.name(),
        scene: &scene,
        comparison: &comparison,
        json: kinesweep_report::json(plan.name(), &comparison, true).ok()?,
        rates: &rates,
        most_pieces,
    };
    match comparison.interrupted {
        true => None,
        false => report.data(stop).ok(),
    }
}
