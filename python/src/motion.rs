//! Motion pieces.

use crate::arrays::{orientation, quaternion, row, vector};
use crate::properties::Properties;
use kinesweep::MotionPiece;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A motion piece: the motion of a body from a time on.
///
/// Parameters
/// ----------
/// **properties : Unpack[PieceProperties]
///     ``position``, ``velocity``, ``acceleration``, ``angular_velocity`` and
///     ``angular_acceleration`` (of balls that slide or roll), each of shape (3,); ``orientation`` of shape (4,), a unit quaternion (w, x, y, z); the numbers ``growth``,
///     ``swell`` and ``epoch``; ``inertia`` of shape (3,) or (9,), kg m^2, and
///     ``center_of_mass`` of shape (3,), of a body that rotates freely. Default: no rotation, no
///     inertia, and 0 for all others.
///
/// Raises
/// ------
/// InvalidValueError
///     An array has a wrong shape, or the orientation is no unit quaternion.
/// TypeError
///     A keyword is unknown.
///
/// Notes
/// -----
/// ``x(t) = position + velocity (t - epoch) + acceleration (t - epoch)^2 / 2``, with a constant
/// angular velocity, or with free rotation about the centre of mass: ``position`` is of that point
/// then. The radius of a ball is that of its shape plus ``swell + growth (t - epoch)``.
///
/// Examples
/// --------
/// >>> falling = ks.Motion(epoch=1.0, position=(0, 20, 0), acceleration=(0, -10, 0))
/// >>> falling.position_at(3.0), falling.velocity_at(3.0)
/// ([0.0, 0.0, 0.0], [0.0, -20.0, 0.0])
#[pyclass(frozen, eq, from_py_object, module = "kinesweep")]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Motion(pub(crate) MotionPiece);

#[pymethods]
impl Motion {
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
            ("angular_acceleration", &mut piece.angular_acceleration),
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
        piece.inertia = read.rigid()?;
        read.finish("Motion", Some(1))?;
        Ok(Self(piece))
    }

    /// Time from which the piece holds, in seconds.
    #[getter]
    fn epoch(&self) -> f64 {
        self.0.epoch
    }

    /// Position of the centre of mass at the epoch, in metres.
    #[getter]
    fn position(&self) -> [f64; 3] {
        self.0.position.into()
    }

    /// Velocity at the epoch, in metres per second.
    #[getter]
    fn velocity(&self) -> [f64; 3] {
        self.0.velocity.into()
    }

    /// Acceleration, with gravity, in metres per second squared.
    #[getter]
    fn acceleration(&self) -> [f64; 3] {
        self.0.acceleration.into()
    }

    /// Orientation at the epoch, as a unit quaternion (w, x, y, z).
    #[getter]
    fn orientation(&self) -> [f64; 4] {
        quaternion(&self.0.orientation)
    }

    /// Principal moments of inertia of a body that rotates freely, in kg m^2; None for a constant spin.
    #[getter]
    fn inertia(&self) -> Option<[f64; 3]> {
        self.0.inertia.map(|inertia| inertia.moments.into())
    }

    /// Rotation from the principal to the body's axes, as a unit quaternion; None for a constant spin.
    #[getter]
    fn principal_axes(&self) -> Option<[f64; 4]> {
        self.0.inertia.map(|inertia| quaternion(&inertia.axes))
    }

    /// Centre of mass in the body's axes, in metres; None for a constant spin.
    #[getter]
    fn center_of_mass(&self) -> Option<[f64; 3]> {
        self.0.inertia.map(|inertia| inertia.centre.into())
    }

    /// Angular velocity at the epoch about the world's axes, in radians per second.
    #[getter]
    fn angular_velocity(&self) -> [f64; 3] {
        self.0.angular_velocity.into()
    }

    /// Angular acceleration of a ball that slides or rolls, in radians per second squared.
    #[getter]
    fn angular_acceleration(&self) -> [f64; 3] {
        self.0.angular_acceleration.into()
    }

    /// Rate of a ball's radius, in metres per second.
    #[getter]
    fn growth(&self) -> f64 {
        self.0.growth
    }

    /// Excess of a ball's radius over that of its shape at the epoch, in metres.
    #[getter]
    fn swell(&self) -> f64 {
        self.0.swell
    }

    /// The position at a time.
    ///
    /// Parameters
    /// ----------
    /// time : float
    ///     In seconds.
    ///
    /// Returns
    /// -------
    /// list of float
    ///     In metres.
    ///
    /// Notes
    /// -----
    /// Before the epoch the same formula holds, although the piece does not describe the body
    /// there.
    fn position_at(&self, time: f64) -> [f64; 3] {
        self.0.position_at(time).into()
    }

    /// The velocity at a time.
    ///
    /// Parameters
    /// ----------
    /// time : float
    ///     In seconds.
    ///
    /// Returns
    /// -------
    /// list of float
    ///     In metres per second.
    fn velocity_at(&self, time: f64) -> [f64; 3] {
        self.0.velocity_at(time).into()
    }

    /// The orientation at a time.
    ///
    /// Parameters
    /// ----------
    /// time : float
    ///     In seconds.
    ///
    /// Returns
    /// -------
    /// list of float
    ///     Unit quaternion (w, x, y, z).
    fn orientation_at(&self, time: f64) -> [f64; 4] {
        quaternion(&self.0.orientation_at(time))
    }

    /// The angular velocity at a time.
    ///
    /// Parameters
    /// ----------
    /// time : float
    ///     In seconds.
    ///
    /// Returns
    /// -------
    /// list of float
    ///     About the world's axes, in radians per second.
    fn angular_velocity_at(&self, time: f64) -> [f64; 3] {
        self.0.angular_velocity_at(time).into()
    }

    fn __repr__(&self) -> String {
        let (x, v) = (self.position(), self.velocity());
        format!("Motion(epoch={:?}, position={x:?}, velocity={v:?}, ...)", self.0.epoch)
    }
}
