//! Times of impact and contact without a world.

use crate::arrays::matrix;
use crate::errors::value_error;
use crate::held::guarded;
use crate::motion::Motion;
use crate::shape::Shape;
use kinesweep::impact::Collider;
use numpy::PyArray2;
use pyo3::prelude::*;

fn collider(py: Python<'_>, shape: &Shape) -> PyResult<Collider> {
    Collider::new(&shape.0).map_err(|error| value_error(py, &error))
}

/// The first time at which two moving shapes touch while they approach.
///
/// Parameters
/// ----------
/// shape_a : Shape
///     Of the first body.
/// motion_a : Motion
///     Of the first body.
/// shape_b : Shape
///     Of the second body.
/// motion_b : Motion
///     Of the second body. The search starts at the later of the two epochs.
///
/// Returns
/// -------
/// float or None
///     In seconds; ``None`` if it never happens.
///
/// Raises
/// ------
/// InvalidValueError
///     A shape has no hull that can be formed.
///
/// Notes
/// -----
/// A world predicts the same time for the same pair, to the bit. Shapes that only part or slide do
/// not collide. If shapes rotate near each other for some 1e5 radians, the result is the time up to
/// which they do not touch. Motions must be finite and of at most 1e15 in magnitude; this is not
/// checked.
///
/// Two balls, or a half-space and another shape, are a closed form. Convex shapes take some
/// iterations, each linear in the vertices; meshes and compounds the same for each pair of convex
/// parts near each other.
///
/// Examples
/// --------
/// >>> ball, floor = ks.Shape.ball(0.5), ks.Shape.half_space((0, 1, 0))
/// >>> falling = ks.Motion(position=(0, 20.5, 0), acceleration=(0, -10, 0))
/// >>> ks.time_of_impact(floor, ks.Motion(), ball, falling)
/// 2.0
/// >>> ks.time_of_impact(ball, ks.Motion(), ball, ks.Motion(position=(3, 0, 0))) is None
/// True
#[pyfunction]
pub(crate) fn time_of_impact(
    py: Python<'_>,
    shape_a: &Shape,
    motion_a: &Motion,
    shape_b: &Shape,
    motion_b: &Motion,
) -> PyResult<Option<f64>> {
    let (a, b) = (collider(py, shape_a)?, collider(py, shape_b)?);
    let time = || kinesweep::impact::time_of_impact((&a, &motion_a.0), (&b, &motion_b.0));
    guarded(py, || py.detach(time))
}

/// The times at which two moving shapes touch or overlap.
///
/// Parameters
/// ----------
/// shape_a : Shape
///     Of the first body.
/// motion_a : Motion
///     Of the first body.
/// shape_b : Shape
///     Of the second body.
/// motion_b : Motion
///     Of the second body. The search starts at the later of the two epochs.
/// until : float
///     End of the search, in seconds.
///
/// Returns
/// -------
/// numpy.ndarray
///     Begin and end of each contact in order, in seconds, of shape (n, 2). A contact that has
///     begun before the later epoch begins there, and one that lasts longer ends at ``until``.
///
/// Raises
/// ------
/// InvalidValueError
///     A shape has no hull that can be formed.
///
/// Notes
/// -----
/// They are the contacts that a world with ``response="pass-through"`` reports for the pair. Costs
/// as ``time_of_impact``, for each contact.
///
/// Examples
/// --------
/// >>> ball, passing = ks.Shape.ball(0.5), ks.Motion(position=(-3, 0, 0), velocity=(1, 0, 0))
/// >>> ks.contact_times(ball, ks.Motion(), ball, passing, 10.0)
/// array([[2., 4.]])
#[pyfunction]
pub(crate) fn contact_times<'py>(
    py: Python<'py>,
    shape_a: &Shape,
    motion_a: &Motion,
    shape_b: &Shape,
    motion_b: &Motion,
    until: f64,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let (a, b) = (collider(py, shape_a)?, collider(py, shape_b)?);
    let times = || kinesweep::impact::contact_times((&a, &motion_a.0), (&b, &motion_b.0), until);
    let times = guarded(py, || py.detach(times))?;
    Ok(matrix(py, times.into_iter()))
}
