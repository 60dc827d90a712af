//! Scenes, and runs of them with a log.

use crate::arrays::matrix;
use crate::domain::Domain;
use crate::errors::{exception, invalid, placement_error, scene_error, step_error, value_error, world_error, wrong_type};
use crate::held::guarded;
use crate::world::{World, method_of};
use kinesweep::log::LogLine;
use kinesweep::scene::Start;
use kinesweep::scene::builtin::{NAMES, Options, customised};
use numpy::PyArray2;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Interval between two checks for signals.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// The bodies and settings of a world, and the length of a run.
#[pyclass(frozen, eq, module = "kinesweep")]
#[derive(PartialEq)]
pub(crate) struct Scene {
    pub(crate) scene: kinesweep::Scene,
    pub(crate) name: String,
}

impl Scene {
    fn named(scene: kinesweep::Scene, origin: &str) -> Self {
        let name = match scene.title.is_empty() {
            true => origin.to_owned(),
            false => scene.title.clone(),
        };
        Self { scene, name }
    }

    fn from_json(py: Python<'_>, text: &str, origin: &str) -> PyResult<Self> {
        let scene = kinesweep::Scene::from_json_str(text, origin).map_err(|error| scene_error(py, &error))?;
        Ok(Self::named(scene, origin))
    }
}

/// A scene from what a caller gives: a scene, a dict, a path, or the name of a built-in scene.
pub(crate) fn scene_of(value: &Bound<'_, PyAny>) -> PyResult<Py<Scene>> {
    let py = value.py();
    if let Ok(scene) = value.cast::<Scene>() {
        return Ok(scene.clone().unbind());
    }
    if let Ok(dict) = value.cast::<PyDict>() {
        return Py::new(py, Scene::from_dict(dict)?);
    }
    if let Ok(path) = value.extract::<PathBuf>() {
        let text = path.to_string_lossy();
        let is_name = value.is_instance_of::<PyString>() && !path.is_file();
        return match kinesweep::Scene::builtin(&text).filter(|_| is_name) {
            Some(scene) => Py::new(py, Scene::named(scene, &text)),
            None => Py::new(py, Scene::load(py, path)?),
        };
    }
    Err(wrong_type(
        "scene: must be a Scene, a dict, a path, or the name of a built-in scene",
    ))
}

#[pymethods]
impl Scene {
    /// Reads a scene file: TOML, or JSON if its name ends in .json.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let scene = kinesweep::Scene::from_file(&path).map_err(|error| scene_error(py, &error))?;
        Ok(Self::named(scene, &path.to_string_lossy()))
    }

    /// Reads a scene from TOML text.
    #[staticmethod]
    fn from_toml(py: Python<'_>, text: &str) -> PyResult<Self> {
        let scene = kinesweep::Scene::from_toml_str(text, "scene").map_err(|error| scene_error(py, &error))?;
        Ok(Self::named(scene, "scene"))
    }

    /// A scene from a dict with the keys of scene files.
    #[staticmethod]
    fn from_dict(scene: &Bound<'_, PyDict>) -> PyResult<Self> {
        let py = scene.py();
        let keywords = PyDict::new(py);
        keywords.set_item("default", py.import("kinesweep._json")?.getattr("plain")?)?;
        keywords.set_item("allow_nan", false)?;
        let text: String = py
            .import("json")?
            .call_method("dumps", (scene,), Some(&keywords))?
            .extract()?;
        Self::from_json(py, &text, "scene")
    }

    /// A built-in scene, one of ``builtin_scenes()``. Keywords change its numbers: ``count``,
    /// ``packing``, ``seed``, ``speed``, ``maxwell``, ``start``, ``periodic``, ``zero_momentum``,
    /// ``digits``, ``horizon``; a scene refuses those that it does not have.
    #[staticmethod]
    #[pyo3(signature = (
        name, *, count = None, packing = None, seed = None, speed = None, maxwell = None, start = None,
        periodic = None, zero_momentum = None, digits = None, horizon = None,
    ))]
    #[expect(clippy::too_many_arguments, reason = "keywords, each with a default")]
    fn builtin(
        py: Python<'_>,
        name: &str,
        count: Option<u64>,
        packing: Option<f64>,
        seed: Option<u64>,
        speed: Option<[f64; 2]>,
        maxwell: Option<f64>,
        start: Option<&str>,
        periodic: Option<bool>,
        zero_momentum: Option<bool>,
        digits: Option<u32>,
        horizon: Option<f64>,
    ) -> PyResult<Self> {
        let named = |name| {
            let known = [Start::Random, Start::Fcc, Start::LubachevskyStillinger];
            let names = known.map(Start::name).join(", ");
            let refusal = || invalid(py, format_args!("start = {name:?}: must be one of {names}"));
            known.into_iter().find(|start| start.name() == name).ok_or_else(refusal)
        };
        let options = Options {
            count,
            packing,
            seed,
            speed,
            maxwell,
            start: start.map(named).transpose()?,
            periodic,
            zero_momentum,
            digits,
            horizon,
        };
        let text = customised(name, &options).map_err(|error| exception(py, "SceneError", error))?;
        let scene = kinesweep::Scene::from_toml_str(&text, name).map_err(|error| scene_error(py, &error))?;
        Ok(Self::named(scene, name))
    }

    /// Its title, or where it comes from.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The default length of a run, in seconds.
    #[getter]
    fn horizon(&self) -> f64 {
        self.scene.horizon
    }

    /// The names of its bodies.
    #[getter]
    fn body_names(&self) -> Vec<String> {
        (0..self.scene.bodies.len()).map(|body| self.scene.body_name(body)).collect()
    }

    fn __len__(&self) -> usize {
        self.scene.bodies.len()
    }

    /// A world with its settings and bodies.
    #[pyo3(signature = (*, method = "kinetic", rate = None))]
    fn world(&self, py: Python<'_>, method: &str, rate: Option<f64>) -> PyResult<World> {
        let method = method_of(py, method, rate)?;
        let world = guarded(py, || py.detach(|| kinesweep::World::from_scene(&self.scene, method)))?;
        let world = world.map_err(|error| world_error(py, &error))?;
        Ok(World::holding(world, Default::default()))
    }

    fn __repr__(&self) -> String {
        format!(
            "<Scene {:?}: {} bodies, {:?} s>",
            self.name,
            self.scene.bodies.len(),
            self.scene.horizon
        )
    }
}

