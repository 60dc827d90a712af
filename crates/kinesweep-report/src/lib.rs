//! The report of a comparison of the package `kinesweep`: one page that opens without a network,
//! with the answer, the tables, the plots, and a replay of the runs in space.
//!
//! ```
//! use kinesweep::compare::CompareOptions;
//! use kinesweep::{Comparison, Scene};
//!
//! let scene = Scene::builtin("bullet-and-paper").expect("a built-in scene");
//! let rates = [60.0, 240.0];
//! let comparison = Comparison::run(&scene, &CompareOptions::sampled_at(&rates))?;
//! let json = kinesweep_report::json("bullet-and-paper", &comparison, true)?;
//! let page = kinesweep_report::html("bullet-and-paper", &scene, &comparison, json, &rates, &|| false)?;
//! assert!(page.starts_with("<!doctype html>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! How it is made:
//!
//! 1. `replay` runs the scene again and keeps whole trajectories as motion pieces, which the page
//!    evaluates itself.
//! 2. `shapes`, `motion` and `events` convert shapes, trajectories and events to `column`s.
//! 3. `page` inserts all of it into the page that the folder `page/` is built to.

mod column;
mod events;
mod motion;
mod page;
mod replay;
mod shapes;

use page::Report;
use replay::Replay;

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

/// The page before and after its data, which [`data`] returns: for pages that hold several
/// comparisons, and one copy of the rest.
#[must_use]
pub fn page() -> [&'static str; 2] {
    page::halves()
}

/// The page of a comparison with its object of [`json`], as `compare --report` writes it: one file of
/// HTML. It runs the scene again for the replay, which the page does without if `stop` returns `true`
/// meanwhile, or if the comparison was interrupted.
///
/// # Errors
/// Those of the runs.
pub fn html(
    name: &str,
    scene: &Scene,
    comparison: &Comparison,
    comparison_json: Value,
    rates: &[f64],
    stop: &dyn Fn() -> bool,
) -> Result<String, CompareError> {
    let [before, after] = page();
    Ok([before, &data(name, scene, comparison, comparison_json, rates, stop)?, after].concat())
}

/// The data of [`html`]: JSON that can stand in a script element of HTML.
///
/// # Errors
/// Those of the runs.
pub fn data(
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
    Ok(page.text())
}
