//! Domains, and what happens to infinitely many collisions in finite time.

use crate::arrays::vector;
use crate::errors::value_error;
use pyo3::prelude::*;

/// Where bodies may be: ``Domain.open()``, ``Domain.box(min, max)`` or ``Domain.periodic(min, max)``.
#[pyclass(frozen, eq, from_py_object, module = "kinesweep")]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Domain(pub(crate) kinesweep::Domain);

impl Domain {
    fn checked(py: Python<'_>, domain: kinesweep::Domain) -> PyResult<Self> {
        domain.check().map_err(|error| value_error(py, &error))?;
        Ok(Self(domain))
    }
}

#[pymethods]
impl Domain {
    /// No bounds.
    #[staticmethod]
    fn open() -> Self {
        Self(kinesweep::Domain::Open)
    }

    /// Six walls, at the corners ``min`` and ``max``, in metres.
    #[staticmethod]
    fn r#box(py: Python<'_>, min: &Bound<'_, PyAny>, max: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (min, max) = (vector("min", min)?, vector("max", max)?);
        Self::checked(py, kinesweep::Domain::Box { min, max })
    }

    /// Bodies that leave through one face enter through the opposite one.
    #[staticmethod]
    fn periodic(py: Python<'_>, min: &Bound<'_, PyAny>, max: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (min, max) = (vector("min", min)?, vector("max", max)?);
        Self::checked(py, kinesweep::Domain::Periodic { min, max })
    }

    /// ``"open"``, ``"box"`` or ``"periodic"``.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.name()
    }

    /// The lower corner; ``None`` if open.
    #[getter]
    fn min(&self) -> Option<[f64; 3]> {
        self.0.corners().map(|[min, _]| min.into())
    }

    /// The upper corner; ``None`` if open.
    #[getter]
    fn max(&self) -> Option<[f64; 3]> {
        self.0.corners().map(|[_, max]| max.into())
    }

    fn __repr__(&self) -> String {
        match self.0.corners().map(|corners| corners.map(<[f64; 3]>::from)) {
            None => "Domain.open()".to_owned(),
            Some([min, max]) => format!("Domain.{}({min:?}, {max:?})", self.0.name()),
        }
    }
}

/// The policy for infinitely many collisions in finite time: ``Zeno.stick(speed)``,
/// ``Zeno.elastic(within)`` or ``Zeno.error()``.
#[pyclass(frozen, eq, from_py_object, module = "kinesweep")]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Zeno(pub(crate) kinesweep::Zeno);

#[pymethods]
impl Zeno {
    /// Bodies that meet more slowly than ``speed``, in metres per second, do not bounce.
    #[staticmethod]
    fn stick(speed: f64) -> Self {
        Self(kinesweep::Zeno::Stick { speed })
    }

    /// A collision of two bodies within this time, in seconds, of the last one of either is elastic.
    #[staticmethod]
    fn elastic(within: f64) -> Self {
        Self(kinesweep::Zeno::Elastic { within })
    }

    /// The run ends with a ``StalledError``.
    #[staticmethod]
    fn error() -> Self {
        Self(kinesweep::Zeno::Error)
    }

    fn __repr__(&self) -> String {
        match self.0 {
            kinesweep::Zeno::Stick { speed } => format!("Zeno.stick({speed:?})"),
            kinesweep::Zeno::Elastic { within } => format!("Zeno.elastic({within:?})"),
            _ => "Zeno.error()".to_owned(),
        }
    }
}
