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
///
/// Made by ``load``, ``from_toml``, ``from_dict`` and ``builtin``. ``len(scene)`` is the number of
/// bodies.
///
/// Examples
/// --------
/// >>> scene = ks.Scene.from_dict({
/// ...     "world": {"gravity": [0, -10, 0], "horizon": 2.0},
/// ...     "bodies": [
/// ...         {"shape": {"kind": "half_space", "normal": [0, 1, 0]}, "kind": "fixed"},
/// ...         {"shape": {"kind": "ball", "radius": 0.5}, "position": [0, 5.5, 0]},
/// ...     ],
/// ... })
/// >>> scene
/// <Scene "scene": 2 bodies, 2.0 s>
/// >>> scene.world().step().time
/// 1.0
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
    /// Reads a scene file.
    ///
    /// Parameters
    /// ----------
    /// path : str or os.PathLike
    ///     TOML, or JSON if its name ends in ``.json``.
    ///
    /// Returns
    /// -------
    /// Scene
    ///
    /// Raises
    /// ------
    /// SceneError
    ///     The file cannot be read, or is no scene; the message has the line and the key.
    ///
    /// Examples
    /// --------
    /// >>> with open("ball.toml", "w") as file:
    /// ...     _ = file.write("[[bodies]]\nshape = { kind = 'ball', radius = 0.5 }\n")
    /// >>> ks.Scene.load("ball.toml")
    /// <Scene "ball.toml": 1 bodies, 10.0 s>
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let scene = kinesweep::Scene::from_file(&path).map_err(|error| scene_error(py, &error))?;
        Ok(Self::named(scene, &path.to_string_lossy()))
    }

    /// Reads a scene from TOML text.
    ///
    /// Parameters
    /// ----------
    /// text : str
    ///     With the keys of scene files.
    ///
    /// Returns
    /// -------
    /// Scene
    ///
    /// Raises
    /// ------
    /// SceneError
    ///     The text is no scene; the message has the line and the key.
    ///
    /// Examples
    /// --------
    /// >>> text = """
    /// ... title = "one"
    /// ... [[bodies]]
    /// ... shape = { kind = "ball", radius = 0.5 }
    /// ... """
    /// >>> ks.Scene.from_toml(text)
    /// <Scene "one": 1 bodies, 10.0 s>
    #[staticmethod]
    fn from_toml(py: Python<'_>, text: &str) -> PyResult<Self> {
        let scene = kinesweep::Scene::from_toml_str(text, "scene").map_err(|error| scene_error(py, &error))?;
        Ok(Self::named(scene, "scene"))
    }

    /// Makes a scene from a dict.
    ///
    /// Parameters
    /// ----------
    /// scene : dict
    ///     With the keys of scene files; values may be arrays and scalars of numpy.
    ///
    /// Returns
    /// -------
    /// Scene
    ///
    /// Raises
    /// ------
    /// SceneError
    ///     The dict is no scene; the message has the key.
    /// TypeError
    ///     A value is neither of JSON nor of numpy.
    /// ValueError
    ///     A number is NaN or infinite.
    ///
    /// Examples
    /// --------
    /// >>> bodies = [{"shape": {"kind": "ball", "radius": 0.5}, "position": np.zeros(3)}]
    /// >>> len(ks.Scene.from_dict({"bodies": bodies}))
    /// 1
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

    /// A built-in scene, with other numbers where they are given.
    ///
    /// A scene refuses keywords that it does not have; without them its numbers are those of its
    /// file.
    ///
    /// Parameters
    /// ----------
    /// name : str
    ///     One of ``builtin_scenes()``.
    /// count : int, optional
    ///     Number of bodies, of ``rings`` and ``gas``.
    /// packing : float, optional
    ///     Volume fraction of the bounding balls, of ``rings`` and ``gas``.
    /// seed : int, optional
    ///     Seed of the random numbers, of ``rings`` and ``gas``.
    /// speed : pair of float, optional
    ///     Least and greatest speed in bounding radii a second, of ``rings`` and ``gas``.
    /// maxwell : float, optional
    ///     Standard deviation of each component of the velocity in metres per second, of ``rings``
    ///     and ``gas``.
    /// start : {"random", "fcc", "lubachevsky-stillinger"}, optional
    ///     Layout of the balls, of ``gas``.
    /// periodic : bool, optional
    ///     Whether the domain is periodic, of ``gas``.
    /// zero_momentum : bool, optional
    ///     Whether the common drift is removed, of ``gas``.
    /// digits : int, optional
    ///     Number of digits, 1 to 7, of ``pi``.
    /// horizon : float, optional
    ///     Length of a run in seconds, of all.
    ///
    /// Returns
    /// -------
    /// Scene
    ///
    /// Raises
    /// ------
    /// SceneError
    ///     There is no such scene, it does not have a number, or a number is not allowed.
    /// InvalidValueError
    ///     The start is none of those.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.Scene.builtin("pi", digits=3).world()
    /// >>> world.advance_to(30.0, events=False)
    /// >>> world.counters()["collisions"]
    /// 314
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

    /// Title of the scene, or where it comes from.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Default length of a run, in seconds.
    #[getter]
    fn horizon(&self) -> f64 {
        self.scene.horizon
    }

    /// Names of the bodies, in order.
    #[getter]
    fn body_names(&self) -> Vec<String> {
        (0..self.scene.bodies.len()).map(|body| self.scene.body_name(body)).collect()
    }

    fn __len__(&self) -> usize {
        self.scene.bodies.len()
    }

    /// Makes a world with the settings and bodies of the scene.
    ///
    /// Parameters
    /// ----------
    /// method : {"kinetic", "lists", "leases", "cached", "swept"}, optional
    ///     As for ``World``. Default: ``"kinetic"``.
    /// rate : float, optional
    ///     Frames per second of ``"swept"``, and of that alone. Default: 60.
    ///
    /// Returns
    /// -------
    /// World
    ///     The ids of its bodies are their places in the scene.
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     The method or its rate is not allowed, or cannot run the scene.
    /// OverlapError
    ///     Bodies overlap at the start.
    ///
    /// Examples
    /// --------
    /// >>> ks.Scene.builtin("newtons-cradle").world(method="lists")
    /// <World: 5 bodies, open domain, time 0.0 s>
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

