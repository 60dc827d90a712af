//! Times of impact without a world.

use crate::errors::value_error;
use crate::held::guarded;
use crate::motion::Motion;
use crate::shape::Shape;
use kinesweep::impact::Collider;
use pyo3::prelude::*;

/// The first time at which two moving shapes touch and approach; ``None`` if they never do.
#[pyfunction]
pub(crate) fn time_of_impact(
    py: Python<'_>,
    shape_a: &Shape,
    motion_a: &Motion,
    shape_b: &Shape,
    motion_b: &Motion,
) -> PyResult<Option<f64>> {
    let collider = |shape: &Shape| Collider::new(&shape.0).map_err(|error| value_error(py, &error));
    let (a, b) = (collider(shape_a)?, collider(shape_b)?);
    let time = || kinesweep::impact::time_of_impact((&a, &motion_a.0), (&b, &motion_b.0));
    guarded(py, || py.detach(time))
}
