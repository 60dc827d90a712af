//! Plans: a scene, a sweep of its keys, seeds, and what is measured of each run.

use crate::document::{Document, tree_of};
use crate::error::{PlanError, refuse};
use crate::key::KeyPath;
use crate::reader::{Table, each, list, not_negative, positive, whole};
use crate::settings::{RunSettings, rates};
use kinesweep::ValueError;
use serde_json::{Map, Value};
use std::ops::Range;
use std::path::Path;

/// Most runs of a plan.
pub const MAX_RUNS: usize = 10_000_000;

/// The keys of a plan.
const KEYS: [&str; 13] = [
    "scene",
    "seeds",
    "until",
    "method",
    "statistics",
    "statistics_from",
    "blocks",
    "compare",
    "events",
    "states",
    "branch_at",
    "changes",
    "sweep",
];

/// The numbers that are added to the seeds of a scene, one a run.
#[derive(Clone, Debug, PartialEq)]
enum Seeds {
    Range(Range<u64>),
    List(Vec<u64>),
}

/// The plan of an ensemble, checked.
///
/// ```
/// use kinesweep_ensemble::Plan;
/// let text = "
///     scene = 'gas'
///     seeds = { from = 1, count = 12 }
///     until = 0.5
///     statistics = ['compressibility']
///     [sweep]
///     'populations.0.packing' = [0.1, 0.2, 0.3]
/// ";
/// let plan = Plan::from_toml_str(text, "plan.toml")?;
/// assert_eq!((plan.points(), plan.seeds_per_point(), plan.runs()), (3, 12, 36));
///
/// let error = Plan::from_toml_str(&text.replace("0.5", "-0.5"), "plan.toml").unwrap_err();
/// assert_eq!(error.to_string(), "plan.toml: until = -0.5: must be a number above 0");
/// # Ok::<(), kinesweep_ensemble::PlanError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    pub(crate) scene: Document,
    seeds: Seeds,
    pub(crate) settings: RunSettings,
    /// The keys of the sweep with their values, in the order of the plan.
    pub(crate) sweep: Vec<(KeyPath, Vec<Value>)>,
    /// The changes before the sweep.
    pub(crate) changes: Value,
    tree: Value,
}

