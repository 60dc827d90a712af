//! What sampling misses.

use crate::arrays::matrix;
use crate::errors::{exception, frame_error, invalid, step_error, value_error, world_error};
use crate::held::guarded;
use crate::scene::{Scene, scene_of};
use cpu_time::ThreadTime;
use kinesweep::compare::{CompareError, CompareOptions, Progress, Rival};
use kinesweep_report::{MOST_PIECES, Report};
use numpy::PyArray2;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// The exact run of a scene beside sampled runs, made by ``compare``.
///
/// It has what samples miss, how late they are, and what each method costs. In Jupyter it shows the
/// answer, the tables and a page with a replay.
///
/// Examples
/// --------
/// >>> comparison = ks.compare("bullet-and-paper", rates=[60, 1000])
/// >>> comparison
/// <Comparison "bullet and paper": 1 contacts, 1 missed at 60 Hz, 1 missed at 1000 Hz>
/// >>> comparison.missed_at(100_000)
/// 0
/// >>> comparison.contact_bodies, float(np.ptp(comparison.contact_intervals).round(9))
/// (array([[0, 1]], dtype=uint64), 2.3333e-05)
#[pyclass(frozen, module = "kinesweep")]
pub(crate) struct Comparison {
    comparison: kinesweep::Comparison,
    scene: Py<Scene>,
    rates: Vec<f64>,
}

/// Processor seconds of this thread.
fn cpu_clock() -> f64 {
    ThreadTime::now().as_duration().as_secs_f64()
}

fn compare_error(py: Python<'_>, error: &CompareError) -> PyErr {
    match error {
        CompareError::Value(error) => value_error(py, error),
        CompareError::World(error) => world_error(py, error),
        CompareError::Step(error) => step_error(py, error),
        CompareError::Frame(error) => frame_error(py, error),
        _ => exception(py, "StepError", error),
    }
}

/// A frame-based method or another exact one, by its name.
fn rival(py: Python<'_>, name: &str) -> PyResult<Option<Rival>> {
    Ok(Some(match name {
        "kinetic" => return Ok(None),
        "lists" => Rival::Lists,
        "leases" => Rival::Leases,
        "cached" => Rival::Cached,
        "swept" => Rival::Swept,
        "sampled" => Rival::Sampled,
        _ => {
            let known = "kinetic, lists, leases, cached, swept, sampled";
            return Err(invalid(py, format_args!("methods: {name:?} is not one of {known}")));
        }
    }))
}

/// The rates of a call, checked.
fn checked_rates(py: Python<'_>, rates: &[f64]) -> PyResult<()> {
    match rates.iter().find(|rate| !(rate.is_finite() && **rate > 0.0)) {
        Some(rate) => {
            let error = kinesweep::ValueError::new("rates", *rate, "must be a number above 0");
            Err(value_error(py, &error))
        }
        None => Ok(()),
    }
}

/// What a function of `kinesweep/_tables.py` makes of a comparison.
fn table<'py>(comparison: &Bound<'py, Comparison>, function: &str) -> PyResult<Bound<'py, PyAny>> {
    let tables = comparison.py().import("kinesweep._tables")?;
    tables.call_method1(function, (comparison,))
}

/// Compares the exact run of a scene with runs sampled at some rates.
///
/// Parameters
/// ----------
/// scene : Scene, dict, str or os.PathLike
///     A scene, a dict as for ``Scene.from_dict``, a file, or the name of a built-in scene.
/// rates : sequence of float, optional
///     Samples per second. Default: 60.
/// until : float, optional
///     Length of the runs, in seconds. Default: the horizon of the scene.
/// methods : sequence of str, optional
///     Methods that are run besides the kinetic one: ``"lists"``, ``"leases"``, ``"cached"``,
///     ``"swept"``, ``"sampled"``. Default: ``"sampled"``.
/// listed : int, optional
///     Greatest number of missed contacts that are listed for a run; all are counted. Default: 100.
///
/// Returns
/// -------
/// Comparison
///
/// Raises
/// ------
/// InvalidValueError
///     An argument is not allowed, or the scene has a change that a comparison cannot run.
/// SceneError
///     The scene cannot be read.
/// StepError
///     A run failed.
///
/// Notes
/// -----
/// Bodies pass through each other, so that all runs have the same motion; a second run, with
/// bounces, is made where the scene allows it. Ctrl-C ends it.
///
/// Examples
/// --------
/// >>> comparison = ks.compare("bullet-and-paper", rates=[60])
/// >>> comparison.truth, comparison.missed_at(60)
/// (1, 1)
#[pyfunction]
#[pyo3(signature = (scene, rates = vec![60.0], *, until = None, methods = vec!["sampled".to_owned()], listed = 100))]
pub(crate) fn compare(
    py: Python<'_>,
    scene: &Bound<'_, PyAny>,
    rates: Vec<f64>,
    until: Option<f64>,
    methods: Vec<String>,
    listed: usize,
) -> PyResult<Comparison> {
    checked_rates(py, &rates)?;
    let scene = scene_of(scene)?;
    let rivals: PyResult<Vec<Option<Rival>>> = methods.iter().map(|name| rival(py, name)).collect();
    let options = CompareOptions {
        rates: rates.clone(),
        horizon: until,
        rivals: Some(rivals?.into_iter().flatten().collect()),
        missed_listed: listed,
        parts: false,
        threads: 1,
        clock: cpu_clock,
    };
    let described = &scene.get().scene;
    let mut raised = None;
    let mut progress = |_: &Progress| match Python::attach(|py| py.check_signals()) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            raised = Some(error);
            ControlFlow::Break(())
        }
    };
    let run = || kinesweep::Comparison::run_with(described, &options, &mut progress);
    let comparison = guarded(py, || py.detach(run))?;
    match (comparison, raised) {
        (_, Some(raised)) => Err(raised),
        (Err(error), None) => Err(compare_error(py, &error)),
        (Ok(comparison), None) => Ok(Comparison {
            comparison,
            scene,
            rates,
        }),
    }
}