/// The built-in scenes: name and summary.
#[pyfunction]
pub(crate) fn builtin_scenes<'py>(py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
    let scenes = PyDict::new(py);
    NAMES.iter().try_for_each(|(name, summary)| scenes.set_item(name, summary))?;
    Ok(scenes)
}

/// The name of a file in an error of the system.
fn of_file(path: &Path, error: &std::io::Error) -> PyErr {
    PyOSError::new_err(format!("{}: {error}", path.display()))
}

/// Runs a scene and returns its world at the end. ``log`` is a file for its events, one line of JSON
/// each, as ``kinesweep run --log`` writes it.
#[pyfunction]
#[pyo3(signature = (scene, until = None, *, method = "kinetic", rate = None, log = None))]
pub(crate) fn run(
    py: Python<'_>,
    scene: &Bound<'_, PyAny>,
    until: Option<f64>,
    method: &str,
    rate: Option<f64>,
    log: Option<PathBuf>,
) -> PyResult<World> {
    let scene = scene_of(scene)?;
    let scene = scene.get();
    let method = method_of(py, method, rate)?;
    let until = until.unwrap_or(scene.scene.horizon);
    if !(until.is_finite() && until >= 0.0) {
        return Err(invalid(
            py,
            format_args!("until = {until}: must be a finite number of at least 0"),
        ));
    }
    let scene_of_run = &scene.scene;
    let world = guarded(py, || py.detach(|| kinesweep::World::from_scene(scene_of_run, method)))?;
    let mut world = world.map_err(|error| world_error(py, &error))?;
    let mut log = log.map(|path| EventLog::create(path, scene.body_names())).transpose()?;
    guarded(py, || py.detach(|| advance(&mut world, until, &mut log)))??;
    Ok(World::holding(world, Default::default()))
}

/// A file for the events of a run.
struct EventLog {
    file: BufWriter<File>,
    path: PathBuf,
    names: Vec<String>,
}

impl EventLog {
    fn create(path: PathBuf, names: Vec<String>) -> PyResult<Self> {
        let file = BufWriter::new(File::create(&path).map_err(|error| of_file(&path, &error))?);
        Ok(Self { file, path, names })
    }

    fn write(&mut self, event: &kinesweep::Event) -> PyResult<()> {
        let line = LogLine::of_event(event, &self.names);
        writeln!(self.file, "{line}").map_err(|error| of_file(&self.path, &error))
    }
}

/// Advances a world to a time, with its events in a log, until a signal stops it.
fn advance(world: &mut kinesweep::World, until: f64, log: &mut Option<EventLog>) -> PyResult<()> {
    let mut checked = Instant::now();
    loop {
        let event = world.step_before(until);
        let Some(event) = event.map_err(|error| Python::attach(|py| step_error(py, &error)))? else {
            break;
        };
        if let Some(log) = log {
            log.write(&event)?;
        }
        if checked.elapsed() >= SIGNAL_INTERVAL {
            checked = Instant::now();
            Python::attach(|py| py.check_signals())?;
        }
    }
    match log {
        Some(log) => log.file.flush().map_err(|error| of_file(&log.path, &error)),
        None => Ok(()),
    }
}

/// Centres of ``count`` balls of a radius, packed at random in a box or periodic domain, of shape
/// (n, 3): balls that grow while they collide (Lubachevsky and Stillinger 1990).
#[pyfunction]
pub(crate) fn pack(py: Python<'_>, count: usize, radius: f64, domain: &Domain, seed: u64) -> PyResult<Py<PyArray2<f64>>> {
    let pack = || kinesweep::packing::lubachevsky_stillinger(count, radius, &domain.0, seed);
    let centres = guarded(py, || py.detach(pack))?;
    let centres = centres.map_err(|error| placement_error(py, &error))?;
    Ok(matrix(py, centres.into_iter().map(Into::into)).unbind())
}

/// The rates of a call, checked.
pub(crate) fn checked_rates(py: Python<'_>, rates: &[f64]) -> PyResult<()> {
    match rates.iter().find(|rate| !(rate.is_finite() && **rate > 0.0)) {
        Some(rate) => {
            let error = kinesweep::ValueError::new("rates", *rate, "must be a number above 0");
            Err(value_error(py, &error))
        }
        None => Ok(()),
    }
}
