//! The present state: arrays over all bodies or some, and values of one body.

use super::World;
use crate::arrays::{id_array, ids, matrix, quaternion};
use crate::domain::{Domain, Zeno};
use crate::errors::{invalid, world_error};
use crate::motion::Motion;
use crate::shape::Shape;
use kinesweep::nalgebra::{Isometry3, Vector3};
use kinesweep::scene::BodyKind;
use kinesweep::{BodyId, WorldError};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Arrays for the positions, orientations, velocities and angular velocities of some bodies.
type StateArrays<'py> = (
    Bound<'py, PyArray2<f64>>,
    Bound<'py, PyArray2<f64>>,
    Bound<'py, PyArray2<f64>>,
    Bound<'py, PyArray2<f64>>,
);

impl World {
    fn of_body<T>(
        &self,
        py: Python<'_>,
        id: u64,
        read: impl FnOnce(&mut kinesweep::World, BodyId) -> Result<T, WorldError>,
    ) -> PyResult<T> {
        let value = self.call(py, |world| read(world, BodyId::from_bits(id)))?;
        value.map_err(|error| world_error(py, &error))
    }

    /// One row for each body, in order of insertion.
    fn rows<'py, const W: usize>(
        &self,
        py: Python<'py>,
        read: impl Fn(&kinesweep::World, BodyId) -> Result<[f64; W], WorldError>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let rows: Result<Vec<_>, _> = self.call(py, |world| world.bodies().map(|id| read(world, id)).collect())?;
        let rows = rows.map_err(|error| world_error(py, &error))?;
        Ok(matrix(py, rows.into_iter()))
    }
}

#[pymethods]
impl World {
    /// The present time, in seconds.
    #[getter]
    fn time(&self, py: Python<'_>) -> PyResult<f64> {
        self.call(py, |world| world.time())
    }

    /// The acceleration of all bodies that are not fixed.
    #[getter]
    fn gravity(&self, py: Python<'_>) -> PyResult<[f64; 3]> {
        self.call(py, |world| world.settings().gravity.into())
    }

    #[setter]
    fn set_gravity(&self, py: Python<'_>, gravity: &Bound<'_, PyAny>) -> PyResult<()> {
        let gravity = crate::arrays::vector("gravity", gravity)?;
        let outcome = self.call_detached(py, |world| world.set_gravity(gravity))?;
        outcome.map_err(|error| world_error(py, &error))
    }

    /// The restitution of bodies without one of their own, and of walls.
    #[getter]
    fn restitution(&self, py: Python<'_>) -> PyResult<f64> {
        self.call(py, |world| world.settings().restitution)
    }

    #[setter]
    fn set_restitution(&self, py: Python<'_>, restitution: f64) -> PyResult<()> {
        let outcome = self.call_detached(py, |world| world.set_default_restitution(restitution))?;
        outcome.map_err(|error| world_error(py, &error))
    }

    /// The friction of bodies without one of their own, and of walls.
    #[getter]
    fn friction(&self, py: Python<'_>) -> PyResult<f64> {
        self.call(py, |world| world.settings().friction)
    }

    #[setter]
    fn set_friction(&self, py: Python<'_>, friction: f64) -> PyResult<()> {
        let outcome = self.call_detached(py, |world| world.set_default_friction(friction))?;
        outcome.map_err(|error| world_error(py, &error))
    }

    #[getter]
    fn domain(&self, py: Python<'_>) -> PyResult<Domain> {
        self.call(py, |world| Domain(world.settings().domain))
    }

    #[getter]
    fn zeno(&self, py: Python<'_>) -> PyResult<Zeno> {
        self.call(py, |world| Zeno(world.settings().zeno))
    }

    /// The name of the method.
    #[getter]
    fn method(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.call(py, |world| world.method().name())
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.call(py, |world| world.len())
    }

    fn __contains__(&self, py: Python<'_>, id: u64) -> PyResult<bool> {
        self.call(py, |world| world.contains(BodyId::from_bits(id)))
    }

