//! Domains, and what happens to infinitely many collisions in finite time.

use crate::arrays::vector;
use crate::errors::value_error;
use kinesweep::scene::Dimensions;
use pyo3::prelude::*;

/// The region in which bodies may be.
///
/// Made by ``Domain.open()``, ``Domain.box(min, max)`` and ``Domain.periodic(min, max)``.
///
/// Examples
/// --------
/// >>> ks.Domain.box((0, 0, 0), (2, 2, 2))
/// Domain.box([0.0, 0.0, 0.0], [2.0, 2.0, 2.0])
/// >>> world = ks.World(domain=ks.Domain.periodic((0, 0, 0), (4, 4, 4)))
/// >>> ball = world.insert(ks.Shape.ball(0.5), position=(3, 1, 1), velocity=(1, 0, 0))
/// >>> world.advance_to(2.0, events=False)
/// >>> world.positions, world.unwrapped_positions
/// (array([[1., 1., 1.]]), array([[5., 1., 1.]]))
#[pyclass(frozen, eq, from_py_object, module = "kinesweep")]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Domain(pub(crate) kinesweep::Domain);

impl Domain {
    /// A domain without a height is one for two dimensions: the world refuses it in three.
    fn checked(py: Python<'_>, domain: kinesweep::Domain) -> PyResult<Self> {
        let is_flat = domain.corners().is_some_and(|[min, max]| min.z == max.z);
        let dimensions = if is_flat { Dimensions::Two } else { Dimensions::Three };
        dimensions.domain(domain).check().map_err(|error| value_error(py, &error))?;
        Ok(Self(domain))
    }
}

#[pymethods]
impl Domain {
    /// All of space.
    ///
    /// Returns
    /// -------
    /// Domain
    ///
    /// Examples
    /// --------
    /// >>> ks.Domain.open().min is None
    /// True
    #[staticmethod]
    fn open() -> Self {
        Self(kinesweep::Domain::Open)
    }

    /// The inside of a box with six walls.
    ///
    /// Parameters
    /// ----------
    /// min, max : array of shape (3,)
    ///     Corners, in metres; ``max`` is above ``min`` on each axis, but for z if the world has two
    ///     dimensions.
    ///
    /// Returns
    /// -------
    /// Domain
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     A corner is out of range, or ``max`` is not above ``min``.
    ///
    /// Examples
    /// --------
    /// >>> ks.Domain.box((0, 0, 0), (2, 2, 2)).max
    /// [2.0, 2.0, 2.0]
    #[staticmethod]
    fn r#box(py: Python<'_>, min: &Bound<'_, PyAny>, max: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (min, max) = (vector("min", min)?, vector("max", max)?);
        Self::checked(py, kinesweep::Domain::Box { min, max })
    }

    /// A box with copies: what leaves through a face enters through the opposite one.
    ///
    /// Parameters
    /// ----------
    /// min, max : array of shape (3,)
    ///     Corners, in metres; ``max`` is above ``min`` on each axis, but for z if the world has two
    ///     dimensions.
    ///
    /// Returns
    /// -------
    /// Domain
    ///
    /// Raises
    /// ------
    /// InvalidValueError
    ///     A corner is out of range, or ``max`` is not above ``min``.
    ///
    /// Notes
    /// -----
    /// Two bodies meet by their nearest images. The bounding ball of a body must be at most half as
    /// wide as the shortest side; a ball that grows larger stops the world with a ``StepError``. Bodies
    /// with bounds are refused.
    ///
    /// Examples
    /// --------
    /// >>> ks.Domain.periodic((0, 0, 0), (2, 2, 2)).kind
    /// 'periodic'
    #[staticmethod]
    fn periodic(py: Python<'_>, min: &Bound<'_, PyAny>, max: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (min, max) = (vector("min", min)?, vector("max", max)?);
        Self::checked(py, kinesweep::Domain::Periodic { min, max })
    }

    /// Kind: ``"open"``, ``"box"`` or ``"periodic"``.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.name()
    }

    /// Lower corner, in metres; ``None`` if open.
    #[getter]
    fn min(&self) -> Option<[f64; 3]> {
        self.0.corners().map(|[min, _]| min.into())
    }

    /// Upper corner, in metres; ``None`` if open.
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

/// The policy for infinitely many collisions in finite time.
///
/// Made by ``Zeno.stick(speed)``, ``Zeno.elastic(within)`` and ``Zeno.error()``. The numbers are
/// checked by ``World``.
///
/// Examples
/// --------
/// >>> world = ks.World(gravity=(0, -10, 0), restitution=0.5, zeno=ks.Zeno.stick(0.01))
/// >>> floor = world.insert(ks.Shape.half_space((0, 1, 0)), fixed=True)
/// >>> ball = world.insert(ks.Shape.ball(0.5), position=(0, 1.5, 0))
/// >>> world.advance_to(10.0, events=False)
/// >>> world.velocities[1].tolist(), world.counters()["rests"]
/// ([0.0, 0.0, 0.0], 1)
#[pyclass(frozen, eq, from_py_object, module = "kinesweep")]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Zeno(pub(crate) kinesweep::Zeno);

#[pymethods]
impl Zeno {
    /// Takes all closing speed away where it is low: bodies come to rest.
    ///
    /// Parameters
    /// ----------
    /// speed : float
    ///     Closing speed below which bodies do not bounce, in metres per second, above 0.
    ///
    /// Returns
    /// -------
    /// Zeno
    ///
    /// Notes
    /// -----
    /// A body that turns or grows does not rest: it hops apart at a small speed, again and again.
    #[staticmethod]
    fn stick(speed: f64) -> Self {
        Self(kinesweep::Zeno::Stick { speed })
    }

    /// Makes a collision elastic if it comes soon after the last one of either body.
    ///
    /// Parameters
    /// ----------
    /// within : float
    ///     Time since the last collision of either body, in seconds, above 0.
    ///
    /// Returns
    /// -------
    /// Zeno
    ///
    /// Notes
    /// -----
    /// The model of S. Luding and S. McNamara, Granular Matter 1 (1998).
    #[staticmethod]
    fn elastic(within: f64) -> Self {
        Self(kinesweep::Zeno::Elastic { within })
    }

    /// Ends the run with a ``StalledError``.
    ///
    /// Returns
    /// -------
    /// Zeno
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
