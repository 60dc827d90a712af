//! Rays: the first body that each meets.

use super::World;
use super::queries::filter;
use crate::arrays::vector;
use crate::errors::world_error;
use pyo3::prelude::*;

/// Where a ray meets a body, returned by ``World.cast_ray``.
///
/// Examples
/// --------
/// >>> world = ks.World()
/// >>> ball = world.insert(ks.Shape.ball(1.0), position=(9, 0, 0))
/// >>> hit = world.cast_ray((0, 0, 0), (1, 0, 0))
/// >>> hit
/// RayHit(body=0, distance=8.0, point=[8.0, 0.0, 0.0])
/// >>> hit.normal
/// [-1.0, 0.0, 0.0]
#[pyclass(frozen, get_all, module = "kinesweep")]
pub(crate) struct RayHit {
    /// The body, as its id.
    body: u64,
    /// Distance from the origin of the ray, in metres; 0 if that is in the body.
    distance: f64,
    /// Point where the ray meets the body, in metres.
    point: [f64; 3],
    /// Unit normal of the surface there, against the ray.
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
    /// The first body that a ray meets at present.
    ///
    /// Parameters
    /// ----------
    /// origin : array of shape (3,)
    ///     In metres.
    /// direction : array of shape (3,)
    ///     Of any length above 0.
    /// max_distance : float, optional
    ///     Length of the ray, in metres. Default: infinite. A periodic domain needs one of at most
    ///     1000 times its shortest side.
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
    /// RayHit or None
    ///     ``None`` if it meets none.
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     The origin, the direction or the length is out of range.
    ///
    /// Notes
    /// -----
    /// A ray that begins in a body meets it at distance 0: exclude the body that it comes from. In
    /// a periodic domain the ray goes on through the images. The cost is that of the cells passed
    /// and the bodies in them.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> ids = world.add_balls(0.5, position=[[0, 0, 0], [5, 0, 0], [9, 0, 0]])
    /// >>> world.cast_ray((0, 0, 0), (2, 0, 0), exclude=ids[0])
    /// RayHit(body=1, distance=4.5, point=[4.5, 0.0, 0.0])
    /// >>> world.cast_ray((0, 0, 0), (0, 1, 0), exclude=ids[0]) is None
    /// True
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
