//! The runs of an ensemble and their merged results. What spreads the runs over threads, processes
//! and machines is `kinesweep/ensemble.py`.

use crate::errors::{exception, invalid, value_error};
use crate::held::{Held, guarded};
use crate::signals::Signals;
use kinesweep_ensemble::{Control, Ensemble, Plan, PlanError, Record, Summary};
use numpy::PyArray1;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use std::cell::RefCell;
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Longest time between two saves, in seconds: a year.
const MAX_SAVE_EVERY: f64 = 3.2e7;

fn plan_error(py: Python<'_>, error: &PlanError) -> PyErr {
    match error {
        PlanError::Value { error, .. } => value_error(py, error),
        _ => exception(py, "SceneError", error),
    }
}

/// The runs of a plan, by number.
#[pyclass(frozen, module = "kinesweep._core")]
pub(crate) struct Runs {
    ensemble: Arc<Ensemble>,
    must_stop: AtomicBool,
}

impl Runs {
    fn of(py: Python<'_>, plan: Result<Plan, PlanError>) -> PyResult<Self> {
        let plan = plan.map_err(|error| plan_error(py, &error))?;
        Ok(Self {
            ensemble: Arc::new(guarded(py, || py.detach(|| Ensemble::new(plan)))?),
            must_stop: AtomicBool::new(false),
        })
    }

    fn check(&self, run: usize) -> PyResult<usize> {
        match run < self.ensemble.len() {
            true => Ok(run),
            false => Err(PyIndexError::new_err(format!("run {run}: there are {}", self.ensemble.len()))),
        }
    }
}

#[pymethods]
impl Runs {
    #[new]
    fn new(py: Python<'_>, plan: &str, origin: &str) -> PyResult<Self> {
        Self::of(py, Plan::from_json_str(plan, origin))
    }

    /// The runs of a plan file.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        Self::of(py, Plan::from_file(path))
    }

    /// The plan as JSON.
    #[getter]
    fn plan(&self) -> String {
        self.ensemble.plan().tree().to_string()
    }

    /// The name of the scene.
    #[getter]
    fn name(&self) -> &str {
        self.ensemble.plan().name()
    }

    /// The number of points of the sweep.
    #[getter]
    fn points(&self) -> usize {
        self.ensemble.plan().points()
    }

    /// The number of runs at each point.
    #[getter]
    fn seeds_per_point(&self) -> usize {
        self.ensemble.plan().seeds_per_point()
    }

    fn __len__(&self) -> usize {
        self.ensemble.len()
    }

    /// The identity of a run.
    fn key(&self, run: usize) -> PyResult<String> {
        Ok(self.ensemble.key(self.check(run)?))
    }

    /// What a run adds to the seeds of its scene.
    fn seed(&self, run: usize) -> PyResult<u64> {
        Ok(self.ensemble.plan().seed(self.check(run)?))
    }

    /// The values of the sweep at a point, as JSON.
    fn sweep(&self, point: usize) -> PyResult<String> {
        if point >= self.points() {
            return Err(PyIndexError::new_err(format!("point {point}: there are {}", self.points())));
        }
        Ok(serde_json::Value::Object(self.ensemble.plan().point(point)).to_string())
    }

    /// Does some runs, and returns their records as lines of JSON: fewer after ``stop``. The states
    /// of long runs are saved in the folder ``snapshots`` every ``save_every`` seconds.
    #[pyo3(signature = (runs, *, snapshots = None, save_every = 30.0))]
    fn run(&self, py: Python<'_>, runs: Vec<usize>, snapshots: Option<PathBuf>, save_every: f64) -> PyResult<Vec<String>> {
        runs.iter().try_for_each(|run| self.check(*run).map(drop))?;
        if !(0.0..=MAX_SAVE_EVERY).contains(&save_every) {
            let message = format!("save_every = {save_every}: must be a number from 0 to {MAX_SAVE_EVERY}");
            return Err(invalid(py, message));
        }
        let work = || {
            let signals = RefCell::new(Signals::new());
            let stop = || signals.borrow_mut().have_raised() || self.must_stop.load(Ordering::Relaxed);
            let control = Control {
                stop: &stop,
                snapshots: snapshots.as_deref(),
                save_every: Duration::from_secs_f64(save_every),
                threads: 1,
            };
            let mut lines = Vec::with_capacity(runs.len());
            for run in runs {
                let Some(record) = self.ensemble.run(run, &control) else {
                    break;
                };
                lines.push(record.to_line());
                if stop() {
                    break;
                }
            }
            (lines, signals.into_inner().into_raised())
        };
        let (lines, raised) = guarded(py, || py.detach(work))?;
        raised.map_or(Ok(lines), Err)
    }

    /// Ends all calls of ``run``, present and later ones. Their states are saved.
    fn stop(&self) {
        self.must_stop.store(true, Ordering::Relaxed);
    }

    /// An empty summary of these runs.
    fn summary(&self) -> EnsembleSummary {
        EnsembleSummary {
            ensemble: Arc::clone(&self.ensemble),
            summary: Held::new("summary", Summary::new(&self.ensemble)),
        }
    }
}

/// The merged results of the runs of a plan.
#[pyclass(frozen, module = "kinesweep._core")]
pub(crate) struct EnsembleSummary {
    ensemble: Arc<Ensemble>,
    summary: Held<Summary>,
}

#[pymethods]
impl EnsembleSummary {
    /// Adds a record, a line of JSON. Returns whether it is one of a run that had none.
    fn add(&self, py: Python<'_>, record: &str) -> PyResult<bool> {
        let record = Record::from_line(record);
        self.summary
            .call(py, |summary| record.is_some_and(|record| summary.add(&record)))
    }

    /// The runs without a record; of runs that are the same the first.
    fn missing(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        let ensemble = &self.ensemble;
        self.summary.call_detached(py, |summary| {
            let mut seen = HashSet::new();
            let is_missing = |run: &usize| !summary.has(ensemble, *run) && seen.insert(ensemble.key(*run));
            (0..ensemble.len()).filter(is_missing).collect()
        })
    }

    /// The names of all results.
    #[getter]
    fn names(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.summary
            .call(py, |summary| summary.names().into_iter().map(str::to_owned).collect())
    }

    /// A result of each run; NaN of those without it.
    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let column = self.summary.call(py, |summary| summary.column(&self.ensemble, name))?;
        Ok(PyArray1::from_vec(py, column))
    }

    /// Processor seconds of each run.
    #[getter]
    fn costs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let costs = self.summary.call(py, |summary| summary.costs(&self.ensemble))?;
        Ok(PyArray1::from_vec(py, costs))
    }

    /// The reason of each run that failed.
    #[getter]
    fn failures(&self, py: Python<'_>) -> PyResult<Vec<Option<String>>> {
        self.summary.call(py, |summary| {
            let failures = summary.failures(&self.ensemble).into_iter();
            failures.map(|failure| failure.map(str::to_owned)).collect()
        })
    }

    /// The results at each point, as ``kinesweep ensemble --json`` prints them.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        self.summary.call_detached(py, |summary| summary.to_json(&self.ensemble))
    }

    /// The page of the results. Ctrl-C ends it.
    fn html(&self, py: Python<'_>) -> PyResult<String> {
        let (page, raised) = self.summary.call_detached(py, |summary| {
            let signals = RefCell::new(Signals::new());
            let stop = || signals.borrow_mut().have_raised();
            let page = kinesweep_ensemble::html(&self.ensemble, summary, &stop);
            (page, signals.into_inner().into_raised())
        })?;
        raised.map_or(Ok(page), Err)
    }
}
