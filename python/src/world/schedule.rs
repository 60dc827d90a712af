//! What happens at times that are given beforehand.

use super::World;
use crate::errors::world_error;
use crate::properties::{ConstantColumns, MotionColumns, Properties};
use crate::shape::Shape;
use kinesweep::BodyId;
use kinesweep::world::ScheduleId;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A scheduled entry, to cancel it.
#[pyclass(frozen, eq, hash, from_py_object, module = "kinesweep")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Schedule(ScheduleId);

#[pymethods]
impl World {
    /// Schedules an event of kind ``"scheduled"`` with a token.
    #[pyo3(signature = (time, token = 0))]
    fn schedule(&self, py: Python<'_>, time: f64, token: u64) -> PyResult<Schedule> {
        let id = self.call(py, |world| world.schedule(time, token))?;
        id.map(Schedule).map_err(|error| world_error(py, &error))
    }

    /// Schedules a change of motion; the keywords are those of ``set_motion``.
    #[pyo3(signature = (id, time, **motion))]
    fn schedule_motion(&self, py: Python<'_>, id: u64, time: f64, motion: Option<Bound<'_, PyDict>>) -> PyResult<Schedule> {
        let mut properties = Properties::of(py, motion);
        let columns = MotionColumns::read(&mut properties)?;
        properties.finish("schedule_motion", Some(1))?;
        let change = columns.change(0);
        let id = self.call(py, |world| world.schedule_motion(BodyId::from_bits(id), time, change))?;
        id.map(Schedule).map_err(|error| world_error(py, &error))
    }

    /// Schedules a change of constants; the keywords are those of ``set_body``.
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

    /// Cancels an entry; returns whether it was still to come.
    fn cancel(&self, py: Python<'_>, entry: Schedule) -> PyResult<bool> {
        self.call(py, |world| world.cancel(entry.0))
    }

    /// Cancels all scheduled changes of a body, of motion and of constants; returns their number.
    fn cancel_motions(&self, py: Python<'_>, id: u64) -> PyResult<usize> {
        let count = self.call(py, |world| world.cancel_motions(BodyId::from_bits(id)))?;
        count.map_err(|error| world_error(py, &error))
    }
}
