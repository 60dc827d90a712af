//! Motion pieces.

use crate::arrays::{orientation, quaternion, row, vector};
use crate::properties::Properties;
use kinesweep::MotionPiece;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A body's motion from ``epoch`` on: ``x(t) = position + velocity (t - epoch) + acceleration
/// (t - epoch)^2 / 2``, with a constant spin.
#[pyclass(frozen, eq, from_py_object, module = "kinesweep")]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Motion(pub(crate) MotionPiece);

#[pymethods]
impl Motion {
    /// Keywords: ``position``, ``velocity``, ``acceleration``, ``orientation``,
    /// ``angular_velocity``, ``growth``, ``swell``, ``epoch``. All are zero by default.
    #[new]
    #[pyo3(signature = (**properties))]
    fn new(py: Python<'_>, properties: Option<Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut read = Properties::of(py, properties);
        let mut piece = MotionPiece::at_rest();
        for (name, into) in [
            ("position", &mut piece.position),
            ("velocity", &mut piece.velocity),
            ("acceleration", &mut piece.acceleration),
            ("angular_velocity", &mut piece.angular_velocity),
        ] {
            if let Some(value) = read.value(name)? {
                *into = vector(name, &value)?;
            }
        }
        if let Some(value) = read.value("orientation")? {
            piece.orientation = orientation(&value)?;
        }
        for (name, into) in [
            ("growth", &mut piece.growth),
            ("swell", &mut piece.swell),
            ("epoch", &mut piece.epoch),
        ] {
            if let Some(value) = read.value(name)? {
                [*into] = row::<1>(name, &value)?;
            }
        }
        read.finish("Motion", Some(1))?;
        Ok(Self(piece))
    }

    #[getter]
    fn epoch(&self) -> f64 {
        self.0.epoch
    }

    #[getter]
    fn position(&self) -> [f64; 3] {
        self.0.position.into()
    }

    #[getter]
    fn velocity(&self) -> [f64; 3] {
        self.0.velocity.into()
    }

    #[getter]
    fn acceleration(&self) -> [f64; 3] {
        self.0.acceleration.into()
    }

    /// As (w, x, y, z).
    #[getter]
    fn orientation(&self) -> [f64; 4] {
        quaternion(&self.0.orientation)
    }

    #[getter]
    fn angular_velocity(&self) -> [f64; 3] {
        self.0.angular_velocity.into()
    }

    #[getter]
    fn growth(&self) -> f64 {
        self.0.growth
    }

    #[getter]
    fn swell(&self) -> f64 {
        self.0.swell
    }

    /// The position at a time.
    fn position_at(&self, time: f64) -> [f64; 3] {
        self.0.position_at(time).into()
    }

    /// The velocity at a time.
    fn velocity_at(&self, time: f64) -> [f64; 3] {
        self.0.velocity_at(time).into()
    }

    /// The orientation at a time, as (w, x, y, z).
    fn orientation_at(&self, time: f64) -> [f64; 4] {
        quaternion(&self.0.orientation_at(time))
    }

    fn __repr__(&self) -> String {
        let (x, v) = (self.position(), self.velocity());
        format!("Motion(epoch={:?}, position={x:?}, velocity={v:?}, ...)", self.0.epoch)
    }
}