#[pymethods]
impl Comparison {
    /// Length of the runs, in seconds.
    #[getter]
    fn horizon(&self) -> f64 {
        self.comparison.horizon
    }

    /// Sample rates, in hertz.
    #[getter]
    fn rates(&self) -> Vec<f64> {
        self.rates.clone()
    }

    /// The scene.
    #[getter]
    fn scene(&self, py: Python<'_>) -> Py<Scene> {
        self.scene.clone_ref(py)
    }

    /// Number of contacts in the exact run; ``None`` if the scene has no run without bounces.
    #[getter]
    fn truth(&self) -> Option<usize> {
        self.comparison.pass_through.as_ref().ok().map(|half| half.truth)
    }

    /// The number of contacts that samples at a rate miss.
    ///
    /// Parameters
    /// ----------
    /// rate : float
    ///     Any rate above 0, in hertz: the exact contacts are in memory.
    ///
    /// Returns
    /// -------
    /// int
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     The rate is not above 0.
    /// StepError
    ///     The exact run has no list of contacts.
    ///
    /// Examples
    /// --------
    /// >>> comparison = ks.compare("bullet-and-paper")
    /// >>> [comparison.missed_at(rate) for rate in (60, 1000, 100_000)]
    /// [1, 1, 0]
    fn missed_at(&self, py: Python<'_>, rate: f64) -> PyResult<usize> {
        checked_rates(py, &[rate])?;
        self.comparison
            .missed_at(rate)
            .ok_or_else(|| exception(py, "StepError", "the exact run has no list of contacts"))
    }

    /// Begin and end of each contact in the exact run, in seconds, of shape (n, 2).
    #[getter]
    fn contact_intervals<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f64>> {
        let contacts = self.comparison.pass_through.as_ref().map_or(&[][..], |half| &half.contacts);
        matrix(py, contacts.iter().map(|contact| [contact.begin, contact.end]))
    }

    /// Bodies of each contact in the exact run, by their places in the scene, of shape (n, 2).
    #[getter]
    fn contact_bodies<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u64>> {
        let contacts = self.comparison.pass_through.as_ref().map_or(&[][..], |half| &half.contacts);
        matrix(py, contacts.iter().map(|contact| contact.bodies.map(|body| body as u64)))
    }

    /// The whole result as JSON.
    ///
    /// Returns
    /// -------
    /// str
    ///     As ``kinesweep compare --json --search`` prints it.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        let value = kinesweep_report::json(&self.scene.get().name, &self.comparison, true);
        value
            .map(|value| value.to_string())
            .map_err(|error| exception(py, "InternalError", error))
    }

    /// The page of ``report`` as text.
    ///
    /// Returns
    /// -------
    /// str
    ///     A page of HTML that needs no network.
    ///
    /// Raises
    /// ------
    /// StepError
    ///     The page cannot be made.
    fn html(&self, py: Python<'_>) -> PyResult<String> {
        let scene = self.scene.get();
        let render = || {
            let (name, compared) = (&scene.name, &self.comparison);
            let json = kinesweep_report::json(name, compared, true).map_err(|error| error.to_string())?;
            let report = Report {
                name,
                scene: &scene.scene,
                comparison: compared,
                json,
                rates: &self.rates,
                most_pieces: MOST_PIECES,
            };
            report.html(&|| false).map_err(|error| error.to_string())
        };
        let page = guarded(py, || py.detach(render))?;
        page.map_err(|error| exception(py, "StepError", error))
    }

    /// Writes a page with the answer, tables, plots and a replay.
    ///
    /// Parameters
    /// ----------
    /// path : str or os.PathLike
    ///     File of HTML; a browser opens it without a network.
    ///
    /// Raises
    /// ------
    /// StepError
    ///     The page cannot be made.
    /// OSError
    ///     The file cannot be written.
    ///
    /// Examples
    /// --------
    /// >>> ks.compare("bullet-and-paper").report("bullet.html")
    fn report(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let page = self.html(py)?;
        std::fs::write(&path, page).map_err(|error| PyOSError::new_err(format!("{}: {error}", path.display())))
    }

    /// The whole result as nested dicts and lists.
    ///
    /// Returns
    /// -------
    /// dict
    ///     The content of ``to_json``.
    ///
    /// Examples
    /// --------
    /// >>> result = ks.compare("bullet-and-paper").to_dict()
    /// >>> result["horizon"], result["pass_through"]["truth"]
    /// (0.05, 1)
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.to_json(py)?,))
    }

    /// What samples at each rate miss: a pandas frame, or a list of dicts without pandas.
    #[getter]
    fn missed<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        table(slf, "missed")
    }

    /// What each method finds and costs: a pandas frame, or a list of dicts without pandas.
    #[getter]
    fn costs<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        table(slf, "costs")
    }

    /// In Jupyter: the answer, the tables, and the page with its replay.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        table(slf, "notebook")
    }

    fn __repr__(&self) -> String {
        let missed: Vec<String> = self
            .rates
            .iter()
            .filter_map(|rate| Some(format!("{} missed at {rate} Hz", self.comparison.missed_at(*rate)?)))
            .collect();
        let truth = self.truth().map_or("?".to_owned(), |truth| truth.to_string());
        format!(
            "<Comparison {:?}: {truth} contacts, {}>",
            self.scene.get().name,
            missed.join(", ")
        )
    }
}