impl Plan {
    /// Reads a plan: JSON if its name ends in `.json`, else TOML. Its scene is looked for in its
    /// folder.
    ///
    /// # Errors
    /// See [`PlanError`]; every one names the file and, but for files that cannot be read or parsed,
    /// the key.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self, PlanError> {
        let path = path.as_ref();
        let text = std::fs::read_to_string(path).map_err(|source| PlanError::Read {
            path: path.to_owned(),
            source,
        })?;
        let is_json = path.extension().is_some_and(|extension| extension == "json");
        Self::from_text(&text, &path.display().to_string(), is_json)
    }

    /// Reads a plan from TOML text; `origin` is its name in messages, and a path: scenes are looked
    /// for in its folder.
    ///
    /// # Errors
    /// As [`from_file`](Self::from_file).
    pub fn from_toml_str(text: &str, origin: &str) -> Result<Self, PlanError> {
        Self::from_text(text, origin, false)
    }

    /// Reads a plan from JSON text; see [`from_toml_str`](Self::from_toml_str).
    ///
    /// # Errors
    /// As [`from_file`](Self::from_file).
    pub fn from_json_str(text: &str, origin: &str) -> Result<Self, PlanError> {
        Self::from_text(text, origin, true)
    }

    fn from_text(text: &str, origin: &str, is_json: bool) -> Result<Self, PlanError> {
        let tree = tree_of(text, origin, is_json)?;
        let refuse = |error| PlanError::value(origin, error);
        let table = Table::of("", &tree, &KEYS).map_err(refuse)?;
        let scene = table
            .need("scene", "a scene file, a built-in scene, or a table")
            .map_err(refuse)?;
        let plan = Self {
            scene: Document::of_plan(scene, origin)?,
            seeds: table.read("seeds", seeds).map_err(refuse)?.unwrap_or(Seeds::List(vec![0])),
            settings: RunSettings::read(&table).map_err(refuse)?,
            sweep: table.read("sweep", sweep).map_err(refuse)?.unwrap_or_default(),
            changes: table.get("changes").cloned().unwrap_or_else(|| Value::Array(Vec::new())),
            tree: tree.clone(),
        };
        plan.check().map_err(refuse)?;
        // A key that no scene has is an error of the plan, not of each run.
        match plan.resolve(0).map_err(refuse)?.scene.scene() {
            Err(error @ kinesweep::scene::SceneError::UnknownKey { .. }) => Err(error.into()),
            _ => Ok(plan),
        }
    }

    /// Checks of several keys.
    fn check(&self) -> Result<(), ValueError> {
        let settings = &self.settings;
        let runs = self.points().checked_mul(self.seeds_per_point());
        if runs.is_none_or(|runs| runs > MAX_RUNS) {
            let values = format!("{} points, {} seeds", self.points(), self.seeds_per_point());
            return Err(ValueError::new(
                "sweep",
                values.as_str(),
                format!("must make at most {MAX_RUNS} runs"),
            ));
        }
        if settings.rates.is_some() && settings.branch_at.is_some() {
            return Err(ValueError::new(
                "compare",
                "given",
                "must be left out with branch_at: a comparison begins at 0",
            ));
        }
        if settings.branch_at.is_none() && self.changes.as_array().is_none_or(|changes| !changes.is_empty()) {
            return Err(refuse(
                "changes",
                &self.changes,
                "must come with branch_at, the time at which they are made",
            ));
        }
        let begin = settings.branch_at.unwrap_or(0.0).max(settings.statistics_from);
        if let Some(until) = settings.until.filter(|until| *until <= begin) {
            return Err(ValueError::new(
                "until",
                until,
                "must be later than branch_at and statistics_from",
            ));
        }
        let measures =
            !settings.statistics.is_empty() || settings.rates.is_some() || !settings.reducers.is_empty() || settings.states;
        match measures {
            true => Ok(()),
            false => Err(ValueError::new(
                "statistics",
                "false",
                "must be given, or compare, events or states: nothing is measured",
            )),
        }
    }

    /// The number of points of the sweep; 1 without a sweep.
    #[must_use]
    pub fn points(&self) -> usize {
        self.sweep
            .iter()
            .fold(1, |points: usize, (_, values)| points.saturating_mul(values.len()))
    }

    /// The number of runs at each point.
    #[must_use]
    pub fn seeds_per_point(&self) -> usize {
        match &self.seeds {
            Seeds::Range(range) => (range.end - range.start) as usize,
            Seeds::List(list) => list.len(),
        }
    }

    /// The number of runs.
    #[must_use]
    pub fn runs(&self) -> usize {
        self.points() * self.seeds_per_point()
    }

    /// The sweep's values at a point, by key, in the order of the plan: the last key changes first.
    ///
    /// # Panics
    /// If there is no such point.
    #[must_use]
    pub fn point(&self, point: usize) -> Map<String, Value> {
        assert!(point < self.points(), "there are {} points", self.points());
        let mut rest = point;
        let mut chosen: Vec<(String, Value)> = self
            .sweep
            .iter()
            .rev()
            .map(|(key, values)| {
                let value = values[rest % values.len()].clone();
                rest /= values.len();
                (key.text().to_owned(), value)
            })
            .collect();
        chosen.reverse();
        chosen.into_iter().collect()
    }

    /// The number that a run adds to the seeds of its scene. Runs are ordered by point, then seed.
    ///
    /// # Panics
    /// If there is no such run.
    #[must_use]
    pub fn seed(&self, run: usize) -> u64 {
        let at = run % self.seeds_per_point();
        match &self.seeds {
            Seeds::Range(range) => range.start + at as u64,
            Seeds::List(list) => list[at],
        }
    }

    /// The name of the scene.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.scene.name
    }

    /// The rates of the comparison, in frames per second.
    #[must_use]
    pub fn rates(&self) -> Option<&[f64]> {
        self.settings.rates.as_deref()
    }

    /// The plan as it was read, as a tree of JSON.
    #[must_use]
    pub fn tree(&self) -> &Value {
        &self.tree
    }

    /// The scene and the settings of one run.
    pub(crate) fn resolve(&self, run: usize) -> Result<Resolved, ValueError> {
        let mut resolved = self.resolve_point(run / self.seeds_per_point())?;
        resolved.scene.add_seed(self.seed(run));
        Ok(resolved)
    }

    /// The same before a seed is added.
    pub(crate) fn resolve_point(&self, point: usize) -> Result<Resolved, ValueError> {
        let mut resolved = Resolved {
            scene: self.scene.clone(),
            settings: self.settings.clone(),
            changes: self.changes.clone(),
        };
        let values = self.point(point);
        for ((key, _), (_, value)) in self.sweep.iter().zip(values) {
            resolved.set(key, value)?;
        }
        Ok(resolved)
    }
}

