//! What happens at times that are given beforehand.

use super::World;
use crate::errors::world_error;
use crate::properties::{ConstantColumns, MotionColumns, Properties};
use crate::shape::Shape;
use kinesweep::BodyId;
use kinesweep::world::ScheduleId;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A scheduled event or change, with which ``World.cancel`` cancels it.
///
/// It can be compared and hashed, and is valid in copies and restored snapshots of its world.
///
/// Examples
/// --------
/// >>> world = ks.World()
/// >>> alarm = world.schedule(1.0, token=7)
/// >>> world.cancel(alarm), world.cancel(alarm)
/// (True, False)
#[pyclass(frozen, eq, hash, from_py_object, module = "kinesweep")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Schedule(ScheduleId);

#[pymethods]
impl World {
    /// Schedules an event of kind ``"scheduled"``.
    ///
    /// Parameters
    /// ----------
    /// time : float
    ///     In seconds, not before the present.
    /// token : int, optional
    ///     A number of the user, of at most 64 bits and not negative. Default: 0.
    ///
    /// Returns
    /// -------
    /// Schedule
    ///     To cancel it.
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     The time has passed or is out of range.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> entry = world.schedule(1.0, token=7)
    /// >>> event = world.step()
    /// >>> event.time, event.kind, event.token
    /// (1.0, 'scheduled', 7)
    #[pyo3(signature = (time, token = 0))]
    fn schedule(&self, py: Python<'_>, time: f64, token: u64) -> PyResult<Schedule> {
        let id = self.call(py, |world| world.schedule(time, token))?;
        id.map(Schedule).map_err(|error| world_error(py, &error))
    }

    /// Schedules a change of motion of a body.
    ///
    /// Parameters
    /// ----------
    /// id : int
    ///     The body.
    /// time : float
    ///     In seconds, not before the present.
    /// **motion : Unpack[MotionProperties]
    ///     As in ``set_motion``, for one body.
    ///
    /// Returns
    /// -------
    /// Schedule
    ///     To cancel it.
    ///
    /// Raises
    /// ------
    /// StaleIdError
    ///     The body is not in the world.
    /// InvalidValueError
    ///     The time has passed, or a value is out of range.
    /// TypeError
    ///     A keyword is unknown.
    ///
    /// Notes
    /// -----
    /// At its time comes an event of kind ``"motion-change"``, unless the world reports none. A
    /// change that makes bodies overlap is dropped then, with a ``StepError``.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> lift = world.insert(ks.Shape.ball(0.5))
    /// >>> entry = world.schedule_motion(lift, 1.0, velocity=(0, 1, 0))
    /// >>> world.advance_to(3.0, events=False)
    /// >>> world.positions.tolist()
    /// [[0.0, 2.0, 0.0]]
    #[pyo3(signature = (id, time, **motion))]
    fn schedule_motion(&self, py: Python<'_>, id: u64, time: f64, motion: Option<Bound<'_, PyDict>>) -> PyResult<Schedule> {
        let mut properties = Properties::of(py, motion);
        let columns = MotionColumns::read(&mut properties)?;
        properties.finish("schedule_motion", Some(1))?;
        let change = columns.change(0);
        let id = self.call(py, |world| world.schedule_motion(BodyId::from_bits(id), time, change))?;
        id.map(Schedule).map_err(|error| world_error(py, &error))
    }

    /// Schedules a change of constants of a body.
    ///
    /// Parameters
    /// ----------
    /// id : int
    ///     The body.
    /// time : float
    ///     In seconds, not before the present.
    /// shape : Shape, optional
    ///     New shape. Default: no change.
    /// **constants : Unpack[ConstantProperties]
    ///     As in ``set_body``, for one body.
    ///
    /// Returns
    /// -------
    /// Schedule
    ///     To cancel it.
    ///
    /// Raises
    /// ------
    /// StaleIdError
    ///     The body is not in the world.
    /// InvalidValueError
    ///     The time has passed, or a value is out of range.
    /// TypeError
    ///     A keyword is unknown.
    ///
    /// Notes
    /// -----
    /// At its time comes an event of kind ``"motion-change"``, unless the world reports none. A
    /// change that is not allowed then is dropped, with a ``StepError``. If only one of
    /// ``memberships`` and ``filter`` is given, the other one is that of the present.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> ghost = world.insert(ks.Shape.ball(1.0), velocity=(1, 0, 0), sensor=True)
    /// >>> entry = world.schedule_change(ghost, 4.0, sensor=False)
    /// >>> world.step()
    /// Event(time=4.0, kind="motion-change", a=0, b=None)
    #[pyo3(signature = (id, time, *, shape = None, **constants))]
    fn schedule_change(
        &self,
        py: Python<'_>,
        id: u64,
        time: f64,
        shape: Option<&Shape>,
        constants: Option<Bound<'_, PyDict>>,
    ) -> PyResult<Schedule> {
        let mut properties = Properties::of(py, constants);
        let columns = ConstantColumns::read(&mut properties)?;
        properties.finish("schedule_change", Some(1))?;
        let id = BodyId::from_bits(id);
        let groups = self.call(py, |world| world.groups(id))?;
        let groups = groups.map_err(|error| world_error(py, &error))?;
        let mut change = columns.change(py, 0, groups)?;
        change.shape = shape.map(|shape| shape.0.clone());
        let id = self.call(py, |world| world.schedule_change(id, time, change))?;
        id.map(Schedule).map_err(|error| world_error(py, &error))
    }

    /// Cancels a scheduled event or change.
    ///
    /// Parameters
    /// ----------
    /// entry : Schedule
    ///     Of this world.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether it was still to come.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> world.cancel(world.schedule(1.0))
    /// True
    fn cancel(&self, py: Python<'_>, entry: Schedule) -> PyResult<bool> {
        self.call(py, |world| world.cancel(entry.0))
    }

    /// Cancels all scheduled changes of a body, of motion and of constants.
    ///
    /// Parameters
    /// ----------
    /// id : int
    ///     The body.
    ///
    /// Returns
    /// -------
    /// int
    ///     Their number.
    ///
    /// Raises
    /// ------
    /// StaleIdError
    ///     The body is not in the world.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> ball = world.insert(ks.Shape.ball(0.5))
    /// >>> entries = [world.schedule_motion(ball, time, velocity=(0, 1, 0)) for time in (1.0, 2.0)]
    /// >>> world.cancel_motions(ball)
    /// 2
    fn cancel_motions(&self, py: Python<'_>, id: u64) -> PyResult<usize> {
        let count = self.call(py, |world| world.cancel_motions(BodyId::from_bits(id)))?;
        count.map_err(|error| world_error(py, &error))
    }
}
