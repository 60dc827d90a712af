//! The report of a comparison of the package `kinesweep`: one page that opens without a network,
//! with the answer, the tables, the plots, and a replay of the runs in space.
//!
//! ```
//! use kinesweep::compare::CompareOptions;
//! use kinesweep::{Comparison, Scene};
//! use kinesweep_report::{MOST_PIECES, Report};
//!
//! let scene = Scene::builtin("bullet-and-paper").expect("a built-in scene");
//! let rates = [60.0, 240.0];
//! let comparison = Comparison::run(&scene, &CompareOptions::sampled_at(&rates))?;
//! let json = kinesweep_report::json("bullet-and-paper", &comparison, true)?;
//! let (comparison, rates) = (&comparison, &rates);
//! let report = Report { name: "bullet-and-paper", scene: &scene, comparison, json, rates, most_pieces: MOST_PIECES };
//! let page = report.html(&|| false)?;
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

pub use replay::MOST_PIECES;

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

/// The page before and after its data, which [`Report::data`] returns: for pages that hold several
/// comparisons, and one copy of the rest.
#[must_use]
pub fn page() -> [&'static str; 2] {
    page::halves()
}

/// A comparison with what its page shows besides.
#[derive(Debug)]
pub struct Report<'a> {
    /// The name of the scene.
    pub name: &'a str,
    /// The scene.
    pub scene: &'a Scene,
    /// The comparison of its runs.
    pub comparison: &'a Comparison,
    /// Its object of [`json`].
    pub json: Value,
    /// The rates of its samples, in frames per second.
    pub rates: &'a [f64],
    /// Most motion pieces, and most events, of each run in the replay, which ends before there are
    /// more: [`MOST_PIECES`] in a page of its own.
    pub most_pieces: usize,
}

impl Report<'_> {
    /// The page as `compare --report` writes it: one file of HTML. It runs the scene again for the
    /// replay, which the page does without if `stop` returns `true` meanwhile, if the comparison was
    /// interrupted, or if there are more bodies than pieces.
    ///
    /// # Errors
    /// Those of the runs.
    pub fn html(&self, stop: &dyn Fn() -> bool) -> Result<String, CompareError> {
        let [before, after] = page();
        Ok([before, &self.data(stop)?, after].concat())
    }

    /// The data of [`html`](Self::html): JSON that can stand in a script element of HTML.
    ///
    /// # Errors
    /// Those of the runs.
    pub fn data(&self, stop: &dyn Fn() -> bool) -> Result<String, CompareError> {
        let replay = match self.comparison.interrupted {
            true => None,
            false => Replay::record(self.most_pieces, self.scene, self.comparison.horizon, self.rates, stop)?,
        };
        Ok(self.text(replay.as_ref()))
    }
}