/// The built-in scenes.
///
/// Returns
/// -------
/// dict of str to str
///     Name and summary of each.
///
/// Examples
/// --------
/// >>> ks.builtin_scenes()["gas"]
/// '1000 hard balls in thermal equilibrium in a box'
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

/// Runs a scene and returns its world at the end.
///
/// Parameters
/// ----------
/// scene : Scene, dict, str or os.PathLike
///     A scene, a dict as for ``Scene.from_dict``, a file, or the name of a built-in scene.
/// until : float, optional
///     End of the run, in seconds. Default: the horizon of the scene.
/// method : {"kinetic", "lists", "leases", "cached", "swept"}, optional
///     As for ``World``. Default: ``"kinetic"``.
/// rate : float, optional
///     Frames per second of ``"swept"``, and of that alone. Default: 60.
/// log : str or os.PathLike, optional
///     File for the events, one line of JSON each, as ``kinesweep run --log`` writes it. Default:
///     none.
///
/// Returns
/// -------
/// World
///     At the time ``until``.
///
/// Raises
/// ------
/// SceneError
///     The scene cannot be read.
/// InvalidValueError
///     An argument is not allowed.
/// OverlapError
///     Bodies overlap at the start.
/// StepError
///     The run cannot go on, see ``StepError``.
/// StalledError
///     Events come without end at one time.
/// OSError
///     The log cannot be written.
///
/// Notes
/// -----
/// Ctrl-C ends it.
///
/// Examples
/// --------
/// >>> world = ks.run("bullet-and-paper")
/// >>> world.counters()["collisions"]
/// 1
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

/// Packs balls at random, without overlaps.
///
/// Parameters
/// ----------
/// count : int
///     Number of balls.
/// radius : float
///     In metres.
/// domain : Domain
///     A box or periodic.
/// seed : int
///     Of the random numbers; the same seed gives the same centres.
///
/// Returns
/// -------
/// numpy.ndarray
///     Centres, in metres, of shape (count, 3).
///
/// Raises
/// ------
/// InvalidValueError
///     A number is not allowed, the domain is open, or the balls do not fit or jam before.
///
/// Notes
/// -----
/// Balls grow while they collide: B. D. Lubachevsky and F. H. Stillinger, J. Stat. Phys. 60 (1990).
/// It reaches some 0.64 of the volume away from walls; a periodic domain is packed only as long as
/// the balls need not grow. Between walls 500 balls at 0.55 take about a second.
///
/// Examples
/// --------
/// >>> centres = ks.pack(55, 0.5, ks.Domain.box((0, 0, 0), (4, 4, 4)), seed=1)
/// >>> centres.shape, bool((centres >= 0.5).all())
/// ((55, 3), True)
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