/// The scene and the settings of one run.
#[derive(Clone, Debug)]
pub(crate) struct Resolved {
    pub(crate) scene: Document,
    pub(crate) settings: RunSettings,
    pub(crate) changes: Value,
}

impl Resolved {
    fn set(&mut self, key: &KeyPath, value: Value) -> Result<(), ValueError> {
        match key.only() {
            Some("until") => self.settings.until = Some(positive("until", &value)?),
            Some("method") => self.settings.set_method("method", &value)?,
            Some("statistics_from") => self.settings.statistics_from = not_negative("statistics_from", &value)?,
            Some("branch_at") => self.settings.branch_at = Some(not_negative("branch_at", &value)?),
            Some("rates") => self.settings.rates = Some(rates("rates", &value)?),
            _ => match key.within("changes") {
                Some(inner) => inner.set(&mut self.changes, value)?,
                None => key.set(&mut self.scene.tree, value)?,
            },
        }
        Ok(())
    }
}

fn seeds(path: &str, value: &Value) -> Result<Seeds, ValueError> {
    if value.is_array() {
        let list = each(path, value, whole)?;
        let mut sorted = list.clone();
        sorted.sort_unstable();
        return match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(ValueError::new(path, pair[0].to_string().as_str(), "must be there once")),
            None => Ok(Seeds::List(list)),
        };
    }
    let table = Table::of(path, value, &["from", "count"])?;
    let from = table.read("from", whole)?.unwrap_or(0);
    let count = whole(&table.path_of("count"), table.need("count", "a whole number of seeds")?)?;
    match from.checked_add(count).filter(|_| count > 0 && count <= MAX_RUNS as u64) {
        Some(end) => Ok(Seeds::Range(from..end)),
        None => {
            let allowed = format!("must be from 1 to {MAX_RUNS}, and end within 64 bits");
            Err(ValueError::new(table.path_of("count"), count.to_string().as_str(), allowed))
        }
    }
}

fn sweep(path: &str, value: &Value) -> Result<Vec<(KeyPath, Vec<Value>)>, ValueError> {
    let entries = value.as_object();
    let entries = entries.ok_or_else(|| refuse(path, value, "must be a table of keys with lists of values"))?;
    let read = |(key, values): (&String, &Value)| {
        let path = format!("{path}.{key:?}");
        let values = list(&path, values)?;
        match values.is_empty() {
            true => Err(refuse_empty(&path)),
            false => Ok((KeyPath::parse(key)?, values.to_vec())),
        }
    };
    entries.iter().map(read).collect()
}

fn refuse_empty(path: &str) -> ValueError {
    refuse(path, &Value::Array(Vec::new()), "must not be empty")
}
