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

/// The first time at which two moving shapes touch and approach; ``None`` if they never do.
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
/// shape_a, shape_b : Shape
///     The shapes.
/// motion_a, motion_b : Motion
///     Their motions; the search starts at the later of the two epochs.
/// until : float
///     End of the search, in seconds.
///
/// Returns
/// -------
/// numpy.ndarray
///     Begin and end of each contact in order, in seconds, of shape (n, 2). A contact that lasts
///     longer ends at ``until``.
///
/// Examples
/// --------
/// >>> import kinesweep as ks
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
