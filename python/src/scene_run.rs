//! Runs of scenes from begin to end, with their events in a log.

use crate::errors::{invalid, step_error, world_error};
use crate::held::guarded;
use crate::scene::scene_of;
use crate::signals::Signals;
use crate::world::{World, method_of};
use kinesweep::log::LogLine;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

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
    let mut signals = Signals::new();
    while !signals.have_raised() {
        let event = world.step_before(until);
        let Some(event) = event.map_err(|error| Python::attach(|py| step_error(py, &error)))? else {
            break;
        };
        if let Some(log) = log {
            log.write(&event)?;
        }
    }
    if let Some(log) = log {
        log.file.flush().map_err(|error| of_file(&log.path, &error))?;
    }
    signals.into_raised().map_or(Ok(()), Err)
}
