//! Spatial queries on the present state.

use super::World;
use crate::arrays::{id_array, ids, pose, vector};
use crate::errors::world_error;
use crate::shape::Shape;
use kinesweep::scene::Groups;
use kinesweep::world::QueryFilter;
use kinesweep::{BodyId, WorldError};
use numpy::PyArray1;
use pyo3::prelude::*;

/// Ids and distances.
type Near<'py> = (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<f64>>);

/// The filter of the keywords that all queries share.
pub(super) fn filter(
    memberships: Option<u32>,
    groups: Option<u32>,
    sensors: bool,
    exclude: Option<&Bound<'_, PyAny>>,
) -> PyResult<QueryFilter> {
    let mut filter = QueryFilter::new();
    if memberships.is_some() || groups.is_some() {
        let all = Groups::default();
        filter.groups = Some(Groups {
            memberships: memberships.unwrap_or(all.memberships),
            filter: groups.unwrap_or(all.filter),
        });
    }
    filter.sensors = sensors;
    if let Some(exclude) = exclude {
        filter.excluded = ids(exclude)?;
    }
    Ok(filter)
}

fn near<'py>(py: Python<'py>, found: Result<Vec<(BodyId, f64)>, WorldError>) -> PyResult<Near<'py>> {
    let found = found.map_err(|error| world_error(py, &error))?;
    let distances = found.iter().map(|(_, distance)| *distance).collect();
    Ok((
        id_array(py, found.iter().map(|(id, _)| *id)),
        PyArray1::from_vec(py, distances),
    ))
}