    /// The ids of all bodies, in order of insertion: the order of the rows of all arrays.
    #[getter]
    fn ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        self.call(py, |world| id_array(py, world.bodies()))
    }

    /// Positions at the present, of shape (n, 3); in a periodic domain of the images inside.
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.call(py, |world| matrix(py, world.positions().into_iter().map(Into::into)))
    }

    /// Positions at the present that do not jump at the faces of a periodic domain, of shape (n, 3).
    #[getter]
    fn unwrapped_positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.rows(py, |world, id| world.unwrapped_position(id).map(Into::into))
    }

    /// Velocities at the present, of shape (n, 3).
    #[getter]
    fn velocities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.call(py, |world| matrix(py, world.velocities().into_iter().map(Into::into)))
    }

    /// Orientations at the present as quaternions (w, x, y, z), of shape (n, 4).
    #[getter]
    fn orientations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.rows(py, |world, id| {
            Ok(quaternion(&world.motion(id)?.orientation_at(world.time())))
        })
    }

    /// Angular velocities, of shape (n, 3).
    #[getter]
    fn angular_velocities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.rows(py, |world, id| world.angular_velocity(id).map(Into::into))
    }

    /// Radii of balls at the present, with growth, of shape (n,); NaN for other shapes.
    #[getter]
    fn radii<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let radii: Result<Vec<f64>, WorldError> = self.call(py, |world| {
            let radius = |id| {
                Ok(match world.shape(id)?.kind() {
                    kinesweep::scene::ShapeKind::Ball { radius } => radius + world.swell(id)?,
                    _ => f64::NAN,
                })
            };
            world.bodies().map(radius).collect()
        })?;
        Ok(PyArray1::from_vec(py, radii.map_err(|error| world_error(py, &error))?))
    }

    /// Positions, orientations, velocities and angular velocities of some bodies, at the present or
    /// at a time within their motion pieces: from the last change of each one's motion on, with no
    /// regard to events after the present. In a periodic domain positions continue beyond the
    /// faces.
    #[pyo3(signature = (ids = None, *, time = None))]
    fn states<'py>(&self, py: Python<'py>, ids: Option<&Bound<'_, PyAny>>, time: Option<f64>) -> PyResult<StateArrays<'py>> {
        let chosen = ids.map(self::ids).transpose()?;
        type Row = (Isometry3<f64>, Vector3<f64>, Vector3<f64>);
        let rows: Result<Vec<Row>, WorldError> = self.call(py, |world| {
            let chosen = chosen.unwrap_or_else(|| world.bodies().collect());
            let row = |id| {
                let at = time.unwrap_or(world.time());
                let pose = world.pose_at(id, at)?;
                let piece = world.motion(id)?;
                Ok((pose, piece.velocity_at(at), piece.angular_velocity))
            };
            chosen.into_iter().map(row).collect()
        })?;
        let rows = rows.map_err(|error| world_error(py, &error))?;
        Ok((
            matrix(py, rows.iter().map(|row| row.0.translation.vector.into())),
            matrix(py, rows.iter().map(|row| quaternion(&row.0.rotation))),
            matrix(py, rows.iter().map(|row| row.1.into())),
            matrix(py, rows.iter().map(|row| row.2.into())),
        ))
    }

    /// The present motion piece of a body.
    fn motion(&self, py: Python<'_>, id: u64) -> PyResult<Motion> {
        self.of_body(py, id, |world, id| world.motion(id).map(Motion))
    }

    /// Since the last call, with ``record_motion``: the id of a body and its new motion piece, in
    /// order of time.
    fn take_motion_pieces(&self, py: Python<'_>) -> PyResult<Vec<(u64, Motion)>> {
        let pieces = self.call(py, |world| world.take_motion_pieces())?;
        Ok(pieces.into_iter().map(|(id, piece)| (id.to_bits(), Motion(piece))).collect())
    }

    /// The name of a body; also of a wall, by its number in an array of events.
    fn name(&self, py: Python<'_>, id: i64) -> PyResult<String> {
        let Some(party) = crate::events::party_of(id) else {
            return Err(invalid(py, format_args!("id = {id}: is neither a body nor a wall")));
        };
        let name = self.call(py, |world| world.name(party))?;
        name.map_err(|error| world_error(py, &error))
    }

    /// The shape of a body.
    fn shape(&self, py: Python<'_>, id: u64) -> PyResult<Shape> {
        self.of_body(py, id, |world, id| world.shape(id).map(Shape))
    }

    /// The constants of a body: name, tag, mass, restitution, friction, sensor, fixed, memberships,
    /// filter.
    fn constants<'py>(&self, py: Python<'py>, id: u64) -> PyResult<Bound<'py, PyDict>> {
        self.of_body(py, id, |world, id| {
            let groups = world.groups(id)?;
            let fill = || {
                let values = PyDict::new(py);
                values.set_item("name", world.name(id).unwrap_or_default())?;
                values.set_item("tag", world.tag(id).unwrap_or_default())?;
                values.set_item("mass", world.mass(id).unwrap_or(f64::NAN))?;
                values.set_item("restitution", world.restitution(id).unwrap_or(f64::NAN))?;
                values.set_item("friction", world.friction(id).unwrap_or(f64::NAN))?;
                values.set_item("sensor", world.is_sensor(id).unwrap_or(false))?;
                values.set_item("fixed", world.kind(id) == Ok(BodyKind::Fixed))?;
                values.set_item("memberships", groups.memberships)?;
                values.set_item("filter", groups.filter)?;
                PyResult::Ok(values)
            };
            Ok(fill())
        })?
    }

    /// Kinetic energy, and the potential energy in gravity, in joules.
    #[getter]
    fn energy(&self, py: Python<'_>) -> PyResult<f64> {
        self.call(py, |world| world.energy())
    }

    #[getter]
    fn momentum(&self, py: Python<'_>) -> PyResult<[f64; 3]> {
        self.call(py, |world| world.momentum().into())
    }

    #[getter]
    fn angular_momentum(&self, py: Python<'_>) -> PyResult<[f64; 3]> {
        self.call(py, |world| world.angular_momentum().into())
    }

    /// How often each stage of the engine has worked.
    fn counters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counters = self.call(py, |world| world.counters())?;
        let entries = PyDict::new(py);
        counters
            .entries()
            .into_iter()
            .try_for_each(|(name, count)| entries.set_item(name, count))?;
        Ok(entries)
    }

    /// Rates, temperature and pressure since the last reset; NaN where a value is undefined.
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let statistics = self.call(py, |world| world.statistics())?;
        let entries = PyDict::new(py);
        statistics
            .entries()
            .into_iter()
            .try_for_each(|(name, value, _)| entries.set_item(name, value.unwrap_or(f64::NAN)))?;
        Ok(entries)
    }

    fn reset_statistics(&self, py: Python<'_>) -> PyResult<()> {
        self.call(py, |world| world.reset_statistics())
    }

    /// The configuration as a frame of an extended XYZ file.
    fn extended_xyz(&self, py: Python<'_>) -> PyResult<String> {
        let mut text = Vec::new();
        self.call(py, |world| world.write_extended_xyz(&mut text))??;
        Ok(String::from_utf8(text)?)
    }
}
