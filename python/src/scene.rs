//! Scenes: from files, texts, dicts and the built-in ones.

use crate::errors::{exception, invalid, scene_error, world_error, wrong_type};
use crate::held::guarded;
use crate::world::{World, method_of};
use kinesweep::scene::Start;
use kinesweep::scene::builtin::{NAMES, Options, customised};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::path::PathBuf;

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
    ///     Number of bodies, of ``rings``, ``gas`` and ``discs``.
    /// packing : float, optional
    ///     Volume fraction of the bounding balls, of ``rings``, ``gas`` and ``discs``.
    /// seed : int, optional
    ///     Seed of the random numbers, of ``rings``, ``gas`` and ``discs``.
    /// speed : pair of float, optional
    ///     Least and greatest speed in bounding radii a second, of ``rings``, ``gas`` and ``discs``.
    /// maxwell : float, optional
    ///     Standard deviation of each component of the velocity in metres per second, of ``rings``,
    ///     ``gas`` and ``discs``.
    /// start : {"random", "fcc", "hexagonal", "lubachevsky-stillinger"}, optional
    ///     Layout of the balls, of ``gas`` and ``discs``: ``"hexagonal"`` is for discs alone, and
    ///     ``"fcc"`` for balls.
    /// periodic : bool, optional
    ///     Whether the domain is periodic, of ``gas`` and ``discs``.
    /// zero_momentum : bool, optional
    ///     Whether the common drift is removed, of ``gas`` and ``discs``.
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
            let known = [Start::Random, Start::Fcc, Start::Hexagonal, Start::LubachevskyStillinger];
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
    pub(crate) fn body_names(&self) -> Vec<String> {
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