#[pymethods]
impl World {
    /// The bodies with boxes that meet a box at present.
    ///
    /// Parameters
    /// ----------
    /// min, max : array of shape (3,)
    ///     Corners, in metres.
    /// memberships : int, optional
    ///     Groups of the query, as 32 bits. Default: 1 if ``filter`` is given, else no groups: all
    ///     bodies are considered.
    /// filter : int, optional
    ///     Groups that the query meets, as 32 bits. Default: all bits if ``memberships`` is given.
    /// sensors : bool, optional
    ///     Whether sensors and touch-only bodies are considered, too. Default: False.
    /// exclude : int or array of int, shape (n,), optional
    ///     Bodies to leave out; stale ids are allowed. Default: none.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray
    ///     Ids in order of insertion, uint64 of shape (n,).
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     A corner is out of range, or ``max`` is below ``min``.
    ///
    /// Notes
    /// -----
    /// Half-spaces have no boxes and are left out; for shapes see ``overlapping``. The cost is that
    /// of the bodies near the box.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> ids = world.add_balls(0.5, position=[[0, 0, 0], [5, 0, 0], [9, 0, 0]])
    /// >>> world.bodies_in_box((-1, -1, -1), (6, 1, 1))
    /// array([0, 1], dtype=uint64)
    /// >>> world.bodies_in_box((-1, -1, -1), (6, 1, 1), exclude=0)
    /// array([1], dtype=uint64)
    #[pyo3(signature = (min, max, *, memberships = None, filter = None, sensors = false, exclude = None))]
    #[expect(clippy::too_many_arguments, reason = "keywords, each with a default")]
    fn bodies_in_box<'py>(
        &self,
        py: Python<'py>,
        min: &Bound<'_, PyAny>,
        max: &Bound<'_, PyAny>,
        memberships: Option<u32>,
        filter: Option<u32>,
        sensors: bool,
        exclude: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let filter = self::filter(memberships, filter, sensors, exclude)?;
        let (min, max) = (vector("min", min)?, vector("max", max)?);
        let found = self.call_detached(py, |world| world.bodies_in_box(&min, &max, &filter))?;
        Ok(id_array(py, found.map_err(|error| world_error(py, &error))?))
    }

    /// The bodies that a shape would overlap at present.
    ///
    /// Parameters
    /// ----------
    /// shape : Shape
    ///     Any but a half-space.
    /// position : array of shape (3,)
    ///     In metres.
    /// orientation : array of shape (4,), optional
    ///     Unit quaternion (w, x, y, z). Default: no rotation.
    /// memberships : int, optional
    ///     Groups of the query, as 32 bits. Default: 1 if ``filter`` is given, else no groups: all
    ///     bodies are considered.
    /// filter : int, optional
    ///     Groups that the query meets, as 32 bits. Default: all bits if ``memberships`` is given.
    /// sensors : bool, optional
    ///     Whether sensors and touch-only bodies are considered, too. Default: False.
    /// exclude : int or array of int, shape (n,), optional
    ///     Bodies to leave out; stale ids are allowed. Default: none.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray
    ///     Ids in order of insertion, uint64 of shape (n,).
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     The shape or its pose is not allowed.
    ///
    /// Notes
    /// -----
    /// Bodies that touch, or overlap by at most 1e-9 of the smaller of the two, do not count. The
    /// cost is that of the bodies near the shape; a shape that no body has is prepared for the
    /// call.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> ids = world.add_balls(0.5, position=[[0, 0, 0], [5, 0, 0]])
    /// >>> world.overlapping(ks.Shape.ball(1.0), (4, 0, 0))
    /// array([1], dtype=uint64)
    #[pyo3(signature = (
        shape, position, orientation = None, *, memberships = None, filter = None, sensors = false, exclude = None,
    ))]
    #[expect(clippy::too_many_arguments, reason = "keywords, each with a default")]
    fn overlapping<'py>(
        &self,
        py: Python<'py>,
        shape: &Shape,
        position: &Bound<'_, PyAny>,
        orientation: Option<&Bound<'_, PyAny>>,
        memberships: Option<u32>,
        filter: Option<u32>,
        sensors: bool,
        exclude: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let filter = self::filter(memberships, filter, sensors, exclude)?;
        let pose = pose(position, orientation)?;
        let found = self.call_detached(py, |world| world.overlapping(&shape.0, &pose, &filter))?;
        Ok(id_array(py, found.map_err(|error| world_error(py, &error))?))
    }

    /// Whether a shape would overlap no body and no wall at present.
    ///
    /// Parameters
    /// ----------
    /// shape : Shape
    ///     Any but a half-space.
    /// position : array of shape (3,)
    ///     In metres.
    /// orientation : array of shape (4,), optional
    ///     Unit quaternion (w, x, y, z). Default: no rotation.
    /// memberships : int, optional
    ///     Groups of the query, as 32 bits. Default: 1 if ``filter`` is given, else no groups: all
    ///     bodies are considered.
    /// filter : int, optional
    ///     Groups that the query meets, as 32 bits. Default: all bits if ``memberships`` is given.
    /// sensors : bool, optional
    ///     Whether sensors and touch-only bodies are considered, too. Default: False.
    /// exclude : int or array of int, shape (n,), optional
    ///     Bodies to leave out; stale ids are allowed. Default: none.
    /// walls : bool, optional
    ///     Whether the walls of a box domain count. Default: True.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether it is free, by the rule of ``overlapping``.
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     The shape or its pose is not allowed.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> ids = world.add_balls(0.5, position=[[0, 0, 0], [5, 0, 0]])
    /// >>> [world.is_free(ks.Shape.ball(1.0), (x, 0, 0)) for x in (2.5, 4.0)]
    /// [True, False]
    #[pyo3(signature = (
        shape, position, orientation = None, *, memberships = None, filter = None, sensors = false, exclude = None,
        walls = true,
    ))]
    #[expect(clippy::too_many_arguments, reason = "keywords, each with a default")]
    fn is_free(
        &self,
        py: Python<'_>,
        shape: &Shape,
        position: &Bound<'_, PyAny>,
        orientation: Option<&Bound<'_, PyAny>>,
        memberships: Option<u32>,
        filter: Option<u32>,
        sensors: bool,
        exclude: Option<&Bound<'_, PyAny>>,
        walls: bool,
    ) -> PyResult<bool> {
        let mut filter = self::filter(memberships, filter, sensors, exclude)?;
        filter.ignores_walls = !walls;
        let pose = pose(position, orientation)?;
        let free = self.call_detached(py, |world| world.is_free(&shape.0, &pose, &filter))?;
        free.map_err(|error| world_error(py, &error))
    }

    /// The bodies within a distance of a point at present.
    ///
    /// Parameters
    /// ----------
    /// point : array of shape (3,)
    ///     In metres.
    /// distance : float
    ///     At least 0, or infinite, in metres.
    /// memberships : int, optional
    ///     Groups of the query, as 32 bits. Default: 1 if ``filter`` is given, else no groups: all
    ///     bodies are considered.
    /// filter : int, optional
    ///     Groups that the query meets, as 32 bits. Default: all bits if ``memberships`` is given.
    /// sensors : bool, optional
    ///     Whether sensors and touch-only bodies are considered, too. Default: False.
    /// exclude : int or array of int, shape (n,), optional
    ///     Bodies to leave out; stale ids are allowed. Default: none.
    ///
    /// Returns
    /// -------
    /// ids : numpy.ndarray
    ///     The nearest first, uint64 of shape (n,).
    /// distances : numpy.ndarray
    ///     Distances of the shapes, in metres, of shape (n,); 0 where the point is inside.
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     The point is out of range, or the distance is below 0.
    ///
    /// Notes
    /// -----
    /// A mesh is a surface: a point inside of it has a distance. In a periodic domain the nearest
    /// image counts. The cost is that of the bodies near the point.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> ids = world.add_balls(0.5, position=[[0, 0, 0], [5, 0, 0], [9, 0, 0]])
    /// >>> world.within((4, 0, 0), 4.0)
    /// (array([1, 0], dtype=uint64), array([0.5, 3.5]))
    #[pyo3(signature = (point, distance, *, memberships = None, filter = None, sensors = false, exclude = None))]
    #[expect(clippy::too_many_arguments, reason = "keywords, each with a default")]
    fn within<'py>(
        &self,
        py: Python<'py>,
        point: &Bound<'_, PyAny>,
        distance: f64,
        memberships: Option<u32>,
        filter: Option<u32>,
        sensors: bool,
        exclude: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Near<'py>> {
        let filter = self::filter(memberships, filter, sensors, exclude)?;
        let point = vector("point", point)?;
        let found = self.call_detached(py, |world| world.within(&point, distance, &filter))?;
        near(py, found)
    }

    /// The bodies within a distance of a shape at present.
    ///
    /// Parameters
    /// ----------
    /// shape : Shape
    ///     Any but a half-space.
    /// position : array of shape (3,)
    ///     In metres.
    /// distance : float
    ///     At least 0, or infinite, in metres.
    /// orientation : array of shape (4,), optional
    ///     Unit quaternion (w, x, y, z). Default: no rotation.
    /// memberships : int, optional
    ///     Groups of the query, as 32 bits. Default: 1 if ``filter`` is given, else no groups: all
    ///     bodies are considered.
    /// filter : int, optional
    ///     Groups that the query meets, as 32 bits. Default: all bits if ``memberships`` is given.
    /// sensors : bool, optional
    ///     Whether sensors and touch-only bodies are considered, too. Default: False.
    /// exclude : int or array of int, shape (n,), optional
    ///     Bodies to leave out; stale ids are allowed. Default: none.
    ///
    /// Returns
    /// -------
    /// ids : numpy.ndarray
    ///     The nearest first, uint64 of shape (n,).
    /// distances : numpy.ndarray
    ///     Distances of the shapes, in metres, of shape (n,); 0 where they touch or overlap.
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     The shape or its pose is not allowed, or the distance is below 0.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> ids = world.add_balls(0.5, position=[[0, 0, 0], [5, 0, 0], [9, 0, 0]])
    /// >>> world.within_of_shape(ks.Shape.ball(0.25), (4, 0, 0), 1.0)
    /// (array([1], dtype=uint64), array([0.25]))
    #[pyo3(signature = (
        shape, position, distance, orientation = None, *, memberships = None, filter = None, sensors = false,
        exclude = None,
    ))]
    #[expect(clippy::too_many_arguments, reason = "keywords, each with a default")]
    fn within_of_shape<'py>(
        &self,
        py: Python<'py>,
        shape: &Shape,
        position: &Bound<'_, PyAny>,
        distance: f64,
        orientation: Option<&Bound<'_, PyAny>>,
        memberships: Option<u32>,
        filter: Option<u32>,
        sensors: bool,
        exclude: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Near<'py>> {
        let filter = self::filter(memberships, filter, sensors, exclude)?;
        let pose = pose(position, orientation)?;
        let found = self.call_detached(py, |world| world.within_of_shape(&shape.0, &pose, distance, &filter))?;
        near(py, found)
    }
}
