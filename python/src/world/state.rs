//! The present state: arrays over all bodies or some, and values of one body.

use super::World;
use crate::arrays::{id_array, ids, matrix, quaternion};
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
    /// Present time, in seconds.
    #[getter]
    fn time(&self, py: Python<'_>) -> PyResult<f64> {
        self.call(py, |world| world.time())
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.call(py, |world| world.len())
    }

    fn __contains__(&self, py: Python<'_>, id: u64) -> PyResult<bool> {
        self.call(py, |world| world.contains(BodyId::from_bits(id)))
    }

    /// Ids of all bodies in order of insertion, the order of the rows of all arrays; of shape (n,).
    #[getter]
    fn ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        self.call(py, |world| id_array(py, world.bodies()))
    }

    /// Positions, in metres, of shape (n, 3); in a periodic domain of the images inside.
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.call(py, |world| matrix(py, world.positions().into_iter().map(Into::into)))
    }

    /// Positions that do not jump at the faces of a periodic domain, in metres, of shape (n, 3).
    #[getter]
    fn unwrapped_positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.rows(py, |world, id| world.unwrapped_position(id).map(Into::into))
    }

    /// Velocities, in metres per second, of shape (n, 3).
    #[getter]
    fn velocities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.call(py, |world| matrix(py, world.velocities().into_iter().map(Into::into)))
    }

    /// Orientations as unit quaternions (w, x, y, z), of shape (n, 4).
    #[getter]
    fn orientations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.rows(py, |world, id| {
            Ok(quaternion(&world.motion(id)?.orientation_at(world.time())))
        })
    }

    /// Angular velocities about the world's axes, in radians per second, of shape (n, 3).
    #[getter]
    fn angular_velocities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.rows(py, |world, id| world.angular_velocity(id).map(Into::into))
    }

    /// Radii of balls, with growth, in metres, of shape (n,); NaN for other shapes.
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

    /// State of some bodies, at the present or at another time.
    ///
    /// Parameters
    /// ----------
    /// ids : int or array of int, shape (n,), optional
    ///     The bodies. Default: all.
    /// time : float, optional
    ///     In seconds, from the last change of each body's motion on; later times have no regard to
    ///     events after the present. Default: the present.
    ///
    /// Returns
    /// -------
    /// positions : numpy.ndarray
    ///     In metres, of shape (n, 3). In a periodic domain they continue beyond the faces, from
    ///     the last change of motion on.
    /// orientations : numpy.ndarray
    ///     Unit quaternions (w, x, y, z), of shape (n, 4).
    /// velocities : numpy.ndarray
    ///     In metres per second, of shape (n, 3).
    /// angular_velocities : numpy.ndarray
    ///     In radians per second, of shape (n, 3).
    ///
    /// Raises
    /// ------
    /// StaleIdError
    ///     A body is not in the world.
    /// InvalidValueError
    ///     The time is before the last change of a body's motion.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> ids = world.add_balls(0.5, position=[[0, 0, 0], [3, 0, 0]], velocity=(0, 2, 0))
    /// >>> positions, _, velocities, _ = world.states(ids[1:], time=2.0)
    /// >>> positions, velocities
    /// (array([[3., 4., 0.]]), array([[0., 2., 0.]]))
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
                Ok((pose, piece.velocity_at(at), piece.angular_velocity_at(at)))
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
    ///
    /// Parameters
    /// ----------
    /// id : int
    ///     The body.
    ///
    /// Returns
    /// -------
    /// Motion
    ///
    /// Raises
    /// ------
    /// StaleIdError
    ///     The body is not in the world.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World(gravity=(0, -10, 0))
    /// >>> ball = world.insert(ks.Shape.ball(0.5), velocity=(1, 0, 0))
    /// >>> world.motion(ball).position_at(2.0)
    /// [2.0, -20.0, 0.0]
    fn motion(&self, py: Python<'_>, id: u64) -> PyResult<Motion> {
        self.of_body(py, id, |world, id| world.motion(id).map(Motion))
    }

    /// The motion pieces that have begun since the last call.
    ///
    /// Returns
    /// -------
    /// list of tuple (int, Motion)
    ///     A body and its piece, in order of time; empty without ``record_motion``.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World(record_motion=True)
    /// >>> position, velocity = [[0, 0, 0], [3, 0, 0]], [[1, 0, 0], [0, 0, 0]]
    /// >>> ids = world.add_balls(0.5, position=position, velocity=velocity)
    /// >>> world.advance_to(3.0, events=False)
    /// >>> [(body, piece.epoch) for body, piece in world.take_motion_pieces()]
    /// [(0, 0.0), (1, 0.0), (0, 2.0), (1, 2.0)]
    fn take_motion_pieces(&self, py: Python<'_>) -> PyResult<Vec<(u64, Motion)>> {
        let pieces = self.call(py, |world| world.take_motion_pieces())?;
        Ok(pieces.into_iter().map(|(id, piece)| (id.to_bits(), Motion(piece))).collect())
    }

    /// The name of a body or of a wall.
    ///
    /// Parameters
    /// ----------
    /// id : int
    ///     The body, or the number of a wall in an array of events (see ``Wall``).
    ///
    /// Returns
    /// -------
    /// str
    ///
    /// Raises
    /// ------
    /// StaleIdError
    ///     The body is not in the world.
    /// InvalidValueError
    ///     There is no wall of this number.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> ball = world.insert(ks.Shape.ball(0.5))
    /// >>> world.name(ball), world.name(ks.Wall.MIN_X)
    /// ('body-0', 'domain:-x')
    fn name(&self, py: Python<'_>, id: i64) -> PyResult<String> {
        let Some(party) = crate::events::party_of(id) else {
            return Err(invalid(py, format_args!("id = {id}: is neither a body nor a wall")));
        };
        let name = self.call(py, |world| world.name(party))?;
        name.map_err(|error| world_error(py, &error))
    }

    /// The shape of a body, for a growing ball that of its insertion.
    ///
    /// Parameters
    /// ----------
    /// id : int
    ///     The body.
    ///
    /// Returns
    /// -------
    /// Shape
    ///
    /// Raises
    /// ------
    /// StaleIdError
    ///     The body is not in the world.
    fn shape(&self, py: Python<'_>, id: u64) -> PyResult<Shape> {
        self.of_body(py, id, |world, id| world.shape(id).map(Shape))
    }

    /// The constants of a body.
    ///
    /// Parameters
    /// ----------
    /// id : int
    ///     The body.
    ///
    /// Returns
    /// -------
    /// dict
    ///     ``name``, ``tag``, ``mass`` (infinite if fixed), ``restitution``, ``friction``,
    ///     ``rolling_friction``, ``spinning_friction``,
    ///     ``sensor``, ``fixed``, ``memberships`` and ``filter``, as in
    ///     ``kinesweep.properties.BodyProperties``.
    ///
    /// Raises
    /// ------
    /// StaleIdError
    ///     The body is not in the world.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> ball = world.insert(ks.Shape.ball(0.5), mass=2.0)
    /// >>> world.constants(ball)["mass"], world.constants(ball)["restitution"]
    /// (2.0, 1.0)
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
                values.set_item("rolling_friction", world.rolling_friction(id).unwrap_or(f64::NAN))?;
                values.set_item("spinning_friction", world.spinning_friction(id).unwrap_or(f64::NAN))?;
                values.set_item("sensor", world.is_sensor(id).unwrap_or(false))?;
                values.set_item("fixed", world.kind(id) == Ok(BodyKind::Fixed))?;
                values.set_item("memberships", groups.memberships)?;
                values.set_item("filter", groups.filter)?;
                PyResult::Ok(values)
            };
            Ok(fill())
        })?
    }
}
