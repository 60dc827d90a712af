//! Spatial queries on the present state.

use super::World;
use crate::arrays::{id_array, ids, matrix, pose, vector};
use crate::errors::world_error;
use crate::events::{Named, named};
use crate::shape::Shape;
use kinesweep::scene::Groups;
use kinesweep::world::QueryFilter;
use kinesweep::{BodyId, WorldError};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

/// Ids and distances.
type Near<'py> = (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<f64>>);

/// The filter of the keywords that all queries share.
fn filter(
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

/// Where a ray meets a body.
#[pyclass(frozen, get_all, module = "kinesweep")]
pub(crate) struct RayHit {
    body: u64,
    distance: f64,
    point: [f64; 3],
    normal: [f64; 3],
}

#[pymethods]
impl RayHit {
    fn __repr__(&self) -> String {
        format!(
            "RayHit(body={}, distance={:?}, point={:?})",
            self.body, self.distance, self.point
        )
    }
}

#[pymethods]
impl World {
    /// The time and the other party of a body's next collision if no motion changes before; ``None``
    /// if there is none.
    fn next_collision(&self, py: Python<'_>, id: u64) -> PyResult<Option<(f64, Named)>> {
        let found = self.call_detached(py, |world| world.next_collision(BodyId::from_bits(id)))?;
        let found = found.map_err(|error| world_error(py, &error))?;
        Ok(found.map(|(time, party)| (time, named(party))))
    }

    /// The pairs of bodies with boxes that overlap now, of shape (n, 2).
    fn overlapping_pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        let pairs = self.call_detached(py, |world| world.overlapping_pairs())?;
        Ok(matrix(py, pairs.into_iter().map(|pair| pair.map(BodyId::to_bits))))
    }

    /// The ids of the bodies with boxes that meet a box.
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

    /// The ids of the bodies that a shape would overlap.
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

    /// Whether a shape would overlap no body and no wall.
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

    /// The bodies within a distance of a point: their ids and their distances.
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

    /// The bodies within a distance of a shape: their ids and their distances.
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

    /// The first body that a ray meets; ``None`` if it meets none.
    #[pyo3(signature = (
        origin, direction, max_distance = f64::INFINITY, *, memberships = None, filter = None, sensors = false,
        exclude = None,
    ))]
    #[expect(clippy::too_many_arguments, reason = "keywords, each with a default")]
    fn cast_ray(
        &self,
        py: Python<'_>,
        origin: &Bound<'_, PyAny>,
        direction: &Bound<'_, PyAny>,
        max_distance: f64,
        memberships: Option<u32>,
        filter: Option<u32>,
        sensors: bool,
        exclude: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<RayHit>> {
        let filter = self::filter(memberships, filter, sensors, exclude)?;
        let (origin, direction) = (vector("origin", origin)?, vector("direction", direction)?);
        let hit = self.call_detached(py, |world| world.cast_ray(&origin, &direction, max_distance, &filter))?;
        let hit = hit.map_err(|error| world_error(py, &error))?;
        Ok(hit.map(|hit| RayHit {
            body: hit.body.to_bits(),
            distance: hit.distance,
            point: hit.point.into(),
            normal: hit.normal.into(),
        }))
    }
}
