//! Settings of a world that is there: gravity, defaults of bodies, domain, policy, method.

use super::World;
use crate::domain::{Domain, Zeno};
use crate::errors::world_error;
use pyo3::prelude::*;

#[pymethods]
impl World {
    /// Acceleration of all bodies that are not fixed, in metres per second squared; can be set.
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

    /// Restitution of bodies without one of their own, and of walls; can be set.
    #[getter]
    fn restitution(&self, py: Python<'_>) -> PyResult<f64> {
        self.call(py, |world| world.settings().restitution)
    }

    #[setter]
    fn set_restitution(&self, py: Python<'_>, restitution: f64) -> PyResult<()> {
        let outcome = self.call_detached(py, |world| world.set_default_restitution(restitution))?;
        outcome.map_err(|error| world_error(py, &error))
    }

    /// Friction of bodies without one of their own, and of walls; can be set.
    #[getter]
    fn friction(&self, py: Python<'_>) -> PyResult<f64> {
        self.call(py, |world| world.settings().friction)
    }

    #[setter]
    fn set_friction(&self, py: Python<'_>, friction: f64) -> PyResult<()> {
        let outcome = self.call_detached(py, |world| world.set_default_friction(friction))?;
        outcome.map_err(|error| world_error(py, &error))
    }

    /// Rolling friction of bodies without one of their own, and of walls; can be set.
    #[getter]
    fn rolling_friction(&self, py: Python<'_>) -> PyResult<f64> {
        self.call(py, |world| world.settings().rolling_friction)
    }

    #[setter]
    fn set_rolling_friction(&self, py: Python<'_>, friction: f64) -> PyResult<()> {
        let outcome = self.call_detached(py, |world| world.set_default_rolling_friction(friction))?;
        outcome.map_err(|error| world_error(py, &error))
    }

    /// Spinning friction of bodies without one of their own, and of walls; can be set.
    #[getter]
    fn spinning_friction(&self, py: Python<'_>) -> PyResult<f64> {
        self.call(py, |world| world.settings().spinning_friction)
    }

    #[setter]
    fn set_spinning_friction(&self, py: Python<'_>, friction: f64) -> PyResult<()> {
        let outcome = self.call_detached(py, |world| world.set_default_spinning_friction(friction))?;
        outcome.map_err(|error| world_error(py, &error))
    }

    /// Region of the bodies.
    #[getter]
    fn domain(&self, py: Python<'_>) -> PyResult<Domain> {
        self.call(py, |world| Domain(world.settings().domain))
    }

    /// Dimensions of the world: 2, or 3.
    #[getter]
    fn dimensions(&self, py: Python<'_>) -> PyResult<u8> {
        self.call(py, |world| world.settings().dimensions.number())
    }

    /// Policy for infinitely many collisions in finite time.
    #[getter]
    fn zeno(&self, py: Python<'_>) -> PyResult<Zeno> {
        self.call(py, |world| Zeno(world.settings().zeno))
    }

    /// Name of the method, see ``set_method``.
    #[getter]
    fn method(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.call(py, |world| world.method().name())
    }

    /// Changes the method; the events stay the same, to the bit.
    ///
    /// Parameters
    /// ----------
    /// method : {"kinetic", "lists", "leases", "cached", "swept"}
    ///     See ``World``.
    /// rate : float, optional
    ///     Frames per second of ``"swept"``, and of that alone. Default: 60.
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     The method or its rate is not allowed, or cannot run a periodic domain.
    ///
    /// Notes
    /// -----
    /// O(n log n), and a prediction for each new candidate pair.
    ///
    /// Examples
    /// --------
    /// >>> world = ks.World()
    /// >>> world.set_method("leases")
    /// >>> world.method
    /// 'leases'
    #[pyo3(signature = (method, *, rate = None))]
    fn set_method(&self, py: Python<'_>, method: &str, rate: Option<f64>) -> PyResult<()> {
        let method = super::method_of(py, method, rate)?;
        let outcome = self.call_detached(py, |world| world.set_method(method))?;
        outcome.map_err(|error| world_error(py, &error))
    }
}
