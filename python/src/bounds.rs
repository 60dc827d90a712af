//! Bounds of bodies without a known motion.

use crate::arrays::vector;
use crate::errors::value_error;
use kinesweep::motion::{Bounds as MovingBox, Endpoint, Lease};
use kinesweep::nalgebra::Vector3;
use pyo3::prelude::*;

/// A moving box that holds a body of unknown motion up to a time.
///
/// Parameters
/// ----------
/// min, max : array of shape (3,)
///     Corners at the epoch, in metres.
/// min_velocity, max_velocity : array of shape (3,), optional
///     Rates of the corners at the epoch, in metres per second. Default: 0.
/// min_acceleration, max_acceleration : array of shape (3,), optional
///     Accelerations of the corners, in metres per second squared. Default: 0.
/// epoch : float, optional
///     Time from which the box holds, in seconds. Default: 0.
/// until : float, optional
///     Time up to which it holds, in seconds; an event ``"bounds-expired"`` then requests new
///     bounds. Default: for ever.
///
/// Raises
/// ------
/// InvalidValueError
///     A number is out of range, or the box inverts while it is valid.
///
/// Notes
/// -----
/// From the epoch on the corner ``min`` is at ``min + min_velocity (t - epoch) + min_acceleration
/// (t - epoch)^2 / 2``, and ``max`` likewise.
///
/// Examples
/// --------
/// >>> world = ks.World(touch_test=lambda *pair: True, touch_rate=10.0)
/// >>> # Somewhere within 1 m of the origin, and no faster than 0.5 m/s.
/// >>> around = ks.Bounds((-1, -1, -1), (1, 1, 1), max_velocity=(0.5, 0, 0), until=2.0)
/// >>> dog = world.insert(ks.Shape.ball(0.1), bounds=around)
/// >>> wall = world.insert(ks.Shape.cuboid((1, 1, 1)), position=(5, 0, 0), fixed=True)
/// >>> event = world.step_before(10.0)
/// >>> event.time, event.kind
/// (2.0, 'bounds-expired')
/// >>> around = ks.Bounds((-1, -1, -1), (2, 1, 1), max_velocity=(0.5, 0, 0), epoch=2.0)
/// >>> world.set_bounds(dog, around)
/// >>> world.step_before(10.0).time
/// 6.0
#[pyclass(frozen, eq, from_py_object, module = "kinesweep")]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Bounds(pub(crate) Lease);

impl Bounds {
    fn corner(&self, corner: &[Endpoint; 3], read: impl Fn(&Endpoint) -> f64) -> [f64; 3] {
        std::array::from_fn(|axis| read(&corner[axis]))
    }
}

#[pymethods]
impl Bounds {
    #[new]
    #[pyo3(signature = (
        min, max, *, min_velocity = None, max_velocity = None, min_acceleration = None,
        max_acceleration = None, epoch = 0.0, until = f64::INFINITY
    ))]
    #[expect(clippy::too_many_arguments, reason = "the keywords of the Python class")]
    fn new(
        py: Python<'_>,
        min: &Bound<'_, PyAny>,
        max: &Bound<'_, PyAny>,
        min_velocity: Option<&Bound<'_, PyAny>>,
        max_velocity: Option<&Bound<'_, PyAny>>,
        min_acceleration: Option<&Bound<'_, PyAny>>,
        max_acceleration: Option<&Bound<'_, PyAny>>,
        epoch: f64,
        until: f64,
    ) -> PyResult<Self> {
        let of = |name, value: Option<&Bound<'_, PyAny>>| value.map_or(Ok(Vector3::zeros()), |value| vector(name, value));
        let corner = |position: Vector3<f64>, velocity: Vector3<f64>, acceleration: Vector3<f64>| {
            std::array::from_fn(|axis| Endpoint {
                position: position[axis],
                velocity: velocity[axis],
                half_acceleration: 0.5 * acceleration[axis],
            })
        };
        let bounds = MovingBox {
            epoch,
            min: corner(
                vector("min", min)?,
                of("min_velocity", min_velocity)?,
                of("min_acceleration", min_acceleration)?,
            ),
            max: corner(
                vector("max", max)?,
                of("max_velocity", max_velocity)?,
                of("max_acceleration", max_acceleration)?,
            ),
        };
        let lease = Lease { bounds, until };
        lease.check_from(epoch).map_err(|error| value_error(py, &error))?;
        Ok(Self(lease))
    }

    /// Lower corner at the epoch, in metres.
    #[getter]
    fn min(&self) -> [f64; 3] {
        self.corner(&self.0.bounds.min, |endpoint| endpoint.position)
    }

    /// Upper corner at the epoch, in metres.
    #[getter]
    fn max(&self) -> [f64; 3] {
        self.corner(&self.0.bounds.max, |endpoint| endpoint.position)
    }

    /// Rate of the lower corner at the epoch, in metres per second.
    #[getter]
    fn min_velocity(&self) -> [f64; 3] {
        self.corner(&self.0.bounds.min, |endpoint| endpoint.velocity)
    }

    /// Rate of the upper corner at the epoch, in metres per second.
    #[getter]
    fn max_velocity(&self) -> [f64; 3] {
        self.corner(&self.0.bounds.max, |endpoint| endpoint.velocity)
    }

    /// Acceleration of the lower corner, in metres per second squared.
    #[getter]
    fn min_acceleration(&self) -> [f64; 3] {
        self.corner(&self.0.bounds.min, |endpoint| 2.0 * endpoint.half_acceleration)
    }

    /// Acceleration of the upper corner, in metres per second squared.
    #[getter]
    fn max_acceleration(&self) -> [f64; 3] {
        self.corner(&self.0.bounds.max, |endpoint| 2.0 * endpoint.half_acceleration)
    }

    /// Time from which the box holds, in seconds.
    #[getter]
    fn epoch(&self) -> f64 {
        self.0.bounds.epoch
    }

    /// Time up to which it holds, in seconds.
    #[getter]
    fn until(&self) -> f64 {
        self.0.until
    }

    fn __repr__(&self) -> String {
        format!(
            "Bounds({:?}, {:?}, epoch={:?}, until={:?}, ...)",
            self.min(),
            self.max(),
            self.epoch(),
            self.until()
        )
    }
}
