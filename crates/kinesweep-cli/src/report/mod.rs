//! `compare --report`: one page that opens without a network, with the answer, the tables, the
//! plots, and a replay of the runs in space.
//!
//! 1. `replay` runs the scene again and keeps whole trajectories as motion pieces, which the page
//!    evaluates itself.
//! 2. `shapes`, `motion` and `events` convert shapes, trajectories and events to `column`s.
//! 3. `page` inserts all of it into the page that `page/` is built to.

mod column;
mod events;
mod motion;
mod page;
mod replay;
mod shapes;

pub(crate) use page::Report;
pub(crate) use replay::Replay;

use kinesweep::compare::{CompareError, PassThrough};
use kinesweep::{Comparison, Scene};
use serde_json::{Map, Value};

/// A comparison as a JSON object, as `compare --json` prints it; on request with the least rates at
/// which nothing is missed.
///
/// # Errors
/// Of the serialization; none is known.
pub fn json(name: &str, comparison: &Comparison, search: bool) -> serde_json::Result<Value> {
    let mut object = Map::new();
    object.insert("scene".to_owned(), name.into());
    if let Value::Object(result) = serde_json::to_value(comparison)? {
        object.extend(result);
    }
    if search {
        let search = comparison.pass_through.as_ref().ok().map(PassThrough::search);
        object.insert("search".to_owned(), serde_json::to_value(search)?);
    }
    Ok(Value::Object(object))
}

/// The page of a comparison, as `compare --report` writes it: one file of HTML. It runs the scene
/// again for the replay, which the page does without if `stop` returns `true` meanwhile, or if the
/// comparison was interrupted.
///
/// # Errors
/// Those of the runs, and of the serialization.
pub fn html(
    name: &str,
    scene: &Scene,
    comparison: &Comparison,
    rates: &[f64],
    stop: &dyn Fn() -> bool,
) -> Result<String, Box<dyn std::error::Error>> {
    let comparison_json = json(name, comparison, true)?;
    page_of(name, scene, comparison, comparison_json, rates, stop).map_err(Into::into)
}

/// The page of a comparison with its JSON object.
pub(crate) fn page_of(
    name: &str,
    scene: &Scene,
    comparison: &Comparison,
    comparison_json: Value,
    rates: &[f64],
    stop: &dyn Fn() -> bool,
) -> Result<String, CompareError> {
    let replay = match comparison.interrupted {
        true => None,
        false => Replay::record(scene, comparison.horizon, rates, stop)?,
    };
    let page = Report {
        name,
        scene,
        horizon: comparison.horizon,
        comparison: comparison_json,
        rates,
        replay,
    };
    Ok(page.html())
}
